/** SQL of carrier accounts. */

import type { PageRequest } from '@waybill/chassis/postgres/page'
import type { Resealed } from '@waybill/chassis/secrets/secret-upkeep'
import type { CarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import { type ExpressionBuilder, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CarrierAccountTable, QuotingDatabase } from '../db.ts'

type Reader = Kysely<QuotingDatabase>
type Writer = Transaction<QuotingDatabase>

export interface AccountKey {
  environmentId: string
  carrierAccountId: string
}

/** Locks the environment's accounts until the transaction ends, so that they can be counted. */
export async function countAccountsLocked(trx: Writer, environmentId: string): Promise<number> {
  const key = JSON.stringify(['carrier_account', environmentId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('carrier_account')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('environment_id', '=', environmentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Stores a new account, or the new state of a locked one. */
export async function storeAccount(trx: Writer, account: CarrierAccount): Promise<void> {
  const changeable = {
    name: account.name,
    endpoint: account.endpoint,
    enabled: account.enabled,
    services: account.services && JSON.stringify(account.services),
    origin: account.origin && JSON.stringify(account.origin),
    status: account.status,
    failure: account.failure && JSON.stringify(account.failure),
    verified_at: account.verifiedAt,
    credential_names: JSON.stringify(account.credentialNames),
    key_id: account.sealed?.keyId ?? null,
    sealed: account.sealed?.sealed ?? null,
    revision: account.revision,
    version: account.version,
    updated_at: account.updatedAt,
    deleted_at: account.deletedAt,
  }
  await trx
    .insertInto('carrier_account')
    .values({
      ...changeable,
      environment_id: account.environmentId,
      carrier_account_id: account.carrierAccountId,
      merchant_id: account.merchantId,
      livemode: account.livemode,
      carrier_code: account.carrierCode,
      created_at: account.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['environment_id', 'carrier_account_id']).doUpdateSet(changeable))
    .execute()
}

/** Also a deleted account. */
export async function findAccount(db: Reader, key: AccountKey): Promise<CarrierAccount | undefined> {
  const row = await selectByKey(db, key).executeTakeFirst()
  return row && toAccount(row)
}

/** Also a deleted account. */
export async function lockAccount(trx: Writer, key: AccountKey): Promise<CarrierAccount | undefined> {
  const row = await selectByKey(trx, key).forUpdate().executeTakeFirst()
  return row && toAccount(row)
}

const selectByKey = (db: Reader, { environmentId, carrierAccountId }: AccountKey) =>
  db
    .selectFrom('carrier_account')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('carrier_account_id', '=', carrierAccountId)

/** The accounts with these ids, deleted ones included. */
export async function findAccounts(db: Reader, environmentId: string, ids: string[]): Promise<CarrierAccount[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('carrier_account')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('carrier_account_id', 'in', ids)
    .execute()
  return rows.map(toAccount)
}

/** The accounts of the environment that are enabled, oldest first. */
export async function listEnabledAccounts(db: Reader, environmentId: string): Promise<CarrierAccount[]> {
  const rows = await db
    .selectFrom('carrier_account')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('enabled', '=', sql.lit(true))
    .where('deleted_at', 'is', null)
    .orderBy('carrier_account_id')
    .execute()
  return rows.map(toAccount)
}

/** Newest first: at most one more than the page holds, after an account. */
export async function listAccounts(
  db: Reader,
  environmentId: string,
  { after, limit }: { after: string | null } & Pick<PageRequest, 'limit'>,
): Promise<CarrierAccount[]> {
  const rows = await db
    .selectFrom('carrier_account')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('deleted_at', 'is', null)
    .$if(after !== null, (query) => query.where('carrier_account_id', '<', after ?? ''))
    .orderBy('carrier_account_id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(toAccount)
}

/** The next enabled accounts over all environments that fail, after an account. */
export async function listFailingAccounts(
  db: Reader,
  after: AccountKey | null,
  limit: number,
): Promise<CarrierAccount[]> {
  const rows = await db
    .selectFrom('carrier_account')
    .selectAll()
    .where('status', '=', sql.lit('failing'))
    .where('enabled', '=', sql.lit(true))
    .where('deleted_at', 'is', null)
    .where(isAfter(after))
    .orderBy('environment_id')
    .orderBy('carrier_account_id')
    .limit(limit)
    .execute()
  return rows.map(toAccount)
}

const isAfter = (after: AccountKey | null) => (eb: ExpressionBuilder<QuotingDatabase, 'carrier_account'>) =>
  eb(
    eb.refTuple('environment_id', 'carrier_account_id'),
    '>',
    eb.tuple(after?.environmentId ?? '', after?.carrierAccountId ?? ''),
  )

/** The number of failing accounts over all environments. */
export async function countFailingAccounts(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('carrier_account')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', sql.lit('failing'))
    .where('enabled', '=', sql.lit(true))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Sealed credentials with what names them. */
export type StoredCredentials = AccountKey & { revision: number; keyId: string; sealed: Buffer }

/** The next sealed credentials after those of an account, over all environments. */
export async function listCredentialsAfter(
  db: Reader,
  after: AccountKey | null,
  limit: number,
): Promise<StoredCredentials[]> {
  const rows = await db
    .selectFrom('carrier_account')
    .select(['environment_id', 'carrier_account_id', 'revision', 'key_id', 'sealed'])
    .where('sealed', 'is not', null)
    .where(isAfter(after))
    .orderBy('environment_id')
    .orderBy('carrier_account_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    environmentId: row.environment_id,
    carrierAccountId: row.carrier_account_id,
    revision: row.revision,
    keyId: row.key_id as string,
    sealed: row.sealed as Buffer,
  }))
}

/** Stores resealed credentials that are unchanged since they were read. Returns how many. */
export async function replaceCredentials(db: Reader, changes: readonly Resealed<StoredCredentials>[]): Promise<number> {
  let replaced = 0
  for (const { stored, resealed } of changes) {
    const { numUpdatedRows } = await db
      .updateTable('carrier_account')
      .set({ key_id: resealed.keyId, sealed: resealed.sealed })
      .where('environment_id', '=', stored.environmentId)
      .where('carrier_account_id', '=', stored.carrierAccountId)
      .where('sealed', '=', stored.sealed)
      .executeTakeFirstOrThrow()
    replaced += Number(numUpdatedRows)
  }
  return replaced
}

const toAccount = (row: Selectable<CarrierAccountTable>): CarrierAccount => ({
  environmentId: row.environment_id,
  merchantId: row.merchant_id,
  livemode: row.livemode,
  carrierAccountId: row.carrier_account_id,
  carrierCode: row.carrier_code,
  name: row.name,
  endpoint: row.endpoint,
  enabled: row.enabled,
  services: row.services,
  origin: row.origin,
  status: row.status,
  failure: row.failure && { ...row.failure, at: new Date(row.failure.at) },
  verifiedAt: row.verified_at,
  credentialNames: row.credential_names,
  sealed: row.key_id === null || row.sealed === null ? null : { keyId: row.key_id, sealed: row.sealed },
  revision: row.revision,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})

/** Whether a live environment has a carrier account that is used for offers. */
export async function hasLiveAccount(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from carrier_account where livemode and enabled and deleted_at is null) as found`.execute(db)
  return rows[0]?.found ?? false
}
