/** Monthly partitions of events, deliveries and attempts. */
import { transact } from '@waybill/chassis/postgres/database'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'

const PARTITIONED_TABLES = ['event', 'delivery', 'attempt'] as const
export type PartitionedTable = (typeof PARTITIONED_TABLES)[number]

const PRUNE_BATCH = 5_000

/** Name of the monthly partition of a time. */
export const partitionName = (table: PartitionedTable, at: Date): string =>
  `${table}_${at.toISOString().slice(0, 7).replace('-', '_')}`

/**
 * Creates missing partitions of a month. Rows of that month move from the default partition into them. Returns how many
 * were created.
 */
export async function ensurePartitions(db: Reader, month: Date): Promise<number> {
  let made = 0
  for (const table of PARTITIONED_TABLES) {
    if (await transact(db, (trx) => ensurePartition(trx, table, month))) made += 1
  }
  return made
}

async function ensurePartition(trx: Writer, table: PartitionedTable, month: Date): Promise<boolean> {
  const from = startOfMonth(month)
  const to = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1))
  const name = partitionName(table, from)
  await lockPartitioning(trx)
  const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(trx)
  if (rows.length > 0) return false

  const [parent, partition, rest] = [table, name, `${table}_default`].map((relation) => sql.id(relation)) as [
    RawBuilder<unknown>,
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ]
  const [start, end] = [sql.lit(from.toISOString()), sql.lit(to.toISOString())]
  // Free space in the pages of deliveries, so that storing a result is a heap-only update without new index entries.
  const storage = table === 'delivery' ? sql`with (fillfactor = 80)` : sql``
  await sql`create table ${partition} (like ${parent} including defaults including constraints) ${storage}`.execute(trx)
  await sql`
    with moved as (delete from ${rest} where event_at >= ${start} and event_at < ${end} returning *)
    insert into ${partition} select * from moved`.execute(trx)
  await sql`alter table ${parent} attach partition ${partition} for values from (${start}) to (${end})`.execute(trx)
  return true
}

/** The start of the month of a time. Partitions and everything dropped with them go by whole months. */
const startOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))

/**
 * Drops the monthly partitions whose rows are all older than `before` and returns their names. Deletes one batch of older
 * rows from the default partition; `deleted` is how many.
 */
export async function dropOldPartitions(
  db: Reader,
  table: PartitionedTable,
  before: Date,
): Promise<{ dropped: string[]; deleted: number }> {
  const firstKept = partitionName(table, before)
  const dropped = await transact(db, async (trx) => {
    await lockPartitioning(trx)
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = ${table}::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$' and relname < ${firstKept}
      order by relname`.execute(trx)
    for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(trx)
    return rows.map(({ name }) => name)
  })
  const rest = sql.id(`${table}_default`)
  const { numAffectedRows } = await sql`
    delete from ${rest} where ctid = any (array(
      select ctid from ${rest} where event_at < ${startOfMonth(before)} limit ${PRUNE_BATCH}
    ))`.execute(db)
  return { dropped, deleted: Number(numAffectedRows ?? 0) }
}

/**
 * Removes a batch of deliveries from the queue whose partition `dropOldPartitions` would drop. They become `failed`.
 * Returns how many, and how many of those are dead letters (not tests or manual redeliveries).
 */
export async function dropFromQueue(db: Reader, before: Date): Promise<{ unsent: number; givenUp: number }> {
  const { rows } = await transact(db, (trx) =>
    sql<{ unsent: number; givenUp: number }>`
      with dropped as (
        delete from delivery_queue where (environment_id, delivery_id) in (
          select environment_id, delivery_id from delivery_queue
          where event_at < ${startOfMonth(before)} and claim_id is null
          limit ${PRUNE_BATCH}
          for update skip locked
        )
        returning environment_id, delivery_id, event_at, trigger
      ), failed as (
        update delivery set status = 'failed', next_attempt_at = null
        from dropped
        where delivery.environment_id = dropped.environment_id and delivery.delivery_id = dropped.delivery_id
          and delivery.event_at = dropped.event_at
      )
      select count(*) as unsent, count(*) filter (where trigger in ('event', 'replay')) as "givenUp"
      from dropped`.execute(trx),
  )
  return rows[0] ?? { unsent: 0, givenUp: 0 }
}

/** Serialises processes that start together. Services in other schemas of the database may wait briefly. */
const lockPartitioning = (trx: Writer) =>
  sql`select pg_advisory_xact_lock(hashtextextended('webhook partitions', 0))`.execute(trx)
