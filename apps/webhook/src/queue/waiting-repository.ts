/** Endpoints with waiting deliveries. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { lanes } from '../endpoints/lanes.ts'

export interface WaitingEndpoint extends EndpointKey {
  /** A delivery is due and may be sent now. */
  isDue: boolean
  /** And the endpoint has a free slot for it. */
  isClaimable: boolean
  /** If it is claimable: deliveries in flight, over all dispatchers; and whether a test or manual redelivery waits. */
  inFlight: number
  isTestWaiting: boolean
}

/** Where a scan begins, and how far it goes. */
export interface ScanRange {
  limit: number
  environmentLimit: number
  /** The last endpoint of the scan before; null: begins at the first. */
  after: EndpointKey | null
  /** Per environment: the endpoint after which to continue once the environment's first one has been read. */
  resumeAfter: ReadonlyMap<string, string>
  /** Environments of which only the first endpoint is read, as not claimable. */
  skippedEnvironments: readonly string[]
}

const START: EndpointKey = { environmentId: '', subscriptionId: '' }
/** Sorts after every id of a subscription. */
const AFTER_ALL = `whs_${'z'.repeat(26)}`

/**
 * Endpoints with waiting deliveries in the order of their ids, at most `limit`, of which at most
 * `environmentLimit` are of one environment, so that one with many does not delay the others.
 * A loose index scan: the cost does not depend on how many deliveries wait for each endpoint.
 * `isClaimable` is a hint: `claimDue` counts again under the endpoints' locks.
 */
export async function findWaitingEndpoints(
  db: Reader,
  { limit, environmentLimit, after, resumeAfter, skippedEnvironments }: ScanRange,
  endpointLimit: (endpoint: EndpointKey) => number,
): Promise<WaitingEndpoint[]> {
  const { environmentId, subscriptionId } = after ?? START
  const first = (place: RawBuilder<unknown>) => sql`
    select environment_id, subscription_id, lane, due_at, ${place} as place from delivery_queue
    where claim_id is null and predecessor_id is null`
  const nextPlace = sql`case when environment_id = waiting.environment_id then waiting.place + 1 else 1 end`
  const resume = JSON.stringify(Object.fromEntries(resumeAfter))
  const isSkipped = sql`waiting.environment_id = any(${skippedEnvironments}::text[])`
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
    is_skipped: boolean
    send_limit: number | null
    in_flight: number
    is_test_waiting: boolean
  }>`
    with recursive waiting as (
      (${first(sql`1`)} and (environment_id, subscription_id) > (${environmentId}, ${subscriptionId}) ${byEndpoint})
      union all
      select next.* from waiting cross join lateral (
        ${first(nextPlace)} and (environment_id, subscription_id) > (waiting.environment_id, case
          when waiting.place >= ${environmentLimit}::int or ${isSkipped} then ${AFTER_ALL}
          when waiting.place = 1 then greatest(waiting.subscription_id, ${resume}::jsonb ->> waiting.environment_id)
          else waiting.subscription_id
        end) ${byEndpoint}
      ) as next
    ), looked_at as (
      select * from waiting limit ${limit}
    )
    select waiting.environment_id, waiting.subscription_id, is_due, in_flight,
      waiting.lane = ${sql.lit(lanes.test)} as is_test_waiting,
      ${isSkipped} as is_skipped,
      case when waiting.lane > ${sql.lit(lanes.test)} then endpoint.send_limit end as send_limit
    from looked_at as waiting
    left join endpoint using (environment_id, subscription_id)
    cross join lateral (
      select waiting.due_at <= now() and waiting.lane = ${sql.lit(lanes.test)}
        or coalesce(endpoint.not_before <= now(), true) and (
          waiting.due_at <= now() or ${isDueIn(lanes.first)} or ${isDueIn(lanes.retry)} or ${isDueIn(lanes.replay)}
        ) as is_due
    ) as state
    cross join lateral (
      select count(*)::int as in_flight from delivery_queue as queued
      where is_due and not ${isSkipped}
        and queued.environment_id = waiting.environment_id and queued.subscription_id = waiting.subscription_id
        and queued.claim_id is not null and queued.lease_until > now()
    ) as sends
    order by waiting.environment_id, waiting.subscription_id`.execute(db)
  return rows.map((row) => {
    const key = { environmentId: row.environment_id, subscriptionId: row.subscription_id }
    const most = Math.min(endpointLimit(key), row.send_limit ?? Number.POSITIVE_INFINITY)
    return {
      ...key,
      isDue: row.is_due,
      isClaimable: row.is_due && !row.is_skipped && row.in_flight < most,
      inFlight: row.in_flight,
      isTestWaiting: row.is_test_waiting,
    }
  })
}
