/** Reads of subscriptions. */
import type { Subscription } from '@waybill/contracts/webhooks/subscription'
import type { Reader } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { findSubscription, subscriptionFromRow } from './repository.ts'
import { subscriptionNotFound } from './subscription.ts'

/**
 * Subscriptions of an environment, newest first: ids sort by creation time.
 * `after`: the last id of the previous page. `limit` null: no limit.
 */
export async function listSubscriptions(
  db: Reader,
  environmentId: string,
  { after, limit }: { after: string | null; limit: number | null },
): Promise<Subscription[]> {
  let query = db
    .selectFrom('subscription')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('deleted_at', 'is', null)
    .orderBy('subscription_id', 'desc')
  if (after !== null) query = query.where('subscription_id', '<', after)
  if (limit !== null) query = query.limit(limit)
  const rows = await query.execute()
  return rows.map(subscriptionFromRow)
}

/** Throws `subscription_not_found`. */
export async function getSubscription(
  db: Reader,
  { environmentId, subscriptionId }: EndpointKey,
): Promise<Subscription> {
  const subscription = await findSubscription(db, environmentId, subscriptionId)
  if (subscription === undefined) throw subscriptionNotFound(subscriptionId)
  return subscription
}
