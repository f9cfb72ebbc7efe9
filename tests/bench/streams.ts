/**
 * 1,000 streams of events at one gateway, of three environments that create shipments: how long an event takes to a stream,
 * whether each stream gets each event once, and how much memory the gateway has.
 */
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { findService } from '../faults/processes.ts'
import { residentMiB } from './abuse/stalled.ts'
import { createKey, createTenant } from './abuse/tenant.ts'
import { post } from './post.ts'
import { quantiles, type ResultRow } from './result-row.ts'
import type { Bench } from './scenarios.ts'

const STREAMS = 1_000
/** Streams that open at the same time. */
const WAVE = 50
const ENVIRONMENTS = 3
const KEYS = 4
/** In each environment. */
const CREATES_PER_SECOND = 2
const MOST_MIB = 512
const PATIENCE_MS = 120_000

interface Stream {
  environment: number
  response: IncomingMessage
  /** Ids of the events, each with the time of its arrival. */
  arrivals: [id: string, atMs: number][]
}

export async function streams({ sandbox, stackPid, seconds }: Bench): Promise<ResultRow[]> {
  const gateway = findService(stackPid, 'gateway')
  const tenants = await Promise.all(Array.from({ length: ENVIRONMENTS }, () => createTenant(sandbox)))
  const keys = await Promise.all(
    tenants.map(({ environmentId }) =>
      Promise.all(Array.from({ length: KEYS }, () => createKey(sandbox, environmentId))),
    ),
  )
  const beforeMiB = residentMiB(gateway)
  const opened: Stream[] = []
  try {
    const openOne = async (index: number) => {
      const environment = index % ENVIRONMENTS
      const token = keys[environment]?.[Math.floor(index / ENVIRONMENTS) % KEYS] ?? ''
      opened.push(await open(sandbox.base_url, token, environment))
    }
    for (let index = 0; index < STREAMS; index += WAVE) {
      await Promise.all(Array.from({ length: WAVE }, (_, one) => openOne(index + one)))
    }
    const openMiB = residentMiB(gateway)
    let mostMiB = openMiB
    const answeredAtMs = tenants.map(() => new Map<string, number>())
    const pending: Promise<void>[] = []
    for (let count = 0; count < seconds * CREATES_PER_SECOND; count++) {
      for (const [index, { token }] of tenants.entries()) {
        const created = post({ ...sandbox, access_token: token }, '/api/v1/shipments', aShipmentDocument())
        pending.push(created.then(({ shipment_id }) => void answeredAtMs[index]?.set(shipment_id, Date.now())))
      }
      await sleep(1_000 / CREATES_PER_SECOND)
      mostMiB = Math.max(mostMiB, residentMiB(gateway))
    }
    await Promise.all(pending)
    const expected = seconds * CREATES_PER_SECOND
    const isComplete = () => opened.every(({ arrivals }) => arrivals.length >= expected)
    await eventually(() => isComplete() || Promise.reject(new Error('events are missing')), { timeoutMs: PATIENCE_MS })
    const latenciesMs = opened.flatMap(({ environment, arrivals }) =>
      arrivals.map(([id, atMs]) => Math.max(0, atMs - (answeredAtMs[environment]?.get(id) ?? 0))),
    )
    const isWrong = ({ arrivals }: Stream) =>
      arrivals.length !== expected || new Set(arrivals.map(([id]) => id)).size !== expected
    console.log(
      `Gateway: ${beforeMiB} MiB before, ${openMiB} with ${STREAMS} idle streams, ${mostMiB} at most (limit ${MOST_MIB})`,
    )
    const row = quantiles(`API answer to ${STREAMS} streams`, latenciesMs, latenciesMs.length / seconds)
    return [{ ...row, failed: opened.filter(isWrong).length + Number(mostMiB > MOST_MIB) }]
  } finally {
    for (const { response } of opened) response.destroy()
  }
}

/** Resolves once the stream has begun. */
async function open(baseUrl: string, token: string, environment: number): Promise<Stream> {
  const headers = { authorization: `Bearer ${token}` }
  const url = new URL('/api/v1/events/stream?type=shipment.created', baseUrl)
  const begun = Promise.withResolvers<Stream>()
  get(url, { headers, agent: false }, (response) => {
    const stream: Stream = { environment, response, arrivals: [] }
    let rest = ''
    if (response.statusCode !== 200) begun.reject(new Error(`a stream got status ${response.statusCode}`))
    response.setEncoding('utf8').on('error', () => {})
    response.on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block.includes('event: checkpoint')) begun.resolve(stream)
        const id = /"subject":\{"type":"shipment","id":"(\w+)"/.exec(block)?.[1]
        if (id !== undefined) stream.arrivals.push([id, Date.now()])
      }
    })
  }).on('error', begun.reject)
  return await begun.promise
}
