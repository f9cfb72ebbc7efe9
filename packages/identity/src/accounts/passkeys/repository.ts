/** Passkeys in the database. At a sign-in they are looked up by their credential id, before their member is known. */
import type { Database } from '@waybill/chassis/postgres/database'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { IdentityDatabase, PasskeyTable } from '../../db.ts'
import type { MemberId } from '../second-factor/repository.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

export interface Passkey extends MemberId {
  passkeyId: string
  name: string
  credentialId: string
  publicKey: Buffer
  useCount: number
  transports: string[]
  synced: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt'>

const fromRow = (row: Selectable<PasskeyTable>): Passkey => ({
  merchantId: row.merchant_id,
  userId: row.user_id,
  passkeyId: row.passkey_id,
  name: row.name,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  useCount: row.use_count,
  transports: row.transports,
  synced: row.synced,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

/** Undefined if the credential is stored already, as another passkey. Idempotent. */
export async function insertPasskey(trx: Trx, passkey: NewPasskey): Promise<Passkey | undefined> {
  await trx
    .insertInto('passkey')
    .values({
      merchant_id: passkey.merchantId,
      user_id: passkey.userId,
      passkey_id: passkey.passkeyId,
      name: passkey.name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      use_count: passkey.useCount,
      transports: passkey.transports,
      synced: passkey.synced,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findPasskey(trx, passkey)
}

type PasskeyId = Pick<Passkey, 'merchantId' | 'userId' | 'passkeyId'>

export async function findPasskey(db: Db, { merchantId, userId, passkeyId }: PasskeyId): Promise<Passkey | undefined> {
  const row = await db
    .selectFrom('passkey')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Finds a passkey of any member of the installation. */
export async function findPasskeyByCredential(db: Db, credentialId: string): Promise<Passkey | undefined> {
  const row = await db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
  return row && fromRow(row)
}

/** Passkeys of a member, oldest first. */
export async function listPasskeys(db: Db, { merchantId, userId }: MemberId): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .orderBy('passkey_id')
    .execute()
  return rows.map(fromRow)
}

export async function renamePasskey(trx: Trx, passkey: PasskeyId, name: string): Promise<Passkey | undefined> {
  const row = await trx
    .updateTable('passkey')
    .set({ name })
    .where('merchant_id', '=', passkey.merchantId)
    .where('user_id', '=', passkey.userId)
    .where('passkey_id', '=', passkey.passkeyId)
    .returningAll()
    .executeTakeFirst()
  return row && fromRow(row)
}

/** False if there is none such. */
export async function removePasskey(trx: Trx, { merchantId, userId, passkeyId }: PasskeyId): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('passkey')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Writes a use. False if the passkey was removed, or used by somebody else since it was read. */
export async function recordPasskeyUse(trx: Trx, passkey: Passkey, useCount: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkey')
    .set({ use_count: useCount, last_used_at: sql`now()` })
    .where('merchant_id', '=', passkey.merchantId)
    .where('passkey_id', '=', passkey.passkeyId)
    .where('use_count', '=', passkey.useCount)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the member, so that passkeys are added one after the other. */
export async function lockMember(trx: Trx, { merchantId, userId }: MemberId): Promise<void> {
  await sql`
    select 1 from member where merchant_id = ${merchantId} and user_id = ${userId} for no key update`.execute(trx)
}
