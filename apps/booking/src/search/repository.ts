/** Search terms of bookings: those of a shipment, which all its bookings share, and the tracking number of each. */

import type { Booking } from '@waybill/contracts/booking'
import type { Trx } from '../db.ts'
import { trackingTerms } from './terms.ts'

/** The booking_id of the terms that all bookings of a shipment share. */
export const ANY_BOOKING = ''

/** A query that adds the carrier's job and the tracking number of a booking to what it is found by. */
export function insertTrackingTerms(
  db: Pick<Trx, 'insertInto'>,
  booking: Pick<Booking, 'environmentId' | 'shipmentId' | 'bookingId' | 'trackingNumber' | 'parcels'> & {
    carrierJobId: string
  },
) {
  const { environmentId: environment_id, shipmentId: shipment_id, bookingId: booking_id } = booking
  return db
    .insertInto('search_term')
    .values(trackingTerms(booking).map((term) => ({ environment_id, shipment_id, booking_id, term })))
    .onConflict((conflict) => conflict.doNothing())
}
