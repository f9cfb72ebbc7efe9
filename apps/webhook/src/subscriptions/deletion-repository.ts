/** Background work for deleted subscriptions. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'

interface Deletion extends EndpointKey {
  /** Deliveries of this event and later ones are cancelled; null: none yet. */
  reachedEventId: string | null
}

/** Locks the next deletion that no other process has locked. */
export async function lockNextDeletion(trx: Writer): Promise<Deletion | undefined> {
  const row = await trx
    .selectFrom('subscription_deletion')
    .select(['environment_id', 'subscription_id', 'reached_event_id'])
    .orderBy('updated_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return (
    row && {
      environmentId: row.environment_id,
      subscriptionId: row.subscription_id,
      reachedEventId: row.reached_event_id,
    }
  )
}

/**
 * Cancels the open deliveries among the next `limit` of a deleted subscription, newest first, including one that is being
 * sent: only its success would still count. Returns the event that it has reached, null at the end.
 */
export async function cancelOpenDeliveries(
  trx: Writer,
  { environmentId, subscriptionId, reachedEventId }: Deletion,
  limit: number,
): Promise<string | null> {
  const { rows } = await sql<{ seen: number; reached: string | null }>`
    with seen as materialized (
      select environment_id, delivery_id, event_at, event_id, status from delivery
      where environment_id = ${environmentId} and subscription_id = ${subscriptionId}
        and (${reachedEventId}::text is null or event_id < ${reachedEventId})
      order by event_id desc limit ${limit}
    ), taken as (
      delete from delivery_queue as queued using seen
      where queued.environment_id = seen.environment_id and queued.delivery_id = seen.delivery_id
    ), cancelled as (
      update delivery set status = 'cancelled', next_attempt_at = null
      from seen
      where seen.status in ('pending', 'retrying', 'paused')
        and delivery.environment_id = seen.environment_id and delivery.delivery_id = seen.delivery_id
        and delivery.event_at = seen.event_at and delivery.status in ('pending', 'retrying', 'paused')
    )
    select count(*) as seen, min(event_id) as reached from seen`.execute(trx)
  const [found] = rows
  return found !== undefined && found.seen === limit ? found.reached : null
}

/** Stores the progress of a deletion that the caller has locked; null removes it. */
export async function updateDeletion(trx: Writer, deletion: EndpointKey, reachedEventId: string | null): Promise<void> {
  const { environmentId, subscriptionId } = deletion
  if (reachedEventId === null) {
    await sql`
      delete from subscription_deletion
      where environment_id = ${environmentId} and subscription_id = ${subscriptionId}`.execute(trx)
    return
  }
  await sql`
    update subscription_deletion set reached_event_id = ${reachedEventId}, updated_at = now()
    where environment_id = ${environmentId} and subscription_id = ${subscriptionId}`.execute(trx)
}

const PURGE_BATCH = 1_000

/**
 * Removes a batch of the subscriptions deleted before a time that have no deliveries or queue entries left. Their
 * endpoints and replays are removed by cascade. Returns how many.
 */
export async function purgeDeleted(db: Reader, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from subscription where (environment_id, subscription_id) in (
      select environment_id, subscription_id from subscription as deleted
      where deleted_at < ${before}
        and not exists (
          select from delivery
          where delivery.environment_id = deleted.environment_id
            and delivery.subscription_id = deleted.subscription_id
        ) and not exists (
          select from delivery_queue as queued
          where queued.environment_id = deleted.environment_id and queued.subscription_id = deleted.subscription_id
        ) and not exists (
          select from subscription_deletion as open
          where open.environment_id = deleted.environment_id and open.subscription_id = deleted.subscription_id
        )
      order by deleted_at limit ${PURGE_BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
