/** Each process is stopped while carriers and receivers take 9 s: it ends in time, and what it has begun is finished. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { openStream } from '@waybill/testing/event-stream'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type RunningSystem, removeFromServices, type Sandbox, startSystem } from '../support/running-system.ts'
import { audit, databaseUrl, subscribe } from './audit.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { recordFault } from './fault-table.ts'
import { makeOwnProcesses, type OwnProcess, type OwnProcesses } from './own-processes.ts'
import { type WatchedCarriers, watchCarriers } from './watched-carriers.ts'
import { type Accepted, nothingAccepted, runWorkload } from './workload.ts'

const SERVICES = ['shipment', 'quoting', 'booking', 'webhook', 'gateway']
const WORKERS = 6
const SEED = 20_261_125
const SLOW_MS = 9_000
/**
 * A call that the stopping process ends after this time has met its timeout of 10 s, which a draft of 3 s and the wait for a
 * free slot count against. A call that it ends sooner was cut. Other processes end calls for their timeout only.
 */
const TIMED_OUT_MS = 6_000
/** Definite answers between two stops. */
const OPERATIONS_BETWEEN = 5
/** Six stops, each as long as what is in progress. */
const LONGEST_TEST_MS = 480_000
const ENV = { SIMULATOR_STEP_MS: '0', WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s,2s,2s,5s,5s,10s' }

let receiver: HttpReceiver
let slowReceiver: HttpReceiver
beforeEach(async () => {
  receiver = await startHttpReceiver()
  slowReceiver = await startHttpReceiver()
  slowReceiver.answerAlways({ delayMs: SLOW_MS })
  return async () => {
    await receiver.stop()
    await slowReceiver.stop()
  }
})

/** Makes the carriers take 9 s for each write (3 s more with a draft), and one of them for a price, so that each quote waits for its timeout. */
async function slowDown(system: Pick<RunningSystem, 'namespace'>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(system) })
  await client.connect()
  try {
    await client.query(
      `insert into simulator.fault (carrier_code, operation, mode, delay_ms, remaining)
       values ('swift_courier', 'quote', 'slow', $1, 100000), (null, 'draft', 'slow', 3000, 100000),
         (null, 'book', 'slow', $1, 100000), (null, 'cancel', 'slow', $1, 100000), (null, 'update', 'slow', $1, 100000)`,
      [SLOW_MS],
    )
  } finally {
    await client.end()
  }
}

/**
 * Calls of merchants that were cut or have no definite answer, except those for which a carrier is named, or that passed the
 * gateway's deadline of 20 s. Carriers of 9 s miss their timeout of 10 s on a busy machine or in a queue of calls, and the
 * simulator is stopped too. Calls that a stop has cut are found at the carriers, and what a late call did by the audit.
 */
const findLost = (failed: readonly string[]): string[] =>
  failed.filter((one) => !/"carrier":\{|"carrier_unavailable"|"upstream_timeout"/.test(one))

/** Booking calls that the stopped process cut before their answer, so that the carrier is called again. */
const findCut = (calls: WatchedCarriers['bookingCalls'], stopped: string): string[] =>
  calls
    .filter(({ caller, cut, ms }) => caller === stopped && cut && ms < TIMED_OUT_MS)
    .map(({ key, ms }) => `booking call ${key}: cut by ${stopped} after ${Math.round(ms)} ms`)

function findSentAgain(): string[] {
  const ids = slowReceiver.requests.map(({ headers }) => String(headers['webhook-id']))
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map((id) => `delivery ${id}: sent twice`)
}

/** Audits until nothing is found. */
const auditClean = (system: Pick<RunningSystem, 'namespace'>, accepted: Accepted) =>
  eventually(
    async () => {
      const result = await audit(system, accepted, receiver.requests)
      expect(result.findings).toEqual([])
      return result
    },
    { timeoutMs: 180_000, intervalMs: 1_000 },
  )

async function goesOn(accepted: Accepted): Promise<void> {
  const before = accepted.operations
  await eventually(() => expect(accepted.operations).toBeGreaterThanOrEqual(before + OPERATIONS_BETWEEN), {
    timeoutMs: 180_000,
  })
}

interface Stop extends Record<'operations' | 'worstRecoveryMs', number> {
  name: string
  /** Calls of merchants that failed during the stop, those that a carrier explains included. */
  failed: string[]
  /** Booking calls that the process cut. */
  cut: string[]
  /** Deliveries that were sent again during the stop. */
  sentAgain: number
}

interface Figures extends Omit<Stop, 'failed' | 'cut' | 'sentAgain'> {
  lost: number
  doubled: number
}

const record = ({ name, ...figures }: Figures, { stuck }: { stuck: number }) =>
  recordFault({ fault: `SIGTERM to ${name}, carriers take 9 s`, ...figures, stuck })

let own: OwnProcesses | undefined
let carriers: WatchedCarriers | undefined
let balancer: Balancer | undefined
afterAll(async () => {
  await balancer?.stop()
  await own?.remove()
  await carriers?.stop()
})

const processIn = ({ processes }: OwnProcesses, name: string): OwnProcess => {
  const found = processes.find((one) => one.name === name)
  if (!found) throw new Error(`there is no process ${name}`)
  return found
}

/** The name and the operator port, which no two processes share. */
const toAddress = ({ name, env }: OwnProcess): string => `${name}:${env.OPS_PORT}`

/** Two replicas of each service behind a balancer, and one simulator. */
async function startReplicas() {
  const replicas = await makeOwnProcesses({ env: { ...ENV, DATABASE_POOL_SIZE: '3' } })
  own = replicas
  const watched = watchCarriers(`http://127.0.0.1:${processIn(replicas, 'simulator').env.PORT}`)
  carriers = watched
  await replicas.replicate(SERVICES)
  for (const one of replicas.processes) {
    if (one.env.SIMULATOR_URL) one.env.SIMULATOR_URL = await watched.urlFor(toAddress(one))
  }
  const gateways = replicas.processes.filter(({ name }) => name === 'gateway')
  for (const gateway of gateways) gateway.env.DRAIN_DELAY_MS = '2000'
  for (const one of replicas.processes) one.start()
  await Promise.all(replicas.processes.map((one) => one.ready()))
  balancer = await startBalancer(gateways)
  const { url } = balancer
  const sandbox = await replicas.sandbox(url)
  await eventually(() => subscribe({ sandbox }, receiver.url))
  await subscribe({ sandbox }, slowReceiver.url)
  await slowDown(replicas)
  return { replicas, sandbox, watched }
}

/** Stops a process, starts it again, and counts what became of the calls during that time. */
async function restart(one: OwnProcess, accepted: Accepted, { bookingCalls }: WatchedCarriers): Promise<Stop> {
  const { operations, failed } = accepted
  const before = { failed: failed.length, calls: bookingCalls.length, sentAgain: findSentAgain().length }
  const { code, ms } = await one.stop()
  expect.soft(code, `${one.name} after ${Math.round(ms)} ms: ${one.output().slice(-2_000)}`).toBe(0)
  one.start()
  await one.ready()
  await goesOn(accepted)
  return {
    name: one.name,
    operations: accepted.operations - operations,
    failed: failed.slice(before.failed),
    cut: findCut(bookingCalls.slice(before.calls), toAddress(one)),
    sentAgain: findSentAgain().length - before.sentAgain,
    worstRecoveryMs: ms,
  }
}

/** Follows a new shipment at a gateway. */
async function follow({ env }: OwnProcess, { access_token }: Sandbox) {
  const url = `http://127.0.0.1:${env.PORT}/api/v1/shipments`
  const authorization = `Bearer ${access_token}`
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(aShipmentDocument()),
  })
  const { data } = (await response.json()) as { data: { shipment_id: string } }
  return await openStream(`${url}/${data.shipment_id}/stream`, { authorization })
}

test(
  'each service is stopped under load: it exits with 0, and no call is lost, in doubt or made twice',
  async () => {
    const { replicas, sandbox, watched } = await startReplicas()
    const stream = await follow(processIn(replicas, 'gateway'), sandbox)
    const accepted = nothingAccepted()
    let done = false
    const workload = runWorkload(accepted, { sandbox, workers: WORKERS, seed: SEED, until: () => done })
    await goesOn(accepted)
    const stops: Stop[] = []
    for (const name of [...SERVICES, 'simulator']) {
      stops.push(await restart(processIn(replicas, name), accepted, watched))
      // Ended, not cut: the client knows that it can go on elsewhere.
      if (name === 'gateway') await stream.ended()
    }
    done = true
    await workload
    const result = await auditClean(replicas, accepted)
    for (const { failed, cut, sentAgain, ...stop } of stops) {
      const figures = { ...stop, lost: findLost(failed).length, doubled: cut.length + sentAgain }
      console.log({ ...figures, failed: failed.length })
      record(figures, result)
    }
    console.log(result)
    expect({
      lost: findLost(accepted.failed),
      cut: stops.flatMap(({ cut }) => cut),
      sentAgain: findSentAgain(),
    }).toEqual({ lost: [], cut: [], sentAgain: [] })
  },
  LONGEST_TEST_MS,
)

test('the single process is stopped under load: it exits with 0, and finishes everything after its start', async () => {
  const system = await startSystem({ mode: 'standalone', env: { ...ENV, DATABASE_URL: testPostgresUrl() } })
  try {
    await subscribe(system, receiver.url)
    await subscribe(system, slowReceiver.url)
    await slowDown(system)
    const { sandbox } = system
    const accepted = nothingAccepted()
    let done = false
    const workload = runWorkload(accepted, { sandbox, workers: WORKERS, seed: SEED + 1, until: () => done })
    await goesOn(accepted)
    const stoppedAt = performance.now()
    await system.stop()
    const worstRecoveryMs = performance.now() - stoppedAt
    await system.start()
    await goesOn(accepted)
    done = true
    await workload
    const result = await auditClean(system, accepted)
    // Connections end with the process: merchants repeat their calls, and the audit shows what became of them.
    const doubled = findSentAgain()
    const figures = { operations: accepted.operations, lost: result.lost, doubled: doubled.length, worstRecoveryMs }
    record({ name: 'the single process', ...figures }, result)
    console.log(figures, result)
    expect(doubled).toEqual([])
  } finally {
    await system.remove()
    await removeFromServices(system.namespace)
  }
})
