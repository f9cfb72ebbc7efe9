/** Selects the next items of booking and label batches, in turn by environment. */
import { type RawBuilder, sql } from 'kysely'

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
export function withDueItems(
  name: 'booking_batch_item' | 'label_batch_item',
  { limit, perEnvironment }: Turn,
): RawBuilder<unknown> {
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
