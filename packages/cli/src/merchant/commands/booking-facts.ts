import type { Booking } from '@waybill/sdk'
import { record, table } from '../../table.ts'
import { offerRow } from '../offers.ts'

/** The facts of a booking for a person, one per line, and its parcels if it has several. */
export function bookingFacts(booking: Booking): string {
  const { carrier, service, price } = offerRow(booking.quote_option)
  const facts = record({
    booking_id: booking.booking_id,
    status: booking.status,
    carrier,
    service,
    price,
    tracking_number: booking.tracking_number,
    tracking_url: booking.tracking_url,
  })
  // A server of an earlier version names none.
  const parcels = booking.parcels ?? []
  if (parcels.length < 2) return facts
  const rows = parcels.map(({ number, status, tracking_number, incident, refund_status }) => ({
    parcel: number,
    status,
    tracking_number,
    incident,
    refund: refund_status,
  }))
  return `${facts}\n${table(rows, ['parcel', 'status', 'tracking_number', 'incident', 'refund'])}`
}
