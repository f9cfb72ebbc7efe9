/** Lists of bookings, in keyset pages. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { type ListPage, type PageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { BookingStatus } from '@waybill/contracts/booking'
import { isId } from '@waybill/contracts/ids'
import type { ListFilters } from '@waybill/contracts/requests/list-filters'
import type { TermRange } from '@waybill/contracts/values/search/search-terms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import { ANY_BOOKING } from '../search/repository.ts'
import type { BookingRecord } from './booking.ts'
import { bookingFromRow, selectBooking } from './repository.ts'

interface BookingFilters extends ListFilters<BookingStatus> {
  shipmentId: string | null
  /** Whether the label was printed; null: both. */
  printed: boolean | null
}

/** Bookings of the environment. Throws `invalid_cursor`. */
export async function listBookings(
  db: Db,
  environmentId: string,
  filters: BookingFilters,
  { limit, cursor }: PageRequest,
): Promise<ListPage<BookingRecord>> {
  const { column, direction } = filters.order
  const list = ['bookings', environmentId, filters]
  let query = selectListed(db, environmentId, filters)
  if (cursor !== null) {
    const [at = '', bookingId = ''] = decodeCursor(list, cursor)
    query = query.where((eb) =>
      eb(
        eb.refTuple(`booking.${column}`, 'booking.booking_id'),
        direction === 'desc' ? '<' : '>',
        eb.tuple(new Date(at), bookingId),
      ),
    )
  }
  const rows = await query
    .orderBy(`booking.${column}`, direction)
    .orderBy('booking.booking_id', direction)
    .limit(limit + 1)
    .execute()
  const field = column === 'created_at' ? 'createdAt' : 'updatedAt'
  return toPage(rows.map(bookingFromRow), limit, (last) =>
    encodeCursor(list, [last[field].toISOString(), last.bookingId]),
  )
}

/** A query of the bookings that the filters match. */
function selectListed(db: Db, environmentId: string, filters: BookingFilters) {
  const {
    shipmentId,
    printed,
    statuses,
    created,
    updated,
    arrival,
    collection,
    carrierCodes,
    serviceCodes,
    carriedBy,
    trackingNumbers,
  } = filters
  let query = selectBooking(db, environmentId)
  if (shipmentId !== null) query = query.where('booking.shipment_id', '=', shipmentId)
  if (filters.searchedId !== null) query = query.where(isSearched(filters.searchedId))
  if (printed !== null) query = query.where(sql<boolean>`(booking.printed_at is null) = ${!printed}`)
  if (statuses.length > 0) query = query.where('booking.status', 'in', statuses)
  if (created.from !== null) query = query.where('booking.created_at', '>=', created.from)
  if (created.to !== null) query = query.where('booking.created_at', '<', created.to)
  if (updated.from !== null) query = query.where('booking.updated_at', '>=', updated.from)
  if (updated.to !== null) query = query.where('booking.updated_at', '<', updated.to)
  if (arrival.from !== null) query = query.where('booking.delivery_by', '>=', arrival.from)
  if (arrival.to !== null) query = query.where('booking.delivery_by', '<', arrival.to)
  // The index has the bookings of one day in their order.
  if (collection.from === collection.to && collection.from !== null)
    query = query.where('booking.collection_date', '=', collection.from)
  else {
    if (collection.from !== null) query = query.where('booking.collection_date', '>=', collection.from)
    if (collection.to !== null) query = query.where('booking.collection_date', '<=', collection.to)
  }
  if (carrierCodes.length > 0) query = query.where('booking.carrier_code', 'in', carrierCodes)
  if (serviceCodes.length > 0)
    query = query.where(sql<string>`booking.quote_option ->> 'service_code'`, 'in', serviceCodes)
  if (carriedBy.length > 0) {
    const name = sql<string>`booking.quote_option ->> 'carried_by'`
    // The first condition is that of the index.
    query = query.where(sql<boolean>`${name} <> ''`).where(sql<string>`lower(${name})`, 'in', carriedBy)
  }
  if (trackingNumbers.length > 0)
    query = query.where(sql<string>`lower(booking.tracking_number)`, 'in', trackingNumbers)
  for (const condition of troubleConditions(filters)) query = query.where(condition)
  for (const condition of shipmentConditions(environmentId, filters)) query = query.where(condition)
  return query
}

/** `is not null` is the condition of the index. */
function troubleConditions({ late, incidents, failureReasons }: BookingFilters): RawBuilder<boolean>[] {
  const lateConditions = {
    pickup: sql`(booking.pickup_by is not null and booking.pickup_by < now())`,
    delivery: sql`(booking.delivery_by is not null and booking.delivery_by < now())`,
  }
  const conditions: RawBuilder<boolean>[] = []
  if (late.length > 0)
    conditions.push(
      sql`(${sql.join(
        late.map((kind) => lateConditions[kind]),
        sql` or `,
      )})`,
    )
  if (incidents.length > 0) conditions.push(sql`booking.incident in (${sql.join(incidents)})`)
  if (failureReasons.length > 0) conditions.push(sql`booking.failure_reason in (${sql.join(failureReasons)})`)
  return conditions
}

const isSearched = (id: string): RawBuilder<boolean> =>
  isId('shp', id) ? sql`booking.shipment_id = ${id}` : sql`booking.booking_id = ${id}`

/** Conditions on the copy of the shipment and on search terms. */
function shipmentConditions(
  environmentId: string,
  { merchantOrderRef, metadata, search }: BookingFilters,
): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  if (merchantOrderRef !== null)
    conditions.push(sql`shipment_copy.object ->> 'merchant_order_ref' = ${merchantOrderRef}`)
  if (Object.keys(metadata).length > 0) {
    conditions.push(sql`(shipment_copy.object -> 'metadata')::jsonb @> ${JSON.stringify(metadata)}::jsonb`)
  }
  if (search !== null) conditions.push(hasTerm(environmentId, search))
  return conditions
}

/**
 * The first condition is one that Postgres can begin with, on either table. The second one leaves out bookings of whose
 * shipment only another booking has the tracking number; `offset 0` makes Postgres check it last.
 */
function hasTerm(environmentId: string, ranges: readonly TermRange[]): RawBuilder<boolean> {
  const found = sql.join(
    ranges.map(({ from, before }) => sql`(term >= ${from} and term < ${before})`),
    sql` or `,
  )
  const ofShipment = sql`
    search_term.environment_id = ${environmentId} and search_term.shipment_id = booking.shipment_id and (${found})`
  return sql`
    exists (select from search_term where ${ofShipment})
    and exists (
      select from search_term
      where ${ofShipment} and search_term.booking_id in (${ANY_BOOKING}, booking.booking_id) offset 0
    )`
}
