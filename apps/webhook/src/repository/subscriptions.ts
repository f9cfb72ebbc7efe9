/** Subscriptions and their secrets. */
import type { Subscription } from '@waybill/contracts/subscription'
import { type Selectable, sql } from 'kysely'
import type { Reader, SubscriptionTable, Writer } from '../db.ts'
import type { SealedSecret } from '../secret-box.ts'

/** Stores a subscription with its first secret, and an endpoint row that claims can lock. */
export async function insertSubscription(
  trx: Writer,
  subscription: Subscription,
  secret: SealedSecret & { secretId: string },
): Promise<void> {
  const { environmentId: environment_id, subscriptionId: subscription_id } = subscription
  await trx.insertInto('subscription').values(subscriptionRow(subscription)).execute()
  await trx
    .insertInto('subscription_secret')
    .values({
      environment_id,
      subscription_id,
      secret_id: secret.secretId,
      key_id: secret.keyId,
      sealed: secret.sealed,
      expires_at: null,
    })
    .execute()
  await trx
    .insertInto('endpoint')
    .values({ environment_id, subscription_id, failing_since: null, last_success_at: null })
    .execute()
}

/**
 * How many subscriptions the environment has. Until the transaction ends no other one counts them, so that a limit
 * holds however many are created at once.
 */
export async function countSubscriptionsLocked(trx: Writer, environmentId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('subscription limit ' || ${environmentId}::text, 0))`.execute(
    trx,
  )
  const { count } = await trx
    .selectFrom('subscription')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('environment_id', '=', environmentId)
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
    .executeTakeFirst()
  return row && subscriptionFromRow(row)
}

/** Subscriptions of the environment, of whatever status, that hold one of the patterns. */
export async function findMatchingSubscriptions(
  db: Reader,
  environmentId: string,
  patterns: readonly string[],
): Promise<Pick<Subscription, 'subscriptionId' | 'status'>[]> {
  const { rows } = await sql<{ subscription_id: string; status: Subscription['status'] }>`
    select subscription_id, status from subscription
    where environment_id = ${environmentId} and events && ${patterns}::text[]
    order by subscription_id`.execute(db)
  return rows.map((row) => ({ subscriptionId: row.subscription_id, status: row.status }))
}

/**
 * Disables a subscription unless it is not active any more; answers it as it was, and the sequence of the event that
 * says so. The caller holds the lock of its endpoint.
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
    .where('status', '=', 'active')
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
  disabled_reason: subscription.disabledReason,
  created_at: subscription.createdAt,
  updated_at: subscription.updatedAt,
})
