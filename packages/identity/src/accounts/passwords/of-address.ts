/** Passwords of the members that have one e-mail address, in any team. Equal salts let one hash be compared with all of them. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { IdentityDatabase } from '../../db.ts'
import { listMembersByEmail } from '../members/repository.ts'
import { hashPassword } from './hash.ts'

/** The hash to store for a member with the address. `userId`: null for one that is not made yet. */
export async function hashForAddress(
  db: Database<IdentityDatabase>,
  { email, userId }: { email: string; userId: string | null },
  password: string,
): Promise<string> {
  const others = (await listMembersByEmail(db, email)).filter((member) => member.userId !== userId)
  return hashPassword(password, others.find(({ passwordHash }) => passwordHash !== null)?.passwordHash)
}
