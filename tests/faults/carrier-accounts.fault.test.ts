/**
 * Kills the booking service (kill -9) before and after each call to each real carrier, and after each commit of what it answered:
 * nothing is bought twice, no purchase is forgotten, and every booking ends. The quoting service is killed while it waits for offers.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { realTestCarriers } from '@waybill/carriers/testing/real-carriers'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import pg from 'pg'
import { fetch } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { type AccountStage, openAccountStage } from './accounts/account-stage.ts'
import { auditVendor, type VendorAudit } from './accounts/vendor-audit.ts'
import { databaseUrl } from './audit.ts'
import { recordFault } from './fault-table.ts'
import { killService } from './processes.ts'
import { type Holds, holdsIn } from './steps/step-holds.ts'

/** Requests of an idempotent call to a carrier that answers 500. */
const CARRIER_TRIES = 3

let directory: string
let holds: Holds
let system: RunningSystem
let receiver: HttpReceiver
let db: pg.Pool
let stages: AccountStage[]
/** Kills, by the carrier at which something was under way. */
const points = new Map<string, number>()
/** When the last kill was. */
let killedAt = 0

beforeAll(async () => {
  receiver = await startHttpReceiver()
  directory = mkdtempSync(join(tmpdir(), 'waybill-accounts-'))
  holds = holdsIn(directory)
  const env = { SIMULATOR_STEP_MS: '0', ...holds.env }
  system = await startSystem({ mode: 'stack', env })
  db = new pg.Pool({ connectionString: databaseUrl(system), max: 4 })
  const shared = { system, holds, webhookUrl: receiver.url }
  stages = await Promise.all(realTestCarriers.map((carrier) => openAccountStage(carrier, shared)))
})

afterAll(async () => {
  await db?.end()
  await system?.remove()
  for (const { vendor } of stages ?? []) await vendor.stop()
  await receiver?.stop()
  if (directory) rmSync(directory, { recursive: true })
})

const around = (step: string) => [step, `${step}:called`, `${step}:committed`]

/** The points at which a booking with an answer is killed. */
const bookingPoints = ({ bookRecovery }: CarrierDescriptor) => [
  ...(bookRecovery.kind === 'prepared_id' ? around('book.draft') : []),
  ...around('book.call'),
]
/** The carrier does not prove that it has no such booking. */
const needsOperator = ({ bookRecovery }: CarrierDescriptor): boolean =>
  bookRecovery.kind === 'none' || (bookRecovery.kind === 'lookup_by_reference' && bookRecovery.settleMs === null)

/** The points after an unreadable answer to a purchase that was made. */
const recoveryPoints = ({ bookRecovery }: CarrierDescriptor) =>
  bookRecovery.kind === 'none' ? ['book.recover'] : around('book.recover')

function countPoint({ descriptor: { carrierCode } }: AccountStage): void {
  points.set(carrierCode, (points.get(carrierCode) ?? 0) + 1)
}

async function killBooking(): Promise<void> {
  await killService(system.pid(), 'booking')
  killedAt = performance.now()
}

/** Brings operations of every carrier to their points, one after another for each carrier, and kills the service. */
async function killAtPoints(bring: (stage: AccountStage) => AsyncIterable<[shipmentId: string, step: string]>) {
  await Promise.all(
    stages.map(async (stage) => {
      for await (const [shipmentId, step] of bring(stage)) {
        await holds.reached(shipmentId, step)
        countPoint(stage)
      }
    }),
  )
  await killBooking()
  holds.clear()
  await passSettleTime()
  await untilAnswered()
}

/** Makes the bookings that are looked up by reference so old that "not found" is proof. */
async function passSettleTime(): Promise<void> {
  const lookedUp = stages.filter(({ descriptor }) => descriptor.bookRecovery.kind === 'lookup_by_reference')
  await db.query(
    `update booking.carrier_attempt set sent_at = sent_at - interval '1 hour'
     where state in ('sending', 'unknown') and environment_id = any($1)`,
    [lookedUp.map(({ environmentId }) => environmentId)],
  )
}

/** Resolves when every call has a definite answer. An operator settles the bookings that only an operator can settle. */
async function untilAnswered(): Promise<void> {
  let answered = false
  const answers = Promise.all(stages.map((stage) => stage.answers())).finally(() => {
    answered = true
  })
  const askingOperator = eventually(
    async () => {
      if (!answered) await settleAsOperator()
      expect(answered).toBe(true)
    },
    { timeoutMs: 240_000, intervalMs: 500 },
  )
  await Promise.all([answers, askingOperator])
}

/** Looks up each booking in doubt at its vendor, as an operator does, where the carrier's adapter has no proof. */
async function settleAsOperator(): Promise<void> {
  const { admin_url, admin_token } = system.sandbox
  const admin = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${admin_token}`, 'content-type': 'application/json' }
    const given = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(new URL(path, admin_url), { headers, ...given })
    return (await response.json()) as { data: Record<'booking_id' | 'environment_id' | 'attempt_id', string>[] }
  }
  // While the service restarts, there is no list.
  const { data = [] } = await admin('/admin/bookings')
  for (const { booking_id, environment_id, attempt_id } of data) {
    const stage = stages.find(({ environmentId }) => environmentId === environment_id)
    if (stage === undefined || !needsOperator(stage.descriptor)) continue
    const job = stage.vendor.jobs().find(({ reference }) => reference === attempt_id)
    const outcome = job ? { outcome: 'booked', carrier_job_id: job.carrierJobId } : { outcome: 'not_booked' }
    // Refused until the lease of the killed process has ended.
    await admin(`/admin/environments/${environment_id}/bookings/${booking_id}/resolve`, {
      ...outcome,
      note: 'looked up',
    })
  }
}

test('killed around each call of a booking', async () => {
  await killAtPoints(async function* (stage) {
    for (const step of recoveryPoints(stage.descriptor)) {
      await stage.order('book', 'malformed')
      yield [await stage.beginBooking(step), step]
    }
    for (const step of bookingPoints(stage.descriptor)) yield [await stage.beginBooking(step), step]
  })
})

test('killed around each call of a cancellation', async () => {
  await killAtPoints(async function* (stage) {
    for (const step of around('cancel.pursue')) {
      await stage.order('cancel', '500', CARRIER_TRIES)
      yield [await stage.beginCancellation(step), step]
    }
    for (const step of around('cancel.call')) yield [await stage.beginCancellation(step), step]
  })
})

test('killed while a label and reports are fetched', async () => {
  const booked = await Promise.all(stages.map((stage) => bookAndPoll(stage)))
  await killBooking()
  await Promise.all(
    booked.map(async ({ stage, shipmentId }) => {
      countPoint(stage)
      await eventually(
        async () => {
          await pollNow(shipmentId)
          const { body } = await stage.call('GET', `/api/v1/shipments/${shipmentId}/booking`, undefined)
          expect(body.data.status).toBe('picked_up')
          if (stage.descriptor.capabilities.label) expect(body.data.label_url).toContain('/label?')
        },
        { timeoutMs: 180_000, intervalMs: 1_000 },
      )
    }),
  )
})

/** Makes a booking whose carrier does not answer the poll that is under way. */
async function bookAndPoll(stage: AccountStage) {
  const { capabilities } = stage.descriptor
  if (capabilities.label) await stage.order('label', 'timeout')
  await stage.order('track', 'timeout')
  const shipmentId = await stage.book()
  const { rows } = await db.query('select carrier_job_id from booking.booking where shipment_id = $1', [shipmentId])
  await stage.vendor.subject().server.advance(rows[0].carrier_job_id, 'picked_up')
  await pollNow(shipmentId)
  await eventually(async () => {
    const taken = 'select 1 from booking.booking where shipment_id = $1 and track_due_at > now()'
    expect((await db.query(taken, [shipmentId])).rows).toHaveLength(1)
  })
  return { stage, shipmentId }
}

const pollNow = (shipmentId: string) =>
  db.query('update booking.booking set track_due_at = now() where shipment_id = $1 and track_due_at is not null', [
    shipmentId,
  ])

test('quoting killed while it waits for offers', async () => {
  const booked = Promise.all(stages.map((stage) => stage.book()))
  await killService(system.pid(), 'quoting')
  killedAt = performance.now()
  await booked
  for (const stage of stages) countPoint(stage)
})

/** A booking that never arrived is looked for once more after a quarter of an hour: now. */
const lookForLateJobs = ({ environmentId }: AccountStage) =>
  db.query(
    `update booking.operation set next_attempt_at = now()
     where environment_id = $1 and kind = 'recall' and step = 'look' and lease_until is null`,
    [environmentId],
  )

test.each(realTestCarriers.map(({ descriptor }) => descriptor))(
  '$name sold each booking once, and nothing is forgotten or stuck',
  async ({ carrierCode }) => {
    const stage = stages.find(({ descriptor }) => descriptor.carrierCode === carrierCode) as AccountStage
    let audited: VendorAudit | undefined
    await eventually(
      async () => {
        await lookForLateJobs(stage)
        audited = await auditVendor(db, stage)
        expect(audited.findings).toEqual([])
      },
      { timeoutMs: 180_000, intervalMs: 1_000 },
    ).catch(() => {})
    const { lost, doubled, stuck, findings } = audited ?? (await auditVendor(db, stage))
    const { operations, longestWaitMs } = stage.accepted
    const fault = `kill -9 around each call to ${carrierCode}, ${points.get(carrierCode)} points`
    const worstRecoveryMs = Math.max(longestWaitMs, performance.now() - killedAt)
    recordFault({ fault, operations, lost, doubled, stuck, worstRecoveryMs })
    console.log({ fault, operations, lost, doubled, stuck, jobs: stage.vendor.jobs().length })
    expect(findings).toEqual([])
  },
)
