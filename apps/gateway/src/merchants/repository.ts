import type { Database } from '@waybill/chassis/postgres/database'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Scope } from '../auth/scopes.ts'
import type { ApiKeyTable, EnvironmentTable, GatewayDatabase, MerchantTable } from '../db.ts'
import type { ApiKey, Environment, Merchant } from './records.ts'

type Db = Database<GatewayDatabase>
type Trx = Transaction<GatewayDatabase>

interface NewApiKey {
  environmentId: string
  keyId: string
  name: string
  hash: Buffer
  prefix: string
  last4: string
  scopes: Scope[] | null
  rateLimitPerSecond: number | null
}

/** A key with the merchant and mode that its requests act for. */
export interface KeyWithEnvironment extends ApiKey {
  hash: Buffer
  merchantId: string
  livemode: boolean
}

export async function insertMerchant(db: Db, merchant: { merchantId: string; name: string }): Promise<Merchant> {
  const row = await db
    .insertInto('merchant')
    .values({ merchant_id: merchant.merchantId, name: merchant.name })
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

export async function insertEnvironment(db: Db, environment: Omit<Environment, 'createdAt'>): Promise<Environment> {
  const { environmentId, merchantId, name, livemode } = environment
  const row = await db
    .insertInto('environment')
    .values({ environment_id: environmentId, merchant_id: merchantId, name, livemode })
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

export async function insertApiKey(db: Db, key: NewApiKey): Promise<ApiKey> {
  const row = await db.insertInto('api_key').values(apiKeyRow(key)).returningAll().executeTakeFirstOrThrow()
  return apiKeyFromRow(row)
}

/** Inserts the key; if its hash exists, lifts that key's revocation instead. */
export async function putApiKey(trx: Trx, key: NewApiKey): Promise<ApiKey> {
  const row = await trx
    .insertInto('api_key')
    .values(apiKeyRow(key))
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ revoked_at: null }))
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
export async function revokeApiKey(db: Db, keyId: string): Promise<(ApiKey & { hash: Buffer }) | undefined> {
  const row = await db
    .updateTable('api_key')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('key_id', '=', keyId)
    .returningAll()
    .executeTakeFirst()
  return row && { ...apiKeyFromRow(row), hash: row.hash }
}

/** Revoked keys are found too. Hashes are unique across environments: a request's environment is that of its key. */
export async function findKeyByHash(db: Db, hash: Buffer): Promise<KeyWithEnvironment | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('environment', 'environment.environment_id', 'api_key.environment_id')
    .selectAll('api_key')
    .select(['environment.merchant_id', 'environment.livemode'])
    .where('api_key.hash', '=', hash)
    .executeTakeFirst()
  return row && { ...apiKeyFromRow(row), hash: row.hash, merchantId: row.merchant_id, livemode: row.livemode }
}

/** Hashes of the keys revoked within the last `seconds`, by the database's clock. */
export async function listRevokedHashes(db: Db, seconds: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('api_key')
    .select('hash')
    .where('revoked_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute()
  return rows.map((row) => row.hash)
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
})

const merchantFromRow = (row: Selectable<MerchantTable>): Merchant => ({
  merchantId: row.merchant_id,
  name: row.name,
  createdAt: row.created_at,
})

const environmentFromRow = (row: Selectable<EnvironmentTable>): Environment => ({
  environmentId: row.environment_id,
  merchantId: row.merchant_id,
  name: row.name,
  livemode: row.livemode,
  createdAt: row.created_at,
})

const apiKeyFromRow = (row: Selectable<ApiKeyTable>): ApiKey => ({
  keyId: row.key_id,
  environmentId: row.environment_id,
  name: row.name,
  prefix: row.prefix,
  last4: row.last4,
  scopes: row.scopes as Scope[] | null,
  rateLimitPerSecond: row.rate_limit_per_second,
  revokedAt: row.revoked_at,
  createdAt: row.created_at,
})
