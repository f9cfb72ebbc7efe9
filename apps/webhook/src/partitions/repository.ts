/**
 * Monthly partitions of events, deliveries and attempts. Database functions create and drop them with the rights of the
 * owner of the tables, which the service's role lacks.
 */
import { transact, untilAnswered } from '@waybill/chassis/postgres/database'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'

export const PARTITIONED_TABLES = ['event', 'delivery', 'attempt'] as const
type PartitionedTable = (typeof PARTITIONED_TABLES)[number]

const PRUNE_BATCH = 5_000

/** Name of the monthly partition of a time. */
export const partitionName = (table: PartitionedTable, at: Date): string =>
  `${table}_${at.toISOString().slice(0, 7).replace('-', '_')}`

/**
 * Creates missing partitions of a month. Rows of that month move from the default partition into them. Returns how many
 * were created. Throws for a month before 2020 or more than ten years ahead.
 */
export async function ensurePartitions(db: Reader, month: Date): Promise<number> {
  let made = 0
  for (const table of PARTITIONED_TABLES) {
    if (await untilAnswered(() => transact(db, (trx) => ensurePartition(trx, table, month)))) made += 1
  }
  return made
}

async function ensurePartition(trx: Writer, table: PartitionedTable, month: Date): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    select create_partition(${table}, ${month}::timestamptz) as made`.execute(trx)
  return rows[0]?.made ?? false
}

/** The start of the month of a time. Partitions and everything dropped with them go by whole months. */
export const startOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))

/**
 * Drops the monthly partitions whose rows are all older than `before` and returns their names. Deletes one batch of older
 * rows from the default partition; `deleted` is how many. For events, `dropOldEvents` also records who had not reached
 * them.
 */
export async function dropOldPartitions(
  db: Reader,
  table: Exclude<PartitionedTable, 'event'>,
  before: Date,
): Promise<{ dropped: string[]; deleted: number }> {
  const dropped = await transact(db, (trx) => dropMonths(trx, table, before))
  const deleted = await transact(db, (trx) => deleteOldRows(trx, table, { before, returning: sql`event_at` }))
  return { dropped, deleted: deleted.length }
}

/** Drops the monthly partitions whose rows are all older than `before` and returns their names. */
export async function dropMonths(trx: Writer, table: PartitionedTable, before: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from drop_partitions(${table}, ${before}::timestamptz) as name`.execute(trx)
  return rows.map(({ name }) => name)
}

/**
 * Deletes one batch of the rows of the default partition that are older than `before`. Returns the given columns of each.
 */
export async function deleteOldRows<Row>(
  trx: Writer,
  table: PartitionedTable,
  { before, returning }: { before: Date; returning: RawBuilder<Row> },
): Promise<Row[]> {
  const rest = sql.id(`${table}_default`)
  const { rows } = await sql<Row>`
    delete from ${rest} where ctid = any (array(
      select ctid from ${rest} where event_at < ${startOfMonth(before)} limit ${PRUNE_BATCH}
    ))
    returning ${returning}`.execute(trx)
  return rows
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
