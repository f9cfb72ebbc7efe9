import { type Kysely, sql } from 'kysely'
import { type FindUnfinished, pruneDeadOperations, pruneIdempotencyRecords } from '../idempotency/pruning.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { type Stoppable, startLoop } from '../process/loops.ts'
import type { Logger } from '../telemetry/log.ts'

/** How far back a replay of the outbox reaches. */
const OUTBOX_DAYS = 7
/** Longer than the outbox, so that a replayed event is still known. */
const INBOX_DAYS = 14
const BATCH = 5_000
const PRUNE_EVERY_MS = 60_000

/**
 * Deletes expired rows of the chassis' tables in batches: published events after 7 days, inbox rows after 14 days,
 * idempotency records after 24 hours except the operations that `findUnfinished` returns. Several processes may run it
 * concurrently.
 */
export function startPruning<DB extends ChassisTables>({
  db,
  findUnfinished = async () => [],
  log,
}: {
  db: Kysely<DB>
  findUnfinished?: FindUnfinished<DB>
  log: Logger
}): Stoppable {
  return startLoop({
    name: 'pruning',
    intervalMs: PRUNE_EVERY_MS,
    log,
    async work() {
      const outbox = await pruneOutbox(db)
      const inbox = await pruneInbox(db)
      const idempotencyRecords = await pruneIdempotencyRecords(db)
      const deadOperations = await pruneDeadOperations(db, findUnfinished)
      if (outbox + inbox + idempotencyRecords + deadOperations === 0) return 'idle'
      log.info({ outbox, inbox, idempotencyRecords, deadOperations }, 'rows.pruned')
      return 'again'
    },
  })
}

/**
 * Deletes a batch of events published more than 7 days ago; resolves to how many there were.
 * Looks at the oldest positions only, so a large replay puts it off, by 7 days at most, and no index is needed.
 */
export async function pruneOutbox<DB extends ChassisTables>(db: Kysely<DB>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox
    where position in (
      select position from (
        select position, published_at from outbox where published_at is not null order by position limit ${BATCH}
      ) as oldest
      where published_at < now() - ${OUTBOX_DAYS} * interval '1 day'
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes a batch of inbox rows older than 14 days; resolves to their number. */
export async function pruneInbox<DB extends ChassisTables>(db: Kysely<DB>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from inbox
    where (environment_id, event_id, consumer) in (
      select environment_id, event_id, consumer from inbox
      where received_at < now() - ${INBOX_DAYS} * interval '1 day'
      order by received_at limit ${BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
