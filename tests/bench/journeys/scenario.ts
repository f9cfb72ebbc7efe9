/** Cost of a journey from the quote to the label, with an endpoint that gets every event of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuPerRequest } from '../cpu.ts'
import { post } from '../post.ts'
import { quantiles, type ResultRow } from '../result-row.ts'
import type { Bench } from '../scenarios.ts'
import { startReceiverProcess } from '../webhooks/receiver-process.ts'
import { countBudget } from './budget.ts'
import { EVENTS, type Journey, travel } from './journey.ts'

const CONNECTIONS = 8
const WARM_UP = 60
/** The work after a journey ends well within it: events, webhooks, the next look at the carrier. */
const SETTLED_MS = 3_000

/** One at a time, at eight connections, then counted: statements, transactions and WAL, less what the same time costs at rest. */
export async function journeys(bench: Bench): Promise<ResultRow[]> {
  const receiver = await startReceiverProcess()
  try {
    await post(bench.sandbox, '/api/v1/webhooks/subscriptions', { url: receiver.url, events: EVENTS })
    await run(bench, { connections: CONNECTIONS, until: (done) => done >= WARM_UP })
    const alone = await timed(bench, 'journey, one at a time', 1)
    const together = await timed(bench, `journey, ${CONNECTIONS} connections`, CONNECTIONS)
    bench.note('journey, one at a time: p50', alone[0]?.['p50 ms'] ?? Number.NaN)
    bench.note('journey, 8 connections', together[0]?.['per second'] ?? Number.NaN)
    bench.note('journey, 8 connections: CPU', together[0]?.['cpu µs'] ?? Number.NaN)
    const { statements, transactions, walKb } = await countBudget()
    bench.note('journey: statements', statements)
    bench.note('journey: transactions', transactions)
    bench.note('journey: WAL', walKb)
    return [...alone, ...together]
  } finally {
    await receiver.stop()
  }
}

async function run(
  { sandbox }: Bench,
  { connections, until }: { connections: number; until: (done: number) => boolean },
): Promise<Journey[]> {
  const done: Journey[] = []
  const merchant = async () => {
    while (!until(done.length)) done.push(await travel(sandbox))
  }
  await Promise.all(Array.from({ length: connections }, merchant))
  return done
}

async function timed(bench: Bench, scenario: string, connections: number): Promise<ResultRow[]> {
  const endsAt = performance.now() + bench.seconds * 1_000
  let done: Journey[] = []
  const begunAt = performance.now()
  let seconds = 0
  const byProcess = await cpuPerRequest(bench.namespace, async () => {
    done = await run(bench, { connections, until: () => performance.now() >= endsAt })
    seconds = (performance.now() - begunAt) / 1_000
    await sleep(SETTLED_MS)
    return { requests: done.length }
  })
  const { simulator: _, 'load generator': __, ...ours } = byProcess
  const total = Object.values(ours).reduce((sum, us) => sum + us, 0)
  const wholeMs = done.map(({ quoteMs, bookMs, labelMs }) => quoteMs + bookMs + labelMs)
  const parts = (['quoteMs', 'bookMs', 'labelMs'] as const).map((part) =>
    quantiles(
      `  ${part.replace('Ms', '')}`,
      done.map((one) => one[part]),
    ),
  )
  return [{ ...quantiles(scenario, wholeMs, done.length / seconds), 'cpu µs': total, byProcess }, ...parts]
}
