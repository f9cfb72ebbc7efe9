/** Reads that no command needs: lists, and what is measured. */
import type { Subscription } from '@waybill/contracts/subscription'
import { sql } from 'kysely'
import type { Reader } from './db.ts'
import { subscriptionFromRow } from './repository/subscriptions.ts'

/**
 * Subscriptions of an environment, newest first: ids sort by the time they were made.
 * `after` is the last one of the page before; a null limit is no limit.
 */
export async function listSubscriptions(
  db: Reader,
  environmentId: string,
  { after, limit }: { after: string | null; limit: number | null },
): Promise<Subscription[]> {
  let query = db
    .selectFrom('subscription')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .orderBy('subscription_id', 'desc')
  if (after !== null) query = query.where('subscription_id', '<', after)
  if (limit !== null) query = query.limit(limit)
  const rows = await query.execute()
  return rows.map(subscriptionFromRow)
}

export interface QueueDepth {
  lane: 'first' | 'retry'
  due: number
  /** How long the one that is due longest has waited. */
  oldestDueSeconds: number
}

/** What is due and waits to be sent. */
export async function readQueueDepth(db: Reader): Promise<QueueDepth[]> {
  const { rows } = await sql<{ lane: QueueDepth['lane']; due: number; oldest_due_seconds: number }>`
    select lanes.name as lane, count(queued.due_at) as due,
      coalesce(extract(epoch from now() - min(queued.due_at)), 0)::float8 as oldest_due_seconds
    from (values (0, 'first'), (1, 'retry')) as lanes (lane, name)
    left join delivery_queue as queued
      on queued.lane = lanes.lane and queued.claim_id is null and queued.due_at <= now()
    group by lanes.name`.execute(db)
  return rows.map((row) => ({ lane: row.lane, due: row.due, oldestDueSeconds: row.oldest_due_seconds }))
}

/** Answers when the database does. */
export async function pingDatabase(db: Reader): Promise<void> {
  await sql`select 1`.execute(db)
}
