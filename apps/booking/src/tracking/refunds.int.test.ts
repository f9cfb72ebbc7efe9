/** Refunds on which a carrier decides after the cancellation. */
import type { TrackOutcome } from '@waybill/carriers/carrier-adapter'
import { transact } from '@waybill/chassis/postgres/database'
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookingCodec } from '../bookings/codec.ts'
import { createRecorderFactory, systemChange } from '../bookings/recorder.ts'
import { createSignedUrls } from '../documents/signed-urls.ts'
import { cancelBooking } from '../lifecycle/commands.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'
import { accountChanged, anAccount, type PlaneAccounts, startPlaneAccounts } from '../testing/plane-accounts.ts'

let system: BookingSystem
let planes: PlaneAccounts
let booking: RunningBooking
/** The carrier's answer for each job when it is polled. */
const news = new Map<string, TrackOutcome>()

beforeAll(async () => {
  system = await startBookingSystem()
  planes = await startPlaneAccounts(system)
  const carriers = new Map(
    [...planes.options.carriers].map(([code, adapter]) => [
      code,
      {
        ...adapter,
        cancel: async () => ({ kind: 'cancelled' as const, refundPending: true }),
        track: async (jobId: string) => news.get(jobId) ?? pending,
      },
    ]),
  )
  booking = await system.start({ ...planes.options, carriers })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await planes?.stop()
  await system?.stop()
})

const pending: TrackOutcome = { kind: 'facts', facts: [], refundPending: true }

async function cancelled() {
  const merchant = aMerchant(system, booking)
  const account = anAccount({ environmentId: merchant.environmentId })
  const { shipmentId, optionId } = await planes.offer(merchant, account)
  const shown = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  await merchant.cancel(shipmentId)
  const { booking_id: bookingId, carrier_job_id: jobId } = shown
  const isBooking = sql`booking_id = ${bookingId}`
  /** Hours until the next poll; null: none. */
  const pauseHours = async (): Promise<number | null> => {
    const { rows } = await sql<{ pause: number | null }>`
      select (extract(epoch from track_due_at - now()) / 3600)::float8 as pause from booking where ${isBooking}`.execute(
      system.db,
    )
    return rows[0]?.pause ?? null
  }
  return {
    merchant,
    account,
    bookingId,
    jobId: jobId ?? '',
    pauseHours,
    /** Days pass, and the carrier is asked. Resolves to the next pause. */
    async after(days: number) {
      await sql`
        update booking set track_due_at = now(), cancelled_at = now() - ${days} * interval '1 day'
        where ${isBooking}`.execute(system.db)
      return await eventually(async () => {
        const pause = await pauseHours()
        // A poll under way is due within a minute.
        if (pause !== null && pause < 0.5) throw new Error('the poll has not ended yet')
        return pause
      })
    },
  }
}

test('a refund is followed until the carrier rejects it days later, which is charged once and on the timeline', async () => {
  const { merchant, bookingId, jobId, pauseHours, after } = await cancelled()
  expect(await pauseHours()).toBeLessThanOrEqual(1)
  expect(await after(3)).toBeCloseTo(12, 1)
  const requested = { status: 'submitted', amount: expect.any(String), currency: 'GBP', settled_at: null }
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'cancelled', charges: [], refund: requested })
  const at = new Date()
  const price = { currency: 'USD', exponent: 2, amountMinor: 758, taxMinor: 0 }
  const charge = { chargeId: 'refund-1', type: 'refund_rejected' as const, ...price, at, reason: 'The label was used.' }
  const fact = {
    carrierEventId: null,
    carrierJobId: jobId,
    reference: null,
    rawCode: 'refund_rejected',
    status: 'unknown' as const,
    condition: null,
    incident: null,
    occurredAt: at,
    utcOffsetMinutes: null,
    location: null,
    driver: null,
    pod: null,
    description: 'The carrier has rejected the refund.',
  }
  news.set(jobId, { kind: 'facts', facts: [fact], charges: [charge], refundPending: false })
  expect(await after(3)).toBeCloseTo(12, 1)
  const shown = await merchant.booking(bookingId)
  expect(shown).toMatchObject({
    status: 'cancelled',
    charges: [{ type: 'refund_rejected', amount: '7.58', currency: 'USD', reason: 'The label was used.' }],
    refund: { status: 'rejected', settled_at: expect.any(String) },
  })
  expect((await merchant.events(bookingId)).slice(-2)).toEqual(['booking.updated', 'booking.updated'])
})

test('a refund that is granted after it was rejected credits what was charged, and ends the polling', async () => {
  const { merchant, bookingId, jobId, after } = await cancelled()
  const price = { currency: 'USD', exponent: 2, amountMinor: 758, taxMinor: 0 }
  const charge = { chargeId: 'refund-2', type: 'refund_rejected' as const, ...price, at: new Date(), reason: null }
  news.set(jobId, { kind: 'facts', facts: [], charges: [charge], refundPending: false })
  expect(await after(3)).toBeCloseTo(12, 1)
  expect(await after(4)).toBeCloseTo(12, 1)
  expect((await merchant.booking(bookingId)).charges).toHaveLength(1)
  news.set(jobId, { kind: 'facts', facts: [], charges: [], refundPending: false })
  expect(await after(5)).toBeNull()
  const reason = 'The carrier has granted the refund after all.'
  expect(await merchant.booking(bookingId)).toMatchObject({
    refund: { status: 'granted' },
    charges: [{ amount: '7.58' }, { amount: '-7.58', reason }],
  })
})

test('a refund that is paid ends the polling without a charge', async () => {
  const { merchant, bookingId, jobId, after } = await cancelled()
  expect(await merchant.booking(bookingId)).toMatchObject({ refund: { status: 'requested' } })
  news.set(jobId, { kind: 'facts', facts: [], refundPending: false })
  expect(await after(1)).toBeNull()
  expect(await merchant.booking(bookingId)).toMatchObject({ charges: [], refund: { status: 'granted' } })
})

test('a refund of which the carrier will not say what becomes is asked for once, and not shown as granted', async () => {
  const { merchant, bookingId, jobId, after } = await cancelled()
  news.set(jobId, { kind: 'facts', facts: [], refundPending: null })
  expect(await after(1)).toBeNull()
  expect(await merchant.booking(bookingId)).toMatchObject({ charges: [], refund: { status: 'submitted' } })
})

test('a return that is paid on use has no refund to follow', async () => {
  const merchant = aMerchant(system, booking)
  const { environmentId } = merchant
  const { shipmentId, optionId } = await planes.offer(merchant, anAccount({ environmentId }))
  const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const codec = createBookingCodec(createSignedUrls({ publicUrl: 'https://api.example.com', signingKey: 'a key' }))
  await transact(system.db, async (trx) => {
    await sql`
      update shipment_copy set object = jsonb_set(object::jsonb, '{return_terms}', '{"pay": "on_use"}')::json
      where environment_id = ${environmentId} and shipment_id = ${shipmentId}`.execute(trx)
    const cancellation = { reasonCode: null, reasonNote: null, refundPending: true }
    const recorder = createRecorderFactory(codec)(systemChange())
    await cancelBooking(trx, { environmentId, bookingId }, cancellation, recorder)
  })
  const { rows } = await sql`select track_due_at, refund from booking where booking_id = ${bookingId}`.execute(
    system.db,
  )
  expect(rows).toEqual([{ track_due_at: null, refund: null }])
})

test('a carrier that does not answer is asked again, and not for ever', async () => {
  const { merchant, bookingId, jobId, after } = await cancelled()
  const failure = { carrierCode: 'paper_plane', code: 'http_500', message: 'Oops.', httpStatus: 500 }
  news.set(jobId, { kind: 'failed', failure: { ...failure, retryable: true, retryAfterMs: null } })
  expect(await after(30)).toBeCloseTo(12, 1)
  expect(await after(46)).toBeNull()
  expect(await merchant.booking(bookingId)).toMatchObject({ charges: [], refund: { status: 'expired' } })
})

test('the credentials of a deleted account are kept until the refund is decided', async () => {
  const { account, jobId, after } = await cancelled()
  const { environmentId, carrierAccountId } = account
  await system.publish(accountChanged(anAccount({ environmentId, carrierAccountId, revision: 2, deleted: true })))
  const find = () =>
    system.db
      .selectFrom('carrier_account')
      .select(['deleted', 'released_at'])
      .where('environment_id', '=', environmentId)
      .where('carrier_account_id', '=', carrierAccountId)
      .executeTakeFirstOrThrow()
  await eventually(async () => expect((await find()).deleted).toBe(true))
  expect(await after(1)).toBeCloseTo(12, 1)
  expect((await find()).released_at).toBeNull()
  news.set(jobId, { kind: 'facts', facts: [], refundPending: false })
  expect(await after(2)).toBeNull()
})
