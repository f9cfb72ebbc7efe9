/** Health and pace of endpoints. */
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import type { EndpointPace } from '../fairness/endpoint-pace.ts'
import { type EndpointHealth, SUCCESS_WRITE_INTERVAL_MS } from './endpoint-health.ts'
import { type EndpointKey, environmentIds, subscriptionIds } from './endpoint-key.ts'

export interface EndpointState extends EndpointKey {
  health: EndpointHealth
  pace: EndpointPace
}

interface EndpointRow {
  environment_id: string
  subscription_id: string
  failing_since: Date | null
  failure_count: number
  last_success_at: Date | null
  breaker: EndpointPace['breaker']
  send_limit: number | null
  failures_in_row: number
  slow_downs: number
  not_before: Date | null
}

/**
 * Locks, in the order of their ids, the endpoints whose state may change: all with a failure or a slow success, and of the
 * others the ones that were failing or slowed down, or whose last success was written long ago.
 */
export async function lockEndpointStates(
  trx: Writer,
  { slowing, others }: { slowing: readonly EndpointKey[]; others: readonly EndpointKey[] },
): Promise<EndpointState[]> {
  const attempted = [...slowing, ...others]
  const { rows } = await sql<EndpointRow>`
    select endpoint.environment_id, endpoint.subscription_id, failing_since, failure_count, last_success_at,
      breaker, send_limit, failures_in_row, slow_downs, not_before
    from unnest(${environmentIds(attempted)}::text[], ${subscriptionIds(attempted)}::text[])
      with ordinality as attempted (environment_id, subscription_id, place)
    join endpoint using (environment_id, subscription_id)
    where attempted.place <= ${slowing.length} or failing_since is not null or last_success_at is null
      or last_success_at < now() - ${SUCCESS_WRITE_INTERVAL_MS} * interval '1 ms'
      or failures_in_row > 0 or send_limit is not null
    order by endpoint.environment_id, endpoint.subscription_id
    for update of endpoint`.execute(trx)
  return rows.map((row) => ({
    environmentId: row.environment_id,
    subscriptionId: row.subscription_id,
    health: { failingSince: row.failing_since, failureCount: row.failure_count, lastSuccessAt: row.last_success_at },
    pace: {
      breaker: row.breaker,
      sendLimit: row.send_limit,
      failuresInRow: row.failures_in_row,
      slowDowns: row.slow_downs,
      pausedUntil: row.not_before,
    },
  }))
}

/**
 * Writes the state of an endpoint that the caller has locked. `pauseMs` starts a pause now, by the database's clock; null
 * leaves the current pause unchanged.
 */
export async function updateEndpointState(
  trx: Writer,
  { environmentId, subscriptionId, health, pace }: EndpointState,
  { pauseMs }: { pauseMs: number | null },
): Promise<void> {
  await sql`
    update endpoint
    set failing_since = ${health.failingSince}, failure_count = ${health.failureCount},
      last_success_at = ${health.lastSuccessAt}, breaker = ${pace.breaker}, send_limit = ${pace.sendLimit},
      failures_in_row = ${pace.failuresInRow}, slow_downs = ${pace.slowDowns},
      not_before = coalesce(now() + ${pauseMs}::bigint * interval '1 ms', not_before)
    where environment_id = ${environmentId} and subscription_id = ${subscriptionId}`.execute(trx)
}

/**
 * Clears the health and pace of an endpoint, and starts with one send at a time; each success adds one. Locks it.
 */
export async function resetEndpoint(trx: Writer, { environmentId, subscriptionId }: EndpointKey): Promise<void> {
  await trx
    .updateTable('endpoint')
    .set({
      failing_since: null,
      failure_count: 0,
      breaker: 'closed',
      send_limit: 1,
      failures_in_row: 0,
      slow_downs: 0,
      not_before: null,
    })
    .where('environment_id', '=', environmentId)
    .where('subscription_id', '=', subscriptionId)
    .execute()
}
