/**
 * Kills the booking service (kill -9) before and after each kind of commit about own drivers: a job has one driver, one report
 * of each kind and one photo, and every job ends.
 */
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { startPostgresProxy } from '@waybill/testing/postgres-proxy'
import { testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Audit, audit, databaseUrl } from './audit.ts'
import { recordFault } from './fault-table.ts'
import { type FleetStage, openFleetStage } from './fleet/fleet-stage.ts'
import { openWriteHold, type WriteHold } from './fleet/write-hold.ts'
import { makeOwnProcesses, type OwnProcess, type OwnProcesses } from './own-processes.ts'
import { nothingAccepted } from './workload.ts'

const REASON = { reason_code: 'fault_test' }
const PATIENT = { timeoutMs: 60_000, intervalMs: 50 }

let proxy: Awaited<ReturnType<typeof startPostgresProxy>>
let system: OwnProcesses
let booking: OwnProcess
let receiver: HttpReceiver
let db: pg.Pool
let hold: WriteHold
/** Each does the same. In one, a process dies before the commit; in the other, after it and before its answer. */
let before: FleetStage
let after: FleetStage
const accepted = nothingAccepted()
let points = 0
let killedAt = 0
/** The next commit of the booking service with this write and this environment ends its process. */
let next: { write: string; environmentId: string } | null = null
let killed: Promise<void> | null = null

beforeAll(async () => {
  receiver = await startHttpReceiver()
  const { hostname, port } = new URL(testPostgresUrl())
  proxy = await startPostgresProxy({
    targetHost: hostname,
    targetPort: Number(port || 5432),
    drops({ role, writes, values }) {
      if (next === null || !/_booking$/.test(role) || !writes.includes(next.write)) return false
      if (!values().includes(next.environmentId)) return false
      next = null
      killed = booking.kill()
      return true
    },
  })
  system = await makeOwnProcesses({
    urls: { postgres: proxy.through(testPostgresUrl()) },
    env: { SIMULATOR_STEP_MS: '0' },
  })
  booking = system.processes.find(({ name }) => name === 'booking') as OwnProcess
  for (const one of system.processes) one.start()
  await Promise.all(system.processes.map((one) => one.ready()))
  db = new pg.Pool({ connectionString: databaseUrl(system), max: 4 })
  hold = await openWriteHold(db)
  await keepOffers()
  const shop = { sandbox: await system.sandbox(), accepted, webhookUrl: receiver.url }
  before = await openFleetStage(shop, db)
  after = await openFleetStage(shop, db)
})

afterAll(async () => {
  await hold?.close()
  await db?.end()
  await system?.remove()
  await proxy?.stop()
  await receiver?.stop()
})

interface Point {
  table?: string
  write?: 'insert' | 'update'
  /** The sweep makes the commit, not a call. */
  bySweep?: boolean
  /** Makes the service commit. Resolves when what it does is done and answered. */
  act: (stage: FleetStage) => Promise<unknown>
}

/** Operations whose process was killed are resumed when their leases end: now. */
async function restart(): Promise<void> {
  killedAt = performance.now()
  await db.query(`update booking.operation set lease_until = now(), next_attempt_at = now() where state = 'open'`)
  booking.start()
  await booking.ready()
}

/** An offer ends after a minute, which a slow machine may need for a kill: those of the service last until `passOfferTime`. */
const keepOffers = () =>
  db.query(`
    create function booking.keep_offer() returns trigger language plpgsql as
    $$ begin new.due_at = now() + interval '1 day'; return new; end $$;
    create trigger keep_offer before insert or update on booking.fleet_job for each row
    when (new.status = 'searching' and new.offered_driver_id is not null and current_user like '%_booking')
    execute function booking.keep_offer()`)

/**
 * Kills the service while one commit is held and the other is durable and not answered. The sweep looks at one job after the other,
 * so its commits get a kill each.
 */
async function killAround(point: Point): Promise<void> {
  try {
    await killTwice(point)
  } finally {
    // After a failure too, so that the next test is not held.
    await hold.release()
  }
}

async function killTwice({ table = 'fleet_job', write = 'update', bySweep = false, act }: Point): Promise<void> {
  points += 2
  await hold.at(table, write, before.environmentId)
  const first = act(before)
  first.catch(() => {}) // awaited below, unless something else fails before
  await hold.reached()
  if (bySweep) {
    await booking.kill()
    await hold.release()
    await restart()
    await first
  }
  next = { write: `${write} ${table}`, environmentId: after.environmentId }
  const second = act(after)
  second.catch(() => {})
  await eventually(() => {
    if (killed === null) throw new Error(`the service commits no ${write} of ${table}`)
  }, PATIENT)
  await killed
  killed = null
  if (!bySweep) await hold.release()
  await restart()
  await Promise.all([first, second])
}

const inBoth = <T>(act: (stage: FleetStage) => Promise<T>): Promise<T[]> => Promise.all([before, after].map(act))

const findOffered = (stage: FleetStage) => stage.job('offered_driver_id is not null')

test('killed around each commit of a job that is delivered', async () => {
  const offers = new Map(await inBoth(async (stage) => [stage, await stage.offered()] as const))
  await killAround({ write: 'insert', act: (stage) => offers.get(stage)?.book() ?? Promise.reject() })

  await inBoth(findOffered)
  await killAround({
    async act(stage) {
      const { jobId, driver } = await stage.job()
      await driver.call('POST', `/api/v1/driver/jobs/${jobId}/decline`, undefined)
    },
  })
  const offered = new Map(await inBoth(async (stage) => [stage, await findOffered(stage)] as const))
  await killAround({
    bySweep: true,
    async act(stage) {
      await stage.passOfferTime()
      await stage.job(`offered_driver_id <> '${offered.get(stage)?.driver.driverId}'`)
    },
  })
  await killAround({
    async act(stage) {
      const { jobId, driver } = await stage.job()
      await driver.call('POST', `/api/v1/driver/jobs/${jobId}/accept`, undefined)
    },
  })
  await killAround({
    async act(stage) {
      const { driver } = await stage.job()
      await driver.call('POST', '/api/v1/driver/positions', { latitude: 51.535, longitude: -0.13 })
    },
  })
  const report = (status: string) => async (stage: FleetStage) => {
    const { jobId, driver } = await stage.job()
    await driver.call('POST', `/api/v1/driver/jobs/${jobId}/reports`, { status })
  }
  await killAround({ act: report('picked_up') })
  await killAround({
    async act(stage) {
      const { jobId } = await stage.job()
      await assign(stage, jobId)
    },
  })
  await killAround({
    table: 'proof_media',
    write: 'insert',
    async act(stage) {
      const { jobId, driver } = await stage.job()
      await driver.photograph(jobId)
    },
  })
  await killAround({ act: report('delivered') })
})

/** Gives the job to the first driver, by the merchant's hand. */
async function assign(stage: FleetStage, jobId: string): Promise<void> {
  const [driver] = stage.drivers
  const { rows } = await db.query('select booking_id from booking.booking where carrier_job_id = $1', [jobId])
  await stage.call('POST', `/api/v1/bookings/${rows[0].booking_id}/assign-driver`, { driver_id: driver?.driverId })
}

test('killed around each commit of a job that is offered, assigned by hand, changed and cancelled', async () => {
  const shipments = new Map<FleetStage, string>()
  await killAround({
    bySweep: true,
    async act(stage) {
      const { shipmentId, book } = await stage.offered()
      shipments.set(stage, shipmentId)
      await book()
      await findOffered(stage)
    },
  })
  await killAround({
    async act(stage) {
      const { jobId } = await stage.job()
      await assign(stage, jobId)
    },
  })
  const path = (stage: FleetStage) => `/api/v1/shipments/${shipments.get(stage)}`
  await killAround({ act: (stage) => stage.call('PATCH', path(stage), { dropoff_instructions: 'Ring twice' }) })
  await killAround({ act: (stage) => stage.call('POST', `${path(stage)}/cancel`, REASON) })
  for (const shipmentId of shipments.values()) accepted.cancelled.add(shipmentId)
})

test('killed around the end of a search', async () => {
  await inBoth(async (stage) => {
    const [, ...others] = stage.drivers
    for (const { call } of others) await call('PATCH', '/api/v1/driver', { available: false })
    const { book } = await stage.offered()
    await book()
    await findOffered(stage)
  })
  await killAround({
    bySweep: true,
    async act(stage) {
      await stage.passOfferTime()
      await stage.job(`status = 'failed'`)
    },
  })
})

/** Reports of drivers and of the sweep about the environment's jobs, and the photos, in order. */
const REPORTED = [
  'delivered: driver_assigned, position, picked_up, driver_changed, delivered; photos: 1',
  'cancelled: driver_assigned; photos: 0',
  'failed: no_driver; photos: 0',
]

async function readReported({ environmentId }: FleetStage): Promise<string[]> {
  const { rows } = await db.query<{ reported: string }>(
    `select status || ': '
       || (select string_agg(fact ->> 'rawCode', ', ' order by occurred_at) from booking.tracking_fact
           where environment_id = j.environment_id and carrier_job_id = j.job_id)
       || '; photos: '
       || (select count(*) from booking.proof_media
           where environment_id = j.environment_id and carrier_job_id = j.job_id and name like 'photo-%') as reported
     from booking.fleet_job j where environment_id = $1 order by created_at`,
    [environmentId],
  )
  return rows.map(({ reported }) => reported)
}

test('each job has what was reported once, and nothing is lost, doubled or stuck', async () => {
  let audited: Audit | undefined
  await eventually(
    async () => {
      audited = await audit(system, accepted, receiver.requests)
      expect(audited.findings).toEqual([])
    },
    { timeoutMs: 120_000, intervalMs: 1_000 },
  ).catch(() => {})
  const { lost, doubled, stuck, findings } = audited ?? (await audit(system, accepted, receiver.requests))
  const [first, second] = await inBoth(readReported)
  const wrong = [first, second].flatMap((reports = []) => REPORTED.filter((one, n) => reports[n] !== one))
  const fault = `kill -9 around each commit about own drivers, ${points} points`
  const { operations, longestWaitMs } = accepted
  const worstRecoveryMs = Math.max(longestWaitMs, performance.now() - killedAt)
  recordFault({ fault, operations, lost: lost + wrong.length, doubled, stuck, worstRecoveryMs })
  console.log({ fault, operations, lost, doubled, stuck })
  expect(findings).toEqual([])
  expect([first, second]).toEqual([REPORTED, REPORTED])
})
