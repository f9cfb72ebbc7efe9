/** The signing keys in the database. They belong to the installation, not to an environment. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { SealedSecret } from '@waybill/chassis/secrets/secret-box'
import type { JWK } from 'jose'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { IdentityDatabase, SigningKeyTable } from '../db.ts'
import { type SigningPeriod, verifiesUntil } from './signing-key.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

export interface StoredSigningKey extends SigningPeriod, SealedSecret {
  signingKeyId: string
  publicJwk: JWK
}

const BATCH = 100

/** Those that still verify, the newest first. */
export async function listSigningKeys(db: Db): Promise<StoredSigningKey[]> {
  const rows = await db
    .selectFrom('signing_key')
    .selectAll()
    .where((where) => where.or([where('verifies_until', 'is', null), where('verifies_until', '>', sql<Date>`now()`)]))
    .orderBy('signs_from', 'desc')
    .execute()
  return rows.map(fromRow)
}

/** Until the transaction ends, no other one adds a key. */
export async function lockSigningKeys(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('signing_key'))`.execute(trx)
}

/** Adds a key. Those before it verify until their last token has expired. */
export async function addSigningKey(trx: Trx, key: StoredSigningKey): Promise<void> {
  await trx
    .updateTable('signing_key')
    .set({ verifies_until: verifiesUntil(key.signsFrom) })
    .where('verifies_until', 'is', null)
    .execute()
  await trx
    .insertInto('signing_key')
    .values({
      key_id: key.signingKeyId,
      public_jwk: JSON.stringify(key.publicJwk),
      private_key: key.sealed,
      sealed_with: key.keyId,
      signs_from: key.signsFrom,
      verifies_until: null,
    })
    .execute()
}

/** Deletes keys that verify nothing since `days`; resolves to their number. */
export async function pruneSigningKeys(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from signing_key
    where key_id in (
      select key_id from signing_key where verifies_until < now() - ${days} * interval '1 day' limit ${BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const fromRow = (row: Selectable<SigningKeyTable>): StoredSigningKey => ({
  signingKeyId: row.key_id,
  publicJwk: row.public_jwk as JWK,
  keyId: row.sealed_with,
  sealed: row.private_key,
  signsFrom: row.signs_from,
  verifiesUntil: row.verifies_until,
})
