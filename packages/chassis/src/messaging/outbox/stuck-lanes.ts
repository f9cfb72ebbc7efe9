import { type Kysely, sql } from 'kysely'
import type { StuckQuery, StuckRow } from '../../stuck/stuck-checks.ts'

/** Lanes whose first unpublished event is old. */
export async function findStuckLanes<DB>(db: Kysely<DB>, { afterSeconds, limit }: StuckQuery): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select 'lane ' || outbox_lane.lane as id, null as "environmentId", first.created_at as since,
      'event ' || first.event_id || ' is not published; '
        || case when lease_until > now() then 'a relay holds the lane' else 'no relay holds the lane' end as why,
      count(*) over () as total
    from outbox_lane
    cross join lateral (
      select event_id, created_at from outbox
      where outbox.lane = outbox_lane.lane and published_at is null
      order by position limit 1
    ) as first
    where first.created_at < now() - ${afterSeconds} * interval '1 second'
    order by first.created_at limit ${limit}`.execute(db)
  return rows
}
