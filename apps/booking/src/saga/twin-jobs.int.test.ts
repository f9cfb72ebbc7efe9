/** Two jobs at the carrier for one attempt: the booked one goes on, the other is recalled. */

import { transact } from '@waybill/chassis/postgres/database'
import { createMetrics, type Metrics } from '@waybill/chassis/telemetry/metrics'
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { acceptAttempt, findNewestAttempt } from '../attempts/repository.ts'
import { listJobs, writeErased } from '../erasure/repository.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData, type Merchant } from '../testing/merchant-calls.ts'
import { makeJobAgain } from '../testing/repeated-booking.ts'

let system: BookingSystem
let booking: RunningBooking
let metrics: Metrics
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
beforeEach(async () => {
  metrics = createMetrics({ service: 'booking' })
  booking = await system.start({ metrics })
})
afterEach(async () => {
  await booking?.stop()
})
afterAll(async () => {
  await system?.stop()
})

/** Metrics of city_van. */
async function contradictions(): Promise<number> {
  const { text } = await metrics.render()
  const line = text.split('\n').find((each) => /^carrier_contradictions_total\{.*"city_van"/.test(each))
  return Number(line?.split(' ').at(-1) ?? 0)
}

async function bookedTwice() {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id, carrier_job_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const twin = await makeJobAgain(system, merchant.environmentId, booking_id)
  const published = await merchant.events(booking_id)
  return {
    merchant,
    shipmentId,
    bookingId: booking_id,
    jobId: carrier_job_id ?? '',
    twin,
    ...reports(merchant, twin),
    published,
  }
}

const reports = (merchant: Merchant, { id, reference }: { id: string; reference: string }) => ({
  report: (code: string, overrides: object = {}) =>
    merchant.report('city_van', { id: code, job_id: id, reference, code, ...overrides }),
})

/** The carrier's status codes of a shipment's jobs, by job. */
const readCodes = async (merchant: Merchant, shipmentId: string) =>
  Object.fromEntries((await merchant.jobs(shipmentId)).map(({ id, code }) => [id, code]))

const readRecalls = (shipmentId: string) =>
  system.db
    .selectFrom('operation')
    .select(['op_id', 'state', 'outcome', sql<string>`desired ->> 'carrierJobId'`.as('job')])
    .where('shipment_id', '=', shipmentId)
    .where('kind', '=', 'recall')
    .orderBy('created_at')
    .execute()

const readFacts = (carrierJobId: string) =>
  system.db
    .selectFrom('tracking_fact')
    .select(['booking_id', 'fact_key'])
    .where('carrier_job_id', '=', carrierJobId)
    .execute()

test('a live second job is cancelled at the carrier and does not change the booking', async () => {
  const { merchant, shipmentId, bookingId, jobId, twin, report, published } = await bookedTwice()
  expect(await report('TO_PICKUP')).toBe(1)
  await eventually(async () =>
    expect(await readCodes(merchant, shipmentId)).toEqual({ [jobId]: 'ACCEPTED', [twin.id]: 'CANCELLED' }),
  )
  expect(await contradictions()).toBe(1)
  expect(await report('COLLECTED')).toBe(1)
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'assigned', carrier_job_id: jobId })
  expect(await merchant.events(bookingId)).toEqual(published)
  expect(await readFacts(twin.id)).toMatchObject([{ booking_id: null }, { booking_id: null }])
  expect(await readRecalls(shipmentId)).toMatchObject([{ job: twin.id, outcome: { kind: 'done' } }])
})

test('the end of a second job does not end the booking', async () => {
  const { merchant, shipmentId, bookingId, jobId, report } = await bookedTwice()
  expect(await report('CANCELLED')).toBe(1)
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'assigned' })
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: bookingId })
  expect(await contradictions()).toBe(1)
  expect(await readRecalls(shipmentId)).toEqual([])

  await merchant.report('city_van', { id: 'own', job_id: jobId })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'en_route_to_pickup' })
  await system.simulator('POST', `/jobs/${jobId}/advance`, { status: 'picked_up' })
  await sql`update booking set track_due_at = now() where booking_id = ${bookingId}`.execute(system.db)
  await eventually(async () => expect(await merchant.booking(bookingId)).toMatchObject({ status: 'picked_up' }))
})

test('concurrent reports of a second job recall it once', async () => {
  const { merchant, shipmentId, bookingId, jobId, twin, report } = await bookedTwice()
  const codes = ['TO_PICKUP', 'AT_PICKUP', 'TO_PICKUP', 'AT_PICKUP', 'TO_PICKUP', 'AT_PICKUP']
  const accepted = await Promise.all(codes.map((code) => report(code)))
  expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(2)
  await eventually(async () =>
    expect(await readRecalls(shipmentId)).toMatchObject([{ state: 'ended', outcome: { kind: 'done' } }]),
  )
  expect(await report('COLLECTED')).toBe(1)
  expect(await readRecalls(shipmentId)).toMatchObject([{ job: twin.id, state: 'ended' }])
  expect(await readCodes(merchant, shipmentId)).toEqual({ [jobId]: 'ACCEPTED', [twin.id]: 'CANCELLED' })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'assigned' })
})

test.each(['the second job first', 'the booked job first'])(
  'both jobs of a booking that we have cancelled are recalled, %s',
  async (order) => {
    const { merchant, shipmentId, bookingId, jobId, twin, report } = await bookedTwice()
    await merchant.cancel(shipmentId)
    const ours = () => merchant.report('city_van', { id: 'own', job_id: jobId, reference: twin.reference })
    const reported = order.startsWith('the second')
      ? [() => report('TO_PICKUP'), ours]
      : [ours, () => report('TO_PICKUP')]
    for (const report of reported) await report()
    await eventually(async () => {
      const recalls = await readRecalls(shipmentId)
      expect(recalls.map(({ job }) => job).toSorted()).toEqual([jobId, twin.id].toSorted())
      expect(recalls).toMatchObject([{ outcome: { kind: 'done' } }, { outcome: { kind: 'done' } }])
    })
    expect(await readCodes(merchant, shipmentId)).toEqual({ [jobId]: 'CANCELLED', [twin.id]: 'CANCELLED' })
    expect(await merchant.booking(bookingId)).toMatchObject({ status: 'cancelled' })
  },
)

test('the recall of a booked job has the id derived from its attempt', async () => {
  const { merchant, shipmentId, jobId, twin, report } = await bookedTwice()
  await merchant.cancel(shipmentId)
  await report('TO_PICKUP')
  await merchant.report('city_van', { id: 'own', job_id: jobId })
  const recalls = await readRecalls(shipmentId)
  expect(recalls.find(({ job }) => job === jobId)?.op_id).toBe(twin.reference.replace('att_', 'op_'))
})

test('recalls both jobs of a refused attempt', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'refuse')
  await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({ code: 'carrier_refused' })
  const { booking_id } = await system.db
    .selectFrom('booking')
    .select('booking_id')
    .where('shipment_id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  const jobs = [
    await makeJobAgain(system, merchant.environmentId, booking_id),
    await makeJobAgain(system, merchant.environmentId, booking_id),
  ]
  await Promise.all(jobs.map((job) => reports(merchant, job).report('TO_PICKUP')))
  await eventually(async () => {
    const codes = await readCodes(merchant, shipmentId)
    expect(codes).toEqual(Object.fromEntries(jobs.map(({ id }) => [id, 'CANCELLED'])))
  })
})

test('recalls a job that reported while the booking was in doubt if another one is booked', async () => {
  await booking.stop()
  booking = await system.start({ carriers: system.withShortTimeouts({ bookRecovery: { kind: 'none' } }) })
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  expect(await merchant.booking(booking_id)).toMatchObject({ status: 'pending' })
  const [first] = await merchant.jobs(shipmentId)
  const second = await makeJobAgain(system, merchant.environmentId, booking_id)
  await merchant.report('city_van', { id: 'f1', job_id: first?.id, reference: first?.reference })
  // On a lookup the carrier returns the job that it made last.
  await eventually(async () =>
    expect(await merchant.booking(booking_id)).toMatchObject({ status: 'assigned', carrier_job_id: second.id }),
  )
  await eventually(async () =>
    expect(await readCodes(merchant, shipmentId)).toEqual({ [first?.id ?? '']: 'CANCELLED', [second.id]: 'ACCEPTED' }),
  )
  expect(await readRecalls(shipmentId)).toMatchObject([{ job: first?.id }])
})

test('recalls a job that reports while another one is being booked', async () => {
  const { merchant, shipmentId, bookingId, jobId, twin, report } = await bookedTwice()
  await system.db
    .updateTable('carrier_attempt')
    .set({ state: 'unknown', carrier_job_id: null })
    .where('booking_id', '=', bookingId)
    .execute()
  const reported = await transact(system.db, async (trx) => {
    const found = await findNewestAttempt(trx, merchant.environmentId, bookingId)
    await acceptAttempt(trx, found?.attempt ?? expect.fail('there is no attempt'), jobId).execute()
    const reporting = report('TO_PICKUP')
    await eventually(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        system.db,
      )
      expect(rows).toHaveLength(1)
    })
    return { reporting }
  })
  expect(await reported.reporting).toBe(1)
  await eventually(async () =>
    expect(await readCodes(merchant, shipmentId)).toEqual({ [jobId]: 'ACCEPTED', [twin.id]: 'CANCELLED' }),
  )
  expect(await readFacts(twin.id)).toMatchObject([{ booking_id: null }])
})

test("an erasure of the shipment deletes a second job's reports and exchanges", async () => {
  const { merchant, shipmentId, bookingId, jobId, twin, report } = await bookedTwice()
  const { environmentId } = merchant
  await report('COLLECTED')
  await merchant.report('city_van', { id: 'bare', job_id: twin.id, code: 'TO_DROPOFF' })
  const exchanges = () =>
    system.db.selectFrom('carrier_exchange').select('operation').where('reference', '=', twin.id).execute()
  await eventually(async () => expect(await readRecalls(shipmentId)).toMatchObject([{ state: 'ended' }]))
  await eventually(async () =>
    expect((await exchanges()).map(({ operation }) => operation).toSorted()).toEqual([
      'callback',
      'callback',
      'cancel',
    ]),
  )
  const jobs = await transact(system.db, async (trx) => {
    const found = await listJobs(trx, environmentId, [bookingId])
    await writeErased(trx, { environmentId, shipmentId }, [bookingId])
    return found
  })
  expect(jobs.map(({ carrierJobId }) => carrierJobId).toSorted()).toEqual([jobId, twin.id].toSorted())
  expect(await readFacts(twin.id)).toEqual([])
  expect(await exchanges()).toEqual([])
})
