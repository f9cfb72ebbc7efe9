/** Copies of merchants' carrier accounts, and the accounts of carriers that have none. */
import type { SealedSecret } from '@waybill/chassis/secrets/secret-box'
import type { Resealed } from '@waybill/chassis/secrets/secret-upkeep'
import type { AccountRevision } from '@waybill/contracts/carrier-accounts/account-revision'
import { type Selectable, sql } from 'kysely'
import type { CarrierAccountTable, Db, Trx } from '../db.ts'

type Reader = Db | Trx

/** The newest revision that is known here; revision 0: the carrier has no accounts of merchants. */
export interface StoredAccount extends AccountRevision {
  /** When the credentials were erased after the account's last job; null: they were not. */
  releasedAt: Date | null
  /** When the carrier first called back since the last revision; null: it has not. */
  calledBackAt: Date | null
}

/** Names an account of an environment. */
export type AccountKey = Pick<AccountRevision, 'environmentId' | 'carrierAccountId'>

/**
 * A query that stores the account of a carrier without accounts of merchants, so that its call-backs are accepted.
 * Idempotent.
 */
export const insertOpenAccount = (
  db: Pick<Trx, 'insertInto'>,
  account: Pick<AccountRevision, 'carrierAccountId' | 'environmentId' | 'carrierCode' | 'livemode'>,
) =>
  db
    .insertInto('carrier_account')
    .values({
      carrier_account_id: account.carrierAccountId,
      environment_id: account.environmentId,
      carrier_code: account.carrierCode,
      livemode: account.livemode,
    })
    .onConflict((conflict) => conflict.column('carrier_account_id').doNothing())

/**
 * Stores a revision if it is newer than the stored one. Credentials of a released account stay erased. An account never
 * moves to another environment.
 */
export async function storeAccountRevision(db: Reader, account: AccountRevision): Promise<void> {
  const { carrierAccountId, environmentId, carrierCode, revision, livemode, endpoint, enabled, deleted, sealed } =
    account
  await sql`
    insert into carrier_account (carrier_account_id, environment_id, carrier_code, revision, livemode, endpoint, enabled,
      deleted, key_id, sealed)
    values (${carrierAccountId}, ${environmentId}, ${carrierCode}, ${revision}, ${livemode}, ${endpoint}, ${enabled},
      ${deleted}, ${sealed?.keyId ?? null}, ${sealed?.sealed ?? null})
    on conflict (carrier_account_id) do update
    set revision = excluded.revision, livemode = excluded.livemode, endpoint = excluded.endpoint,
      enabled = excluded.enabled, deleted = excluded.deleted or carrier_account.deleted,
      key_id = case when carrier_account.released_at is null then excluded.key_id end,
      sealed = case when carrier_account.released_at is null then excluded.sealed end,
      called_back_at = null
    where carrier_account.environment_id = excluded.environment_id
      and carrier_account.carrier_code = excluded.carrier_code
      and carrier_account.revision < excluded.revision`.execute(db)
}

export async function findAccount(
  db: Reader,
  { environmentId, carrierAccountId }: AccountKey,
): Promise<StoredAccount | undefined> {
  const row = await db
    .selectFrom('carrier_account')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('carrier_account_id', '=', carrierAccountId)
    .executeTakeFirst()
  return row && toAccount(row)
}

/** The account that a call-back URL names. It determines the environment. */
export async function findAccountOfCallback(db: Reader, carrierAccountId: string): Promise<StoredAccount | undefined> {
  const row = await db
    .selectFrom('carrier_account')
    .selectAll()
    .where('carrier_account_id', '=', carrierAccountId)
    .executeTakeFirst()
  return row && toAccount(row)
}

/** Notes the first call-back of a merchant's account. Later ones change nothing. */
export async function noteCallback(db: Reader, { environmentId, carrierAccountId }: AccountKey): Promise<void> {
  await db
    .updateTable('carrier_account')
    .set({ called_back_at: sql<Date>`now()` })
    .where('environment_id', '=', environmentId)
    .where('carrier_account_id', '=', carrierAccountId)
    .where('called_back_at', 'is', null)
    .execute()
}

/** A merchant's account whose carrier has not called back yet: nothing proves that it ever will. For `carrier_account account`. */
export const isSilent = sql<boolean>`account.revision > 0 and account.called_back_at is null`

/** Holds the account as it is, so that it is not deleted before a booking with it is stored. */
export async function holdAccount(
  trx: Trx,
  { environmentId, carrierAccountId }: AccountKey,
): Promise<StoredAccount | undefined> {
  const row = await trx
    .selectFrom('carrier_account')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('carrier_account_id', '=', carrierAccountId)
    .forShare()
    .executeTakeFirst()
  return row && toAccount(row)
}

/** Deleted accounts without an open job, of all environments, whose credentials are not erased. */
export async function listReleasable(db: Reader, limit: number): Promise<StoredAccount[]> {
  const { rows } = await sql<Selectable<CarrierAccountTable>>`
    select account.* from carrier_account account
    where ${isReleasable} order by carrier_account_id limit ${limit}`.execute(db)
  return rows.map(toAccount)
}

/**
 * No booking is open or waits for a refund, no recall, pickup or manifest is under way, and no photo is to be fetched. A pickup that is only
 * followed does not count: without credentials it stays as it is.
 */
const isReleasable = sql`
  deleted and released_at is null
  and not exists (
    select from booking
    where booking.environment_id = account.environment_id
      and booking.carrier_account_id = account.carrier_account_id
      and (booking.status not in ('delivered', 'returned', 'failed', 'cancelled') or booking.track_due_at is not null))
  and not exists (
    select from operation
    where operation.environment_id = account.environment_id and operation.state = 'open'
      and operation.kind = 'recall' and operation.desired ->> 'carrierAccountId' = account.carrier_account_id)
  and not exists (
    select from pickup
    where pickup.environment_id = account.environment_id and pickup.step <> 'follow'
      and pickup.carrier_account_id = account.carrier_account_id)
  and not exists (
    select from manifest
    where manifest.environment_id = account.environment_id and manifest.step is not null
      and manifest.carrier_account_id = account.carrier_account_id)
  and not exists (
    select from proof_media media
    where media.environment_id = account.environment_id and media.state = 'due'
      and media.carrier_account_id = account.carrier_account_id)`

/**
 * Erases the credentials of those of these accounts that still are deleted and without an open job. No booking can begin once an
 * account is deleted. Skips accounts that another process holds.
 */
export async function releaseDeletedAccounts(
  trx: Trx,
  accounts: readonly AccountKey[],
): Promise<Pick<AccountRevision, 'environmentId' | 'carrierAccountId' | 'carrierCode' | 'revision'>[]> {
  const { rows } = await sql<Pick<AccountRevision, 'environmentId' | 'carrierAccountId' | 'carrierCode' | 'revision'>>`
    with idle as (
      select environment_id, carrier_account_id from carrier_account account
      where (environment_id, carrier_account_id) in (
          select * from unnest(${accounts.map(({ environmentId }) => environmentId)}::text[],
            ${accounts.map(({ carrierAccountId }) => carrierAccountId)}::text[]))
        and ${isReleasable}
      order by carrier_account_id
      for update of account skip locked
    )
    update carrier_account account set key_id = null, sealed = null, released_at = now()
    from idle
    where account.environment_id = idle.environment_id and account.carrier_account_id = idle.carrier_account_id
    returning account.environment_id as "environmentId", account.carrier_account_id as "carrierAccountId",
      account.carrier_code as "carrierCode", account.revision`.execute(trx)
  return rows
}

/** Stored credentials, for their upkeep. */
export interface SealedAccount extends SealedSecret, AccountKey {
  revision: number
}

/** The next accounts with credentials after one of them, over all environments; null: the first. */
export async function listSealedAfter(db: Reader, last: SealedAccount | null, limit: number): Promise<SealedAccount[]> {
  const { rows } = await sql<SealedAccount>`
    select environment_id as "environmentId", carrier_account_id as "carrierAccountId", revision, key_id as "keyId", sealed
    from carrier_account
    where sealed is not null and carrier_account_id > ${last?.carrierAccountId ?? ''}
    order by carrier_account_id limit ${limit}`.execute(db)
  return rows
}

/**
 * Stores resealed credentials, if they are unchanged since they were read. Resolves to their number. Skips rows that another
 * process is updating.
 */
export async function replaceSealed(db: Reader, changes: readonly Resealed<SealedAccount>[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with found as (
      select account.environment_id, account.carrier_account_id, given.key_id, given.resealed
      from unnest(${changes.map(({ stored }) => stored.environmentId)}::text[],
        ${changes.map(({ stored }) => stored.carrierAccountId)}::text[],
        ${changes.map(({ stored }) => stored.sealed)}::bytea[], ${changes.map(({ resealed }) => resealed.keyId)}::text[],
        ${changes.map(({ resealed }) => resealed.sealed)}::bytea[]
      ) as given (environment_id, carrier_account_id, sealed, key_id, resealed)
      join carrier_account account using (environment_id, carrier_account_id)
      where account.sealed = given.sealed
      for update of account skip locked
    )
    update carrier_account account set key_id = found.key_id, sealed = found.resealed
    from found
    where account.environment_id = found.environment_id
      and account.carrier_account_id = found.carrier_account_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const toAccount = (row: Selectable<CarrierAccountTable>): StoredAccount => ({
  carrierAccountId: row.carrier_account_id,
  environmentId: row.environment_id,
  carrierCode: row.carrier_code,
  revision: row.revision,
  livemode: row.livemode,
  endpoint: row.endpoint,
  enabled: row.enabled,
  deleted: row.deleted,
  sealed: row.key_id !== null && row.sealed !== null ? { keyId: row.key_id, sealed: row.sealed } : null,
  releasedAt: row.released_at,
  calledBackAt: row.called_back_at,
})
