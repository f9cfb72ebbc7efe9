/** Signing secrets of subscriptions, sealed. */

import type { SealedSecret } from '@waybill/chassis/secrets/secret-box'
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import { type EndpointKey, environmentIds, subscriptionIds } from '../endpoints/endpoint-key.ts'
import type { StoredSecret } from './signing-secret.ts'

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

/** Deletes the secrets of a subscription for a new one. The caller has locked the subscription. */
export async function replaceSecrets(
  trx: Writer,
  key: EndpointKey,
  secret: SealedSecret & { secretId: string },
): Promise<void> {
  await trx
    .deleteFrom('subscription_secret')
    .where('environment_id', '=', key.environmentId)
    .where('subscription_id', '=', key.subscriptionId)
    .execute()
  await insertSecret(trx, key, secret)
}

/**
 * Makes the current secret of a subscription expire after `overlapMs`, by the database's clock, and deletes expired ones.
 * Returns when it expires, when the first one does, and how many secrets are active until then. The caller has locked the
 * subscription.
 */
export async function expireSecrets(
  trx: Writer,
  { environmentId, subscriptionId }: EndpointKey,
  overlapMs: number,
): Promise<{ expiresAt: Date; firstExpiresAt: Date; signing: number }> {
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
  return { expiresAt: new Date(Math.max(...ends)), firstExpiresAt: new Date(Math.min(...ends)), signing: rows.length }
}

/** The next unexpired secrets after one of them, over all subscriptions. */
export async function listSecretsAfter(
  db: Reader,
  after: Pick<StoredSecret, 'environmentId' | 'subscriptionId' | 'secretId'> | null,
  limit: number,
): Promise<StoredSecret[]> {
  const { environmentId, subscriptionId, secretId } = after ?? { environmentId: '', subscriptionId: '', secretId: '' }
  const { rows } = await sql<{
    environment_id: string
    subscription_id: string
    secret_id: string
    key_id: string
    sealed: Buffer
  }>`
    select environment_id, subscription_id, secret_id, key_id, sealed from subscription_secret
    where (environment_id, subscription_id, secret_id) > (${environmentId}, ${subscriptionId}, ${secretId})
      and (expires_at is null or expires_at > now())
    order by environment_id, subscription_id, secret_id limit ${limit}`.execute(db)
  return rows.map((row) => ({
    environmentId: row.environment_id,
    subscriptionId: row.subscription_id,
    secretId: row.secret_id,
    keyId: row.key_id,
    sealed: row.sealed,
  }))
}

/**
 * Stores resealed secrets, if they are unchanged since they were read. Returns how many. Skips rows that another process
 * is updating.
 */
export async function replaceSealed(
  db: Reader,
  secrets: readonly { stored: StoredSecret; resealed: SealedSecret }[],
): Promise<number> {
  const stored = secrets.map((secret) => secret.stored)
  const resealed = secrets.map((secret) => secret.resealed)
  const { numAffectedRows } = await sql`
    with found as (
      select secret.environment_id, secret.subscription_id, secret.secret_id, given.key_id, given.resealed
      from unnest(${environmentIds(stored)}::text[], ${subscriptionIds(stored)}::text[],
        ${stored.map(({ secretId }) => secretId)}::text[], ${stored.map(({ sealed }) => sealed)}::bytea[],
        ${resealed.map(({ keyId }) => keyId)}::text[], ${resealed.map(({ sealed }) => sealed)}::bytea[]
      ) as given (environment_id, subscription_id, secret_id, sealed, key_id, resealed)
      join subscription_secret as secret using (environment_id, subscription_id, secret_id)
      where secret.sealed = given.sealed
      for update of secret skip locked
    )
    update subscription_secret as secret set key_id = found.key_id, sealed = found.resealed
    from found
    where secret.environment_id = found.environment_id and secret.subscription_id = found.subscription_id
      and secret.secret_id = found.secret_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes a batch of expired secrets. Returns how many. */
export async function deleteExpiredSecrets(db: Reader, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from subscription_secret where (environment_id, subscription_id, secret_id) in (
      select environment_id, subscription_id, secret_id from subscription_secret
      where expires_at <= now()
      limit ${limit}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
