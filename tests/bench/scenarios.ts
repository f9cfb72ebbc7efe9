import { aShipmentDocument } from '@waybill/testing/builders'
import type { Sandbox } from '../support/running-system.ts'
import { wrongBodiesScenario } from './abuse/bodies.ts'
import { hostileFiles } from './abuse/files.ts'
import { neighbours } from './abuse/neighbours.ts'
import { stalled } from './abuse/stalled.ts'
import { apiLogCost } from './api-log.ts'
import { consolePages } from './console/scenario.ts'
import { cpuPerRequest } from './cpu.ts'
import { allDelivered } from './events.ts'
import { idle } from './idle.ts'
import { journeys } from './journeys/scenario.ts'
import { list } from './lists/scenario.ts'
import { type Load, type LoadResult, measure } from './load.ts'
import { authorized, post } from './post.ts'
import { quote } from './quotes.ts'
import type { Report } from './report.ts'
import { quantiles, type ResultRow } from './result-row.ts'
import { analyzeTables } from './statistics.ts'
import { streams } from './streams.ts'
import { tracing } from './tracing.ts'
import { callsWithWebhooks } from './webhooks/calls.ts'
import { webhookService } from './webhooks/scenarios.ts'

export interface Bench {
  sandbox: Sandbox
  namespace: string
  /** Pid of the stack's main process. */
  stackPid: number
  /** Variables with which the stack was started. */
  env: Record<string, string>
  /** For an administrator. */
  databaseUrl: string
  bareUrl: string
  seconds: number
  note: Report['note']
}

export type Scenario = (bench: Bench) => Promise<ResultRow[]>

const CONNECTIONS = 32
const body = JSON.stringify({ ...aShipmentDocument(), parcels: [aParcel(1), aParcel(2)] })

function aParcel(number: number) {
  return { title: `Box ${number}`, weight_kg: 1.25, length_cm: 30, width_cm: 20, height_cm: 15.5 }
}

/** The load's row with the CPU cost per request of every process, including its events and their consumers. */
async function costed(scenario: string, { namespace, databaseUrl }: Bench, load: Load): Promise<ResultRow> {
  let measured: LoadResult | undefined
  const byProcess = await cpuPerRequest(namespace, async () => {
    measured = await measure(load)
    await allDelivered(databaseUrl)
    return measured
  })
  const total = Object.values(byProcess).reduce((sum, us) => sum + us, 0)
  return { ...row(scenario, measured as unknown as LoadResult), 'cpu µs': total, byProcess }
}

const row = (scenario: string, result: LoadResult): ResultRow => ({
  scenario,
  'per second': Math.round(result.requestsPerSecond),
  'p50 ms': result.p50Ms,
  'p99 ms': result.p99Ms,
  failed: result.failed,
})

const withoutLoad = ({ 'cpu µs': us = 0, byProcess = {} }: ResultRow) => us - (byProcess['load generator'] ?? 0)

/** POST /shipments with two parcels, 32 connections, next to the bare chain: warm-up, then one after the other. */
async function create(bench: Bench): Promise<ResultRow[]> {
  const { sandbox, bareUrl, seconds } = bench
  const common = { method: 'POST', body, connections: CONNECTIONS } as const
  const product = { ...common, url: `${sandbox.base_url}/api/v1/shipments`, headers: authorized(sandbox) }
  const bare = { ...common, url: `${bareUrl}/api/v1/shipments` }
  for (const load of [product, bare]) await measure({ ...load, seconds: 3 })
  await allDelivered(bench.databaseUrl)
  await analyzeTables(bench.databaseUrl)
  const bareRow = await costed('create, bare chain', bench, { ...bare, seconds })
  const productRow = await costed('create', bench, { ...product, seconds })
  const half = Math.round(productRow['per second'] / 2)
  const halfRow = row('create at half of that', await measure({ ...product, seconds, requestsPerSecond: half }))
  bench.note('create', productRow['per second'], bareRow['per second'])
  bench.note('create: CPU', withoutLoad(productRow), withoutLoad(bareRow))
  bench.note('create at half load: p50', halfRow['p50 ms'])
  return [bareRow, productRow, halfRow]
}

/** Cost that the API log adds to a create: CPU of one noted and written call, next to that of the whole. */
async function apiLog(bench: Bench): Promise<ResultRow[]> {
  const { sandbox, seconds } = bench
  const answer = Buffer.from(JSON.stringify({ data: await post(sandbox, '/api/v1/shipments', JSON.parse(body)) }))
  const url = `${sandbox.base_url}/api/v1/shipments`
  const load = { url, method: 'POST', headers: authorized(sandbox), body, connections: CONNECTIONS } as const
  await measure({ ...load, seconds: 3 })
  const whole = await costed('create', bench, { ...load, seconds })
  const cost = await apiLogCost(bench, answer)
  const share = ((100 * (cost['cpu µs'] ?? 0)) / (whole['cpu µs'] ?? 1)).toFixed(1)
  return [whole, { ...quantiles(`API log of a create: ${share} % of its CPU`, []), ...cost }]
}

/** GET /shipments/{shipment_id}, 32 connections. */
async function read(bench: Bench): Promise<ResultRow[]> {
  const { sandbox, seconds } = bench
  const { shipment_id } = await post(sandbox, '/api/v1/shipments', JSON.parse(body))
  const url = `${sandbox.base_url}/api/v1/shipments/${shipment_id}`
  const load = { url, method: 'GET', headers: authorized(sandbox), connections: CONNECTIONS } as const
  await measure({ ...load, seconds: 2 })
  const result = await costed('read', bench, { ...load, seconds })
  bench.note('read', result['per second'])
  return [result]
}

/** Create, quote and book, one shipment at a time; measures the booking. */
async function book({ sandbox, seconds }: Bench): Promise<ResultRow[]> {
  const durationsMs: number[] = []
  for (const endsAt = performance.now() + seconds * 1_000; performance.now() < endsAt; ) {
    const { shipment_id } = await post(sandbox, '/api/v1/shipments', JSON.parse(body))
    const { options } = await post(sandbox, '/api/v1/quotes', { shipment_id })
    const begunAt = performance.now()
    await post(sandbox, `/api/v1/shipments/${shipment_id}/book`, { quote_option_id: options[0].quote_option_id })
    durationsMs.push(performance.now() - begunAt)
  }
  return [{ ...quantiles('book, one at a time', durationsMs), 'per second': Math.round(durationsMs.length / seconds) }]
}

export const scenarios = {
  create,
  read,
  quote,
  book,
  journey: journeys,
  idle,
  webhook: callsWithWebhooks,
  webhooks: ({ seconds }) => webhookService(seconds),
  bodies: wrongBodiesScenario,
  files: hostileFiles,
  stalled,
  neighbours,
  streams,
  console: consolePages,
  'api-log': apiLog,
  tracing: (bench) => tracing(bench, body),
  lists: (bench) => list(bench, JSON.parse(body)),
} satisfies Record<string, Scenario>
