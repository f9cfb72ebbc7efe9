/** Lists of deliveries with their attempts. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import type { ListPage, PageRequest } from '@waybill/chassis/postgres/page'
import { type Attempt, type Delivery, type DeliveryStatus, SHOWN_ATTEMPTS } from '@waybill/contracts/webhooks/delivery'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { AttemptTable, DeliveryTable, Reader } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { lanes } from '../endpoints/lanes.ts'
import { inOneView, SCAN_LIMIT, scannedPage } from '../pages.ts'

export interface DeliveryFilters {
  status: DeliveryStatus | null
  /** A type of the catalogue. */
  eventType: string | null
  /** Empty: of all events. Fewer than `SCAN_LIMIT`. */
  eventIds: readonly string[]
}

/** A delivery with its partition key. */
type StoredDelivery = Delivery & { eventAt: Date }

/** The public status of `stored`: `sending` if its queue row is claimed. */
const shownStatus = (stored: RawBuilder<unknown>) =>
  sql`case when queued.claim_id is null then ${stored}.status else 'sending' end as status`

/** Null while a delivery is being sent or waits for its predecessor; otherwise not before its endpoint's pause ends. */
const shownNextAttemptAt = (stored: RawBuilder<unknown>) => sql`
  case
    when queued.delivery_id is null then ${stored}.next_attempt_at
    when queued.claim_id is not null or queued.predecessor_id is not null then null
    when queued.lane = ${sql.lit(lanes.test)} then queued.due_at
    else greatest(queued.due_at, (
      select not_before from endpoint
      where endpoint.environment_id = queued.environment_id and endpoint.subscription_id = queued.subscription_id
    ))
  end as next_attempt_at`

type DeliveryRow = Omit<Selectable<DeliveryTable>, 'status'> & { status: DeliveryStatus }

/**
 * Deliveries of a subscription, newest event first. Throws `invalid_cursor`.
 * Ordered by event id, because the unique index on subscription and event already has this order; it finds given events, too.
 */
export function listDeliveries(
  db: Reader,
  endpoint: EndpointKey,
  filters: DeliveryFilters,
  page: PageRequest,
): Promise<ListPage<StoredDelivery>> {
  const isFiltered = filters.status !== null || filters.eventType !== null
  const read = (reader: Reader) => readPage(reader, endpoint, filters, page)
  return isFiltered ? inOneView(db, read) : read(db)
}

async function readPage(
  db: Reader,
  { environmentId, subscriptionId }: EndpointKey,
  { status, eventType, eventIds }: DeliveryFilters,
  { limit, cursor }: PageRequest,
): Promise<ListPage<StoredDelivery>> {
  const list = ['deliveries', environmentId, subscriptionId, status, eventType, ...eventIds.toSorted()]
  const [before = null] = cursor === null ? [] : decodeCursor(list, cursor)
  const isFiltered = status !== null || eventType !== null
  const seen = (look: { offset: number; limit: number }) => sql`
    select * from delivery
    where environment_id = ${environmentId} and subscription_id = ${subscriptionId}
      and (${before}::text is null or event_id < ${before})
      ${eventIds.length === 0 ? sql`` : sql`and event_id = any(${eventIds}::text[])`}
    order by event_id desc offset ${look.offset} limit ${look.limit}`
  const { rows } = await sql<DeliveryRow>`
    select * from (
      select seen.environment_id, seen.delivery_id, seen.event_at, seen.subscription_id, seen.event_id, seen.event_type,
        seen.attempt_count, seen.created_at, ${shownStatus(sql`seen`)}, ${shownNextAttemptAt(sql`seen`)}
      from (${seen({ offset: 0, limit: isFiltered ? SCAN_LIMIT : limit + 1 })}) as seen
      left join delivery_queue as queued using (environment_id, delivery_id)
    ) as shown
    where (${status}::text is null or status = ${status}) and (${eventType}::text is null or event_type = ${eventType})
    order by event_id desc limit ${limit + 1}`.execute(db)
  return scannedPage(await withAttempts(db, environmentId, rows), limit, {
    after: ({ eventId }) => encodeCursor(list, [eventId]),
    async scanEnd() {
      if (!isFiltered) return null
      const {
        rows: [last],
      } = await sql<DeliveryRow>`${seen({ offset: SCAN_LIMIT - 1, limit: 1 })}`.execute(db)
      return last === undefined ? null : encodeCursor(list, [last.event_id])
    },
  })
}

/** A delivery of any subscription of the environment, including deleted ones. */
export async function findDelivery(
  db: Reader,
  environmentId: string,
  deliveryId: string,
): Promise<StoredDelivery | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select delivery.environment_id, delivery_id, delivery.event_at, delivery.subscription_id, delivery.event_id,
      event_type, attempt_count, created_at, ${shownStatus(sql`delivery`)}, ${shownNextAttemptAt(sql`delivery`)}
    from delivery left join delivery_queue as queued using (environment_id, delivery_id)
    where delivery.environment_id = ${environmentId} and delivery_id = ${deliveryId}`.execute(db)
  const [delivery] = await withAttempts(db, environmentId, rows)
  return delivery
}

/** Adds the latest attempts to each delivery. */
async function withAttempts(
  db: Reader,
  environmentId: string,
  rows: readonly DeliveryRow[],
): Promise<StoredDelivery[]> {
  const tried = rows.filter((row) => row.attempt_count > 0)
  const { rows: attempts } = await sql<Selectable<AttemptTable>>`
    select last.* from unnest(
      ${tried.map((row) => row.delivery_id)}::text[], ${tried.map((row) => row.event_at)}::timestamptz[]
    ) as tried (delivery_id, event_at) cross join lateral (
      select * from attempt
      where environment_id = ${environmentId} and delivery_id = tried.delivery_id and event_at = tried.event_at
      order by attempt_id desc limit ${SHOWN_ATTEMPTS}
    ) as last
    order by last.attempt_id`.execute(db)
  const byDelivery = Map.groupBy(attempts, (row) => row.delivery_id)
  return rows.map((row) => ({
    environmentId: row.environment_id,
    deliveryId: row.delivery_id,
    subscriptionId: row.subscription_id,
    eventId: row.event_id,
    eventType: row.event_type,
    eventAt: row.event_at,
    status: row.status,
    attemptCount: row.attempt_count,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    attempts: (byDelivery.get(row.delivery_id) ?? []).map(attemptFromRow),
  }))
}

const attemptFromRow = (row: Selectable<AttemptTable>): Attempt => ({
  attemptId: row.attempt_id,
  trigger: row.trigger,
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  responseStatus: row.response_status,
  responseHeaders: row.response_headers,
  responseBody: row.response_body,
  errorCode: row.error_code as Attempt['errorCode'],
})
