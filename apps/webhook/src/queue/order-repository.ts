/** Order per subject: each delivery waits for its predecessor. */
import { idMadeAt } from '@waybill/contracts/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { lanes } from '../endpoints/lanes.ts'
import type { StoredEvent } from '../event-log/stored-event.ts'
import { partitionName } from '../partitions/repository.ts'

/** How long an event waits for a predecessor that has not arrived. */
const GAP_WAIT_MS = 300_000
/** The same when the predecessor was most likely deleted by retention: covers two events that arrive out of order. */
const DROPPED_WAIT_MS = 10_000

/**
 * Queues an event's deliveries to ordered subscriptions, each behind the last queued delivery of the same subject and
 * subscription. If the preceding event has not arrived, the delivery waits for it up to five minutes; when it arrives,
 * its delivery goes in front, and even an event that the subscription does not want ends the wait. If the subject is
 * older than the retention and no earlier event of it is stored, the wait is ten seconds.
 * `ordered`: the ordered subscriptions that it concerns, all of the environment except those that are behind. The caller
 * holds the lock of the environment's log position, so that events are queued one after another; or has locked the one
 * subscription that is behind. For that one, events after `knownUntil` have not arrived.
 */
export async function queueInOrder(
  trx: Writer,
  event: Pick<StoredEvent, 'environmentId' | 'eventId' | 'eventAt' | 'subjectId'> & { sequence: number },
  deliveries: readonly { deliveryId: string; subscriptionId: string }[],
  { ordered, knownUntil = null }: { ordered: readonly string[]; knownUntil?: number | null },
): Promise<void> {
  const { environmentId, eventId, eventAt, subjectId, sequence } = event
  const madeAt = idMadeAt(subjectId)
  const firstPartition = madeAt && partitionName('event', madeAt)
  await sql`
    with own as (
      select fresh.delivery_id, fresh.subscription_id, before.delivery_id as predecessor_id,
        ${sequence}::bigint = 1 or exists (
          select from event
          where environment_id = ${environmentId} and subject_id = ${subjectId} and sequence = ${sequence - 1}
            and (${knownUntil}::bigint is null or position < ${knownUntil})
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
 * Orders a subscription's queued deliveries per subject, the newest up to a limit, including those being sent: each waits
 * for the one before it, and deliveries queued later wait for the last. Tests, replays and manual redeliveries are not
 * ordered. The caller has locked the endpoint.
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
 * Removes the order from a subscription's queued deliveries, the newest up to a limit: none waits for another any more.
 * The caller has locked the endpoint.
 */
export async function unorderQueued(trx: Writer, endpoint: EndpointKey, limit: number): Promise<void> {
  await sql`
    with ordered as materialized (${lockNewest(endpoint, sql`ordered_subject is not null`, limit)})
    update delivery_queue as queued
    set ordered_subject = null, ordered_sequence = null, predecessor_id = null,
      -- A first attempt that is due later waits for an event that has not arrived.
      due_at = case when lane = ${sql.lit(lanes.first)} then least(due_at, now()) else due_at end
    from ordered
    where queued.environment_id = ordered.environment_id and queued.delivery_id = ordered.delivery_id`.execute(trx)
}

/** Locks in the order in which results of attempts are written, so that the two cannot deadlock. */
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
