/** Events of bookings: the shipment in them is as the same facts make it, and nothing that changed is left out. */
import { transact } from '@waybill/chassis/postgres/database'
import type { PublicBooking } from '@waybill/contracts/booking'
import { type PublicEvent, previousAttributes } from '@waybill/contracts/events/public-event'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSignedUrls } from '../documents/signed-urls.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { dispatched, readBookings } from '../testing/dispatch-scenarios.ts'
import { aMerchant, getData, type Merchant } from '../testing/merchant-calls.ts'
import { withLabel } from './changes.ts'
import { createBookingCodec } from './codec.ts'
import { createRecorderFactory, systemChange } from './recorder.ts'
import { lockBookingWithJob } from './repository.ts'

let system: BookingSystem
let booking: RunningBooking
let onStep = async (_step: string): Promise<void> => {}
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start({ onStep: (step) => onStep(step) })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

type BookingEvent = Omit<PublicEvent, 'data'> & {
  data: { object: PublicBooking; previous_attributes: Partial<PublicBooking> }
}

async function readEvents(bookingId: string): Promise<BookingEvent[]> {
  const rows = await system.db
    .selectFrom('outbox')
    .select('public')
    .where('subject_id', '=', bookingId)
    .where('public', 'is not', null)
    .orderBy('position')
    .execute()
  return rows.map((row) => (typeof row.public === 'string' ? JSON.parse(row.public) : row.public) as BookingEvent)
}

/** Signed anew for each event. */
const unsigned = ({ label_url, pod, ...rest }: PublicBooking) => ({
  ...rest,
  has_label: label_url !== null,
  pod: pod && { ...pod, photos: pod.photos.map(({ sha256 }) => sha256), signature: pod.signature?.signer_name },
})

/** Each event names all that differs from the event of the change before. */
function expectComplete(events: BookingEvent[]): void {
  let before: BookingEvent | undefined
  for (const event of events) {
    const isSameChange = before?.timestamp === event.timestamp
    const { pod: _, label_url: __, ...named } = event.data.previous_attributes
    if (before === undefined) expect(named).toEqual({})
    else if (!isSameChange) {
      const {
        has_label: ___,
        pod: ____,
        ...differing
      } = previousAttributes(unsigned(before.data.object), unsigned(event.data.object))
      expect({ type: event.type, ...named }).toEqual({ type: event.type, ...differing })
    }
    if (!isSameChange) before = event
  }
}

const shown = ({ type, data }: BookingEvent) => {
  const { status, shipment } = data.object
  return [type, status, shipment.status, shipment.booking_id === null ? 'free' : 'booked']
}

async function booked(merchant: Merchant, overrides: Record<string, unknown> = {}) {
  const { shipmentId, optionId } = await merchant.offer('city_van', overrides)
  const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  return { shipmentId, bookingId }
}

test('the events of a delivery show the shipment as the booking makes it, and everything that changed', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, bookingId } = await booked(merchant)
  await merchant.advance(shipmentId, { status: 'picked_up' })
  await eventually(async () => {
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'in_transit' })
    expect((await merchant.booking(bookingId)).shipment).toEqual(await merchant.shipment(shipmentId))
  })
  await merchant.update(shipmentId, { metadata: { noted: 'between two events' } })
  await eventually(async () => {
    expect((await merchant.booking(bookingId)).shipment.metadata).toMatchObject({ noted: 'between two events' })
  })
  await merchant.advance(shipmentId, { status: 'delivered' })
  const events = await readEvents(bookingId)
  expect(events[0] && shown(events[0])).toEqual(['booking.created', 'pending', 'ready', 'booked'])
  const delivered = events.find(({ type }) => type === 'booking.delivered')
  expect(delivered && shown(delivered)).toEqual(['booking.delivered', 'delivered', 'delivered', 'booked'])
  expect(delivered?.data.previous_attributes.shipment).toMatchObject({ updated_at: expect.any(String) })
  expectComplete(events)
  await eventually(async () => {
    expect((await merchant.booking(bookingId)).shipment).toEqual(await merchant.shipment(shipmentId))
  })
})

test('a cancelled booking shows its shipment as cancelled, with the reason', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, bookingId } = await booked(merchant)
  await merchant.cancel(shipmentId)
  const events = await readEvents(bookingId)
  const cancelled = events.find(({ type }) => type === 'booking.cancelled')
  expect(cancelled?.data.object.shipment).toMatchObject({
    status: 'cancelled',
    booking_id: null,
    cancellation_reason_code: 'customer_request',
    cancellation_reason_note: 'Ordered twice',
  })
  expect(cancelled?.data.previous_attributes.shipment).toMatchObject({
    status: 'ready',
    booking_id: bookingId,
    cancellation_reason_code: null,
    cancellation_reason_note: null,
  })
  expectComplete(events)
})

test('a booking that is cancelled alone shows its shipment as free', async () => {
  const merchant = aMerchant(system, booking)
  const { bookingId } = await booked(merchant)
  await merchant.cancelBooking(bookingId)
  const events = await readEvents(bookingId)
  expect(events.slice(-1).map(shown)).toEqual([['booking.cancelled', 'cancelled', 'ready', 'free']])
  expectComplete(events)
})

test('a booking that its carrier cancels before pickup shows its shipment as free', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, bookingId } = await booked(merchant)
  await merchant.advance(shipmentId, { status: 'cancelled' })
  const events = await readEvents(bookingId)
  expect(events.slice(-1).map(shown)).toEqual([['booking.cancelled', 'cancelled', 'ready', 'free']])
  expectComplete(events)
})

test('a refused booking shows its shipment as free', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'refuse')
  await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({ code: 'carrier_refused' })
  const { booking_id } = await system.db
    .selectFrom('booking')
    .select('booking_id')
    .where('shipment_id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  const events = await readEvents(booking_id)
  expect(events.slice(-1).map(shown)).toEqual([['booking.failed', 'failed', 'ready', 'free']])
  expectComplete(events)
})

/** After an end of the booking: its shipment and the shipment itself are the same, and neither shows the booking. */
async function expectAgreement(merchant: Merchant, shipmentId: string, end: Partial<PublicShipment>) {
  const bookings = await readBookings(system, { shipment_id: shipmentId })
  expect(bookings.map(({ status }) => status)).toEqual(['cancelled'])
  const bookingId = bookings[0]?.booking_id ?? ''
  await eventually(async () => {
    const shipment = await merchant.shipment(shipmentId)
    expect(shipment).toMatchObject({ ...end, booking_id: null })
    expect((await merchant.booking(bookingId)).shipment).toEqual(shipment)
  })
  const events = await readEvents(bookingId)
  expect(events.at(-1)).toMatchObject({
    type: 'booking.cancelled',
    data: { object: { shipment: { booking_id: null } } },
  })
}

test('a cancelled booking and its shipment agree that the shipment has no booking', async () => {
  const merchant = aMerchant(system, booking)
  const alone = await booked(merchant)
  await merchant.cancelBooking(alone.bookingId)
  await expectAgreement(merchant, alone.shipmentId, { status: 'ready' })
  const whole = await booked(merchant)
  await merchant.cancel(whole.shipmentId)
  await expectAgreement(merchant, whole.shipmentId, { status: 'cancelled' })
})

test('a booking that is cancelled after the dispatch window and its failed shipment agree', async () => {
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow()
  const { booking_id } = await dispatched(merchant, shipment)
  await eventually(async () => expect((await merchant.heldShipment(shipment.shipment_id)).claimId).toBeNull())
  await sql`update booking set dispatch_until = now() where booking_id = ${booking_id}`.execute(system.db)
  await merchant.cancelBooking(booking_id)
  await expectAgreement(merchant, shipment.shipment_id, { status: 'failed', failure_reason: 'booking_cancelled' })
})

test.each(['dispatch.attempt:committed', 'dispatch.call:called', 'dispatch.call:committed'])(
  'a shipment that is cancelled while a courier is booked and its booking agree (%s)',
  async (step) => {
    const merchant = aMerchant(system, booking)
    const reached = Promise.withResolvers<void>()
    const goesOn = Promise.withResolvers<void>()
    onStep = async (name) => {
      if (name !== step) return
      reached.resolve()
      await goesOn.promise
    }
    const { shipment_id: shipmentId } = await merchant.shipNow()
    await reached.promise
    const cancelled = merchant.cancel(shipmentId)
    cancelled.catch(() => {})
    await eventually(async () => expect((await merchant.heldShipment(shipmentId)).cancelRequested).toBe(true))
    onStep = async () => {}
    goesOn.resolve()
    expect(getData(await cancelled)).toMatchObject({ status: 'cancelled' })
    await expectAgreement(merchant, shipmentId, { status: 'cancelled' })
  },
)

test('changes that begin together and wait for each other have times in the order of their events', async () => {
  const merchant = aMerchant(system, booking)
  const { bookingId } = await booked(merchant)
  const urls = createSignedUrls({ publicUrl: 'https://api.example.com', signingKey: 'a key' })
  const createRecorder = createRecorderFactory(createBookingCodec(urls))
  const lastAt = await transact(system.db, async (trx) => {
    const lock = () => lockBookingWithJob(trx, merchant.environmentId, bookingId)
    const { updatedAt } = await lock()
    for (const at of [updatedAt, new Date(updatedAt.getTime() - 5)]) {
      const before = await lock()
      await createRecorder(systemChange(at)).update(trx, before, withLabel(before, at))
    }
    return updatedAt
  })
  const events = await readEvents(bookingId)
  for (const afterMs of [1, 2]) {
    const timestamp = new Date(lastAt.getTime() + afterMs).toISOString()
    const event = events.find((one) => one.timestamp === timestamp)
    expect(event?.data.object.updated_at).toBe(timestamp)
    expect(event?.data.previous_attributes).toHaveProperty('updated_at')
  }
})
