/** Resolutions by an operator, for a carrier that has no lookup. */
import { transact } from '@waybill/chassis/postgres/database'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/client'
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countBookingRows, writeErased } from '../../erasure/repository.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../../testing/booking-system.ts'
import { aMerchant, getData, type Merchant } from '../../testing/merchant-calls.ts'
import { noteReportedJob } from '../repository.ts'

let system: BookingSystem
let booking: RunningBooking
/** Called before an outcome is found out. */
let atRecovery: (() => Promise<void>) | undefined
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start({
    carriers: system.withShortTimeouts({ bookRecovery: { kind: 'none' } }),
    async onStep(name) {
      if (name === 'book.recover') await atRecovery?.()
    },
  })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

const toContext = ({ environmentId }: Merchant) =>
  contextMessage(systemContext({ environmentId, merchantId: '', livemode: false, timeoutMs: 10_000 }))

/** A booking whose answer is lost for good, with no process working on it. */
async function aDoubtfulBooking() {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  const answer = await merchant.book(shipmentId, optionId)
  expect(answer.status).toBe(202)
  const { booking_id } = getData<PublicBooking>(answer)
  await putOff(booking_id)
  return { merchant, shipmentId, optionId, booking_id }
}

const inAnHour = () => new Date(Date.now() + 3_600_000)

/** Postpones the operation far, so that only the resolution makes it due. */
async function putOff(booking_id: string): Promise<void> {
  await eventually(async () => {
    const found = await system.db
      .updateTable('operation')
      .set({ next_attempt_at: inAnHour() })
      .where('booking_id', '=', booking_id)
      .where('lease_until', 'is', null)
      .returning('op_id')
      .execute()
    expect(found).toHaveLength(1)
  })
}

const resolve = (merchant: Merchant, booking_id: string, carrier_job_id: string) =>
  booking.client.ResolveDoubtful({
    context: toContext(merchant),
    booking_id,
    carrier_job_id,
    note: 'Ada, by telephone',
  })

test("a booking resolved as booked goes on with the operator's job", async () => {
  const { merchant, shipmentId, booking_id } = await aDoubtfulBooking()
  const [job] = await merchant.jobs(shipmentId)
  const { bookings } = await booking.client.ListDoubtful({ context: toContext(merchant) })
  expect(bookings.filter((doubtful) => doubtful.booking_id === booking_id)).toMatchObject([
    { environment_id: merchant.environmentId, recovery: 'none', shipment_id: shipmentId, resolution: null },
  ])
  const details = await booking.client.GetDoubtful({ context: toContext(merchant), booking_id })
  expect(details.booking?.attempt_id).toBe(job?.reference)

  const resolution = await resolve(merchant, booking_id, job?.id ?? '')
  expect(resolution).toMatchObject({ outcome: 'booked', carrier_job_id: job?.id, note: 'Ada, by telephone' })
  await eventually(async () => {
    expect(await merchant.booking(booking_id)).toMatchObject({ status: 'assigned', carrier_job_id: job?.id })
    expect(await merchant.shipment(shipmentId)).toMatchObject({ booking_id })
  })
  await expect(resolve(merchant, booking_id, job?.id ?? '')).rejects.toMatchObject({ code: 'booking_not_doubtful' })
})

test('the note is counted as stored data and deleted by an erasure', async () => {
  const { merchant, shipmentId, booking_id } = await aDoubtfulBooking()
  await resolve(merchant, booking_id, '')
  await eventually(async () => expect(await merchant.booking(booking_id)).toMatchObject({ status: 'failed' }))
  const { environmentId } = merchant
  const shipment = { environmentId, shipmentId }
  const held = async () => (await countBookingRows(system.db, shipment)).tables.attempt_resolution
  expect(await held()).toBe(1)
  await transact(system.db, (trx) => writeErased(trx, shipment, [booking_id]))
  expect(await held()).toBe(0)
  const [attempt] = await system.db
    .selectFrom('attempt_resolution')
    .select(['outcome', 'note'])
    .where('booking_id', '=', booking_id)
    .execute()
  expect(attempt).toEqual({ outcome: 'not_booked', note: null })
})

test('a booking resolved as not booked fails, and its shipment can be booked again', async () => {
  const { merchant, shipmentId, optionId, booking_id } = await aDoubtfulBooking()
  const first = await resolve(merchant, booking_id, '')
  expect(first).toMatchObject({ outcome: 'not_booked', carrier_job_id: '' })
  await eventually(async () => {
    expect(await merchant.booking(booking_id)).toMatchObject({ status: 'failed', failure_reason: 'not_booked' })
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
  })
  // 201 or 202, depending on whether the carrier answers within the test's short timeout.
  expect([201, 202]).toContain((await merchant.book(shipmentId, optionId)).status)
})

describe('a report of the job that arrives after it was resolved as not booked', () => {
  /** Resolves a booking, and reports its job when the operation is about to apply the resolution. */
  async function reportedLate(
    report: (merchant: Merchant, job: { id: string; reference: string }) => Promise<unknown>,
  ) {
    const { merchant, shipmentId, booking_id } = await aDoubtfulBooking()
    const [job] = await merchant.jobs(shipmentId)
    if (job === undefined) throw new Error('the carrier has no job')
    atRecovery = async () => {
      atRecovery = undefined
      await report(merchant, job)
    }
    await resolve(merchant, booking_id, '')
    await eventually(async () => {
      expect(await merchant.booking(booking_id)).toMatchObject({ carrier_job_id: job.id })
      expect(await merchant.shipment(shipmentId)).toMatchObject({ booking_id })
    })
  }

  test('wins if it is stored before the resolution is applied', () =>
    reportedLate((merchant, { id, reference }) => merchant.report('city_van', { id: 'f1', job_id: id, reference })))

  test('wins if it is stored while the resolution is applied', async () => {
    let stored: Promise<void> | undefined
    await reportedLate(async ({ environmentId }, { id, reference }) => {
      const isLocked = Promise.withResolvers<void>()
      stored = transact(system.db, async (trx) => {
        await noteReportedJob(trx, { environmentId, attemptId: reference }, id)
        isLocked.resolve()
        await eventually(async () => expect(await statementsWaiting()).toBe(1))
      })
      await isLocked.promise
    })
    await stored
  })
})

/** Number of statements that wait for a lock. */
async function statementsWaiting(): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(system.db)
  return rows.length
}

test("refuses a resolution that contradicts the carrier's report, or of a known outcome", async () => {
  const { merchant, shipmentId, optionId, booking_id } = await aDoubtfulBooking()
  await system.db
    .updateTable('carrier_attempt')
    .set({ reported_job_id: 'job_7' })
    .where('booking_id', '=', booking_id)
    .execute()
  await expect(resolve(merchant, booking_id, '')).rejects.toThrow('The carrier has reported job job_7')
  const other = aMerchant(system, booking)
  await expect(resolve(other, booking_id, 'job_7')).rejects.toMatchObject({ code: 'booking_not_doubtful' })
  await expect(merchant.book(shipmentId, optionId)).resolves.toMatchObject({ status: 202 })
})

test('a booking resolved as not booked is not bought, even if its carrier no longer makes drafts', async () => {
  const doomed = await system.start({
    onStep(name) {
      if (name === 'book.draft') throw new Error('killed')
    },
  })
  const before = aMerchant(system, doomed)
  const { shipmentId, optionId } = await before.offer('eco_parcel')
  const { booking_id } = getData<PublicBooking>(await before.book(shipmentId, optionId, { timeoutMs: 3_000 }))
  await doomed.stop()
  // In one statement: the other process takes what is free and due within a moment.
  const released = await system.db
    .updateTable('operation')
    .set({ lease_id: null, lease_until: null, next_attempt_at: inAnHour() })
    .where('booking_id', '=', booking_id)
    .returning('op_id')
    .execute()
  expect(released).toHaveLength(1)

  const merchant = aMerchant(system, booking, before.environmentId)
  await resolve(merchant, booking_id, '')
  await eventually(async () => {
    expect(await merchant.booking(booking_id)).toMatchObject({ status: 'failed', failure_reason: 'not_booked' })
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
  })
  expect(await merchant.jobs(shipmentId)).toEqual([])
})
