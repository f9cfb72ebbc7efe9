/** Cancelling a booking alone: its shipment can be booked again. */
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData, type Merchant } from '../testing/merchant-calls.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start({ carriers: system.withShortTimeouts() })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

const letTimePass = () => sql`update operation set next_attempt_at = now() where state = 'open'`.execute(system.db)

async function booked(carrierCode?: string) {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer(carrierCode)
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  return { merchant, shipmentId, bookingId: booking_id }
}

async function bookAgain(merchant: Merchant, shipmentId: string) {
  const [option] = (await merchant.quote(shipmentId)).options
  return getData<PublicBooking>(await merchant.book(shipmentId, option?.quote_option_id ?? ''))
}

/** The shipment's booking that has a courier. */
const readCourier = (shipmentId: string, notBookingId = '') =>
  eventually(
    () =>
      system.db
        .selectFrom('booking')
        .selectAll()
        .where('shipment_id', '=', shipmentId)
        .where('status', '=', 'assigned')
        .where('settled', '=', true)
        .where('booking_id', '<>', notBookingId)
        .executeTakeFirstOrThrow(),
    { timeoutMs: 60_000 },
  )

test('the shipment is ready again and can be booked with another carrier', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const answer = await merchant.cancelBooking(bookingId, { key: 'c' })
  expect(answer.status).toBe(200)
  expect(getData(answer)).toMatchObject({
    booking_id: bookingId,
    status: 'cancelled',
    cancellation_reason_code: 'customer_request',
    cancel_reason: 'Found a cheaper one',
    shipment: { status: 'ready', booking_id: null },
  })
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }])
  expect((await merchant.events(bookingId)).slice(-2)).toEqual(['booking.updated', 'booking.cancelled'])
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })

  const next = await bookAgain(merchant, shipmentId)
  expect(next).toMatchObject({ status: 'assigned', shipment_id: shipmentId })
  expect(await merchant.cancelBooking(bookingId, { key: 'c' })).toMatchObject({ status: 200, replayed: true })
  await expect(merchant.cancelBooking(bookingId)).rejects.toMatchObject({
    code: 'booking_not_cancellable',
    meta: { current_status: 'cancelled' },
  })
  expect(await merchant.shipment(shipmentId)).toMatchObject({ booking_id: next.booking_id })
})

test('If-Match names the version of the booking: another one changes nothing', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const version = await merchant.readVersion(bookingId)
  const stale = { key: 'c', ifMatch: String(Number(version) + 1) }
  await expect(merchant.cancelBooking(bookingId, stale)).rejects.toMatchObject({
    code: 'version_conflict',
    message: `Booking ${bookingId} is at version ${version}, not ${stale.ifMatch}. Read it again and repeat the change.`,
    meta: { current_etag: `"${version}"` },
  })
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: expect.not.stringMatching('CANCELLED') }])
  // The same key may be sent again with the present version, which need not be that of the shipment.
  await merchant.update(shipmentId, { metadata: { colour: 'red' } })
  const cancelled = await merchant.cancelBooking(bookingId, {
    key: 'c',
    ifMatch: await merchant.readVersion(bookingId),
  })
  expect(getData(cancelled)).toMatchObject({ status: 'cancelled' })
})

test('If-Match is compared when the cancellation begins, with the row locked', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const ifMatch = await merchant.readVersion(bookingId)
  let cancelling: Promise<unknown> = Promise.resolve()
  await system.db.transaction().execute(async (trx) => {
    await sql`update booking set sequence = sequence + 1 where booking_id = ${bookingId}`.execute(trx)
    // It reads the version before the change, and waits for the row.
    cancelling = merchant.cancelBooking(bookingId, { key: 'late', ifMatch }).catch((error: unknown) => error)
    await eventually(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(system.db)
      expect(rows).not.toHaveLength(0)
    })
  })
  expect(await cancelling).toMatchObject({ code: 'version_conflict' })
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: expect.not.stringMatching('CANCELLED') }])
})

test('answers 409 if the carrier refuses, with its reason, and keeps the booking', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const { carrier_job_id } = await merchant.booking(bookingId)
  await merchant.fault('cancel', 'refuse')
  await expect(merchant.cancelBooking(bookingId)).rejects.toMatchObject({
    code: 'cancellation_refused',
    message: `Booking ${bookingId} is not cancelled: it is assigned. Carrier city_van answered: The carrier does not cancel this job. The delivery goes on. To stop it, contact carrier city_van about job ${carrier_job_id}.`,
    carrier: { carrier_code: 'city_van', code: 'refused' },
  })
  expect(await merchant.booking(bookingId)).toMatchObject({
    status: 'assigned',
    cancelled_at: null,
    cancellation_requested_at: null,
  })
  expect((await merchant.events(bookingId)).slice(-2)).toEqual(['booking.updated', 'booking.updated'])
  expect(await merchant.heldShipment(shipmentId)).toMatchObject({ bookingId, claimId: null })
  await merchant.advance(shipmentId, { status: 'picked_up' })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'picked_up' })
})

test('answers 409 after pickup without asking the carrier, and after the delivery', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  await merchant.advance(shipmentId, { status: 'picked_up' })
  await expect(merchant.cancelBooking(bookingId)).rejects.toMatchObject({
    code: 'cancellation_refused',
    message: expect.stringContaining('is not cancelled: it is picked_up.'),
    carrier: null,
    meta: { current_status: 'picked_up' },
  })
  await merchant.advance(shipmentId, { status: 'delivered' })
  await expect(merchant.cancelBooking(bookingId)).rejects.toMatchObject({
    code: 'booking_not_cancellable',
    meta: { current_status: 'delivered' },
  })
  expect(await merchant.heldShipment(shipmentId)).toMatchObject({ claimId: null })
})

test('answers 504 while the carrier is silent, and asks again until it answers', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  await merchant.fault('cancel', 'timeout', 2)
  await expect(merchant.cancelBooking(bookingId, { key: 'c' })).rejects.toMatchObject({ code: 'carrier_timeout' })
  await expect(merchant.cancelBooking(bookingId)).rejects.toMatchObject({ code: 'shipment_busy' })
  expect(await merchant.shipment(shipmentId)).toMatchObject({ cancellation_requested_at: null })
  const { cancellation_requested_at } = await merchant.booking(bookingId)
  expect(cancellation_requested_at).toEqual(expect.any(String))
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
  })
  expect(getData(await merchant.cancelBooking(bookingId, { key: 'c' }))).toMatchObject({
    status: 'cancelled',
    cancellation_requested_at,
  })
})

test('of two cancellations at once one cancels, and the other answers 409', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const both = await Promise.allSettled(['a', 'b'].map((key) => merchant.cancelBooking(bookingId, { key })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = both.find((one) => one.status === 'rejected')
  expect(['shipment_busy', 'booking_not_cancellable']).toContain(refused?.reason.code)
  expect(await merchant.heldShipment(shipmentId)).toMatchObject({ status: 'ready', bookingId: null, claimId: null })
})

test('a cancellation of the shipment during that of its booking ends the shipment too', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  await merchant.fault('cancel', 'timeout', 1)
  const alone = merchant.cancelBooking(bookingId, { key: 'c' }).catch((error) => error.code)
  await eventually(async () =>
    expect(await merchant.heldShipment(shipmentId)).toMatchObject({ claimKind: 'cancel_booking' }),
  )
  const whole = merchant.cancel(shipmentId)
  whole.catch(() => {})
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'cancelled' })
  })
  await alone
  expect(getData(await whole)).toMatchObject({ status: 'cancelled', cancellation_reason_note: 'Ordered twice' })
  expect(await merchant.cancelBooking(bookingId, { key: 'c' })).toMatchObject({ status: 200 })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'cancelled', cancel_reason: 'Found a cheaper one' })
})

test('a cancellation of the shipment is refused with the carrier’s reason if the carrier refuses that of the booking', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  await merchant.fault('cancel', 'timeout', 1)
  await merchant.cancelBooking(bookingId, { key: 'c' }).catch(() => {})
  await merchant.fault('cancel', 'refuse')
  const whole = merchant.cancel(shipmentId).catch((error) => error)
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.heldShipment(shipmentId)).toMatchObject({ claimId: null, cancelRequested: false })
  })
  expect(await whole).toMatchObject({ code: 'cancellation_refused', carrier: { code: 'refused' } })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'assigned' })
})

test('the carrier’s report of the cancellation before its answer changes nothing', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  await merchant.fault('cancel', 'timeout_after_success')
  await expect(merchant.cancelBooking(bookingId, { key: 'c' })).rejects.toMatchObject({ code: 'carrier_timeout' })
  await merchant.advance(shipmentId, {}).catch(() => {})
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.heldShipment(shipmentId)).toMatchObject({ status: 'ready', bookingId: null, claimId: null })
  })
  expect(await merchant.cancelBooking(bookingId, { key: 'c' })).toMatchObject({ status: 200 })
  expect(await merchant.booking(bookingId)).toMatchObject({ cancellation_reason_code: 'customer_request' })
})

test('a delivery that overtakes the cancellation stands', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  await merchant.fault('cancel', 'timeout')
  await expect(merchant.cancelBooking(bookingId, { key: 'c' })).rejects.toMatchObject({ code: 'carrier_timeout' })
  await merchant.advance(shipmentId, { status: 'delivered' })
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.heldShipment(shipmentId)).toMatchObject({ status: 'delivered', claimId: null, bookingId })
  })
  // The stored answer, or the refusal itself if the call comes while that is being stored.
  const repeated = merchant.cancelBooking(bookingId, { key: 'c' })
  const code = await repeated.then(
    ({ body }) => JSON.parse(body.toString()).error.code,
    (error) => error.code,
  )
  expect(code).toBe('booking_not_cancellable')
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'delivered', cancelled_at: null })
})

const readWindowEnd = async (bookingId: string): Promise<Date | null> => {
  const row = await system.db
    .selectFrom('booking')
    .select('dispatch_until')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  expect(row.dispatch_until).not.toBeNull()
  return row.dispatch_until
}

test('an on-demand shipment goes to another carrier in the same window, and the cancelled service is not asked again', async () => {
  const merchant = aMerchant(system, booking)
  const { shipment_id: shipmentId } = await merchant.shipNow()
  const first = await readCourier(shipmentId)
  const windowEnd = await readWindowEnd(first.booking_id)
  expect(getData(await merchant.cancelBooking(first.booking_id))).toMatchObject({ status: 'cancelled' })
  const second = await readCourier(shipmentId, first.booking_id)
  expect(second.carrier_code).not.toBe(first.carrier_code)
  expect(await readWindowEnd(second.booking_id)).toEqual(windowEnd)
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'in_transit', booking_id: second.booking_id })
})

test('an on-demand shipment whose window has passed fails', async () => {
  const merchant = aMerchant(system, booking)
  const { shipment_id: shipmentId } = await merchant.shipNow()
  const { booking_id } = await readCourier(shipmentId)
  await sql`update booking set dispatch_until = now() where booking_id = ${booking_id}`.execute(system.db)
  expect(getData(await merchant.cancelBooking(booking_id))).toMatchObject({
    status: 'cancelled',
    shipment: { status: 'failed', failure_reason: 'booking_cancelled', booking_id: null },
  })
  expect(
    (await merchant.timeline(shipmentId)).find(({ type, status }) => type === 'status_changed' && status === 'failed'),
  ).toMatchObject({
    description: 'Booking cancelled: Found a cheaper one',
    reason: 'booking_cancelled',
    booking_id,
  })
})

test('a booking that no courier of the dispatch has taken yet is not cancelled', async () => {
  const merchant = aMerchant(system, booking)
  for (const carrier of ['city_van', 'eco_parcel', 'swift_courier'])
    await merchant.fault('book', 'refuse', 1_000, carrier)
  await merchant.fault('draft', 'refuse', 1_000, 'eco_parcel')
  const { shipment_id: shipmentId } = await merchant.shipNow()
  const pending = await eventually(() =>
    system.db.selectFrom('booking').selectAll().where('shipment_id', '=', shipmentId).executeTakeFirstOrThrow(),
  )
  await expect(merchant.cancelBooking(pending.booking_id)).rejects.toMatchObject({ code: 'shipment_busy' })
  expect((await merchant.cancel(shipmentId)).status).toBe(200)
})

/** A booking whose carrier has not answered, and a cancellation of it that is under way. */
async function aCancellationInDoubt() {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success', 3)
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const cancelled = merchant.cancelBooking(booking_id)
  cancelled.catch(() => {})
  const requestedAt = await eventually(async () => {
    const { status, cancellation_requested_at } = await merchant.booking(booking_id)
    expect([status, cancellation_requested_at]).toEqual(['pending', expect.any(String)])
    return cancellation_requested_at
  })
  return { merchant, shipmentId, bookingId: booking_id, cancelled, requestedAt }
}

test('a pending booking shows the request at once, and is cancelled when the carrier’s answer is known', async () => {
  const { merchant, shipmentId, bookingId, cancelled, requestedAt } = await aCancellationInDoubt()
  expect((await merchant.events(bookingId)).slice(-1)).toEqual(['booking.updated'])
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.booking(bookingId)).toMatchObject({ status: 'cancelled' })
  })
  const answer = { status: 'cancelled', cancellation_requested_at: requestedAt, shipment: { status: 'ready' } }
  expect(getData(await cancelled)).toMatchObject(answer)
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }])
})

test('a pending booking no longer shows the request once the carrier refuses to cancel', async () => {
  const { merchant, bookingId, cancelled } = await aCancellationInDoubt()
  await merchant.fault('cancel', 'refuse')
  const refused = cancelled.catch((error) => error)
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.booking(bookingId)).toMatchObject({ status: 'assigned', cancellation_requested_at: null })
  })
  expect(await refused).toMatchObject({ code: 'cancellation_refused' })
})

test('the label of a cancelled booking is not served', async () => {
  const { merchant, bookingId } = await booked()
  const { label_url } = await merchant.booking(bookingId)
  expect((await merchant.openLabel(label_url ?? '')).content.length).toBeGreaterThan(0)
  expect(getData(await merchant.cancelBooking(bookingId))).toMatchObject({ label_url: null })
  const refused = { code: 'label_not_available', meta: { current_status: 'cancelled' } }
  await expect(merchant.label(bookingId, {})).rejects.toMatchObject(refused)
  await expect(merchant.openLabel(label_url ?? '')).rejects.toMatchObject(refused)
})
