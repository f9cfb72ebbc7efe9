/** Subscriptions. Deleted ones are kept; functions exclude them unless they say otherwise. */

import type { SealedSecret } from '@waybill/chassis/secrets/secret-box'
import type { Subscription } from '@waybill/contracts/webhooks/subscription'
import { type Selectable, sql } from 'kysely'
import type { Reader, SubscriptionTable, Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { insertSecret } from '../secrets/repository.ts'

/** Stores a subscription with its first secret and its endpoint row, which claims lock. */
export async function insertSubscription(
  trx: Writer,
  subscription: Subscription,
  secret: SealedSecret & { secretId: string },
): Promise<void> {
  const { environmentId: environment_id, subscriptionId: subscription_id } = subscription
  await trx.insertInto('subscription').values(subscriptionRow(subscription)).execute()
  await insertSecret(trx, subscription, secret)
  await trx
    .insertInto('endpoint')
    .values({ environment_id, subscription_id, failing_since: null, last_success_at: null })
    .execute()
}

/**
 * Number of subscriptions of the environment. Locks the count until the transaction ends, so that concurrent creations
 * cannot exceed a limit.
 */
export async function countSubscriptionsLocked(trx: Writer, environmentId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('subscription limit ' || ${environmentId}::text, 0))`.execute(
    trx,
  )
  const { count } = await trx
    .selectFrom('subscription')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('environment_id', '=', environmentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function findSubscription(
  db: Reader,
  environmentId: string,
  subscriptionId: string,
): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('subscription')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('subscription_id', '=', subscriptionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && subscriptionFromRow(row)
}

/**
 * Locks a subscription against other changes. Locks its endpoint first, in the same order as transactions that change its
 * queue.
 */
export async function lockSubscription(trx: Writer, subscription: EndpointKey): Promise<Subscription | undefined> {
  const { environmentId, subscriptionId } = subscription
  await sql`
    select from endpoint where environment_id = ${environmentId} and subscription_id = ${subscriptionId}
    for update`.execute(trx)
  const row = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('subscription_id', '=', subscriptionId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && subscriptionFromRow(row)
}

/** Writes a changed subscription that the caller has locked. */
export async function updateSubscription(trx: Writer, subscription: Subscription): Promise<void> {
  await trx
    .updateTable('subscription')
    .set({
      url: subscription.url,
      events: subscription.events,
      ordering: subscription.ordering,
      verbose_events: subscription.verboseEvents,
      status: subscription.status,
      disabled_reason: subscription.disabledReason,
      version: subscription.version,
      updated_at: subscription.updatedAt,
    })
    .where('environment_id', '=', subscription.environmentId)
    .where('subscription_id', '=', subscription.subscriptionId)
    .execute()
}

/**
 * Marks a subscription that the caller has locked as deleted, removes its secrets and cancels its replays. It gets no new
 * deliveries, and waiting ones are not sent; `cancelOpenDeliveries` cancels them.
 */
export async function markDeleted(trx: Writer, subscription: EndpointKey, at: Date): Promise<void> {
  const { environmentId: environment_id, subscriptionId: subscription_id } = subscription
  await trx
    .updateTable('subscription')
    .set((set) => ({ status: 'paused' as const, deleted_at: at, updated_at: at, version: set('version', '+', 1) }))
    .where('environment_id', '=', environment_id)
    .where('subscription_id', '=', subscription_id)
    .execute()
  await trx
    .deleteFrom('subscription_secret')
    .where('environment_id', '=', environment_id)
    .where('subscription_id', '=', subscription_id)
    .execute()
  await trx
    .updateTable('replay')
    .set({ status: 'cancelled', ended_at: at })
    .where('environment_id', '=', environment_id)
    .where('subscription_id', '=', subscription_id)
    .where('status', '=', sql.lit('running'))
    .execute()
  await trx
    .insertInto('subscription_deletion')
    .values({ environment_id, subscription_id, reached_event_id: null })
    .execute()
}

/**
 * Disables an active subscription. Returns it before and after, with the sequence of the event about it; undefined if it
 * is not active. The caller has locked its endpoint.
 */
export async function disableSubscription(
  trx: Writer,
  subscription: { environmentId: string; subscriptionId: string },
  { reason, at }: { reason: NonNullable<Subscription['disabledReason']>; at: Date },
): Promise<{ before: Subscription; after: Subscription; sequence: number } | undefined> {
  const row = await trx
    .updateTable('subscription')
    .set((set) => ({
      status: 'disabled' as const,
      disabled_reason: reason,
      version: set('version', '+', 1),
      sequence: set('sequence', '+', 1),
      updated_at: at,
    }))
    .where('environment_id', '=', subscription.environmentId)
    .where('subscription_id', '=', subscription.subscriptionId)
    .where('status', '=', sql.lit('active'))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const after = subscriptionFromRow(row)
  return { before: { ...after, status: 'active', disabledReason: null }, after, sequence: row.sequence }
}

export const subscriptionFromRow = (row: Selectable<SubscriptionTable>): Subscription => ({
  environmentId: row.environment_id,
  merchantId: row.merchant_id,
  livemode: row.livemode,
  subscriptionId: row.subscription_id,
  status: row.status,
  url: row.url,
  events: row.events,
  ordering: row.ordering,
  verboseEvents: row.verbose_events,
  version: row.version,
  disabledReason: row.disabled_reason,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const subscriptionRow = (subscription: Subscription) => ({
  environment_id: subscription.environmentId,
  subscription_id: subscription.subscriptionId,
  merchant_id: subscription.merchantId,
  livemode: subscription.livemode,
  status: subscription.status,
  url: subscription.url,
  events: subscription.events,
  ordering: subscription.ordering,
  verbose_events: subscription.verboseEvents,
  disabled_reason: subscription.disabledReason,
  deleted_at: null,
  created_at: subscription.createdAt,
  updated_at: subscription.updatedAt,
})
