import type { Database } from '@waybill/chassis/postgres/database'
import type { IdentityDatabase } from '../../db.ts'
import { findSalt } from './address-repository.ts'
import { hashPassword } from './hash.ts'

/** The hash to store for a member with the address. `userId`: null for one that is not made yet. */
export async function hashForAddress(
  db: Database<IdentityDatabase>,
  member: { email: string; userId: string | null },
  password: string,
): Promise<string> {
  return hashPassword(password, await findSalt(db, member))
}
