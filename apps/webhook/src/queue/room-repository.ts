/** How many more sends endpoints may have in flight. */
import { type RawBuilder, sql } from 'kysely'
import { type EndpointKey, environmentIds, subscriptionIds } from './repository.ts'

/**
 * A query of endpoints that the caller has locked: how many more deliveries of each may be claimed (`free`), and how
 * many more of what passes its pauses (`free_for_tests`): tests, also where its subscription is not active (`is_active`),
 * and what is sent by hand.
 * A claim whose lease has run out is not in flight: nobody sends so late. Leaving it out also spares the count the dead
 * index entries of all that was claimed before.
 */
export const roomOf = (endpoints: readonly EndpointKey[], endpointLimit: number): RawBuilder<unknown> =>
  roomAt(sql`unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[])`, endpointLimit)

/** The same of the endpoints that a relation names, locked or not; with the end of each one's last pause. */
export const roomAt = (endpoints: RawBuilder<unknown>, endpointLimit: number): RawBuilder<unknown> => sql`
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
