/** Where the statements, transactions and events of a journey go, and those of a call with one webhook. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aShipmentDocument } from '@waybill/testing/builders'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { makeOwnProcesses } from '../../faults/own-processes.ts'
import type { Sandbox } from '../../support/running-system.ts'
import { post } from '../post.ts'
import { EVENTS, travel } from './journey.ts'
import { noStatements, type StatementCount, startStatementCounter } from './statement-counter.ts'

const COUNTED = 40
const PAUSE_MS = 250
const AT_REST_MS = 10_000
/** The work after a journey ends well within it: events, webhooks, the next look at the carrier. */
const SETTLED_MS = 3_000
const SERVICES = ['gateway', 'quoting', 'shipment', 'booking', 'webhook'] as const
const PAGE = join(import.meta.dirname, '../budget.md')

interface Look {
  at: number
  walBytes: number
  events: number
  counts: Map<string, StatementCount>
}

interface Budget {
  byService: Record<string, StatementCount>
  /** All five services together. */
  statements: number
  transactions: number
  /** Events that services sent each other. */
  events: number
  /** The whole server, with what other programs wrote. */
  walKb: number
}

/**
 * Counts one at a time, less what the same time costs at rest, in a separate stack whose statements are seen on their way.
 * Prints the budget of a journey and writes it into `budget.md`, with that of a call.
 */
export async function countBudget(): Promise<Budget> {
  const { hostname, port } = new URL(testPostgresUrl())
  const counter = await startStatementCounter({ targetHost: hostname, targetPort: Number(port || 5432) })
  const receiver = await startHttpReceiver()
  const own = await makeOwnProcesses({
    urls: { postgres: counter.proxy.through(testPostgresUrl()) },
    env: { LOG_LEVEL: 'warn', SIMULATOR_STEP_MS: '0' },
  })
  const database = new URL(testPostgresUrl())
  database.pathname = `/${own.namespace}`
  const client = new pg.Client({ connectionString: database.href })
  try {
    for (const one of own.processes) one.start()
    await Promise.all(own.processes.map((one) => one.ready()))
    const sandbox = await own.sandbox()
    await client.connect()
    await post(sandbox, '/api/v1/webhooks/subscriptions', { url: receiver.url, events: EVENTS })
    const look = () => takeLook(client, counter.counts())
    const measure = (act: () => Promise<unknown>) => measured(act, look, own.namespace)
    const journey = await measure(() => travel(sandbox))
    const call = await measure(() => createOne(sandbox))
    console.table({ ...journey.byService, 'all of a journey': { ...journey, byService: undefined } })
    writePage({ 'a journey': journey, 'a call with its webhook': call })
    return journey
  } finally {
    await client.end()
    await own.remove()
    await counter.proxy.stop()
    await receiver.stop()
  }
}

const createOne = (sandbox: Sandbox) => post(sandbox, '/api/v1/shipments', aShipmentDocument())

async function takeLook(client: pg.Client, counts: Map<string, StatementCount>): Promise<Look> {
  const events = ['quoting', 'shipment', 'booking'].map((schema) => `(select count(*) from ${schema}.outbox)`)
  const { rows } = await client.query<{ bytes: string; events: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes, ${events.join(' + ')} as events`,
  )
  return { at: performance.now(), walBytes: Number(rows[0]?.bytes), events: Number(rows[0]?.events), counts }
}

async function measured(act: () => Promise<unknown>, look: () => Promise<Look>, namespace: string): Promise<Budget> {
  for (let run = 0; run < COUNTED; run++) await act()
  await sleep(SETTLED_MS)
  const before = await look()
  await sleep(AT_REST_MS)
  const rested = await look()
  for (let run = 0; run < COUNTED; run++) {
    await act()
    await sleep(PAUSE_MS)
  }
  await sleep(SETTLED_MS)
  const after = await look()
  const share = (after.at - rested.at) / (rested.at - before.at)
  const grown = (read: (look: Look) => number) =>
    round((read(after) - read(rested) - share * (read(rested) - read(before))) / COUNTED)
  const byService = Object.fromEntries(
    SERVICES.map((service) => {
      const count = (kind: keyof StatementCount) =>
        Math.max(
          0,
          grown(({ counts }) => counts.get(`${namespace}_${service}`)?.[kind] ?? 0),
        )
      return [service, mapCounts(count)]
    }),
  )
  const total = (kind: keyof StatementCount) =>
    round(Object.values(byService).reduce((sum, service) => sum + service[kind], 0))
  return {
    byService,
    statements: total('statements'),
    transactions: total('transactions'),
    events: grown(({ events }) => events),
    walKb: Math.round(grown(({ walBytes }) => walBytes) / 1_024),
  }
}

const mapCounts = (count: (kind: keyof StatementCount) => number) =>
  Object.fromEntries(Object.keys(noStatements()).map((kind) => [kind, count(kind as keyof StatementCount)])) as Record<
    keyof StatementCount,
    number
  >

/** Replaces the tables of the page. */
function writePage(budgets: Record<string, Budget>): void {
  const text = readFileSync(PAGE, 'utf8')
  const tables = Object.entries(budgets).map(([of, budget]) => budgetTable(of, budget))
  writeFileSync(
    PAGE,
    text.replace(/(?<=<!-- counted -->\n)[\s\S]*(?=<!-- end -->)/, () => `${tables.join('\n')}`),
  )
}

function budgetTable(name: string, { byService, statements, transactions, events }: Budget): string {
  const rows = Object.entries(byService).map(([service, count]) => {
    const ends = 2 * count.transactions
    const reads = Math.max(0, round(count.statements - ends - count.relay - count.writes))
    return [service, reads, count.writes, count.relay, ends, count.statements]
  })
  const lines = [
    [`${name}: events ${events}`, 'reads', 'writes', 'relay', 'begin, commit', 'statements'],
    Array(6).fill('---'),
    ...rows,
    ['all', '', '', '', `${transactions} transactions`, statements],
  ]
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

const round = (value: number): number => Math.round(value * 10) / 10
