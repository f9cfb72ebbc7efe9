/** Who may use a key, and who has: suspensions, what replicas must forget, and last uses. */
import type { Database } from '@waybill/chassis/postgres/database'
import { sql, type Transaction } from 'kysely'
import type { IdentityDatabase, SuspensionColumns } from '../db.ts'
import { apiKeyFromRow, environmentFromRow, merchantFromRow } from './repository.ts'

type Db = Database<IdentityDatabase>

/** A revocation, suspension or resumption. */
export interface AccessChange {
  /** ID of a key, session, user, environment or merchant. */
  ownerId: string
  /** Differs from that of any other change of the same owner. */
  version: string
}

/** The changes of the last `seconds`, by the database's clock. Reads six small indexes. */
export async function listAccessChanges(db: Db, seconds: number): Promise<AccessChange[]> {
  const since = sql`now() - make_interval(secs => ${seconds})`
  const { rows } = await sql<AccessChange>`
    select merchant_id as "ownerId", access_changed_at::text as version from merchant where access_changed_at > ${since}
    union all
    select environment_id, access_changed_at::text from environment where access_changed_at > ${since}
    union all
    select key_id, access_changed_at::text from api_key where access_changed_at > ${since}
    union all
    select key_id, revoked_at::text from api_key where revoked_at > ${since}
    union all
    select user_id, access_changed_at::text from member where access_changed_at > ${since}
    union all
    select session_id, revoked_at::text from session where revoked_at > ${since}`.execute(db)
  return rows
}

/** A use of a key, as the request's gateway saw it. */
export interface KeyUse {
  environmentId: string
  keyId: string
  usedAt: Date
}

/** Idempotent. A key whose row is locked is left out: another replica is probably writing its use at this moment. */
export async function recordKeyUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  await sql`
    with used as (
      select api_key.environment_id, api_key.key_id, given.used_at
      from api_key join (
        select environment_id, key_id, max(used_at) as used_at
        from unnest(
          ${uses.map(({ environmentId }) => environmentId)}::text[],
          ${uses.map(({ keyId }) => keyId)}::text[],
          ${uses.map(({ usedAt }) => usedAt)}::timestamptz[]
        ) as given (environment_id, key_id, used_at)
        group by 1, 2
      ) as given using (environment_id, key_id)
      for no key update of api_key skip locked
    )
    update api_key set last_used_at = greatest(api_key.last_used_at, used.used_at)
    from used
    where api_key.environment_id = used.environment_id and api_key.key_id = used.key_id`.execute(db)
}

/** Notifies replicas that the permissions of a merchant's sessions and keys have changed: they read them again. */
export async function touchMerchant(trx: Transaction<IdentityDatabase>, merchantId: string): Promise<void> {
  await trx
    .updateTable('merchant')
    .set({ access_changed_at: sql`now()` })
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** Resources that an operator can suspend. A suspended merchant or environment closes every key below it. */
export interface Suspendable<Row extends SuspensionColumns, Stored> {
  /** `merchant`, whose column is `merchant_id`. */
  noun: string
  table: string
  fromRow: (row: Row) => Stored
}

/**
 * Suspends the merchant, environment or key with this ID, or resumes it if `reason` is null. Idempotent: a second suspension
 * keeps the time of the first and takes the new reason. Returns undefined if there is none with this ID.
 */
export async function setSuspension<Row extends SuspensionColumns, Stored>(
  db: Db,
  { noun, table, fromRow }: Suspendable<Row, Stored>,
  { id, reason }: { id: string; reason: string | null },
): Promise<Stored | undefined> {
  const [before, after] =
    reason === null
      ? [sql`suspended_at is null`, sql`null`]
      : [sql`suspended_at is not null`, sql`coalesce(suspended_at, now())`]
  const { rows } = await sql<Row>`
    update ${sql.table(table)}
    set access_changed_at = case when ${before} then access_changed_at else now() end,
      suspended_at = ${after}, suspended_reason = ${reason}
    where ${sql.ref(`${noun}_id`)} = ${id}
    returning *`.execute(db)
  return rows[0] && fromRow(rows[0])
}

export const suspendables = {
  merchant: { noun: 'merchant', table: 'merchant', fromRow: merchantFromRow },
  environment: { noun: 'environment', table: 'environment', fromRow: environmentFromRow },
  key: { noun: 'key', table: 'api_key', fromRow: apiKeyFromRow },
}
