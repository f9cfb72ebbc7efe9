import { sql, type Transaction } from 'kysely'
import type { IdentityDatabase } from '../db.ts'

/** Locks the environment until the transaction ends, so that what it has can be counted. */
export async function lockEnvironment(trx: Transaction<IdentityDatabase>, environmentId: string): Promise<void> {
  await sql`select 1 from environment where environment_id = ${environmentId} for no key update`.execute(trx)
}

/** Locks the environment of a key, so that its keys are made, suspended and resumed one after the other. */
export async function lockEnvironmentOfKey(trx: Transaction<IdentityDatabase>, keyId: string): Promise<void> {
  await sql`
    select 1 from environment join api_key using (environment_id)
    where api_key.key_id = ${keyId}
    for no key update of environment`.execute(trx)
}
