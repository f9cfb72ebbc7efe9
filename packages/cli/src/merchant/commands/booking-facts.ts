import type { Booking } from '@waybill/sdk'
import { record } from '../../table.ts'
import { offerRow } from '../offers.ts'

/** The facts of a booking for a person, one per line. */
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
