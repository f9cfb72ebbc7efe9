/** Authenticator apps and recovery codes in the database. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { SealedSecret } from '@waybill/chassis/secrets/secret-box'
import { sql, type Transaction } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

export interface MemberId {
  merchantId: string
  userId: string
}

export interface Totp {
  secret: SealedSecret
  /** null: the member has not shown a code yet. */
  enabledAt: Date | null
}

export async function findTotp(db: Db, { merchantId, userId }: MemberId): Promise<Totp | undefined> {
  const row = await db
    .selectFrom('totp')
    .select(['secret', 'sealed_with', 'enabled_at'])
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { secret: { keyId: row.sealed_with, sealed: row.secret }, enabledAt: row.enabled_at }
}

/** A secret to show, in place of an earlier one that no code confirmed. False if an app is in use. */
export async function replacePendingTotp(trx: Trx, { merchantId, userId }: MemberId, secret: SealedSecret) {
  const row = await trx
    .insertInto('totp')
    .values({ merchant_id: merchantId, user_id: userId, secret: secret.sealed, sealed_with: secret.keyId })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'user_id'])
        .doUpdateSet({ secret: secret.sealed, sealed_with: secret.keyId, last_step: null })
        .where('totp.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the time step of a code as used. False if it, or a later one, was used before. */
export async function claimStep(trx: Trx, { merchantId, userId }: MemberId, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('totp')
    .set({ last_step: step })
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function enableTotp(trx: Trx, { merchantId, userId }: MemberId): Promise<void> {
  await trx
    .updateTable('totp')
    .set({ enabled_at: sql`now()` })
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes a code. False if there is none such. */
export async function removeRecoveryCode(trx: Trx, { merchantId, userId }: MemberId, codeHash: Buffer) {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_code')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** New codes in place of all earlier ones. Idempotent. */
export async function replaceRecoveryCodes(trx: Trx, { merchantId, userId }: MemberId, hashes: readonly Buffer[]) {
  await trx.deleteFrom('recovery_code').where('merchant_id', '=', merchantId).where('user_id', '=', userId).execute()
  const rows = hashes.map((code_hash) => ({ merchant_id: merchantId, user_id: userId, code_hash }))
  await trx.insertInto('recovery_code').values(rows).execute()
}

/** Whether one of these codes is stored. */
export async function hasRecoveryCode(db: Db, { merchantId, userId }: MemberId, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_code')
    .select('user_id')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function countRecoveryCodes(db: Db, { merchantId, userId }: MemberId): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Idempotent. */
export async function removeTotp(trx: Trx, { merchantId, userId }: MemberId): Promise<void> {
  for (const table of ['recovery_code', 'totp'] as const)
    await trx.deleteFrom(table).where('merchant_id', '=', merchantId).where('user_id', '=', userId).execute()
}

/** The authenticator app, the recovery codes and the passkeys of a member. Idempotent. */
export async function removeSecondFactors(trx: Trx, { merchantId, userId }: MemberId): Promise<void> {
  for (const table of ['recovery_code', 'totp', 'passkey', 'sign_in_challenge'] as const)
    await trx.deleteFrom(table).where('merchant_id', '=', merchantId).where('user_id', '=', userId).execute()
}

export interface Factors {
  hasTotp: boolean
  passkeysCount: number
  hasOidc: boolean
}

/** Second factors of the members of a team, by user; all, or one. */
export async function listFactors(db: Db, merchantId: string, userId: string | null = null) {
  const { rows } = await sql<Factors & { userId: string }>`
    select user_id as "userId",
      exists (select 1 from totp where totp.merchant_id = member.merchant_id and totp.user_id = member.user_id
        and enabled_at is not null) as "hasTotp",
      (select count(*)::int from passkey where passkey.merchant_id = member.merchant_id
        and passkey.user_id = member.user_id) as "passkeysCount",
      exists (select 1 from oidc_identity where oidc_identity.merchant_id = member.merchant_id
        and oidc_identity.user_id = member.user_id) as "hasOidc"
    from member
    where merchant_id = ${merchantId} and (${userId}::text is null or user_id = ${userId})`.execute(db)
  return new Map(rows.map(({ userId: id, ...factors }) => [id, factors]))
}
