/** Paper Plane's server: in memory, on a port, with the faults of the conformance suite. */
import { randomUUID } from 'node:crypto'
import type { ConformanceServer, FaultOrder, Mishap } from '../../conformance/suite.ts'
import {
  startVendorServer,
  type VendorAnswer,
  VendorRefusal,
  type VendorRequest,
  type VendorRoute,
} from '../vendor-server.ts'
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

const refusal = (status: number, reason: string): VendorAnswer => ({
  status,
  body: { reason, text: `refused: ${reason}` },
})
const refuse = (status: number, reason: string): VendorRefusal => new VendorRefusal(refusal(status, reason))
const refusals: Partial<Record<FaultOrder['mode'], VendorAnswer>> = {
  refuse: refusal(422, 'no_wind'),
  '401': refusal(401, 'token_unknown'),
  '403': refusal(403, 'token_not_allowed'),
  '429': { status: 429, body: {} },
}

export interface PaperPlaneServer extends ConformanceServer {
  url: string
  /** Refuses every request with the token. */
  revoke(token: string): void
  restore(token: string): void
  /** The requests so far, as `<operation> <token>`. */
  readonly requests: string[]
  stop(): Promise<void>
}

export async function startPaperPlane(): Promise<PaperPlaneServer> {
  const flights: Flight[] = []
  const revoked = new Set<string>()
  const requests: string[] = []

  /** Posts a sighting to the receiver. */
  function report({ account, flight, reportTo }: Flight, sighting: object): void {
    const rawBody = Buffer.from(JSON.stringify(sighting))
    const sign = ({ isForged }: { isForged: boolean }) => ({
      'x-plane-seal': createSeal(isForged ? 'another' : planeSecret(account), Date.now(), rawBody),
    })
    if (reportTo !== null) vendor.report({ carrierAccountId: account, url: reportTo, rawBody, sign, subject: flight })
  }

  function see(flight: Flight, state: string): void {
    if (SEQUENCE.includes(state) || ENDS.includes(state)) flight.state = state
    const last = Date.parse(flight.sightings.at(-1)?.at ?? '') || 0
    const at = new Date(Math.max(Date.now(), last + 1)).toISOString()
    const signed_by = state === 'LANDED' ? 'Grace Miller' : null
    const { flight: id, ref } = flight
    const sighting = { sighting: randomUUID(), flight: id, ref, state, at, signed_by }
    flight.sightings.push(sighting)
    report(flight, sighting)
  }

  function getFlight(id: string, account?: string): Flight {
    const found = flights.find(({ flight, account: owner }) => flight === id && (account ?? owner) === owner)
    if (!found) throw refuse(404, 'no_such_flight')
    return found
  }

  function price({ grams }: { grams: number[] }) {
    if (grams.some((each) => each > MAX_GRAMS)) throw refuse(422, 'too_heavy')
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
    if (flight.state !== 'UNFOLDED') throw refuse(422, 'in_the_air')
    return flight
  }

  function route({ method, url: { pathname, searchParams }, headers, rawBody }: VendorRequest): VendorRoute {
    const carrierAccountId = String(headers['x-plane-account'])
    const token = String(headers['x-plane-token'] ?? '')
    const [, first, id = '', last] = pathname.split('/')
    const json = () => JSON.parse(rawBody.toString())
    const to = (operation: FaultOrder['operation'], body: () => object): VendorRoute => {
      requests.push(`${operation} ${token}`)
      if (revoked.has(token)) throw refuse(401, 'token_unknown')
      return { operation, carrierAccountId, work: () => ({ status: 200, body: body() }) }
    }
    if (first === 'pilot') return to('verify', () => ({ pilot: carrierAccountId }))
    if (first === 'prices') return to('quote', () => price(json()))
    if (method === 'POST') return to('book', () => fly(json(), carrierAccountId, String(headers['x-plane-key'])))
    if (method === 'DELETE') return to('cancel', () => unfold(getFlight(id, carrierAccountId)))
    if (last) return to('track', () => getFlight(id, carrierAccountId).sightings)
    return to('track', () => flights.filter(({ ref }) => ref === searchParams.get('ref')))
  }

  const vendor = await startVendorServer({
    route,
    answerFault: ({ mode }) => refusals[mode] ?? { status: 500, body: {} },
  })
  return {
    url: vendor.url,
    callbackUrl: vendor.callbackUrl,
    revoke: (token) => void revoked.add(token),
    restore: (token) => void revoked.delete(token),
    requests,
    order: async (fault) => vendor.order(fault),
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
    listCallbacks: (id, atLeast) => vendor.callbacksWhere(({ flight }: { flight: string }) => flight === id, atLeast),
    stop: () => vendor.stop(),
  }
}
