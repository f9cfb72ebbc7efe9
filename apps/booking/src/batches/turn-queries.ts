/** For booking and label batches alike: room for new items, and the next ones, in turn by environment. */
import { AppError } from '@waybill/contracts/app-error'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../db.ts'

type ItemTable = 'booking_batch_item' | 'label_batch_item'

/** Pending items of an environment. */
const MOST_PENDING = 5_000

export interface Turn {
  /** The most items that are taken. */
  limit: number
  /** The most items of an environment that are in work. Processes that take at the same moment may exceed it. */
  perEnvironment: number
}

/**
 * The clause `with … due as (…)`: items that are due and in no process's hands, locked, by environment_id, batch_id and position.
 * A large batch leaves room for those of others: environments take turns, and one with less in work comes first, however
 * long the items of another one have waited. Reads an index entry per environment, the items in work and a few due ones: not
 * the backlog.
 */
export function withDueItems(name: ItemTable, { limit, perEnvironment }: Turn): RawBuilder<unknown> {
  const table = sql.table(name)
  return sql`
    with recursive waiting as (
      (select environment_id from ${table} where status = 'pending' order by environment_id limit 1)
      union all
      select (
        select environment_id from ${table}
        where status = 'pending' and environment_id > waiting.environment_id order by environment_id limit 1)
      from waiting where environment_id is not null
    ), leased as (
      select environment_id, count(*) as in_work from ${table}
      where lease_until is not null and lease_until >= clock_timestamp()
      group by environment_id
    ), found as (
      select item.*, coalesce(in_work, 0) as in_work
      from waiting left join leased using (environment_id)
      cross join lateral (
        select environment_id, batch_id, position, due_at from ${table}
        where environment_id = waiting.environment_id and status = 'pending' and due_at <= now()
          and (lease_until is null or lease_until < clock_timestamp())
        order by due_at, batch_id, position
        limit greatest(0, ${perEnvironment} - coalesce(in_work, 0))
        for update skip locked
      ) as item
    ), due as (
      select environment_id, batch_id, position from found
      order by in_work + row_number() over (partition by environment_id order by due_at, batch_id, position), due_at
      limit ${limit}
    )`
}

/**
 * Locks out other new batches of the environment until the transaction ends. Throws `rate_limited` if too many items would be
 * pending. `items`: what they are, in the plural.
 */
export async function assertRoom(
  trx: Trx,
  name: ItemTable,
  {
    environmentId,
    more,
    items,
    retryAfterSeconds,
  }: { environmentId: string; more: number; items: string; retryAfterSeconds: number },
): Promise<void> {
  const lock = JSON.stringify([name, environmentId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx)
  const { rows } = await sql<{ pending: number }>`
    select count(*)::int as pending from ${sql.table(name)}
    where environment_id = ${environmentId} and status = 'pending'`.execute(trx)
  const pending = rows[0]?.pending ?? 0
  if (pending + more <= MOST_PENDING) return
  const message = `${pending} ${items} of batches of the environment are pending; with these ${more} there would be more than ${MOST_PENDING}. Send the batch again when some of them have ended.`
  throw new AppError('rate_limited', message, { retryAfterSeconds })
}
