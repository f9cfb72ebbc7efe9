/** Test events with their single delivery. */

import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import { lanes } from '../endpoints/lanes.ts'
import type { StoredEvent } from '../event-log/stored-event.ts'

/** Stores a test event, which has no position in the log, with its delivery, and queues it. */
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
 * Counts a test of the subscription. Returns the number of tests in the current window of one minute. Locks the
 * endpoint.
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
