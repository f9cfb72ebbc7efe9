/** Secrets of accounts that are kept encrypted for as long as they are used. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { SealedSecret } from '@waybill/chassis/secrets/secret-box'
import type { Resealed } from '@waybill/chassis/secrets/secret-upkeep'
import { type RawBuilder, sql } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'

type Db = Database<IdentityDatabase>

/** Secret of an authenticator app, or of the client at a team's identity provider. */
export interface AccountSecret extends SealedSecret {
  kind: 'oidc_provider' | 'totp'
  merchantId: string
  /** Empty for a provider. */
  userId: string
  /** Whether somebody signs in with it: not an app that is being set up, nor that of a deactivated member. */
  isUsed: boolean
}

/** By kind, merchant and user. */
export async function listSecretsAfter(db: Db, last: AccountSecret | null, limit: number): Promise<AccountSecret[]> {
  const { kind, merchantId, userId } = last ?? { kind: '', merchantId: '', userId: '' }
  const { rows } = await sql<AccountSecret>`
    select kind, merchant_id as "merchantId", user_id as "userId", sealed_with as "keyId", sealed,
      is_used as "isUsed"
    from (
      select 'oidc_provider' as kind, merchant_id, '' as user_id, sealed_with, client_secret as sealed, true as is_used
      from oidc_provider
      union all
      select 'totp', merchant_id, user_id, sealed_with, secret, enabled_at is not null and deactivated_at is null
      from totp join member using (merchant_id, user_id)
    ) as secret
    where (kind, merchant_id, user_id) > (${kind}, ${merchantId}, ${userId})
    order by kind, merchant_id, user_id limit ${limit}`.execute(db)
  return rows
}

/** Stores resealed secrets, if they are unchanged since they were read. Resolves to their number. Skips rows that are locked. */
export async function replaceSealed(db: Db, changes: readonly Resealed<AccountSecret>[]): Promise<number> {
  const of = (wanted: AccountSecret['kind']) => changes.filter(({ stored }) => stored.kind === wanted)
  const replaced = await sql`
    with given as (${givenRows(of('oidc_provider'))}), found as (
      select merchant_id, given.resealed_with, given.resealed from oidc_provider join given using (merchant_id)
      where client_secret = given.sealed
      for no key update of oidc_provider skip locked
    )
    update oidc_provider set client_secret = found.resealed, sealed_with = found.resealed_with
    from found where oidc_provider.merchant_id = found.merchant_id`.execute(db)
  const ofMembers = await sql`
    with given as (${givenRows(of('totp'))}), found as (
      select merchant_id, user_id, given.resealed_with, given.resealed from totp join given using (merchant_id, user_id)
      where secret = given.sealed
      for no key update of totp skip locked
    )
    update totp set secret = found.resealed, sealed_with = found.resealed_with
    from found where totp.merchant_id = found.merchant_id and totp.user_id = found.user_id`.execute(db)
  return Number((replaced.numAffectedRows ?? 0n) + (ofMembers.numAffectedRows ?? 0n))
}

const givenRows = (changes: readonly Resealed<AccountSecret>[]): RawBuilder<unknown> => sql`
  select * from unnest(
    ${changes.map(({ stored }) => stored.merchantId)}::text[], ${changes.map(({ stored }) => stored.userId)}::text[],
    ${changes.map(({ stored }) => stored.sealed)}::bytea[], ${changes.map(({ resealed }) => resealed.keyId)}::text[],
    ${changes.map(({ resealed }) => resealed.sealed)}::bytea[]
  ) as given (merchant_id, user_id, sealed, resealed_with, resealed)`
