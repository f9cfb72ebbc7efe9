/** Events and the deliveries made of them. */

import type { AttemptTrigger } from '@waybill/contracts/delivery'
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import { lanes } from './lanes.ts'

/** An event as it is kept and sent. */
export interface StoredEvent {
  environmentId: string
  eventId: string
  /** The event's own time, never the time of its arrival: the partition of it, its deliveries and their attempts. */
  eventAt: Date
  type: string
  subjectType: string
  subjectId: string
  sequence: number | null
  payload: string
  traceparent: string | null
}

export interface NewDelivery {
  deliveryId: string
  subscriptionId: string
  /** `paused` is recorded and not sent. */
  status: 'pending' | 'paused'
  /** Whether it is queued at once, to be sent as soon as can be. */
  isQueued: boolean
}

/**
 * Appends an event to its environment's log and stores its deliveries, those that are to be queued in the queue too.
 * Takes the environment's next position and holds its row until the transaction ends, so that positions become visible
 * in their order: call it late. An event that is there already changes nothing; answers whether it is new.
 */
export async function insertEventWithDeliveries(
  trx: Writer,
  event: StoredEvent,
  deliveries: readonly NewDelivery[],
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    with place as (
      insert into environment_position as place (environment_id, last_position) values (${event.environmentId}, 1)
      on conflict (environment_id) do update set last_position = place.last_position + 1
      returning last_position
    ), stored as (
      insert into event (environment_id, event_id, event_at, position, type, subject_type, subject_id, sequence,
        payload, traceparent)
      select ${event.environmentId}, ${event.eventId}, ${event.eventAt}::timestamptz, place.last_position,
        ${event.type}, ${event.subjectType}, ${event.subjectId}, ${event.sequence}::bigint, ${event.payload},
        ${event.traceparent}
      from place
      on conflict do nothing
      returning environment_id, event_id, event_at, type
    ), made as (
      insert into delivery (environment_id, delivery_id, event_at, subscription_id, event_id, event_type, status,
        next_attempt_at)
      select stored.environment_id, fresh.delivery_id, stored.event_at, fresh.subscription_id, stored.event_id,
        stored.type, fresh.status, case when fresh.status = 'pending' then now() end
      from stored cross join unnest(
        ${deliveries.map(({ deliveryId }) => deliveryId)}::text[],
        ${deliveries.map(({ subscriptionId }) => subscriptionId)}::text[],
        ${deliveries.map(({ status }) => status)}::text[]
      ) as fresh (delivery_id, subscription_id, status)
      returning environment_id, delivery_id, subscription_id, event_id, event_at
    ), queued as (
      insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger)
      select environment_id, delivery_id, subscription_id, event_id, event_at, 'event' from made
      where delivery_id = any (
        ${deliveries.filter(({ isQueued }) => isQueued).map(({ deliveryId }) => deliveryId)}::text[]
      )
    )
    select exists (select from stored) as is_new`.execute(trx)
  return rows[0]?.is_new ?? false
}

/** Stores the event of a test, which has no place in the log, and its one delivery. */
export async function insertTestDelivery(
  trx: Writer,
  event: StoredEvent,
  delivery: { deliveryId: string; subscriptionId: string; createdAt: Date },
): Promise<void> {
  const { environmentId: environment_id, eventId: event_id, eventAt: event_at } = event
  const { deliveryId: delivery_id, subscriptionId: subscription_id, createdAt: created_at } = delivery
  await trx
    .insertInto('event')
    .values({
      environment_id,
      event_id,
      event_at,
      position: null,
      type: event.type,
      subject_type: event.subjectType,
      subject_id: event.subjectId,
      sequence: event.sequence,
      payload: event.payload,
      traceparent: event.traceparent,
    })
    .execute()
  const ids = { environment_id, delivery_id, subscription_id, event_id, event_at }
  await trx
    .insertInto('delivery')
    .values({ ...ids, event_type: event.type, status: 'pending', next_attempt_at: created_at, created_at })
    .execute()
  await trx
    .insertInto('delivery_queue')
    .values({ ...ids, trigger: 'test', lane: lanes.test, claim_id: null, lease_until: null })
    .execute()
}

/**
 * Counts a test of the subscription; answers how many there have been in its present window of a minute.
 * Locks its endpoint.
 */
export async function countTest(trx: Writer, environmentId: string, subscriptionId: string): Promise<number> {
  const { rows } = await sql<{ tests_in_window: number }>`
    update endpoint
    set tests_in_window = case when test_window_from > now() - interval '1 minute' then tests_in_window + 1 else 1 end,
      test_window_from = case when test_window_from > now() - interval '1 minute' then test_window_from else now() end
    where environment_id = ${environmentId} and subscription_id = ${subscriptionId}
    returning tests_in_window`.execute(trx)
  return rows[0]?.tests_in_window ?? 0
}

export type DeliveryTrigger = Exclude<AttemptTrigger, 'retry'>
