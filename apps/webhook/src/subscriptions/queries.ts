/** Lists of subscriptions. */
import type { Subscription } from '@waybill/contracts/webhooks/subscription'
import type { Reader } from '../db.ts'
import { subscriptionFromRow } from './repository.ts'

/**
 * Subscriptions of an environment, newest first: ids sort by the time they were made.
 * `after` is the last one of the page before; a null limit is no limit.
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
