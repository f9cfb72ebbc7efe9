/** The accounts of members at the provider of their team. */
import type { Database } from '@waybill/chassis/postgres/database'
import { sql, type Transaction } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'
import type { MemberId } from '../second-factor/repository.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

/** The member with the account at the provider. */
export async function findIdentity(
  db: Db,
  { merchantId, subject }: { merchantId: string; subject: string },
): Promise<MemberId | undefined> {
  const row = await db
    .selectFrom('oidc_identity')
    .select(['merchant_id', 'user_id'])
    .where('merchant_id', '=', merchantId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && { merchantId: row.merchant_id, userId: row.user_id }
}

/** False if the member has an account at the provider already, or another member has this one. */
export async function insertIdentity(
  trx: Trx,
  { merchantId, userId, subject }: MemberId & { subject: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('oidc_identity')
    .values({ merchant_id: merchantId, user_id: userId, subject })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function recordIdentityUse(trx: Trx, { merchantId, userId }: MemberId): Promise<void> {
  await trx
    .updateTable('oidc_identity')
    .set({ last_used_at: sql`now()` })
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .execute()
}

/** Unlinks one member, or all of the team. Idempotent. */
export async function removeIdentities(
  trx: Trx,
  { merchantId, userId }: { merchantId: string; userId?: string },
): Promise<void> {
  await trx
    .deleteFrom('oidc_identity')
    .where('merchant_id', '=', merchantId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as string))
    .execute()
}
