/** Endpoints with waiting deliveries. */
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { lanes } from './lanes.ts'

export interface WaitingEndpoint extends EndpointKey {
  /** A delivery is due and may be sent now. */
  isDue: boolean
  /** And the endpoint has a free slot for it. */
  isClaimable: boolean
}

const START: EndpointKey = { environmentId: '', subscriptionId: '' }

/**
 * Endpoints with waiting deliveries, in the order of their ids, after one of them (null: from the first).
 * A loose index scan: the cost does not depend on how many deliveries wait for each endpoint.
 * `isClaimable` is a hint: `claimDue` counts again under the endpoints' locks.
 */
export async function findWaitingEndpoints(
  db: Reader,
  after: EndpointKey | null,
  { limit, endpointLimit }: { limit: number; endpointLimit: number },
): Promise<WaitingEndpoint[]> {
  const { environmentId, subscriptionId } = after ?? START
  const first = sql`
    select environment_id, subscription_id, lane, due_at from delivery_queue
    where claim_id is null and predecessor_id is null`
  const byEndpoint = sql`order by environment_id, subscription_id, lane, due_at limit 1`
  // `waiting` is the endpoint's first row: earlier lanes are empty, and it is the earliest of its lane.
  const isDueIn = (lane: number) => sql`
    waiting.lane < ${sql.lit(lane)} and exists (
      select from delivery_queue as queued
      where queued.environment_id = waiting.environment_id and queued.subscription_id = waiting.subscription_id
        and claim_id is null and predecessor_id is null and queued.lane = ${sql.lit(lane)} and queued.due_at <= now()
    )`
  const { rows } = await sql<{
    environment_id: string
    subscription_id: string
    is_due: boolean
    is_claimable: boolean
  }>`
    with recursive waiting as (
      (${first} and (environment_id, subscription_id) > (${environmentId}, ${subscriptionId}) ${byEndpoint})
      union all
      select next.* from waiting cross join lateral (
        ${first} and (environment_id, subscription_id) > (waiting.environment_id, waiting.subscription_id) ${byEndpoint}
      ) as next
    ), looked_at as (
      select * from waiting limit ${limit}
    )
    select waiting.environment_id, waiting.subscription_id, is_due, case when is_due then (
        select count(*) from delivery_queue as queued
        where queued.environment_id = waiting.environment_id and queued.subscription_id = waiting.subscription_id
          and queued.claim_id is not null and queued.lease_until > now()
      ) < case
        when waiting.lane = ${sql.lit(lanes.test)} then ${endpointLimit}::int
        else least(endpoint.send_limit, ${endpointLimit}::int)
      end else false end as is_claimable
    from looked_at as waiting
    left join endpoint using (environment_id, subscription_id)
    cross join lateral (
      select waiting.due_at <= now() and waiting.lane = ${sql.lit(lanes.test)}
        or coalesce(endpoint.not_before <= now(), true) and (
          waiting.due_at <= now() or ${isDueIn(lanes.first)} or ${isDueIn(lanes.retry)} or ${isDueIn(lanes.replay)}
        ) as is_due
    ) as state
    order by waiting.environment_id, waiting.subscription_id`.execute(db)
  return rows.map((row) => ({
    environmentId: row.environment_id,
    subscriptionId: row.subscription_id,
    isDue: row.is_due,
    isClaimable: row.is_claimable,
  }))
}
