/** Lists, in keyset pages. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { type ListPage, type PageRequest, toPage } from '@waybill/chassis/postgres/page'
import { type ListFilters, NOBODY } from '@waybill/contracts/requests/list-filters'
import { type Shipment, type ShipmentStatus, shipmentStatuses } from '@waybill/contracts/shipment'
import { COUNTED_UP_TO, type ShipmentCounts } from '@waybill/contracts/shipments/shipment-counts'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import type { TermRange } from '@waybill/contracts/values/search/search-terms'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db.ts'
import { TAG_TERMS } from '../search/terms.ts'
import { selectParcels } from './repository.ts'
import { shipmentColumns, toShipment } from './rows.ts'
import { publicTimelineEntry } from './timeline-rows.ts'

const DAY_MS = 86_400_000

/** Shipments of the environment. Throws `invalid_cursor`. */
export async function listShipments(
  db: Reader,
  environmentId: string,
  filters: ListFilters<ShipmentStatus>,
  page: PageRequest,
): Promise<ListPage<Shipment>> {
  const { column, direction } = filters.order
  const list = ['shipments', environmentId, filters]
  let query = selectShipments(db, environmentId, filters).select(shipmentColumns).select(selectParcels)
  if (page.cursor !== null) {
    const [at = '', shipmentId = ''] = decodeCursor(list, page.cursor)
    query = query.where((eb) =>
      eb(eb.refTuple(column, 'shipment_id'), direction === 'desc' ? '<' : '>', eb.tuple(new Date(at), shipmentId)),
    )
  }
  const rows = await query
    .orderBy(column, direction)
    .orderBy('shipment_id', direction)
    .limit(page.limit + 1)
    .execute()
  const shipments = rows.map((row) => toShipment(row, row.parcels))
  const field = column === 'created_at' ? 'createdAt' : 'updatedAt'
  return toPage(shipments, page.limit, (last) => encodeCursor(list, [last[field].toISOString(), last.shipmentId]))
}

/**
 * The shipments of the environment in each status, and those that wait. Each count reads the first `COUNTED_UP_TO` entries of an
 * index: the order is that of the index, so that Postgres does not read the table instead.
 */
export async function countShipments(db: Reader, environmentId: string): Promise<ShipmentCounts> {
  const count = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<number>`(
    select count(*)::integer from (
      select from shipment where environment_id = ${environmentId} and ${condition}
      order by ${order} limit ${sql.lit(COUNTED_UP_TO)}
    ) as counted
  )`
  const newest = sql`created_at desc, shipment_id desc`
  const statuses = shipmentStatuses.flatMap((name) => [sql.lit(name), count(sql`status = ${sql.lit(name)}`, newest)])
  const { rows } = await sql<Omit<ShipmentCounts, 'counted_up_to'>>`
    select json_build_object(${sql.join(statuses)}) as status,
      json_build_object(
        'booking', ${count(waits.booking, sql`merchant_order_ref, fingerprint, ${newest}`)},
        'courier', ${count(waits.courier, newest)},
        'release', ${count(waits.release, newest)},
        'approval', ${count(waits.approval, newest)}
      ) as waiting_for`.execute(db)
  return { counted_up_to: COUNTED_UP_TO, ...(rows[0] as Omit<ShipmentCounts, 'counted_up_to'>) }
}

/** The newest shipment of each reference that is neither cancelled nor a return. */
export async function findByReferences(
  db: Reader,
  environmentId: string,
  references: readonly string[],
): Promise<{ found: { merchant_order_ref: string; shipment_id: string }[] }> {
  const { rows } = await sql<{ merchant_order_ref: string; shipment_id: string }>`
    select reference as merchant_order_ref, found.shipment_id
    from unnest(${[...new Set(references)]}::text[]) as reference
    cross join lateral (
      select shipment_id from shipment
      where environment_id = ${environmentId} and merchant_order_ref = reference and status <> 'cancelled'
        and return_terms is null
      order by created_at desc, shipment_id desc limit 1
    ) as found`.execute(db)
  return { found: rows }
}

/** A query of the shipments that the filters match, without columns. */
function selectShipments(db: Reader, environmentId: string, filters: ListFilters<ShipmentStatus>) {
  const { statuses, created, updated, arrival, collection, merchantOrderRef, metadata } = filters
  const { carrierCodes, serviceCodes, carriedBy, trackingNumbers } = filters
  let query = db.selectFrom('shipment').where('environment_id', '=', environmentId)
  if (statuses.length > 0) query = query.where('status', 'in', statuses)
  if (merchantOrderRef !== null) query = query.where('merchant_order_ref', '=', merchantOrderRef)
  if (created.from !== null) query = query.where('created_at', '>=', created.from)
  if (created.to !== null) query = query.where('created_at', '<', created.to)
  if (updated.from !== null) query = query.where('updated_at', '>=', updated.from)
  if (updated.to !== null) query = query.where('updated_at', '<', updated.to)
  if (arrival.from !== null) query = query.where('delivery_by', '>=', arrival.from)
  if (arrival.to !== null) query = query.where('delivery_by', '<', arrival.to)
  // The index finds the time to the day; the date is the one that is shown, which may be that of another offset.
  if (collection.from !== null)
    query = query.where('collection_at', '>=', daysAfter(collection.from, -1)).where(shownDate, '>=', collection.from)
  if (collection.to !== null)
    query = query.where('collection_at', '<', daysAfter(collection.to, 2)).where(shownDate, '<=', collection.to)
  if (carrierCodes.length > 0) query = query.where('carrier_code', 'in', carrierCodes)
  if (serviceCodes.length > 0) query = query.where('service_code', 'in', serviceCodes)
  if (carriedBy.length > 0) query = query.where(sql<string>`lower(carried_by_name)`, 'in', carriedBy)
  if (trackingNumbers.length > 0) query = query.where(sql<string>`lower(tracking_number)`, 'in', trackingNumbers)
  if (Object.keys(metadata).length > 0) {
    query = query.where(sql<boolean>`metadata @> ${JSON.stringify(metadata)}::jsonb`)
  }
  for (const condition of waitConditions(filters)) query = query.where(condition)
  if (filters.searchedId !== null) query = query.where('shipment_id', '=', filters.searchedId)
  if (filters.search !== null) query = query.where(hasTerm(environmentId, filters.search))
  if (filters.direction === 'return') query = query.where('return_terms', 'is not', null)
  if (filters.direction === 'outbound') query = query.where('return_terms', 'is', null)
  if (filters.originalId !== null) query = query.where(bringsBack(filters.originalId))
  if (filters.tags.length > 0) query = query.where(hasTag(environmentId, filters.tags))
  if (filters.assignees.length > 0) query = query.where(isAssigned(filters.assignees))
  if (filters.noteWords.length > 0) query = query.where(hasNote(environmentId, filters.noteWords))
  return query
}

/** In the words of its index. */
const bringsBack = (shipmentId: string) =>
  sql<boolean>`(return_terms is not null and return_terms ->> 'return_of' = ${shipmentId})`

/** A recipient asks for the return and has no answer yet. In the words of its index. */
const isAsked = sql`(return_terms -> 'by_recipient' is not null and return_terms -> 'decision' is null
  and status = 'ready' and booking_id is null and claim_id is null)`

const waits = {
  booking: sql`(status = 'ready' and not on_demand and booking_id is null and claim_id is null and hold is null
    and ${isAsked} is not true)`,
  approval: isAsked,
  courier: sql`(claim_kind = 'dispatch')`,
  release: sql`(hold is not null)`,
}

/** Each begins with the condition of its index. */
function waitConditions({ waitingFor, late, incidents, failureReasons }: ListFilters<ShipmentStatus>) {
  const lateConditions = {
    pickup: sql`(pickup_by is not null and pickup_by < now())`,
    delivery: sql`(delivery_by is not null and delivery_by < now())`,
  }
  const anyOf = (conditions: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
  return [
    ...(waitingFor.length > 0 ? [anyOf(waitingFor.map((wait) => waits[wait]))] : []),
    ...(late.length > 0 ? [anyOf(late.map((kind) => lateConditions[kind]))] : []),
    ...(incidents.length > 0 ? [sql<boolean>`incident in (${sql.join(incidents)})`] : []),
    ...(failureReasons.length > 0 ? [sql<boolean>`failure_reason in (${sql.join(failureReasons)})`] : []),
  ]
}

const daysAfter = (date: string, days: number): Date => new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS)
const shownDate = sql<string>`coalesce(collection_date, to_char(collection_at at time zone 'UTC', 'YYYY-MM-DD'))`

/** The environment is named twice, so that Postgres can begin with either table. */
const hasTerm = (environmentId: string, ranges: readonly TermRange[]) => sql<boolean>`exists (
  select from search_term
  where search_term.environment_id = ${environmentId} and search_term.shipment_id = shipment.shipment_id
    and (${sql.join(
      ranges.map(({ from, before }) => sql`(term >= ${from} and term < ${before})`),
      sql` or `,
    )})
)`

/** `keys`: any of these tags. */
const hasTag = (environmentId: string, keys: readonly string[]) => sql<boolean>`exists (
  select from search_term
  where search_term.environment_id = ${environmentId} and search_term.shipment_id = shipment.shipment_id
    and term in (${sql.join(keys.map((key) => TAG_TERMS + key))})
)`

/** Whether a row of `shipment` has a note with words that begin with all of these. */
function hasNote(environmentId: string, words: readonly string[]): RawBuilder<boolean> {
  // Words consist of letters and digits, and identifiers of those and _: none ends the quotation.
  const wanted = [`'${environmentId}'`, ...words.map((word) => `'${word}':*`)].join(' & ')
  return sql<boolean>`shipment_id in (
    select note.shipment_id from note where note.environment_id = ${environmentId} and words @@ ${wanted}::tsquery
  )`
}

/** To one of these members, or to nobody. */
function isAssigned(assignees: readonly string[]) {
  const members = assignees.filter((id) => id !== NOBODY)
  const conditions = [
    ...(members.length > 0 ? [sql`(assignee_id is not null and assignee_id in (${sql.join(members)}))`] : []),
    ...(members.length < assignees.length ? [sql`assignee_id is null`] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** The order of a timeline: by time of occurrence, then by the sequence of the events, then as stored. */
const timelineOrder = sql`(occurred_at, coalesce(sequence, 0), position, event_id)`

/** A shipment's timeline, in the order in which its entries occurred. Throws `invalid_cursor`. */
export async function listTimeline(
  db: Reader,
  environmentId: string,
  shipmentId: string,
  page: PageRequest,
): Promise<ListPage<PublicTimelineEntry>> {
  const list = ['timeline', environmentId, shipmentId]
  let query = db
    .selectFrom('timeline')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
  if (page.cursor !== null) {
    const [, eventId = ''] = decodeCursor(list, page.cursor)
    query = query.where(sql<boolean>`${timelineOrder} > (
      select occurred_at, coalesce(sequence, 0), position, event_id from timeline
      where environment_id = ${environmentId} and shipment_id = ${shipmentId} and event_id = ${eventId}
      limit 1
    )`)
  }
  const rows = await query
    .orderBy('occurred_at')
    .orderBy(sql`coalesce(sequence, 0)`)
    .orderBy(sql`position`)
    .orderBy('event_id')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows.map(publicTimelineEntry), page.limit, (last) =>
    encodeCursor(list, [last.occurred_at, last.event_id]),
  )
}
