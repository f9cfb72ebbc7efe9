/** What is measured of the queue. */
import { sql } from 'kysely'
import type { Reader } from '../db.ts'

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
