import type { PublicBooking } from '@waybill/contracts/booking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBookingSystem, type BookingSystem, type RunningBooking } from './testing/a-booking-system.ts'
import { aMerchant, dataOf } from './testing/a-merchant.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await aBookingSystem()
  booking = await system.start()
})
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

test('an option is booked: 201, assigned, with job, driver and label', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, quoteId, optionId } = await merchant.offer()
  const answer = await merchant.book(shipmentId, optionId)
  expect(answer.status).toBe(201)
  const shown = dataOf<PublicBooking>(answer)
  expect(shown).toMatchObject({
    status: 'assigned',
    shipment_id: shipmentId,
    carrier_code: 'city_van',
    cancelled_at: null,
    pod: null,
    quote_option: { quote_option_id: optionId },
    shipment: { shipment_id: shipmentId, status: 'ready', booking_id: shown.booking_id },
  })
  expect(shown.carrier_job_id).not.toBeNull()
  expect(shown.current_driver_id).toBe(shown.driver?.driver_id)
  expect(shown.label_url).toContain('https://api.example.com/api/v1/bookings/')
  expect(await merchant.booking(shown.booking_id)).toEqual(shown)
  expect(await merchant.readQuote(quoteId)).toMatchObject({ status: 'accepted' })
  expect(await merchant.events(shown.booking_id)).toEqual([
    'booking.created',
    'booking.updated',
    'booking.driver_assigned',
  ])
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
})
