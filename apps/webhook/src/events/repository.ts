/** Inserts events with their deliveries, many at a time. */
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import { type EndpointKey, environmentIds, subscriptionIds } from '../endpoints/endpoint-key.ts'
import { lanes } from '../endpoints/lanes.ts'
import type { StoredEvent } from '../event-log/stored-event.ts'
import type { ClaimTerms } from '../queue/claim-repository.ts'
import { freeSlotsByEndpoint } from '../queue/free-slots-repository.ts'

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

/** A claim of some deliveries (`sendable`) at endpoints of active subscriptions that the caller has locked. */
type ClaimOnArrival = ClaimTerms & { endpoints: readonly EndpointKey[]; sendable: ReadonlyMap<string, unknown> }

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
 * Appends events to the logs of their environments, in the order given, and stores and queues their deliveries. Claims
 * those that can be sent now: at endpoints that the caller has locked, up to their free slots, and only where nothing
 * with higher priority waits.
 * Takes the next positions of each environment and holds its row lock until the transaction ends, so that positions
 * become visible in order: call it late. An event that is stored already is a no-op. Subscriptions that are behind, as
 * that row says, get no delivery. Returns the ids of new events and of claimed deliveries, and the logs as they are now.
 */
export async function insertEvents(
  trx: Writer,
  events: readonly ArrivedEvent[],
  claim: ClaimOnArrival,
): Promise<{ stored: Set<string>; claimed: Set<string>; logs: EnvironmentLog[] }> {
  const deliveries = events.flatMap((event) => event.deliveries.map((delivery) => ({ ...event, ...delivery })))
  const arrived = arrivedRows(events)
  const { rows } = await sql<{ stored: string[]; claimed: string[]; logs: EnvironmentLog[] }>`
    with arrived as (
      select * from rows from (
        json_to_recordset(${JSON.stringify(arrived.rows)}::json) as (environment_id text, event_id text,
          event_at timestamptz, type text, subject_type text, subject_id text, sequence bigint, payload_start int,
          payload_length int, traceparent text, detailed_by text[])
      ) with ordinality as arrived (environment_id, event_id, event_at, type, subject_type, subject_id, sequence,
        payload_start, payload_length, traceparent, detailed_by, place)
    ), counted as (
      select environment_id, count(*) as events from arrived group by environment_id
    ), taken as (
      insert into environment_position as taken (environment_id, last_position)
      select environment_id, events from counted order by environment_id
      on conflict (environment_id) do update set last_position = taken.last_position + excluded.last_position
      returning environment_id, last_position, behind
    ), stored as (
      insert into event (environment_id, event_id, event_at, position, type, subject_type, subject_id, sequence,
        payload, traceparent, detailed_by)
      select arrived.environment_id, event_id, event_at,
        last_position - events + row_number() over (partition by arrived.environment_id order by place),
        type, subject_type, subject_id, sequence,
        convert_from(substring(${arrived.payloads}::bytea from payload_start for payload_length), 'UTF8'),
        traceparent, detailed_by
      from arrived
      join counted on counted.environment_id = arrived.environment_id
      join taken on taken.environment_id = arrived.environment_id
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
    ), room as materialized (
      ${freeSlotsByEndpoint(claim.endpoints, claim.endpointLimit)}
    ), fitting as (
      select delivery_id, place, row_number() over (partition by environment_id, subscription_id order by place) as turn,
        case when exists (
          select from delivery_queue as queued
          where queued.environment_id = made.environment_id and queued.subscription_id = made.subscription_id
            and queued.claim_id is null and queued.predecessor_id is null
            and queued.lane <= ${sql.lit(lanes.first)} and queued.due_at <= now()
        ) then 0 else free end as free
      from made join room using (environment_id, subscription_id)
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
    select coalesce((select array_agg(event_id) from stored), '{}') as stored,
      coalesce((select array_agg(delivery_id) from chosen), '{}') as claimed,
      (select json_agg(json_build_object('environmentId', environment_id, 'position', last_position, 'events', events,
        'behind', behind)) from taken join counted using (environment_id)) as logs`.execute(trx)
  return { stored: new Set(rows[0]?.stored), claimed: new Set(rows[0]?.claimed), logs: rows[0]?.logs ?? [] }
}
