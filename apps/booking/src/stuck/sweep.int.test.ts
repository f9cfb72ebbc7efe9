/** Pending bookings that no operation works on, and the sweep that fails them. */
import { asOwner } from '@waybill/chassis/testing/service-database'
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { stuckKinds } from '@waybill/contracts/stuck-kinds'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findLiveAttempt, noteReportedJob } from '../attempts/repository.ts'
import { createBookingCodec } from '../bookings/codec.ts'
import { createRecorderFactory } from '../bookings/recorder.ts'
import { sweepClaims } from '../claims/sweep.ts'
import { createSignedUrls } from '../documents/signed-urls.ts'
import { getData, type Merchant } from '../testing/merchant-calls.ts'
import { type StuckService, startStuckService } from '../testing/stuck-service.ts'
import { findStuckPending } from './queries.ts'
import { sweepAbandonedBookings } from './sweep.ts'

const codec = createBookingCodec(createSignedUrls({ publicUrl: 'https://api.example.com', signingKey: 'a key' }))

let stuck: StuckService
beforeAll(async () => {
  stuck = await startStuckService()
}, 180_000)
afterEach(() => stuck.endTest())
afterAll(() => stuck?.system.stop())

const sweepAbandoned = () =>
  sweepAbandonedBookings({ db: stuck.db, recorder: createRecorderFactory(codec), log: stuck.log }, 900)

/** A booking of an unknown outcome, a day old, whose operation has ended. The service is stopped. */
async function abandoned(merchant: Merchant) {
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  await stuck.stop()
  await sql`
    update operation set state = 'ended', outcome = '{"kind": "done"}', lease_id = null
    where shipment_id = ${shipmentId}`.execute(stuck.db)
  const age = () =>
    sql`update booking set created_at = created_at - interval '1 day' where booking_id = ${bookingId}`.execute(stuck.db)
  const recalls = async () => {
    const rows = stuck.db.selectFrom('operation').select(['step', 'desired']).where('shipment_id', '=', shipmentId)
    const found = await rows.where('kind', '=', 'recall').execute()
    return found.map(({ step, desired }) => [step, (desired as { carrierJobId: string | null }).carrierJobId])
  }
  return { shipmentId, bookingId, age, recalls }
}

test('a pending booking that no operation works on is stuck, until the sweep fails it and recalls its job', async () => {
  const { merchant } = await stuck.start()
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const limit = { afterSeconds: stuckKinds.pending_booking.afterSeconds, limit: 100 }
  const pending = async () => (await findStuckPending(stuck.db, limit)).map(({ id, why }) => ({ id, why }))
  await stuck.whileStopped(() =>
    sql`update booking set created_at = created_at - interval '21 minutes'`.execute(stuck.db),
  )
  expect(await pending()).toEqual([])
  await stuck.whileStopped(async () => {
    await sql`update operation set state = 'ended', outcome = '{"kind": "done"}', lease_id = null`.execute(stuck.db)
    const why = expect.stringMatching(new RegExp(`^no operation works on shipment ${shipmentId}; attempt att_\\w+ is`))
    expect(await pending()).toEqual([{ id: booking_id, why }])
  })

  const again = stuck.getMerchant(merchant.environmentId)
  await eventually(async () =>
    expect(await again.booking(booking_id)).toMatchObject({ status: 'failed', failure_reason: 'never_arrived' }),
  )
  expect(await pending()).toEqual([])
  expect(await again.jobs(shipmentId)).toMatchObject([{ code: 'ACCEPTED' }])
  await sql`update operation set next_attempt_at = now() where state = 'open' and kind = 'recall'`.execute(stuck.db)
  await eventually(async () => expect(await again.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }]))
  // The claim is left to the sweep of claims, which now finds no live booking. Other tests leave claims behind, too.
  expect(await sweepClaims({ ...stuck.system, log: stuck.log }, { olderThanSeconds: 0 })).toMatchObject({ kept: 0 })
  expect((await again.book(shipmentId, optionId)).status).toBe(201)
})

test('a pending booking is left alone while any operation works on its shipment, or if its attempt was accepted', async () => {
  const { merchant } = await stuck.start()
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  await stuck.stop()
  await sql`update booking set created_at = created_at - interval '1 day'`.execute(stuck.db)
  expect(await sweepAbandoned()).toEqual([])
  await sql`update operation set state = 'ended', outcome = '{"kind": "done"}', lease_id = null`.execute(stuck.db)
  await sql`update carrier_attempt set state = 'accepted', carrier_job_id = 'job_1'`.execute(stuck.db)
  expect(await sweepAbandoned()).toEqual([])
  const { metrics } = await stuck.start()
  const why = expect.stringMatching(/attempt att_\w+ is accepted$/)
  expect(await stuck.list()).toEqual({ pending_booking: [{ id: booking_id, why }] })
  await stuck.counted(metrics, 'pending_booking', 1)
})

test('a cancellation that waits for an abandoned booking is no reason to leave the booking and its claim alone', async () => {
  const { merchant } = await stuck.start()
  const { shipmentId, bookingId, age } = await abandoned(merchant)
  await stuck.start()
  const again = stuck.getMerchant(merchant.environmentId)
  const silent = { code: expect.stringMatching(/^(carrier|upstream)_timeout$/) }
  await expect(again.cancel(shipmentId, { key: 'c', timeoutMs: 1_500 })).rejects.toMatchObject(silent)
  await stuck.stop()
  await age()
  expect(await findStuckPending(stuck.db, { afterSeconds: 900, limit: 10 })).toMatchObject([{ id: bookingId }])
  expect(await sweepAbandoned()).toEqual([bookingId])
  await stuck.system.ageClaims(shipmentId, 16)
  expect(await sweepClaims({ ...stuck.system, log: stuck.log }, { olderThanSeconds: 900 })).toEqual({
    ended: 1,
    kept: 0,
  })
  await sql`update operation set next_attempt_at = now() where state = 'open' and kind = 'cancel'`.execute(stuck.db)
  await stuck.start()
  const at = stuck.getMerchant(merchant.environmentId)
  expect(await at.cancel(shipmentId, { key: 'c' })).toMatchObject({ status: 200 })
})

test('a job that is reported while the sweep fails its booking is recalled', async () => {
  const { merchant } = await stuck.start()
  const { bookingId, age, recalls } = await abandoned(merchant)
  await age()
  const attempt = await findLiveAttempt(stuck.db, merchant.environmentId, bookingId)
  if (attempt === undefined) throw new Error('the booking has no attempt')
  const report = await stuck.db.startTransaction().execute()
  let swept: Promise<string[]>
  try {
    await noteReportedJob(report, attempt, 'job_1')
    swept = sweepAbandoned()
    await eventually(async () => {
      const blocked = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`
      const { rows } = await blocked.execute(report)
      expect(rows).not.toEqual([])
    })
  } finally {
    await report.commit().execute()
  }
  expect(await swept).toEqual([bookingId])
  expect(await recalls()).toEqual([['call', 'job_1']])
})

test('every job that was reported for an abandoned booking is recalled', async () => {
  const { merchant } = await stuck.start()
  const { bookingId, age, recalls } = await abandoned(merchant)
  await stuck.start()
  const again = stuck.getMerchant(merchant.environmentId)
  const attempt = await findLiveAttempt(stuck.db, merchant.environmentId, bookingId)
  for (const job_id of ['job_1', 'job_2']) {
    const fact = { id: newId('evt'), job_id, reference: attempt?.attemptId }
    expect(await again.report('city_van', fact)).toBe(1)
  }
  await stuck.stop()
  await age()
  expect(await sweepAbandoned()).toEqual([bookingId])
  expect((await recalls()).toSorted()).toEqual([
    ['call', 'job_1'],
    ['call', 'job_2'],
  ])
})

test('an abandoned booking that cannot be failed does not hold up the next', async () => {
  const [first, second] = [
    await abandoned((await stuck.start()).merchant),
    await abandoned((await stuck.start()).merchant),
  ]
  await first.age()
  await second.age()
  const constraint = sql.id('never_fails')
  await asOwner(stuck.system.database, (owner) =>
    sql`
      alter table booking add constraint ${constraint}
      check (booking_id <> ${sql.lit(first.bookingId)} or status <> 'failed')`.execute(owner),
  )
  onTestFinished(async () => {
    await asOwner(stuck.system.database, (owner) =>
      sql`alter table booking drop constraint if exists ${constraint}`.execute(owner),
    )
  })
  expect(await sweepAbandoned()).toEqual([second.bookingId])
})
