/** What is left to do for subscriptions that were deleted. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'

export interface Deletion extends EndpointKey {
  /** Deliveries of this event and later ones are done; null: none yet. */
  reachedEventId: string | null
}

/** Locks a deletion that nobody else works on. */
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
 * Looks at the next deliveries of a deleted subscription, newest first, and cancels those that are open, also where one
 * is being sent: only its success would still count. Answers the event that it has reached, null at the end.
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

/** Notes how far a deletion has come; null ends it. The caller holds its lock. */
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
 * Removes a batch of the subscriptions that were deleted before, once no delivery of theirs is kept and nothing of them
 * is open any more; their endpoints and replays go along. Answers how many there were.
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
