import { sql, type Transaction } from 'kysely'
import type { IdentityDatabase } from '../db.ts'

/** Locks the environment until the transaction ends, so that what it has can be counted. */
export async function lockEnvironment(trx: Transaction<IdentityDatabase>, environmentId: string): Promise<void> {
  await sql`select 1 from environment where environment_id = ${environmentId} for no key update`.execute(trx)
}
