import type { Booking } from '@waybill/sdk'
import { record } from '../../table.ts'
import { offerRow } from '../offers.ts'

/** What a person wants to know of a booking, a line for each. */
export function bookingFacts(booking: Booking): string {
  const { carrier, service, price } = offerRow(booking.quote_option)
  return record({
    booking_id: booking.booking_id,
    status: booking.status,
    carrier,
    service,
    price,
    tracking_number: booking.tracking_number,
    tracking_url: booking.tracking_url,
  })
}
