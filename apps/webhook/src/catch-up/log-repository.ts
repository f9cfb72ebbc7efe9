/** The event log as a subscription that is behind reads it, and the deliveries that it makes of it. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'

export interface LoggedEvent {
  environmentId: string
  eventId: string
  eventAt: Date
  position: number
  type: string
  subjectId: string
  sequence: number | null
  detailedBy: string[]
}

/** The next events of an environment's log after a position, up to another, in order. */
export async function findLoggedEvents(
  db: Reader,
  environmentId: string,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<LoggedEvent[]> {
  const { rows } = await sql<LoggedEvent>`
    select environment_id as "environmentId", event_id as "eventId", event_at as "eventAt", position, type,
      subject_id as "subjectId", sequence, coalesce(detailed_by, '{}') as "detailedBy"
    from event
    where environment_id = ${environmentId} and position > ${after} and position <= ${until}
    order by position limit ${limit}`.execute(db)
  return rows
}

/** The time of the first event of an environment's log after a position; undefined if there is none. */
export async function findTimeAfter(db: Reader, environmentId: string, position: number): Promise<Date | undefined> {
  const { rows } = await sql<{ event_at: Date }>`
    select event_at from event where environment_id = ${environmentId} and position > ${position}
    order by position limit 1`.execute(db)
  return rows[0]?.event_at
}

/** A delivery to make. `isQueued`: whether to queue it now; deliveries in order are queued later. */
type LoggedDelivery = Pick<LoggedEvent, 'eventId' | 'eventAt' | 'type'> & {
  deliveryId: string
  isQueued: boolean
}

/**
 * Stores deliveries of events of the log to a subscription, and queues them in the order given. One that exists, because a replay made it,
 * stays unchanged. Returns the ids of the new ones.
 */
export async function insertLoggedDeliveries(
  trx: Writer,
  { environmentId, subscriptionId }: EndpointKey,
  deliveries: readonly LoggedDelivery[],
): Promise<Set<string>> {
  const { rows } = await sql<{ delivery_id: string }>`
    with wanted as (
      select * from unnest(
        ${deliveries.map(({ deliveryId }) => deliveryId)}::text[],
        ${deliveries.map(({ eventAt }) => eventAt)}::timestamptz[], ${deliveries.map(({ eventId }) => eventId)}::text[],
        ${deliveries.map(({ type }) => type)}::text[], ${deliveries.map(({ isQueued }) => isQueued)}::boolean[]
      ) with ordinality as wanted (delivery_id, event_at, event_id, type, is_queued, place)
    ), made as (
      insert into delivery (environment_id, delivery_id, event_at, subscription_id, event_id, event_type, status,
        next_attempt_at)
      select ${environmentId}, delivery_id, event_at, ${subscriptionId}, event_id, type, 'pending', now() from wanted
      order by place
      on conflict (environment_id, subscription_id, event_id, event_at) do nothing
      returning delivery_id
    ), queued as (
      insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger)
      select ${environmentId}, delivery_id, ${subscriptionId}, event_id, event_at, 'event'
      from wanted join made using (delivery_id)
      where is_queued
      order by place
    )
    select delivery_id from made`.execute(trx)
  return new Set(rows.map((row) => row.delivery_id))
}
