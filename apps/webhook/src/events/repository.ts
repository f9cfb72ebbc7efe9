/** Inserts events with their deliveries, many at a time. */
import { recordReceived } from '@waybill/chassis/messaging/inbox/consume'
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import { type EndpointKey, environmentIds, subscriptionIds } from '../endpoints/endpoint-key.ts'
import { lanes } from '../endpoints/lanes.ts'
import type { StoredEvent } from '../event-log/stored-event.ts'
import type { ClaimTerms } from '../queue/claim-repository.ts'
import { freeSlotsAt } from '../queue/free-slots-repository.ts'
import { subscriptionsVersion } from '../subscriptions/ingestion-repository.ts'

/** An event that has arrived, with the deliveries to create for it. */
export interface ArrivedEvent extends StoredEvent {
  deliveries: readonly NewDelivery[]
}

export interface NewDelivery {
  deliveryId: string
  subscriptionId: string
  /** Origin of the subscription's URL. */
  origin: string
  /** `paused` is stored and not sent. */
  status: 'pending' | 'paused'
  /** Whether to queue it now. Deliveries to ordered subscriptions are queued later. */
  isQueued: boolean
}

/** The log of an environment, whose position the transaction has locked. */
export interface EnvironmentLog {
  environmentId: string
  /** The last position. */
  position: number
  /** How many of its positions the statement took. */
  events: number
  /** Ids of the subscriptions that get no delivery. */
  behind: string[]
}

/** A claim of some deliveries (`sendable`) at the endpoints of active subscriptions. */
type ClaimOnArrival = ClaimTerms & { endpoints: readonly EndpointKey[]; sendable: ReadonlyMap<string, unknown> }

interface Intake {
  /** Under which to record the events as received; null: they are recorded. */
  consumer: string | null
  /** Versions of the subscriptions for which the deliveries were made. */
  versions: readonly { environmentId: string; version: string }[]
}

/** Subscriptions have changed since they were read: nothing was stored. */
export class SubscriptionsChanged extends Error {
  override readonly name = 'SubscriptionsChanged'
}

/** Rows for Postgres, and their payloads as bytes: as text within JSON they would be escaped here and parsed twice there. */
function arrivedRows(events: readonly ArrivedEvent[]): { rows: object[]; payloads: Buffer } {
  let length = 0
  const rows = events.map((event) => {
    const payloadStart = length + 1 // Postgres counts from 1
    const payloadLength = Buffer.byteLength(event.payload)
    length += payloadLength
    return {
      environment_id: event.environmentId,
      event_id: event.eventId,
      event_at: event.eventAt,
      type: event.type,
      subject_type: event.subjectType,
      subject_id: event.subjectId,
      sequence: event.sequence,
      payload_start: payloadStart,
      payload_length: payloadLength,
      traceparent: event.traceparent,
      detailed_by: event.detailedBy.length > 0 ? event.detailedBy : null,
    }
  })
  return { rows, payloads: Buffer.from(events.map(({ payload }) => payload).join('')) }
}

/**
 * Records events as received, appends the new ones to the logs of their environments, in the order given, and stores and
 * queues their deliveries. Claims those that can be sent now: up to the free slots of their endpoints, and only where
 * nothing with higher priority waits. All in one statement, so that an event needs no transaction around it.
 * Takes the next positions of each environment and holds its row lock until the transaction ends, so that positions
 * become visible in order. An event that is stored already is a no-op. Subscriptions that are behind, as that row says,
 * get no delivery. The free slots are counted as of the beginning of the statement: claims of others are excluded by the
 * endpoints' locks, and where other events took a position since then, nothing is claimed.
 * Returns the keys of new events (`environment event`), the ids of those stored and of claimed deliveries, and the logs as
 * they are now. Throws `SubscriptionsChanged`.
 */
export async function insertEvents(
  db: Reader,
  events: readonly ArrivedEvent[],
  claim: ClaimOnArrival,
  { consumer, versions }: Intake,
): Promise<{ received: Set<string>; stored: Set<string>; claimed: Set<string>; logs: EnvironmentLog[] }> {
  const deliveries = events.flatMap((event) => event.deliveries.map((delivery) => ({ ...event, ...delivery })))
  const arrived = arrivedRows(events)
  const { endpoints } = claim
  const { rows } = await sql<{
    is_current: boolean
    received: string[]
    stored: string[]
    claimed: string[]
    logs: EnvironmentLog[]
  }>`
    with known as materialized (
      select not exists (
        select from unnest(${environmentIds(versions)}::text[], ${versions.map(({ version }) => version)}::text[])
          as known (environment_id, version)
        where known.version <> (${subscriptionsVersion(sql`known.environment_id`)})
      ) as is_current
    ), arrived as (
      select * from rows from (
        json_to_recordset(${JSON.stringify(arrived.rows)}::json) as (environment_id text, event_id text,
          event_at timestamptz, type text, subject_type text, subject_id text, sequence bigint, payload_start int,
          payload_length int, traceparent text, detailed_by text[])
      ) with ordinality as arrived (environment_id, event_id, event_at, type, subject_type, subject_id, sequence,
        payload_start, payload_length, traceparent, detailed_by, place)
      where (select is_current from known)
    ), received as (
      ${consumer === null ? sql`select environment_id, event_id from arrived` : recordReceived(consumer)}
    ), fresh as (
      select arrived.* from arrived join received using (environment_id, event_id)
    ), counted as (
      select environment_id, count(*) as events from fresh group by environment_id
    ), taken as (
      insert into environment_position as taken (environment_id, last_position)
      select environment_id, events from counted order by environment_id
      on conflict (environment_id) do update set last_position = taken.last_position + excluded.last_position
      returning environment_id, last_position, behind
    ), stored as (
      insert into event (environment_id, event_id, event_at, position, type, subject_type, subject_id, sequence,
        payload, traceparent, detailed_by)
      select fresh.environment_id, event_id, event_at,
        last_position - events + row_number() over (partition by fresh.environment_id order by place),
        type, subject_type, subject_id, sequence,
        convert_from(substring(${arrived.payloads}::bytea from payload_start for payload_length), 'UTF8'),
        traceparent, detailed_by
      from fresh
      join counted on counted.environment_id = fresh.environment_id
      join taken on taken.environment_id = fresh.environment_id
      on conflict do nothing
      returning environment_id, event_id, event_at, type
    ), wanted as (
      select * from unnest(
        ${environmentIds(deliveries)}::text[], ${deliveries.map(({ eventId }) => eventId)}::text[],
        ${deliveries.map(({ deliveryId }) => deliveryId)}::text[], ${subscriptionIds(deliveries)}::text[],
        ${deliveries.map(({ status }) => status)}::text[], ${deliveries.map(({ isQueued }) => isQueued)}::boolean[],
        ${deliveries.map(({ deliveryId }) => claim.sendable.has(deliveryId))}::boolean[]
      ) with ordinality as wanted (environment_id, event_id, delivery_id, subscription_id, status, is_queued,
        is_sendable, place)
    ), made as (
      select wanted.*, event_at, type from wanted
      join stored on stored.environment_id = wanted.environment_id and stored.event_id = wanted.event_id
      where wanted.subscription_id not in (select unnest(behind) from taken)
    ), recorded as (
      insert into delivery (environment_id, delivery_id, event_at, subscription_id, event_id, event_type, status,
        next_attempt_at)
      select environment_id, delivery_id, event_at, subscription_id, event_id, type, status,
        case when status = 'pending' then now() end
      from made
    ), locked as materialized (
      select environment_id, subscription_id, most
      from unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[],
        ${endpoints.map(claim.endpointLimit)}::int[]) as wanted (environment_id, subscription_id, most)
      join endpoint using (environment_id, subscription_id)
      order by environment_id, subscription_id
      for update of endpoint skip locked
    ), room as materialized (
      ${freeSlotsAt(sql`locked`)}
    ), seen as (
      select environment_id from taken join counted using (environment_id)
      left join environment_position as before using (environment_id)
      where taken.last_position - events = coalesce(before.last_position, 0)
    ), fitting as (
      select delivery_id, place, row_number() over (partition by environment_id, subscription_id order by place) as turn,
        case when exists (
          select from delivery_queue as queued
          where queued.environment_id = made.environment_id and queued.subscription_id = made.subscription_id
            and queued.claim_id is null and queued.predecessor_id is null
            and queued.lane <= ${sql.lit(lanes.first)} and queued.due_at <= now()
        ) then 0 else free end as free
      from made join room using (environment_id, subscription_id) join seen using (environment_id)
      where is_sendable and free > 0
    ), chosen as (
      select delivery_id from fitting where turn <= free order by turn, place limit ${claim.limit}
    ), queued as (
      insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger, claim_id,
        claimed_by, lease_until)
      select environment_id, made.delivery_id, subscription_id, event_id, event_at, 'event',
        case when chosen.delivery_id is not null then ${claim.claimId}::uuid end,
        case when chosen.delivery_id is not null then ${claim.claimedBy}::bigint end,
        case when chosen.delivery_id is not null then now() + ${claim.leaseMs} * interval '1 ms' end
      from made left join chosen on chosen.delivery_id = made.delivery_id
      where is_queued
      order by made.place
    )
    select (select is_current from known) as is_current,
      coalesce((select array_agg(environment_id || ' ' || event_id) from received), '{}') as received,
      coalesce((select array_agg(event_id) from stored), '{}') as stored,
      coalesce((select array_agg(delivery_id) from chosen), '{}') as claimed,
      (select json_agg(json_build_object('environmentId', environment_id, 'position', last_position, 'events', events,
        'behind', behind)) from taken join counted using (environment_id)) as logs`.execute(db)
  if (!rows[0]?.is_current) throw new SubscriptionsChanged()
  const received = new Set(rows[0].received)
  return { received, stored: new Set(rows[0]?.stored), claimed: new Set(rows[0]?.claimed), logs: rows[0]?.logs ?? [] }
}
