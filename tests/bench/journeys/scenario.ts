/** Cost of a journey from the quote to the label, with an endpoint that gets every event of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { makeOwnProcesses } from '../../faults/own-processes.ts'
import { cpuPerRequest } from '../cpu.ts'
import { post } from '../post.ts'
import { quantiles, type ResultRow } from '../result-row.ts'
import type { Bench } from '../scenarios.ts'
import { startReceiverProcess } from '../webhooks/receiver-process.ts'
import { EVENTS, type Journey, travel } from './journey.ts'
import { type StatementCount, startStatementCounter } from './statement-counter.ts'

const CONNECTIONS = 8
const WARM_UP = 60
const COUNTED = 40
const PAUSE_MS = 250
const AT_REST_MS = 10_000
/** The work after a journey ends well within it: events, webhooks, the next look at the carrier. */
const SETTLED_MS = 3_000

/** One at a time, at eight connections, then counted: statements, transactions and WAL, less what the same time costs at rest. */
export async function journeys(bench: Bench): Promise<ResultRow[]> {
  const receiver = await startReceiverProcess()
  try {
    await post(bench.sandbox, '/api/v1/webhooks/subscriptions', { url: receiver.url, events: EVENTS })
    await run(bench, { connections: CONNECTIONS, until: (done) => done >= WARM_UP })
    const rows = [
      ...(await timed(bench, 'journey, one at a time', 1)),
      ...(await timed(bench, `journey, ${CONNECTIONS} connections`, CONNECTIONS)),
    ]
    console.table(await countStatements())
    return rows
  } finally {
    await receiver.stop()
  }
}

async function run(
  { sandbox }: Pick<Bench, 'sandbox'>,
  { connections, until, pauseMs = 0 }: { connections: number; until: (done: number) => boolean; pauseMs?: number },
): Promise<Journey[]> {
  const done: Journey[] = []
  const merchant = async () => {
    while (!until(done.length)) {
      done.push(await travel(sandbox))
      await sleep(pauseMs)
    }
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

interface Counted extends StatementCount {
  'WAL kB'?: number
}

/** Per journey by service, in a separate stack whose statements are counted on their way. */
async function countStatements(): Promise<Record<string, Counted>> {
  const { hostname, port } = new URL(testPostgresUrl())
  const counter = await startStatementCounter({ targetHost: hostname, targetPort: Number(port || 5432) })
  const receiver = await startHttpReceiver()
  const own = await makeOwnProcesses({
    urls: { postgres: counter.proxy.through(testPostgresUrl()) },
    env: { LOG_LEVEL: 'warn', SIMULATOR_STEP_MS: '0' },
  })
  const client = new pg.Client({ connectionString: testPostgresUrl() })
  try {
    for (const one of own.processes) one.start()
    await Promise.all(own.processes.map((one) => one.ready()))
    const sandbox = await own.sandbox()
    await client.connect()
    await post(sandbox, '/api/v1/webhooks/subscriptions', { url: receiver.url, events: EVENTS })
    await run({ sandbox }, { connections: 2, until: (done) => done >= COUNTED })
    await sleep(SETTLED_MS)
    const look = async () => {
      const { rows } = await client.query<{ bytes: string }>(
        "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes",
      )
      return { at: performance.now(), walBytes: Number(rows[0]?.bytes), counts: counter.counts() }
    }
    const before = await look()
    await sleep(AT_REST_MS)
    const rested = await look()
    await run({ sandbox }, { connections: 1, until: (done) => done >= COUNTED, pauseMs: PAUSE_MS })
    await sleep(SETTLED_MS)
    return perJourney([before, rested, await look()], own.namespace)
  } finally {
    await client.end()
    await own.remove()
    await counter.proxy.stop()
    await receiver.stop()
  }
}

interface Look {
  at: number
  walBytes: number
  counts: Map<string, StatementCount>
}

function perJourney([before, rested, after]: [Look, Look, Look], namespace: string): Record<string, Counted> {
  const share = (after.at - rested.at) / (rested.at - before.at)
  const grown = (read: (look: Look) => number) =>
    (read(after) - read(rested) - share * (read(rested) - read(before))) / COUNTED
  const rows: Record<string, Counted> = {}
  const total: Counted = {
    statements: 0,
    transactions: 0,
    'WAL kB': Math.round(grown(({ walBytes }) => walBytes) / 1_024),
  }
  for (const role of after.counts.keys()) {
    const service = role.replace(`${namespace}_`, '')
    const count = (kind: keyof StatementCount) => grown(({ counts }) => counts.get(role)?.[kind] ?? 0)
    const row = { statements: round(count('statements')), transactions: round(count('transactions')) }
    if (row.statements <= 0) continue
    rows[service] = row
    if (service === 'simulator') continue
    total.statements = round(total.statements + row.statements)
    total.transactions = round(total.transactions + row.transactions)
  }
  return { ...rows, 'all but the simulator': total }
}

const round = (value: number): number => Math.round(value * 10) / 10
