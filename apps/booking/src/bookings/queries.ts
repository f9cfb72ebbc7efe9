/** Lists of bookings, in keyset pages. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { type ListPage, type PageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { BookingStatus } from '@waybill/contracts/booking'
import type { Db } from '../db.ts'
import type { BookingRecord } from './booking.ts'
import { bookingFromRow, selectBooking } from './repository.ts'

interface BookingFilters {
  shipmentId: string | null
  status: BookingStatus | null
}

/** Bookings of the environment, newest first. Throws `invalid_cursor`. */
export async function listBookings(
  db: Db,
  environmentId: string,
  filters: BookingFilters,
  { limit, cursor }: PageRequest,
): Promise<ListPage<BookingRecord>> {
  const list = ['bookings', environmentId, filters]
  let query = selectBooking(db, environmentId)
  if (filters.shipmentId !== null) query = query.where('booking.shipment_id', '=', filters.shipmentId)
  if (filters.status !== null) query = query.where('booking.status', '=', filters.status)
  if (cursor !== null) {
    const [createdAt = '', bookingId = ''] = decodeCursor(list, cursor)
    query = query.where((eb) =>
      eb(eb.refTuple('booking.created_at', 'booking.booking_id'), '<', eb.tuple(new Date(createdAt), bookingId)),
    )
  }
  const rows = await query
    .orderBy('booking.created_at', 'desc')
    .orderBy('booking.booking_id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows.map(bookingFromRow), limit, (last) =>
    encodeCursor(list, [last.createdAt.toISOString(), last.bookingId]),
  )
}
