import type { Database } from '@waybill/chassis/postgres/database'
import type { GatewayDatabase } from '../../db.ts'
import { type Member, memberFromRow } from './member.ts'

type Db = Database<GatewayDatabase>

export type NewMember = Pick<Member, 'merchantId' | 'userId' | 'email' | 'name' | 'role'>

/** Returns the row; undefined if another member of the installation has the address. Idempotent for the same user. */
export async function insertMember(db: Db, member: NewMember): Promise<Member | undefined> {
  await db
    .insertInto('member')
    .values({
      merchant_id: member.merchantId,
      user_id: member.userId,
      email: member.email,
      name: member.name,
      role: member.role,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findMember(db, member)
}

/** Oldest first. */
export async function listMembers(db: Db, merchantId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('member')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('user_id')
    .execute()
  return rows.map(memberFromRow)
}

export async function findMember(
  db: Db,
  { merchantId, userId }: Pick<Member, 'merchantId' | 'userId'>,
): Promise<Member | undefined> {
  const row = await db
    .selectFrom('member')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && memberFromRow(row)
}

/** Addresses are unique in the installation: the merchant is that of its member. */
export async function findMemberByEmail(db: Db, email: string): Promise<Member | undefined> {
  const row = await db.selectFrom('member').selectAll().where('email', '=', email).executeTakeFirst()
  return row && memberFromRow(row)
}
