/** One call, one webhook: shipments of a merchant with one endpoint, until the last webhook has arrived. */
import { setTimeout as sleep } from 'node:timers/promises'
import { aShipmentDocument } from '@waybill/testing/builders'
import { cpuPerRequest } from '../cpu.ts'
import { post } from '../post.ts'
import { quantiles, type ResultRow } from '../result-row.ts'
import type { Bench } from '../scenarios.ts'
import { type ReceiverProcess, startReceiverProcess } from './receiver-process.ts'

const CONNECTIONS = 32
const CALLS_PER_SECOND = 200
const CLOSED = `${CONNECTIONS} connections` as const
const STEADY = `${CALLS_PER_SECOND} calls/s` as const
const TICK_MS = 10
const WARM_UP_SECONDS = 3
const PATIENCE_MS = 180_000

/** As many calls as 32 connections make; then 200 a second, whether or not earlier ones were answered. */
export async function callsWithWebhooks(bench: Bench): Promise<ResultRow[]> {
  const receiver = await startReceiverProcess()
  try {
    await post(bench.sandbox, '/api/v1/webhooks/subscriptions', { url: receiver.url, events: ['shipment.created'] })
    const warmUp = { bench, receiver, call: inClosedLoop, seconds: WARM_UP_SECONDS }
    await run(null, warmUp)
    const closed = await run(CLOSED, { ...warmUp, seconds: bench.seconds })
    const steady = { ...warmUp, call: atSteadyRate, seconds: bench.seconds }
    return [...closed, ...(await run(STEADY, steady))]
  } finally {
    await receiver.stop()
  }
}

type Call = (one: () => Promise<void>, seconds: number) => Promise<void>

async function inClosedLoop(one: () => Promise<void>, seconds: number): Promise<void> {
  const endsAt = performance.now() + seconds * 1_000
  const connection = async () => {
    while (performance.now() < endsAt) await one()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
}

async function atSteadyRate(one: () => Promise<void>, seconds: number): Promise<void> {
  const pending: Promise<void>[] = []
  const begunAt = performance.now()
  for (let dueMs = 0; dueMs < seconds * 1_000; dueMs += TICK_MS) {
    await sleep(Math.max(0, begunAt + dueMs - performance.now()))
    for (let count = 0; count < (CALLS_PER_SECOND * TICK_MS) / 1_000; count++) pending.push(one())
  }
  await Promise.all(pending)
}

interface Run {
  bench: Bench
  receiver: ReceiverProcess
  call: Call
  seconds: number
}

/** A row for the answers and one for the webhooks, whose rate is counted until the last one has arrived. Null: the warm-up, without rows. */
async function run(
  scenario: typeof CLOSED | typeof STEADY | null,
  { bench, receiver, call, seconds }: Run,
): Promise<ResultRow[]> {
  const answerMs: number[] = []
  const answeredAtMs = new Map<string, number>()
  const one = async () => {
    const begunAt = performance.now()
    const { shipment_id } = await post(bench.sandbox, '/api/v1/shipments', aShipmentDocument())
    answerMs.push(performance.now() - begunAt)
    answeredAtMs.set(shipment_id, Date.now())
  }
  const arrivedBefore = await receiver.count()
  const begunAtMs = Date.now()
  let calledForMs = 0
  const byProcess = await cpuPerRequest(bench.namespace, async () => {
    await call(one, seconds)
    calledForMs = Date.now() - begunAtMs
    await receiver.received(arrivedBefore + answeredAtMs.size, PATIENCE_MS)
    return { requests: answeredAtMs.size }
  })
  const { simulator: _, 'load generator': __, ...ours } = byProcess
  const arrivals = (await receiver.arrivals()).slice(arrivedBefore)
  const lagMs = arrivals.flatMap(([subjectId, atMs]) => {
    const answeredAt = answeredAtMs.get(subjectId)
    return answeredAt === undefined ? [] : [Math.max(0, atMs - answeredAt)]
  })
  const lastAtMs = arrivals.at(-1)?.[1] ?? begunAtMs
  const cpuUs = Object.values(ours).reduce((sum, us) => sum + us, 0)
  const calls = quantiles(`call, ${scenario}`, answerMs, (1_000 * answerMs.length) / calledForMs)
  const webhooks = quantiles('  answer to webhook', lagMs, (1_000 * lagMs.length) / (lastAtMs - begunAtMs))
  if (scenario === null) return []
  bench.note(`webhook, ${scenario}: CPU`, cpuUs)
  bench.note(`webhook, ${scenario}: lag p50`, webhooks['p50 ms'])
  bench.note(`webhook, ${scenario}: lag p99`, webhooks['p99 ms'])
  if (scenario === CLOSED) bench.note(`webhook, ${scenario}: delivered`, webhooks['per second'])
  return [{ ...calls, 'cpu µs': cpuUs, byProcess }, webhooks]
}
