/** Cancelling and updating shipments: the carrier is asked first. */
import type { AppError } from '@waybill/contracts/app-error'
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

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

const getCode = (answer: Promise<unknown>) => answer.then(() => 'answered').catch((error: AppError) => error.code)

/** Makes postponed operations due now. */
const letTimePass = () => sql`update operation set next_attempt_at = now() where state = 'open'`.execute(system.db)

async function booked(carrierCode?: string) {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer(carrierCode)
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  return { merchant, shipmentId, bookingId: booking_id }
}

test('cancels a shipment without a booking at once, and only once', async () => {
  const merchant = aMerchant(system, booking)
  const { shipment_id } = await merchant.ship()
  const answer = await merchant.cancel(shipment_id)
  expect(answer.status).toBe(200)
  expect(getData(answer)).toEqual({
    shipment_id,
    status: 'cancelled',
    cancellation_reason_code: 'customer_request',
    cancellation_reason_note: 'Ordered twice',
  })
  await expect(merchant.cancel(shipment_id)).rejects.toMatchObject({
    code: 'shipment_not_cancellable',
    meta: { current_status: 'cancelled' },
  })
})

test("cancels the carrier's job of a booking first", async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  expect(getData(await merchant.cancel(shipmentId, { key: 'c' }))).toMatchObject({ status: 'cancelled' })
  expect(await merchant.booking(bookingId)).toMatchObject({
    status: 'cancelled',
    cancellation_reason_code: 'customer_request',
    cancel_reason: 'Ordered twice',
    shipment: { status: 'cancelled' },
  })
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }])
  expect((await merchant.events(bookingId)).slice(-2)).toEqual(['booking.updated', 'booking.cancelled'])
  expect(await merchant.cancel(shipmentId, { key: 'c' })).toMatchObject({ status: 200, replayed: true })
})

test('answers 409 if the carrier refuses to cancel, and keeps the booking', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  await merchant.advance(shipmentId, { status: 'picked_up' })
  await expect(merchant.cancel(shipmentId)).rejects.toMatchObject({
    code: 'cancellation_refused',
    carrier: { carrier_code: 'city_van', code: 'too_late' },
  })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'picked_up', cancelled_at: null })
  expect(await merchant.shipment(shipmentId)).toMatchObject({ cancellation_requested_at: null })
})

test.each([
  { mode: 'timeout', carrier: { code: 'timeout', http_status: null } },
  { mode: '500', carrier: { http_status: 500 } },
  { mode: '429', carrier: { http_status: 429 } },
])(
  "a cancellation that meets $mode answers 504 with the carrier's fault, and so does its repeat",
  async ({ mode, carrier }) => {
    const { merchant, shipmentId } = await booked()
    await merchant.fault('cancel', mode, 1_000)
    const error = { code: 'carrier_timeout', carrier: { carrier_code: 'city_van', ...carrier } }
    await expect(merchant.cancel(shipmentId, { key: 'c' })).rejects.toMatchObject(error)
    await expect(merchant.cancel(shipmentId, { key: 'c' })).rejects.toMatchObject(error)
  },
)

test("an update that meets a 500 answers 504 with the carrier's fault, and so does its repeat", async () => {
  const { merchant, shipmentId } = await booked()
  await merchant.fault('update', '500', 1_000)
  const error = { code: 'carrier_timeout', carrier: { carrier_code: 'city_van', http_status: 500 } }
  const patch = { dropoff_address: { address_line_1: '9 River Road' } }
  await expect(merchant.update(shipmentId, patch, { key: 'u' })).rejects.toMatchObject(error)
  await expect(merchant.update(shipmentId, patch, { key: 'u' })).rejects.toMatchObject(error)
})

test('answers 504 if the carrier does not answer, shows the pending cancellation and retries it', async () => {
  const { merchant, shipmentId } = await booked()
  await merchant.fault('cancel', 'timeout', 2)
  expect(await getCode(merchant.cancel(shipmentId, { key: 'c' }))).toBe('carrier_timeout')
  const pending = await merchant.shipment(shipmentId)
  expect(pending).toMatchObject({ status: 'ready' })
  expect(pending.cancellation_requested_at).not.toBeNull()
  await expect(merchant.update(shipmentId, { metadata: { a: 'b' } })).rejects.toMatchObject({
    code: 'shipment_not_updatable',
    meta: { cancellation_pending: true },
  })
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'cancelled' })
  })
  expect(await merchant.cancel(shipmentId, { key: 'c' })).toMatchObject({ status: 200, replayed: true })
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }])
})

test('the booking operation executes a cancellation that arrives during it: no job is left', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  const booking202 = merchant.book(shipmentId, optionId, { key: 'b' })
  await eventually(async () => expect(await merchant.jobs(shipmentId)).toHaveLength(1))
  const cancelled = merchant.cancel(shipmentId)
  expect((await booking202).status).toBe(202)
  expect(getData(await cancelled)).toMatchObject({ status: 'cancelled', cancellation_reason_code: 'customer_request' })
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }])
  await expect(merchant.book(shipmentId, optionId, { key: 'b' })).resolves.toMatchObject({ status: 409 })
})

test('a cancellation during a booking leaves the booking if the carrier refuses it', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  await merchant.fault('cancel', 'refuse')
  const booking202 = merchant.book(shipmentId, optionId, { key: 'b' })
  await eventually(async () => expect(await merchant.jobs(shipmentId)).toHaveLength(1))
  await expect(merchant.cancel(shipmentId)).rejects.toMatchObject({
    code: 'cancellation_refused',
    carrier: { code: 'refused' },
  })
  expect((await booking202).status).toBe(202)
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', cancellation_requested_at: null })
  const answer = await merchant.book(shipmentId, optionId, { key: 'b' })
  expect(answer).toMatchObject({ status: 201 })
  expect(getData(answer)).toMatchObject({ status: 'assigned' })
})

test('an update that concerns no carrier is applied at once', async () => {
  const { merchant, shipmentId } = await booked()
  const answer = await merchant.update(shipmentId, { metadata: { colour: 'red' } })
  expect(answer.status).toBe(200)
  expect(getData(answer)).toMatchObject({ metadata: { source: 'webshop', colour: 'red' } })
  expect(answer.etag).not.toBe('')
})

test('a repeated update gets its first answer after its date has passed; a new one is refused', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId } = await merchant.offer()
  const patch = { collection_date: new Date().toISOString().slice(0, 10) }
  const first = await merchant.update(shipmentId, patch, { key: 'again' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  const second = await merchant.update(shipmentId, patch, { key: 'again' })
  expect(second).toMatchObject({ status: 200, replayed: true })
  expect(second.body.equals(first.body)).toBe(true)
  vi.useRealTimers()
  const late = { collection_date: '2020-01-01' }
  expect(await getCode(merchant.update(shipmentId, late, { key: 'new' }))).toBe('collection_date_in_past')
})

test('If-Match rejects every command for another version', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const stale = { ifMatch: '0' }
  expect(await getCode(merchant.update(shipmentId, { metadata: {} }, stale))).toBe('version_conflict')
  expect(await getCode(merchant.cancel(shipmentId, stale))).toBe('version_conflict')
  expect(await getCode(merchant.book(shipmentId, optionId, stale))).toBe('version_conflict')
  const { etag } = await merchant.update(shipmentId, { metadata: { colour: 'red' } }, { ifMatch: '1' })
  expect((await merchant.book(shipmentId, optionId, { ifMatch: etag })).status).toBe(201)
})

test('after a 412 the same request with its key and the present version succeeds', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const change = (ifMatch: string) => merchant.update(shipmentId, { metadata: { a: 'b' } }, { key: 'u', ifMatch })
  expect(await getCode(change('7'))).toBe('version_conflict')
  const { etag } = await change('1')
  const book = (ifMatch: string) => merchant.book(shipmentId, optionId, { key: 'b', ifMatch })
  expect(await getCode(book('1'))).toBe('version_conflict')
  expect((await book(etag)).status).toBe(201)
  expect(await getCode(merchant.cancel(shipmentId, { key: 'c', ifMatch: '1' }))).toBe('version_conflict')
  expect((await merchant.cancel(shipmentId, { key: 'c' })).status).toBe(200)
})

test('asks the carrier for a change of the route first, and fetches a new label', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const patch = { dropoff_address: { address_line_1: '9 River Road', latitude: 51.53, longitude: -0.09 } }
  const answer = await merchant.update(shipmentId, patch)
  expect(getData(answer)).toMatchObject({ dropoff_address: { address_line_1: '9 River Road' } })
  await eventually(async () => {
    expect(await merchant.booking(bookingId)).toMatchObject({
      shipment: { dropoff_address: { address_line_1: '9 River Road' } },
    })
  })
  await eventually(async () => {
    const { label_due } = await system.db
      .selectFrom('booking')
      .select('label_due')
      .where('booking_id', '=', bookingId)
      .executeTakeFirstOrThrow()
    expect(label_due).toBe(false)
  })
})

test('asks the carrier for another collection time too', async () => {
  const { merchant, shipmentId } = await booked()
  await merchant.update(shipmentId, { ready_at: '2098-01-02T15:00:00Z' })
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ ready_at: '2098-01-02T15:00:00.000Z' }])
  await merchant.fault('update', 'refuse')
  const later = merchant.update(shipmentId, { collection_date: '2099-01-01' })
  await expect(later).rejects.toMatchObject({ code: 'update_refused', carrier: { carrier_code: 'city_van' } })
  await merchant.update(shipmentId, { dropoff_instructions: 'Ring twice' })
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ ready_at: '2098-01-02T15:00:00.000Z' }])
})

test('answers 409 if the carrier refuses an update, and changes nothing', async () => {
  const { merchant, shipmentId } = await booked()
  const before = await merchant.shipment(shipmentId)
  await merchant.fault('update', 'refuse')
  const patch = { dropoff_address: { address_line_1: '9 River Road' } }
  await expect(merchant.update(shipmentId, patch)).rejects.toMatchObject({
    code: 'update_refused',
    carrier: { carrier_code: 'city_van' },
  })
  expect(await merchant.shipment(shipmentId)).toEqual(before)
})

test('answers 504 if the carrier does not answer an update, and retries it', async () => {
  const { merchant, shipmentId } = await booked()
  await merchant.fault('update', 'timeout', 2)
  const patch = { dropoff_address: { address_line_1: '9 River Road' } }
  expect(await getCode(merchant.update(shipmentId, patch, { key: 'u' }))).toBe('carrier_timeout')
  expect(await getCode(merchant.update(shipmentId, { dropoff_address: { city: 'Leeds' } }))).toBe('shipment_busy')
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.shipment(shipmentId)).toMatchObject({ dropoff_address: { address_line_1: '9 River Road' } })
  })
  expect(await merchant.update(shipmentId, patch, { key: 'u' })).toMatchObject({ status: 200, replayed: true })
})

test('the update operation executes a cancellation that arrives during it', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  await merchant.fault('update', 'timeout')
  const patch = { dropoff_address: { address_line_1: '9 River Road' } }
  expect(await getCode(merchant.update(shipmentId, patch, { key: 'u' }))).toBe('carrier_timeout')
  expect(getData(await merchant.cancel(shipmentId))).toMatchObject({ status: 'cancelled' })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'cancelled' })
  await expect(merchant.update(shipmentId, patch, { key: 'u' })).resolves.toMatchObject({ status: 409 })
})

test('an update in doubt does not keep a cancellation from the carrier', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  await merchant.fault('update', '500', 1_000)
  const patch = { dropoff_address: { address_line_1: '9 River Road' } }
  expect(await getCode(merchant.update(shipmentId, patch, { key: 'u', timeoutMs: 2_000 }))).toBe('carrier_timeout')
  const cancelled = merchant.cancel(shipmentId)
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.booking(bookingId)).toMatchObject({ status: 'cancelled' })
  })
  expect(getData(await cancelled)).toMatchObject({ status: 'cancelled', cancellation_reason_note: 'Ordered twice' })
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }])
})
