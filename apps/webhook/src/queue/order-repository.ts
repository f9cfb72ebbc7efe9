/** Order per subject: which delivery waits for which. */
import { idMadeAt } from '@waybill/contracts/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Writer } from '../db.ts'
import { partitionOf } from '../events/partition-repository.ts'
import type { StoredEvent } from '../subscriptions/test-delivery-repository.ts'
import { lanes } from './lanes.ts'
import type { EndpointKey } from './repository.ts'

/** How long an event waits for the one before it of its subject, that has not come in yet. */
const GAP_WAIT_MS = 300_000
/** And when that one has most likely been sent and dropped long ago: enough for two that come in the wrong order. */
const DROPPED_WAIT_MS = 10_000

/**
 * Queues an event's deliveries to subscriptions that ask for order, each behind the last one of the event's subject
 * that its subscription still has in the queue. An event whose predecessor has not come in waits for that, five minutes
 * at most: the predecessor, when it comes, goes in front of it, whether the subscription wants it or not. Of a subject
 * that is older than what is kept, and of which nothing earlier is, it waits ten seconds: the predecessor will not come.
 * `ordered` are all subscriptions of the environment that ask for order. The caller holds the environment's place in
 * the log, so that events come here one after another.
 */
export async function queueInOrder(
  trx: Writer,
  event: StoredEvent & { sequence: number },
  deliveries: readonly { deliveryId: string; subscriptionId: string }[],
  { ordered }: { ordered: readonly string[] },
): Promise<void> {
  const { environmentId, eventId, eventAt, subjectId, sequence } = event
  const madeAt = idMadeAt(subjectId)
  const firstPartition = madeAt && partitionOf('event', madeAt)
  await sql`
    with own as (
      select fresh.delivery_id, fresh.subscription_id, before.delivery_id as predecessor_id,
        ${sequence}::bigint = 1 or exists (
          select from event
          where environment_id = ${environmentId} and subject_id = ${subjectId} and sequence = ${sequence - 1}
        ) as is_next,
        ${firstPartition}::text is not null and to_regclass(${firstPartition}) is null and not exists (
          select from event
          where environment_id = ${environmentId} and subject_id = ${subjectId} and sequence < ${sequence}
        ) as is_after_dropped
      from unnest(
        ${deliveries.map(({ deliveryId }) => deliveryId)}::text[],
        ${deliveries.map(({ subscriptionId }) => subscriptionId)}::text[]
      ) as fresh (delivery_id, subscription_id)
      left join lateral (
        select delivery_id from delivery_queue as queued
        where queued.environment_id = ${environmentId} and queued.subscription_id = fresh.subscription_id
          and ordered_subject = ${subjectId} and ordered_sequence < ${sequence}
        order by ordered_sequence desc limit 1
        for key share
      ) as before on true
    ), queued as (
      insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger, due_at,
        ordered_subject, ordered_sequence, predecessor_id)
      select ${environmentId}, delivery_id, subscription_id, ${eventId}, ${eventAt}::timestamptz, 'event',
        now() + case when is_next then 0 when is_after_dropped then ${DROPPED_WAIT_MS}::int else ${GAP_WAIT_MS} end
          * interval '1 ms',
        ${subjectId}, ${sequence}, predecessor_id
      from own
    ), early as (
      select subscription_id, next.delivery_id, own.delivery_id as predecessor_id
      from unnest(${ordered}::text[]) as ordered (subscription_id)
      left join own using (subscription_id)
      cross join lateral (
        select delivery_id from delivery_queue as queued
        where queued.environment_id = ${environmentId} and queued.subscription_id = ordered.subscription_id
          and ordered_subject = ${subjectId} and ordered_sequence > ${sequence}
        order by ordered_sequence limit 1
      ) as next
    )
    update delivery_queue as queued
    set predecessor_id = coalesce(early.predecessor_id, queued.predecessor_id),
      due_at = case
        when lane = ${sql.lit(lanes.first)} and ordered_sequence = ${sequence} + 1 then least(due_at, now())
        else due_at
      end
    from early
    where queued.environment_id = ${environmentId} and queued.delivery_id = early.delivery_id
      and queued.claim_id is null`.execute(trx)
}

/**
 * Gives what a subscription has in the queue, the newest deliveries up to a limit, the order of its subjects, what is
 * being sent included: each waits for the one before it, and what is queued later for the last. What is sent by hand,
 * replayed or a test stands outside. The caller has locked the endpoint.
 */
export async function orderQueued(trx: Writer, endpoint: EndpointKey, limit: number): Promise<void> {
  const isOrderly = sql`trigger = 'event' and lane <> ${sql.lit(lanes.test)}`
  await sql`
    with queued as materialized (${lockNewest(endpoint, isOrderly, limit)}), placed as (
      select delivery_id, subject_id, sequence,
        lag(delivery_id) over (partition by subject_id order by sequence) as predecessor_id
      from queued join event using (environment_id, event_id, event_at)
      where sequence is not null
    )
    update delivery_queue as queued
    set ordered_subject = subject_id, ordered_sequence = sequence, predecessor_id = placed.predecessor_id
    from placed
    where queued.environment_id = ${endpoint.environmentId} and queued.delivery_id = placed.delivery_id`.execute(trx)
}

/**
 * Takes what a subscription has in the queue, the newest deliveries up to a limit, out of its order: none waits for
 * another any more. The caller has locked the endpoint.
 */
export async function disorderQueued(trx: Writer, endpoint: EndpointKey, limit: number): Promise<void> {
  await sql`
    with ordered as materialized (${lockNewest(endpoint, sql`ordered_subject is not null`, limit)})
    update delivery_queue as queued
    set ordered_subject = null, ordered_sequence = null, predecessor_id = null,
      -- A first attempt that is due later waits for an event that has not come in.
      due_at = case when lane = ${sql.lit(lanes.first)} then least(due_at, now()) else due_at end
    from ordered
    where queued.environment_id = ordered.environment_id and queued.delivery_id = ordered.delivery_id`.execute(trx)
}

/** Locks in the order in which the results of attempts are written, so that neither waits for the other. */
const lockNewest = (
  { environmentId, subscriptionId }: EndpointKey,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> => sql`
  select environment_id, delivery_id, event_id, event_at from delivery_queue
  where environment_id = ${environmentId} and delivery_id in (
    select delivery_id from delivery_queue
    where environment_id = ${environmentId} and subscription_id = ${subscriptionId} and ${condition}
    order by delivery_id desc limit ${limit}
  )
  order by delivery_id for update`
