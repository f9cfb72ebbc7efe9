import { sql } from 'kysely'
import type { Db, Trx } from '../db.ts'

/** The time that all processes agree on. */
export async function databaseNow(db: Db | Trx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}
