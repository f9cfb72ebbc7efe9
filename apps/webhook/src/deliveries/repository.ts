/** Queues deliveries that are sent again, manually or by a replay. */
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { lanes } from '../endpoints/lanes.ts'

/** Statuses of deliveries that are not in the queue. */
const ENDED = sql`('succeeded', 'failed', 'paused', 'cancelled')`

/**
 * Queues a delivery to be sent now, outside its subject's order and ignoring the endpoint's pauses. One that has ended
 * gets a single attempt; one that waits is brought forward; one that is being sent stays unchanged. The caller has locked
 * the endpoint.
 */
export async function queueRedelivery(
  trx: Writer,
  delivery: { environmentId: string; deliveryId: string; eventAt: Date },
): Promise<void> {
  const { environmentId, deliveryId, eventAt } = delivery
  await sql`
    with brought_forward as (
      update delivery_queue
      set due_at = now(), lane = ${lanes.test}, predecessor_id = null, ordered_subject = null, ordered_sequence = null
      where environment_id = ${environmentId} and delivery_id = ${deliveryId} and claim_id is null
    ), reopened as (
      update delivery
      set next_attempt_at = now(), status = case when status in ${ENDED} then 'pending' else status end
      where environment_id = ${environmentId} and delivery_id = ${deliveryId} and event_at = ${eventAt}
      returning *
    )
    insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger, lane)
    select environment_id, delivery_id, subscription_id, event_id, event_at, 'manual', ${lanes.test} from reopened
    on conflict (environment_id, delivery_id) do nothing`.execute(trx)
}

/**
 * Queues the deliveries of events to a subscription in the replay lane: those that have ended, and new ones, with the
 * given ids, where none exist. Deliveries that are still open stay unchanged. Returns how many were queued.
 */
export async function queueForReplay(
  trx: Writer,
  { environmentId, subscriptionId }: EndpointKey,
  events: readonly { eventId: string; eventAt: Date; type: string; deliveryId: string }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with reopened as (
      insert into delivery (environment_id, delivery_id, event_at, subscription_id, event_id, event_type, status,
        next_attempt_at)
      select ${environmentId}, delivery_id, event_at, ${subscriptionId}, event_id, type, 'pending', now()
      from unnest(
        ${events.map(({ deliveryId }) => deliveryId)}::text[], ${events.map(({ eventAt }) => eventAt)}::timestamptz[],
        ${events.map(({ eventId }) => eventId)}::text[], ${events.map(({ type }) => type)}::text[]
      ) with ordinality as wanted (delivery_id, event_at, event_id, type, place)
      order by place
      on conflict (environment_id, subscription_id, event_id, event_at)
        do update set status = 'pending', next_attempt_at = now() where delivery.status in ${ENDED}
      returning environment_id, delivery_id, subscription_id, event_id, event_at
    )
    insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger, lane)
    select environment_id, delivery_id, subscription_id, event_id, event_at, 'replay', ${lanes.replay} from reopened
    on conflict (environment_id, delivery_id) do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
