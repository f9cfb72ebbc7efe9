/** Signing secrets of subscriptions, sealed. */
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import type { SealedSecret } from './secret-box.ts'

export async function insertSecret(
  trx: Writer,
  { environmentId, subscriptionId }: EndpointKey,
  secret: SealedSecret & { secretId: string },
): Promise<void> {
  await trx
    .insertInto('subscription_secret')
    .values({
      environment_id: environmentId,
      subscription_id: subscriptionId,
      secret_id: secret.secretId,
      key_id: secret.keyId,
      sealed: secret.sealed,
      expires_at: null,
    })
    .execute()
}

/**
 * Ends the present secret of a subscription after `overlapMs`, by the database's clock, and drops those that have ended
 * already. Answers when it ends and how many sign until then. The caller has locked the subscription.
 */
export async function expireSecrets(
  trx: Writer,
  { environmentId, subscriptionId }: EndpointKey,
  overlapMs: number,
): Promise<{ expiresAt: Date; signing: number }> {
  await sql`
    delete from subscription_secret
    where environment_id = ${environmentId} and subscription_id = ${subscriptionId} and expires_at <= now()`.execute(
    trx,
  )
  const { rows } = await sql<{ expires_at: Date }>`
    update subscription_secret
    set expires_at = coalesce(expires_at, date_trunc('milliseconds', now()) + ${overlapMs} * interval '1 ms')
    where environment_id = ${environmentId} and subscription_id = ${subscriptionId}
    returning expires_at`.execute(trx)
  const ends = rows.map((row) => row.expires_at.getTime())
  return { expiresAt: new Date(Math.max(...ends)), signing: rows.length }
}
