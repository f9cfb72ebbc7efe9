/** Lists, in keyset pages, and what else is only read. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { type ListPage, type PageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { BookingStatus } from '@waybill/contracts/booking'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { BookingRecord } from './booking.ts'
import { bookingFromRow, selectBooking } from './repository.ts'

export interface BookingFilters {
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

/** Where the courier was, by the carrier's last report that says so. */
export interface KnownPosition {
  latitude: number
  longitude: number
  occurredAt: Date
  receivedAt: Date
}

export async function findLastPosition(
  db: Db,
  environmentId: string,
  bookingId: string,
): Promise<KnownPosition | undefined> {
  return await db
    .selectFrom('tracking_fact')
    .select([
      sql<number>`(fact -> 'location' ->> 'latitude')::float8`.as('latitude'),
      sql<number>`(fact -> 'location' ->> 'longitude')::float8`.as('longitude'),
      'occurred_at as occurredAt',
      'received_at as receivedAt',
    ])
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where(sql<boolean>`jsonb_typeof(fact -> 'location') = 'object'`)
    .orderBy('occurred_at', 'desc')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
