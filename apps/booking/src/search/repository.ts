/** Search terms of bookings: those of a shipment, which all its bookings share, and the tracking number of each. */

import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import type { Booking } from '@waybill/contracts/booking'
import type { InternalPayload } from '@waybill/contracts/events/internal-events'
import { newId } from '@waybill/contracts/ids'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { sql } from 'kysely'
import type { Trx } from '../db.ts'
import { shipmentTerms, trackingTerm, trackingTerms } from './terms.ts'

/** The booking_id of the terms that all bookings of a shipment share. */
export const ANY_BOOKING = ''

/** Adds the carrier's job and the tracking number of a booking to what it is found by. */
export async function addTrackingTerms(
  trx: Trx,
  booking: Pick<Booking, 'environmentId' | 'shipmentId' | 'bookingId' | 'trackingNumber'> & { carrierJobId: string },
): Promise<void> {
  const { environmentId: environment_id, shipmentId: shipment_id, bookingId: booking_id } = booking
  await trx
    .insertInto('search_term')
    .values(trackingTerms(booking).map((term) => ({ environment_id, shipment_id, booking_id, term })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface UnlistedBooking {
  environment_id: string
  booking_id: string
  shipment_id: string
  sequence: number
  carrier_code: string
  service_code: string
  carrier_job_id: string | null
  shipment: PublicShipment
}

/**
 * Lists up to `limit` bookings of all environments that version 0.1 has made: writes their search terms, and describes
 * them to the shipment service. Resolves to their number.
 */
export async function listOlderBookings(trx: Trx, limit: number): Promise<number> {
  const { rows } = await sql<UnlistedBooking>`
    select booking.environment_id, booking.booking_id, booking.shipment_id, booking.sequence, carrier_code,
      quote_option ->> 'service_code' as service_code, carrier_job_id, shipment_copy.object as shipment
    from booking join shipment_copy using (environment_id, shipment_id)
    where not listed
    limit ${limit}
    for update of booking skip locked`.execute(trx)
  if (rows.length === 0) return 0
  const terms = rows.flatMap(({ environment_id, shipment_id, booking_id, carrier_job_id, shipment }) => [
    ...shipmentTerms(shipment, []).map((term) => ({ environment_id, shipment_id, booking_id: ANY_BOOKING, term })),
    ...(carrier_job_id === null
      ? []
      : [{ environment_id, shipment_id, booking_id, term: trackingTerm(carrier_job_id) }]),
  ])
  await trx
    .insertInto('search_term')
    .values(terms)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await appendOutbox(
    trx,
    rows.map((row) => ({
      eventId: newId('evt'),
      type: 'booking.described',
      environmentId: row.environment_id,
      subjectType: 'booking',
      subjectId: row.booking_id,
      sequence: null,
      occurredAt: new Date(),
      public: null,
      internal: {
        shipment_id: row.shipment_id,
        sequence: row.sequence,
        carrier_code: row.carrier_code,
        service_code: row.service_code,
        carrier_job_id: row.carrier_job_id,
      } satisfies InternalPayload<'booking.described'>,
    })),
  )
  await sql`
    update booking set listed = true
    where (environment_id, booking_id) in (
      select * from unnest(
        ${rows.map((row) => row.environment_id)}::text[], ${rows.map((row) => row.booking_id)}::text[]
      )
    )`.execute(trx)
  return rows.length
}
