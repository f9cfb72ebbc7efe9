/** Free send slots of endpoints. */
import { type RawBuilder, sql } from 'kysely'
import { type EndpointKey, environmentIds, subscriptionIds } from '../endpoints/endpoint-key.ts'

/**
 * A query of endpoints that the caller has locked: how many deliveries of each are in flight, how many more may be claimed
 * (`free`), and how many more that ignore its pauses (`free_for_tests`): tests, even if its subscription is inactive
 * (`is_active`), and manual redeliveries.
 * A claim whose lease has expired is not in flight, because no dispatcher sends that late. Excluding it also keeps the
 * count from reading the dead index entries of earlier claims.
 */
export const freeSlotsByEndpoint = (
  endpoints: readonly EndpointKey[],
  endpointLimit: (endpoint: EndpointKey) => number,
): RawBuilder<unknown> =>
  freeSlotsAt(
    sql`unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[],
      ${endpoints.map(endpointLimit)}::int[])`,
  )

/**
 * The same for the endpoints of a relation with the limit of each, locked or not, with the end of each one's last pause
 * (`not_before`).
 */
export const freeSlotsAt = (endpoints: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select endpoint.environment_id, endpoint.subscription_id, not_before, status = 'active' as is_active, in_flight,
    greatest(0, wanted.most - in_flight) as free_for_tests,
    case when status = 'active' and coalesce(not_before <= now(), true)
      then greatest(0, least(send_limit, wanted.most) - in_flight) else 0 end as free
  from ${endpoints} as wanted (environment_id, subscription_id, most)
  join subscription using (environment_id, subscription_id)
  join endpoint using (environment_id, subscription_id)
  cross join lateral (
    select count(*)::int as in_flight from delivery_queue as queued
    where queued.environment_id = wanted.environment_id and queued.subscription_id = wanted.subscription_id
      and claim_id is not null and lease_until > now()
  ) as claimed`

/** Concurrent sends: to one endpoint over all processes, as every endpoint begins; of one process for one environment and to one origin. */
export interface QueueLimits {
  endpoint: number
  environment: number
  origin: number
}

/**
 * A query of endpoints, of those of a relation, whose environment and origin are below the limits of one process. Counts
 * the sends of all processes, so that it leaves out some endpoints that one process could send to.
 */
export const belowLimitsAt = (endpoints: RawBuilder<unknown>, limits: QueueLimits): RawBuilder<unknown> => sql`
  select wanted.environment_id, wanted.subscription_id
  from ${endpoints} as wanted (environment_id, subscription_id)
  join subscription using (environment_id, subscription_id)
  left join (
    select environment_id, count(*) as in_flight from delivery_queue
    where claim_id is not null and lease_until > now() group by environment_id
  ) as own using (environment_id)
  left join (
    select ${getOrigin(sql`url`)} as origin, count(*) as in_flight
    from delivery_queue join subscription using (environment_id, subscription_id)
    where claim_id is not null and lease_until > now() group by ${getOrigin(sql`url`)}
  ) as there on there.origin = ${getOrigin(sql`subscription.url`)}
  where coalesce(own.in_flight, 0) < ${limits.environment}::int
    and coalesce(there.in_flight, 0) < ceil(${limits.origin}::int / 2.0)`

/** Scheme, host and port. */
const getOrigin = (url: RawBuilder<unknown>) => sql`substring(${url}, '^[^/]+//[^/?#]+')`
