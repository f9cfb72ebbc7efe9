/** Labels that are marked as printed. */
import type { PublicBooking } from '@waybill/contracts/booking'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start()
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

type Merchant = ReturnType<typeof aMerchant>

async function bookOne(merchant: Merchant): Promise<PublicBooking> {
  const { shipmentId, optionId } = await merchant.offer()
  return getData<PublicBooking>(await merchant.book(shipmentId, optionId))
}
const print = (merchant: Merchant, bookingId: string, key?: string) =>
  booking.client.MarkLabelPrinted({
    context: merchant.writeContext(`print ${bookingId}`, key),
    booking_id: bookingId,
  })
const printed = async (...given: Parameters<typeof print>) => getData<PublicBooking>(await print(...given))
const readRefusal = async (...given: Parameters<typeof print>) => {
  const { status, body } = await print(...given)
  return [status, JSON.parse(body.toString()).error?.code]
}
const listed = async (merchant: Merchant, printed: boolean) => {
  const answer = await booking.client.List({ context: merchant.readContext(), printed })
  return getData<PublicBooking[]>(answer).map(({ booking_id }) => booking_id)
}

test('the first print sets the time, a reprint counts, and a repeat with its key does neither', async () => {
  const merchant = aMerchant(system, booking)
  const { booking_id, printed_at, print_count } = await bookOne(merchant)
  expect([printed_at, print_count]).toEqual([null, 0])
  const first = await printed(merchant, booking_id, 'once')
  expect(first.printed_at).not.toBeNull()
  expect(await printed(merchant, booking_id, 'once')).toEqual(first)
  expect(await printed(merchant, booking_id)).toMatchObject({ printed_at: first.printed_at, print_count: 2 })
  await eventually(async () => {
    const events = await system.db
      .selectFrom('outbox')
      .select(['type', 'public'])
      .where('environment_id', '=', merchant.environmentId)
      .where('subject_id', '=', booking_id)
      .where('public', 'is not', null)
      .orderBy('position')
      .execute()
    const counts = events.flatMap(({ type, public: event }) => {
      const { previous_attributes, object } = (event as PublicEvent).data
      return 'print_count' in previous_attributes ? [[type, object.print_count]] : []
    })
    expect(counts).toEqual([
      ['booking.updated', 1],
      ['booking.updated', 2],
    ])
  })
})

test('the list shows what is printed and what is not', async () => {
  const merchant = aMerchant(system, booking)
  const [one, other] = [await bookOne(merchant), await bookOne(merchant)]
  await print(merchant, one.booking_id)
  expect(await listed(merchant, true)).toEqual([one.booking_id])
  expect(await listed(merchant, false)).toEqual([other.booking_id])
})

test('a cancelled booking and one of another tenant cannot be printed', async () => {
  const merchant = aMerchant(system, booking)
  const { booking_id, shipment_id } = await bookOne(merchant)
  expect(await readRefusal(aMerchant(system, booking), booking_id)).toEqual([404, 'booking_not_found'])
  await merchant.cancel(shipment_id)
  expect(await readRefusal(merchant, booking_id)).toEqual([409, 'label_not_available'])
  expect((await merchant.booking(booking_id)).printed_at).toBeNull()
})
