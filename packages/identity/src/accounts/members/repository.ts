import type { Database } from '@waybill/chassis/postgres/database'
import { sql, type Transaction } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'
import { type Member, memberFromRow } from './member.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

/** Shown or logged for one address. Far more than a person works for; any other one is found by its merchant. */
const MOST_TEAMS = 100

type NewMember = Pick<Member, 'merchantId' | 'userId' | 'email' | 'name' | 'role'>

/** Returns the row; undefined if another member of the team has the address. Idempotent for the same user. */
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

/** Oldest first, without those whose data was erased. */
export async function listMembers(db: Db, merchantId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('member')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('erased_at', 'is', null)
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
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row && memberFromRow(row)
}

/** As `findMember`. Until the transaction ends, the member cannot be changed or erased. */
export async function findMemberLocked(
  trx: Trx,
  { merchantId, userId }: Pick<Member, 'merchantId' | 'userId'>,
): Promise<Member | undefined> {
  const row = await trx
    .selectFrom('member')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row && memberFromRow(row)
}

/** The member of a session, who exists. */
export async function getMember(db: Db, subject: Pick<Member, 'merchantId' | 'userId'>): Promise<Member> {
  const member = await findMember(db, subject)
  if (member === undefined) throw new Error(`the user ${subject.userId} of a session is not stored`)
  return member
}

export async function findMemberByEmail(
  db: Db,
  { merchantId, email }: Pick<Member, 'merchantId' | 'email'>,
): Promise<Member | undefined> {
  const row = await db
    .selectFrom('member')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('email', '=', email)
    .executeTakeFirst()
  return row && memberFromRow(row)
}

/** A member with the name of its merchant. */
export interface MemberOfMerchant extends Member {
  merchantName: string
}

/**
 * The members with an address, of one team or of all: those with these ids, or those with one of these stored hashes, or any.
 * Active ones first, then the oldest.
 */
export async function listMembersByEmail(
  db: Db,
  { email, merchantId }: { email: string; merchantId: string | undefined },
  { userIds, passwordHashes }: { userIds?: readonly string[]; passwordHashes?: readonly string[] } = {},
): Promise<MemberOfMerchant[]> {
  if (userIds?.length === 0) return []
  const rows = await db
    .selectFrom('member')
    .innerJoin('merchant', 'merchant.merchant_id', 'member.merchant_id')
    .selectAll('member')
    .select('merchant.name as merchant_name')
    .where('email', '=', email)
    .$if(merchantId !== undefined, (query) => query.where('member.merchant_id', '=', merchantId ?? ''))
    .$if(userIds !== undefined, (query) => query.where('user_id', 'in', userIds ?? []))
    .$if(passwordHashes !== undefined, (query) =>
      query.where('password_hash', '=', sql<string>`any(${passwordHashes ?? []}::text[])`),
    )
    .orderBy(sql`deactivated_at is not null`)
    .orderBy('member.created_at')
    .orderBy('user_id')
    .limit(MOST_TEAMS)
    .execute()
  return rows.map(({ merchant_name, ...row }) => ({ ...memberFromRow(row), merchantName: merchant_name }))
}

/** The active owners of a merchant. Locks the merchant until the transaction ends: changes of its team take turns. */
export async function countActiveOwnersLocked(trx: Trx, merchantId: string): Promise<number> {
  await sql`select 1 from merchant where merchant_id = ${merchantId} for no key update`.execute(trx)
  const { count } = await trx
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('role', '=', sql.lit('owner'))
    .where('deactivated_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undefined fields stay. The caller must notify the other replicas. */
export async function changeMember(
  trx: Trx,
  { merchantId, userId }: Pick<Member, 'merchantId' | 'userId'>,
  change: {
    role?: string | undefined
    active?: boolean | undefined
    name?: string | undefined
    passwordHash?: string | undefined
  },
): Promise<Member> {
  const { role, active, name, passwordHash } = change
  const row = await trx
    .updateTable('member')
    .set({
      access_changed_at: sql`now()`,
      ...(role !== undefined && { role }),
      ...(active !== undefined && { deactivated_at: active ? null : sql`coalesce(deactivated_at, now())` }),
      ...(name !== undefined && { name }),
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
    })
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return memberFromRow(row)
}
