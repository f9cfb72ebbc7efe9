/** SQL of return rules. */
import { completeReturnRules, type ReturnRules } from '@waybill/contracts/shipments/return-rules'
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'

/** Null if the environment has none. */
export async function findReturnRules(db: Reader, environmentId: string): Promise<ReturnRules | null> {
  const row = await db
    .selectFrom('return_rules')
    .select(['fields', 'version', 'updated_at'])
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  if (row === undefined) return null
  return { environmentId, fields: completeReturnRules(row.fields), version: row.version, updatedAt: row.updated_at }
}

/** One change of an environment after the other, until the transaction ends. */
export async function lockReturnRules(trx: Writer, environmentId: string): Promise<void> {
  const key = JSON.stringify(['return_rules', environmentId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/** Stores the new state of locked rules. */
export async function storeReturnRules(
  trx: Writer,
  { environmentId, fields, version, updatedAt }: ReturnRules & { updatedAt: Date },
): Promise<void> {
  const values = { fields, version, updated_at: updatedAt }
  await trx
    .insertInto('return_rules')
    .values({ environment_id: environmentId, ...values })
    .onConflict((conflict) => conflict.column('environment_id').doUpdateSet(values))
    .execute()
}

/** When the shipment was delivered last; null: it was not. */
export async function findDeliveredAt(
  db: Reader,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
): Promise<Date | null> {
  const row = await db
    .selectFrom('timeline')
    .select((query) => query.fn.max('occurred_at').as('at'))
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .where('type', '=', sql.lit('status_changed'))
    .where('status', '=', sql.lit('delivered'))
    .executeTakeFirst()
  return row?.at ?? null
}
