import type { Database } from '@waybill/chassis/postgres/database'
import type { Scope } from '@waybill/contracts/requests/scopes'
import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { ApiKeyTable, EnvironmentTable, IdentityDatabase, MerchantTable, SuspensionColumns } from '../db.ts'
import type { ApiKey, Environment, Merchant, Suspension } from './records.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

export interface NewApiKey {
  environmentId: string
  keyId: string
  name: string
  hash: Buffer
  prefix: string
  last4: string
  scopes: Scope[] | null
  rateLimitPerSecond: number | null
  expiresAt: Date | null
  /** The key that makes this one; null: an operator does. */
  createdBy: string | null
}

export type NewEnvironment = Pick<Environment, 'environmentId' | 'merchantId' | 'name' | 'livemode'>

/** A key with the merchant and mode that its requests act for. */
export interface KeyWithEnvironment extends ApiKey {
  hash: Buffer
  merchantId: string
  livemode: boolean
  /** The largest individual limit of the environment's keys that are not revoked; null without one. */
  largestRateLimitPerSecond: number | null
  environmentSuspendedAt: Date | null
  merchantSuspendedAt: Date | null
}

/** Returns the row; one that exists stays as it is. */
export async function insertMerchant(db: Db, merchant: { merchantId: string; name: string }): Promise<Merchant> {
  const row = await db
    .insertInto('merchant')
    .values({ merchant_id: merchant.merchantId, name: merchant.name })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ merchant_id: merchant.merchantId }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return merchantFromRow(row)
}

/** Returns the demo merchant; inserts this one if there is none. Locks its row until the transaction ends. */
export async function lockDemoMerchant(trx: Trx, merchant: { merchantId: string; name: string }): Promise<Merchant> {
  const row = await trx
    .insertInto('merchant')
    .values({ merchant_id: merchant.merchantId, name: merchant.name, is_demo: true })
    .onConflict((conflict) =>
      conflict.column('is_demo').where('is_demo', '=', sql.lit(true)).doUpdateSet({ is_demo: true }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return merchantFromRow(row)
}

export async function listMerchants(db: Db): Promise<Merchant[]> {
  const rows = await db.selectFrom('merchant').selectAll().orderBy('created_at', 'desc').execute()
  return rows.map(merchantFromRow)
}

export async function findMerchant(db: Db, merchantId: string): Promise<Merchant | undefined> {
  const row = await db.selectFrom('merchant').selectAll().where('merchant_id', '=', merchantId).executeTakeFirst()
  return row && merchantFromRow(row)
}

/** Returns the row; one that exists stays as it is. */
export async function insertEnvironment(db: Db, environment: NewEnvironment): Promise<Environment> {
  const { environmentId, merchantId, name, livemode } = environment
  const row = await db
    .insertInto('environment')
    .values({ environment_id: environmentId, merchant_id: merchantId, name, livemode })
    .onConflict((conflict) => conflict.column('environment_id').doUpdateSet({ environment_id: environmentId }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return environmentFromRow(row)
}

export async function listEnvironments(db: Db, merchantId: string): Promise<Environment[]> {
  const rows = await db
    .selectFrom('environment')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(environmentFromRow)
}

export async function findEnvironment(db: Db, environmentId: string): Promise<Environment | undefined> {
  const row = await db
    .selectFrom('environment')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row && environmentFromRow(row)
}

/** Returns the row; one that exists stays as it is. */
export async function insertApiKey(db: Db, key: NewApiKey): Promise<ApiKey> {
  const row = await db
    .insertInto('api_key')
    .values(apiKeyRow(key))
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash: key.hash }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return apiKeyFromRow(row)
}

export async function listApiKeys(db: Db, environmentId: string): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(apiKeyFromRow)
}

/** Idempotent: a second revocation keeps the time of the first. */
export async function revokeApiKey(db: Db, keyId: string): Promise<ApiKey | undefined> {
  const row = await db
    .updateTable('api_key')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('key_id', '=', keyId)
    .returningAll()
    .executeTakeFirst()
  return row && apiKeyFromRow(row)
}

/** Revokes the environment's keys with this name, except one and those used within a day. Returns the IDs of those that were valid. */
export async function revokeUnusedKeys(
  trx: Trx,
  { environmentId, name, keyId }: Pick<ApiKey, 'environmentId' | 'name' | 'keyId'>,
): Promise<string[]> {
  const rows = await trx
    .updateTable('api_key')
    .set({ revoked_at: sql`now()` })
    .where('environment_id', '=', environmentId)
    .where('name', '=', name)
    .where('key_id', '<>', keyId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 day', true)`)
    .returning('key_id')
    .execute()
  return rows.map(({ key_id }) => key_id)
}

/**
 * Keys that are revoked, expired or suspended are found too. Hashes are unique across environments: a request's environment
 * is that of its key.
 */
export const findKeyByHash = (db: Db, hash: Buffer): Promise<KeyWithEnvironment | undefined> =>
  findKey(db, sql`api_key.hash = ${hash}`)

/** As `findKeyByHash`, for an access token that names the key. */
export const findKeyById = (
  db: Db,
  { environmentId, keyId }: { environmentId: string; keyId: string },
): Promise<KeyWithEnvironment | undefined> =>
  findKey(db, sql`api_key.environment_id = ${environmentId} and api_key.key_id = ${keyId}`)

async function findKey(db: Db, isWanted: RawBuilder<unknown>): Promise<KeyWithEnvironment | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('environment', 'environment.environment_id', 'api_key.environment_id')
    .innerJoin('merchant', 'merchant.merchant_id', 'environment.merchant_id')
    .selectAll('api_key')
    .select(['environment.merchant_id', 'environment.livemode'])
    .select(['environment.suspended_at as environment_suspended_at', 'merchant.suspended_at as merchant_suspended_at'])
    .select((query) =>
      query
        .selectFrom('api_key as sibling')
        .select(({ fn }) => fn.max('sibling.rate_limit_per_second').as('largest'))
        .whereRef('sibling.environment_id', '=', 'api_key.environment_id')
        .where('sibling.revoked_at', 'is', null)
        .where('sibling.suspended_at', 'is', null)
        .where((where) =>
          where.or([where('sibling.expires_at', 'is', null), where('sibling.expires_at', '>', sql<Date>`now()`)]),
        )
        .as('largest_rate_limit'),
    )
    .where(sql<boolean>`${isWanted}`)
    .executeTakeFirst()
  return (
    row && {
      ...apiKeyFromRow(row),
      hash: row.hash,
      merchantId: row.merchant_id,
      livemode: row.livemode,
      largestRateLimitPerSecond: row.largest_rate_limit,
      environmentSuspendedAt: row.environment_suspended_at,
      merchantSuspendedAt: row.merchant_suspended_at,
    }
  )
}

const apiKeyRow = (key: NewApiKey) => ({
  environment_id: key.environmentId,
  key_id: key.keyId,
  name: key.name,
  hash: key.hash,
  prefix: key.prefix,
  last4: key.last4,
  scopes: key.scopes,
  rate_limit_per_second: key.rateLimitPerSecond,
  expires_at: key.expiresAt,
  created_by: key.createdBy,
})

const suspensionFromRow = (row: SuspensionColumns): Suspension => ({
  suspendedAt: row.suspended_at,
  suspendedReason: row.suspended_reason,
})

export const merchantFromRow = (row: Selectable<MerchantTable>): Merchant => ({
  merchantId: row.merchant_id,
  name: row.name,
  createdAt: row.created_at,
  ...suspensionFromRow(row),
})

export const environmentFromRow = (row: Selectable<EnvironmentTable>): Environment => ({
  environmentId: row.environment_id,
  merchantId: row.merchant_id,
  name: row.name,
  livemode: row.livemode,
  createdAt: row.created_at,
  ...suspensionFromRow(row),
})

export const apiKeyFromRow = (row: Selectable<ApiKeyTable>): ApiKey => ({
  keyId: row.key_id,
  environmentId: row.environment_id,
  name: row.name,
  prefix: row.prefix,
  last4: row.last4,
  scopes: row.scopes as Scope[] | null,
  rateLimitPerSecond: row.rate_limit_per_second,
  revokedAt: row.revoked_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  createdBy: row.created_by,
  createdAt: row.created_at,
  ...suspensionFromRow(row),
})
