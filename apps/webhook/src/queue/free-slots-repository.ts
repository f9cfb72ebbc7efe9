/** Free send slots of endpoints. */
import { type RawBuilder, sql } from 'kysely'
import { type EndpointKey, environmentIds, subscriptionIds } from '../endpoints/endpoint-key.ts'

/**
 * A query of endpoints that the caller has locked: how many more deliveries of each may be claimed (`free`), and how many
 * more that ignore its pauses (`free_for_tests`): tests, even if its subscription is inactive (`is_active`), and manual
 * redeliveries.
 * A claim whose lease has expired is not in flight, because no dispatcher sends that late. Excluding it also keeps the
 * count from reading the dead index entries of earlier claims.
 */
export const freeSlotsOf = (endpoints: readonly EndpointKey[], endpointLimit: number): RawBuilder<unknown> =>
  freeSlotsAt(sql`unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[])`, endpointLimit)

/** The same for the endpoints of a relation, locked or not, with the end of each one's last pause (`not_before`). */
export const freeSlotsAt = (endpoints: RawBuilder<unknown>, endpointLimit: number): RawBuilder<unknown> => sql`
  select endpoint.environment_id, endpoint.subscription_id, not_before, status = 'active' as is_active,
    greatest(0, ${endpointLimit}::int - in_flight) as free_for_tests,
    case when status = 'active' and coalesce(not_before <= now(), true)
      then greatest(0, least(send_limit, ${endpointLimit}::int) - in_flight) else 0 end as free
  from ${endpoints} as wanted (environment_id, subscription_id)
  join subscription using (environment_id, subscription_id)
  join endpoint using (environment_id, subscription_id)
  cross join lateral (
    select count(*)::int as in_flight from delivery_queue as queued
    where queued.environment_id = wanted.environment_id and queued.subscription_id = wanted.subscription_id
      and claim_id is not null and lease_until > now()
  ) as claimed`
