/** The API keys of an environment, for the merchant. */
import type { Database } from '@waybill/chassis/postgres/database'
import { sql, type Transaction } from 'kysely'
import type { IdentityDatabase } from '../db.ts'
import { lockEnvironment } from '../merchants/environment-lock-repository.ts'
import type { ApiKey } from '../merchants/records.ts'
import { apiKeyFromRow } from '../merchants/repository.ts'
import type { KeyStatus } from './document.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

export interface KeyId {
  environmentId: string
  keyId: string
}

const BATCH = 1_000

/** Keys of the environment that are neither revoked nor expired. Locks the environment until the transaction ends. */
export async function countLiveKeysLocked(trx: Trx, environmentId: string): Promise<number> {
  await lockEnvironment(trx, environmentId)
  const { count } = await trx
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('environment_id', '=', environmentId)
    .where(condition.live)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** `isShared`: until the transaction ends, the key cannot be changed. */
export async function findApiKey(
  db: Db,
  { environmentId, keyId }: KeyId,
  { isShared = false }: { isShared?: boolean } = {},
): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_key')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('key_id', '=', keyId)
    .$if(isShared, (query) => query.forShare())
    .executeTakeFirst()
  return row && apiKeyFromRow(row)
}

export async function lockApiKey(trx: Trx, { environmentId, keyId }: KeyId): Promise<ApiKey | undefined> {
  const row = await trx
    .selectFrom('api_key')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('key_id', '=', keyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && apiKeyFromRow(row)
}

/** Newest first, beginning after a key. Ids sort by creation. */
export async function listApiKeyPage(
  db: Db,
  environmentId: string,
  { status, after, limit }: { status: KeyStatus | null; after: string | null; limit: number },
): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .$if(status !== null, (query) => query.where(condition[status ?? 'active']))
    .$if(after !== null, (query) => query.where('key_id', '<', after))
    .orderBy('key_id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(apiKeyFromRow)
}

/** The key stops working at `expiresAt`, or at once if it is null. A revocation stays. */
export async function endApiKey(
  trx: Trx,
  { environmentId, keyId }: KeyId,
  expiresAt: Date | null,
): Promise<ApiKey | undefined> {
  const row = await trx
    .updateTable('api_key')
    .set(
      expiresAt === null
        ? { revoked_at: sql`coalesce(revoked_at, now())` }
        : { expires_at: expiresAt, access_changed_at: sql`now()` },
    )
    .where('environment_id', '=', environmentId)
    .where('key_id', '=', keyId)
    .returningAll()
    .executeTakeFirst()
  return row && apiKeyFromRow(row)
}

/** Deletes a batch of keys that were revoked or expired `days` ago; resolves to their number. */
export async function pruneApiKeys(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_key
    where (environment_id, key_id) in (
      select environment_id, key_id from api_key
      where least(revoked_at, expires_at) < now() - ${days} * interval '1 day'
        and not exists ( -- it leads from a key that it made to the maker of both
          select from api_key made
          where made.environment_id = api_key.environment_id and made.created_by = api_key.key_id
        )
      limit ${BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const isOver = sql`(revoked_at is not null or coalesce(expires_at <= now(), false))`
const condition = {
  live: sql<boolean>`not ${isOver}`,
  active: sql<boolean>`not ${isOver} and suspended_at is null`,
  suspended: sql<boolean>`not ${isOver} and suspended_at is not null`,
  expired: sql<boolean>`revoked_at is null and expires_at <= now()`,
  revoked: sql<boolean>`revoked_at is not null`,
}
