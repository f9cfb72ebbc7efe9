/** Signing secrets of all subscriptions, as those who look after them see them. */
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import { environmentIds, subscriptionIds } from '../endpoints/endpoint-key.ts'
import type { SealedSecret } from './secret-box.ts'
import type { StoredSecret } from './signing-secret.ts'

/** The next secrets that have not expired after one of them, by subscription. */
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
 * Stores secrets sealed anew, those that are still as they were found; answers how many. Whoever does so at the same
 * moment does not wait for the other.
 */
export async function replaceSealed(
  db: Reader,
  secrets: readonly { stored: StoredSecret; anew: SealedSecret }[],
): Promise<number> {
  const stored = secrets.map((secret) => secret.stored)
  const anew = secrets.map((secret) => secret.anew)
  const { numAffectedRows } = await sql`
    with found as (
      select secret.environment_id, secret.subscription_id, secret.secret_id, given.key_id, given.anew
      from unnest(${environmentIds(stored)}::text[], ${subscriptionIds(stored)}::text[],
        ${stored.map(({ secretId }) => secretId)}::text[], ${stored.map(({ sealed }) => sealed)}::bytea[],
        ${anew.map(({ keyId }) => keyId)}::text[], ${anew.map(({ sealed }) => sealed)}::bytea[]
      ) as given (environment_id, subscription_id, secret_id, sealed, key_id, anew)
      join subscription_secret as secret using (environment_id, subscription_id, secret_id)
      where secret.sealed = given.sealed
      for update of secret skip locked
    )
    update subscription_secret as secret set key_id = found.key_id, sealed = found.anew
    from found
    where secret.environment_id = found.environment_id and secret.subscription_id = found.subscription_id
      and secret.secret_id = found.secret_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes secrets that sign no more, a batch of them; answers how many. */
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
