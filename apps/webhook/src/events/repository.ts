/** Events and the deliveries made of them, many at a time. */
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import { lanes } from '../queue/lanes.ts'
import { type EndpointKey, environmentIds, subscriptionIds } from '../queue/repository.ts'
import { roomOf } from '../queue/room-repository.ts'
import type { StoredEvent } from '../subscriptions/test-delivery-repository.ts'

/** An event that has come in, with the deliveries that it makes. */
export interface ArrivedEvent extends StoredEvent {
  deliveries: readonly NewDelivery[]
}

export interface NewDelivery {
  deliveryId: string
  subscriptionId: string
  /** `paused` is recorded and not sent. */
  status: 'pending' | 'paused'
  /** Whether it is queued at once, to be sent as soon as can be. */
  isQueued: boolean
}

/** What may be claimed of deliveries as they are stored. */
export interface ClaimOnArrival {
  claimId: string
  leaseMs: number
  /** In all. */
  limit: number
  /** In flight at any endpoint. */
  endpointLimit: number
  /** Locked by the caller, their subscriptions active. */
  endpoints: readonly EndpointKey[]
}

/**
 * Appends events to the logs of their environments, in the order given, and stores their deliveries, those that are to
 * be queued in the queue too. Of these it claims, in the same breath, what can be sent now: at the endpoints that the
 * caller has locked, as far as there is room, and only where nothing waits that comes first.
 * Takes the next positions of each environment and holds its row until the transaction ends, so that positions become
 * visible in their order: call it late. An event that is there already changes nothing. Answers the ids of the events
 * that are new and of the deliveries that are claimed.
 */
export async function insertEvents(
  trx: Writer,
  events: readonly ArrivedEvent[],
  claim: ClaimOnArrival,
): Promise<{ stored: Set<string>; claimed: Set<string> }> {
  const deliveries = events.flatMap((event) => event.deliveries.map((delivery) => ({ ...event, ...delivery })))
  const { rows } = await sql<{ stored: string[]; claimed: string[] }>`
    with arrived as (
      select * from unnest(
        ${environmentIds(events)}::text[], ${events.map(({ eventId }) => eventId)}::text[],
        ${events.map(({ eventAt }) => eventAt)}::timestamptz[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ subjectType }) => subjectType)}::text[], ${events.map(({ subjectId }) => subjectId)}::text[],
        ${events.map(({ sequence }) => sequence)}::bigint[], ${events.map(({ payload }) => payload)}::text[],
        ${events.map(({ traceparent }) => traceparent)}::text[]
      ) with ordinality as arrived (environment_id, event_id, event_at, type, subject_type, subject_id, sequence,
        payload, traceparent, place)
    ), counted as (
      select environment_id, count(*) as events from arrived group by environment_id
    ), taken as (
      insert into environment_position as taken (environment_id, last_position)
      select environment_id, events from counted order by environment_id
      on conflict (environment_id) do update set last_position = taken.last_position + excluded.last_position
      returning environment_id, last_position
    ), stored as (
      insert into event (environment_id, event_id, event_at, position, type, subject_type, subject_id, sequence,
        payload, traceparent)
      select arrived.environment_id, event_id, event_at,
        last_position - events + row_number() over (partition by arrived.environment_id order by place),
        type, subject_type, subject_id, sequence, payload, traceparent
      from arrived
      join counted on counted.environment_id = arrived.environment_id
      join taken on taken.environment_id = arrived.environment_id
      on conflict do nothing
      returning environment_id, event_id, event_at, type
    ), wanted as (
      select * from unnest(
        ${environmentIds(deliveries)}::text[], ${deliveries.map(({ eventId }) => eventId)}::text[],
        ${deliveries.map(({ deliveryId }) => deliveryId)}::text[], ${subscriptionIds(deliveries)}::text[],
        ${deliveries.map(({ status }) => status)}::text[], ${deliveries.map(({ isQueued }) => isQueued)}::boolean[]
      ) with ordinality as wanted (environment_id, event_id, delivery_id, subscription_id, status, is_queued, place)
    ), made as (
      select wanted.*, event_at, type from wanted
      join stored on stored.environment_id = wanted.environment_id and stored.event_id = wanted.event_id
    ), recorded as (
      insert into delivery (environment_id, delivery_id, event_at, subscription_id, event_id, event_type, status,
        next_attempt_at)
      select environment_id, delivery_id, event_at, subscription_id, event_id, type, status,
        case when status = 'pending' then now() end
      from made
    ), room as materialized (
      ${roomOf(claim.endpoints, claim.endpointLimit)}
    ), fitting as (
      select delivery_id, place, row_number() over (partition by environment_id, subscription_id order by place) as turn,
        case when exists (
          select from delivery_queue as queued
          where queued.environment_id = made.environment_id and queued.subscription_id = made.subscription_id
            and queued.claim_id is null and queued.predecessor_id is null
            and queued.lane <= ${sql.lit(lanes.first)} and queued.due_at <= now()
        ) then 0 else free end as free
      from made join room using (environment_id, subscription_id)
      where is_queued and free > 0
    ), chosen as (
      select delivery_id from fitting where turn <= free order by turn, place limit ${claim.limit}
    ), queued as (
      insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger, claim_id,
        lease_until)
      select environment_id, made.delivery_id, subscription_id, event_id, event_at, 'event',
        case when chosen.delivery_id is not null then ${claim.claimId}::uuid end,
        case when chosen.delivery_id is not null then now() + ${claim.leaseMs} * interval '1 ms' end
      from made left join chosen on chosen.delivery_id = made.delivery_id
      where is_queued
    )
    select coalesce((select array_agg(event_id) from stored), '{}') as stored,
      coalesce((select array_agg(delivery_id) from chosen), '{}') as claimed`.execute(trx)
  return { stored: new Set(rows[0]?.stored), claimed: new Set(rows[0]?.claimed) }
}
