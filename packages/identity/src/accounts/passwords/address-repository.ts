/** Passwords of the members that have one e-mail address, in any team. Equal salts let one hash be compared with all of them. */
import type { Database } from '@waybill/chassis/postgres/database'
import { sql } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'
import { HASH_CHARACTERS, PRESENT_FORM } from './hash.ts'

type Db = Database<IdentityDatabase>

/** Members of an address that got their first passwords at the same moment can have different salts. Each costs a hash. */
const MOST_SALTS = 3

/** An address, in one team if it is given, else in all. */
interface Account {
  email: string
  merchantId: string | undefined
}

const salt = sql<string>`left(password_hash, -${sql.lit(HASH_CHARACTERS)})`

/** The salts of an account, that of the oldest member first, each with the number of members whose password has it. */
export async function listSalts(
  db: Db,
  { email, merchantId }: Account,
): Promise<{ salt: string; membersCount: number }[]> {
  const rows = await db
    .selectFrom('member')
    .select(({ fn }) => [salt.as('salt'), fn.countAll<string>().as('count')])
    .where('email', '=', email)
    .where('password_hash', 'is not', null)
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId ?? ''))
    .groupBy(salt)
    .orderBy(({ fn }) => fn.min('created_at'))
    .orderBy(salt)
    .limit(MOST_SALTS)
    .execute()
  return rows.map((row) => ({ salt: row.salt, membersCount: Number(row.count) }))
}

/** The salt for a new password: the member's own, else that of the oldest other one with the address. Undefined: neither has one. */
export async function findSalt(
  db: Db,
  { email, userId }: { email: string; userId: string | null },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('member')
    .select(salt.as('salt'))
    .where('email', '=', email)
    .where(sql<boolean>`starts_with(password_hash, ${PRESENT_FORM})`)
    .orderBy(sql`user_id = ${userId ?? ''}`, 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.salt
}
