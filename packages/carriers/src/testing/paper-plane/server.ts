/** Paper Plane's server: in memory, on a port, with the faults of the conformance suite. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@waybill/testing/eventually'
import type { ConformanceServer, FaultOrder, Mishap } from '../../conformance/suite.ts'
import { createSeal, planeSecret } from './adapter.ts'

interface Flight {
  flight: string
  account: string
  key: string
  ref: string
  state: string
  reportTo: string | null
  sightings: { sighting: string; flight: string; ref: string; state: string; at: string; signed_by: string | null }[]
}

type Callback = Awaited<ReturnType<ConformanceServer['callbacksOf']>>[number]

const SEQUENCE = ['FOLDED', 'IN_HAND', 'FLYING', 'LANDED']
const ENDS = ['UNFOLDED', 'HOME_AGAIN', 'BLOWN_AWAY']
/** Sightings of each mishap. A paper plane has no driver to swap. */
const sightingsByMishap = new Map<Mishap, readonly string[]>([
  ['failed_attempt', ['IN_HAND', 'FLYING', 'NOT_CAUGHT']],
  ['return', ['IN_HAND', 'FLYING', 'THROWN_BACK', 'HOME_AGAIN']],
  ['loss', ['IN_HAND', 'FLYING', 'BLOWN_AWAY']],
])
export const planeMishaps = [...sightingsByMishap.keys()]
const targets = { picked_up: 'IN_HAND', en_route_to_dropoff: 'FLYING', delivered: 'LANDED' }
const MAX_GRAMS = 5_000

class Refusal extends Error {
  readonly status: number
  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
  }
}

export async function startPaperPlane(): Promise<ConformanceServer & { url: string; stop(): void }> {
  const flights: Flight[] = []
  const faults: FaultOrder[] = []
  const callbacks = new Map<string, Callback[]>()
  const heldBack = new Map<string, Callback>()

  function takeFault(operation: FaultOrder['operation'], account: string): FaultOrder | undefined {
    const fault = faults.find(
      (order) => order.times > 0 && order.operation === operation && order.carrierAccountId === account,
    )
    if (fault) fault.times--
    return fault
  }

  /** Reports a sighting by putting it into the receiver's mailbox. */
  function report({ account, flight }: Flight, sighting: object): void {
    const rawBody = Buffer.from(JSON.stringify(sighting))
    const { mode, delayMs } = takeFault('callback', account) ?? {}
    const secret = mode === 'wrong_signature' ? 'another' : planeSecret(account)
    const callback = { headers: { 'x-plane-seal': createSeal(secret, Date.now(), rawBody) }, rawBody }
    const mailbox = callbacks.get(flight) ?? []
    callbacks.set(flight, mailbox)
    const late = heldBack.get(flight)
    heldBack.delete(flight)
    if (mode === 'slow') setTimeout(() => mailbox.push(callback), delayMs).unref()
    else if (mode === 'out_of_order') heldBack.set(flight, callback)
    else mailbox.push(callback, ...(mode === 'duplicate' ? [callback] : []), ...(late ? [late] : []))
  }

  function see(flight: Flight, state: string): void {
    if (SEQUENCE.includes(state) || ENDS.includes(state)) flight.state = state
    const last = Date.parse(flight.sightings.at(-1)?.at ?? '') || 0
    const at = new Date(Math.max(Date.now(), last + 1)).toISOString()
    const signed_by = state === 'LANDED' ? 'Grace Miller' : null
    const { flight: id, ref } = flight
    const sighting = { sighting: randomUUID(), flight: id, ref, state, at, signed_by }
    flight.sightings.push(sighting)
    if (flight.reportTo !== null) report(flight, sighting)
  }

  function getFlight(id: string, account?: string): Flight {
    const found = flights.find(({ flight, account: owner }) => flight === id && (account ?? owner) === owner)
    if (!found) throw new Refusal(404, 'no_such_flight')
    return found
  }

  function price({ grams }: { grams: number[] }) {
    if (grams.some((each) => each > MAX_GRAMS)) throw new Refusal(422, 'too_heavy')
    const lands = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    return { price_id: randomUUID(), cents: 100 + (grams[0] ?? 0), lands_from: lands(1), lands_to: lands(9) }
  }

  function fly(body: { ref: string; report_to: string | null }, account: string, key: string): Flight {
    const known = flights.find((flight) => flight.account === account && flight.key === key)
    if (known) return known
    const ids = { flight: `pp_${randomUUID()}`, account, key, ref: body.ref }
    const flight: Flight = { ...ids, state: 'FOLDED', reportTo: body.report_to, sightings: [] }
    flights.push(flight)
    see(flight, 'FOLDED')
    return flight
  }

  function unfold(flight: Flight): Flight {
    if (flight.state === 'FOLDED') see(flight, 'UNFOLDED')
    if (flight.state !== 'UNFOLDED') throw new Refusal(422, 'in_the_air')
    return flight
  }

  /** The operation of a request, for which faults are ordered, and its work. */
  function toRoute({ method, url = '', headers }: IncomingMessage, body: Buffer) {
    const account = String(headers['x-plane-account'])
    const { pathname, searchParams } = new URL(url, 'http://plane')
    const [, first, id = '', last] = pathname.split('/')
    const json = () => JSON.parse(body.toString())
    if (first === 'prices') return { operation: 'quote', account, work: () => price(json()) } as const
    if (method === 'POST') {
      return { operation: 'book', account, work: () => fly(json(), account, String(headers['x-plane-key'])) } as const
    }
    if (method === 'DELETE')
      return { operation: 'cancel', account, work: () => unfold(getFlight(id, account)) } as const
    if (last) return { operation: 'track', account, work: () => getFlight(id, account).sightings } as const
    const ref = searchParams.get('ref')
    return { operation: 'track', account, work: () => flights.filter((flight) => flight.ref === ref) } as const
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { operation, account, work } = toRoute(request, await buffer(request))
    const fault = takeFault(operation, account)
    const send = (status: number, body: object, headers = {}) => {
      response.writeHead(status, headers).end(JSON.stringify(body))
    }
    try {
      if (fault?.mode === 'timeout') return
      if (fault?.mode === 'slow') await delay(fault.delayMs)
      if (fault?.mode === '500') return send(500, {})
      if (fault?.mode === 'refuse') throw new Refusal(422, 'no_wind')
      if (fault?.mode === '429') return send(429, {}, { 'retry-after': String((fault.retryAfterMs ?? 0) / 1_000) })
      const result = work()
      if (fault?.mode === 'timeout_after_success') return
      if (fault?.mode === 'malformed') return void response.writeHead(200).end('{"flight')
      send(200, result)
    } catch (error) {
      if (error instanceof Refusal) send(error.status, { reason: error.message, text: `refused: ${error.message}` })
      else send(500, {})
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    callbackUrl: `${url}/mailbox`,
    order: async (fault) => faults.push({ ...fault }),
    async advance(id, to) {
      const flight = getFlight(id)
      const [from, target] = [SEQUENCE.indexOf(flight.state), SEQUENCE.indexOf(targets[to])]
      for (const state of SEQUENCE.slice(from + 1, target + 1)) see(flight, state)
    },
    async meet(id, mishap) {
      for (const state of sightingsByMishap.get(mishap) ?? []) see(getFlight(id), state)
    },
    announce: async (id, code) => see(getFlight(id), code),
    countJobs: async (reference) => flights.filter(({ ref }) => ref === reference).length,
    callbacksOf: (id, atLeast) =>
      eventually(() => {
        const mailbox = callbacks.get(id) ?? []
        if (mailbox.length < atLeast) throw new Error(`${mailbox.length} callbacks of ${id} have arrived`)
        return mailbox
      }),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
