/** SQL of customs defaults. */
import { type CustomsDefaults, completeDefaults } from '@waybill/contracts/values/customs/defaults'
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'

/** Null if the environment has none. */
export async function findCustomsDefaults(db: Reader, environmentId: string): Promise<CustomsDefaults | null> {
  const row = await db
    .selectFrom('customs_defaults')
    .select(['fields', 'version', 'updated_at'])
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  if (row === undefined) return null
  return { environmentId, fields: completeDefaults(row.fields), version: row.version, updatedAt: row.updated_at }
}

/** One change of an environment after the other, until the transaction ends. */
export async function lockCustomsDefaults(trx: Writer, environmentId: string): Promise<void> {
  const key = JSON.stringify(['customs_defaults', environmentId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/** Stores the new state of locked defaults. */
export async function storeCustomsDefaults(
  trx: Writer,
  { environmentId, fields, version, updatedAt }: CustomsDefaults & { updatedAt: Date },
): Promise<void> {
  const values = { fields, version, updated_at: updatedAt }
  await trx
    .insertInto('customs_defaults')
    .values({ environment_id: environmentId, ...values })
    .onConflict((conflict) => conflict.column('environment_id').doUpdateSet(values))
    .execute()
}
