/** Monthly partitions of events, deliveries and attempts. */
import { transact } from '@waybill/chassis/database'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'

const PARTITIONED_TABLES = ['event', 'delivery', 'attempt'] as const
type PartitionedTable = (typeof PARTITIONED_TABLES)[number]

/**
 * Makes the partitions of the month that the date is in, where they are missing; answers how many it made. Rows of
 * that month that were caught by the default partition move into them.
 */
export async function ensurePartitions(db: Reader, month: Date): Promise<number> {
  let made = 0
  for (const table of PARTITIONED_TABLES) {
    if (await transact(db, (trx) => ensurePartition(trx, table, month))) made += 1
  }
  return made
}

async function ensurePartition(trx: Writer, table: PartitionedTable, month: Date): Promise<boolean> {
  const from = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth()))
  const to = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1))
  const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`
  // Those that start together take turns; in other schemas of the database this means an idle wait at most.
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook partitions', 0))`.execute(trx)
  const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(trx)
  if (rows.length > 0) return false

  const [parent, partition, rest] = [table, name, `${table}_default`].map((relation) => sql.id(relation)) as [
    RawBuilder<unknown>,
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ]
  const [start, end] = [sql.lit(from.toISOString()), sql.lit(to.toISOString())]
  await sql`create table ${partition} (like ${parent} including defaults including constraints)`.execute(trx)
  await sql`
    with moved as (delete from ${rest} where event_at >= ${start} and event_at < ${end} returning *)
    insert into ${partition} select * from moved`.execute(trx)
  await sql`alter table ${parent} attach partition ${partition} for values from (${start}) to (${end})`.execute(trx)
  return true
}
