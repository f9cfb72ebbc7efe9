import { type Kysely, sql } from 'kysely'
import type { StuckQuery, StuckRow } from '../stuck/stuck-checks.ts'
import { RECENT_PAUSES_SECONDS } from './erasures.ts'

/** Erasures whose next pass should have been made long ago, and is hindered or not even tried. */
export async function findStuckErasures<DB>(db: Kysely<DB>, { afterSeconds, limit }: StuckQuery): Promise<StuckRow[]> {
  // When each pass of a recent subject is due, in seconds after the erasure was requested.
  const dueAfter = RECENT_PAUSES_SECONDS.map((_, pass) =>
    RECENT_PAUSES_SECONDS.slice(0, pass + 1).reduce((sum, pause) => sum + pause, 0),
  )
  const { rows } = await sql<StuckRow>`
    select subject_id as id, environment_id as "environmentId", since,
      'pass ' || passes + 1 || ' after ' || tries || ' tries: ' || coalesce(hindrance, 'no process makes it') as why,
      count(*) over () as total
    from (
      select *, erased_at + (${dueAfter}::integer[])[passes + 1] * interval '1 second' as since
      from erasure where due_at is not null
    ) as open
    where since < now() - ${afterSeconds} * interval '1 second'
      and (hindrance is not null or due_at < now() - ${afterSeconds} * interval '1 second')
    order by since limit ${limit}`.execute(db)
  return rows
}
