import { type Kysely, sql } from 'kysely'
import { type FindUnfinished, pruneDeadOperations, pruneIdempotencyRecords } from '../idempotency/pruning.ts'
import { type Stoppable, startLoop } from '../loops/loops.ts'
import type { EventHandler } from '../messaging/inbox/consumers.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import type { Logger } from '../telemetry/log.ts'
import type { TableRule } from './table-rules.ts'

/** Deletes a batch of expired rows in one short transaction; resolves to their number. */
type Prune<DB> = (db: Kysely<DB>) => Promise<number>

/** How far back a replay of the outbox reaches. */
export const OUTBOX_DAYS = 7
/** Longer than the outbox, so that a replayed event is still known. */
export const INBOX_DAYS = 14
/** Longer than the inbox: an event that arrives after that would be applied although a later one was. */
export const CURSOR_DAYS = 30
const BATCH = 5_000
const PRUNE_EVERY_MS = 60_000

/**
 * Deletes expired rows in batches: those of the chassis' tables, idempotency records except those of operations that
 * `findUnfinished` returns, and those that the service's own `rules` name. Several processes may run it concurrently.
 */
export function startPruning<DB extends ChassisTables>({
  db,
  findUnfinished = async () => [],
  handlers = {},
  rules = {},
  log,
}: {
  db: Kysely<DB>
  findUnfinished?: FindUnfinished<DB>
  /** The service's consumers. */
  handlers?: Record<string, EventHandler<DB>>
  rules?: Readonly<Record<string, TableRule<DB>>>
  log: Logger
}): Stoppable {
  const consumers = Object.entries(handlers).flatMap(([pattern, { name = pattern, order }]) =>
    order === 'latest' ? [name] : [],
  )
  const prunes: Record<string, Prune<DB>> = {
    outbox: pruneOutbox,
    inbox: pruneInbox,
    inbox_cursor: () => pruneInboxCursors(db, consumers),
    idempotency_record: pruneIdempotencyRecords,
    dead_operations: () => pruneDeadOperations(db, findUnfinished),
  }
  for (const [table, rule] of Object.entries(rules)) {
    if ('days' in rule) prunes[table] = () => rule.by(db, rule.days)
  }
  return startLoop({
    name: 'pruning',
    intervalMs: PRUNE_EVERY_MS,
    log,
    work: (signal) => pruneOnce(db, prunes, { log, signal }),
  })
}

/** Takes a batch of each table. A table that fails does not keep the others from being pruned; its error is thrown last. */
async function pruneOnce<DB>(
  db: Kysely<DB>,
  prunes: Readonly<Record<string, Prune<DB>>>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<'again' | 'idle'> {
  const pruned: Record<string, number> = {}
  const failures: unknown[] = []
  for (const [table, prune] of Object.entries(prunes)) {
    if (signal.aborted) break
    try {
      const rows = await prune(db)
      if (rows > 0) pruned[table] = rows
    } catch (error) {
      failures.push(error)
    }
  }
  const isAny = Object.keys(pruned).length > 0
  if (isAny) log.info(pruned, 'rows.pruned')
  if (failures.length > 0) throw failures[0]
  return isAny ? 'again' : 'idle'
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

/**
 * Deletes a batch of the cursors of subjects whose last event is older than 30 days; resolves to their number. For
 * consumers of the order `latest`, which take the next event of a subject without its cursor. A cursor stays while an
 * event of its subject is parked: that event may be older than the last one applied.
 */
export async function pruneInboxCursors<DB extends ChassisTables>(
  db: Kysely<DB>,
  consumers: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from inbox_cursor
    where (environment_id, consumer, subject_type, subject_id) in (
      select environment_id, consumer, subject_type, subject_id from inbox_cursor as cursor
      where updated_at < now() - ${CURSOR_DAYS} * interval '1 day' and consumer = any (${consumers}::text[])
        and not exists (
          select from inbox_parked as parked
          where parked.environment_id = cursor.environment_id and parked.consumer = cursor.consumer
            and parked.subject_type = cursor.subject_type and parked.subject_id = cursor.subject_id
        )
      order by updated_at limit ${BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
