/** Faults planned by an operator, and counts of calls that failed because of a magic value. */
import { type Kysely, sql } from 'kysely'
import type { SimulatorDatabase } from '../db.ts'
import type { Fault, FaultMode, FaultOperation } from './fault.ts'

type Db = Kysely<SimulatorDatabase>

export interface PlannedFault extends Fault {
  /** Null: all. */
  carrierCode: string | null
  carrierAccountId: string | null
  operation: FaultOperation
  /** How many more calls it affects. */
  times: number
}

export async function planFault(db: Db, fault: PlannedFault): Promise<void> {
  await db
    .insertInto('fault')
    .values({
      carrier_code: fault.carrierCode,
      carrier_account_id: fault.carrierAccountId,
      operation: fault.operation,
      mode: fault.mode,
      delay_ms: fault.delayMs,
      remaining: fault.times,
    })
    .execute()
}

export async function clearFaults(db: Db): Promise<void> {
  await db.deleteFrom('fault').execute()
}

/** The oldest planned fault for a call. Counts it down. */
export async function takeFault(
  db: Db,
  call: { carrierCode: string; carrierAccountId: string; operation: FaultOperation },
): Promise<Fault | undefined> {
  const { rows } = await sql<{ mode: FaultMode; delayMs: number }>`
    update fault set remaining = remaining - 1
    where fault_id = (
      select fault_id from fault
      where remaining > 0 and (operation = ${call.operation} or operation = '*' and ${call.operation} <> 'callback')
        and coalesce(carrier_code, ${call.carrierCode}) = ${call.carrierCode}
        and coalesce(carrier_account_id, ${call.carrierAccountId}) = ${call.carrierAccountId}
      order by fault_id
      limit 1
      for update)
    returning mode, delay_ms as "delayMs"`.execute(db)
  return rows[0]
}

/** Whether any fault of callbacks is planned. Usually there is none, which saves a query per callback. */
export async function hasCallbackFaults(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('fault')
    .select('fault_id')
    .where('operation', '=', sql.lit('callback'))
    .where('remaining', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Counts a failed call, named by its key or its job, and returns the new count. */
export async function countFailedCall(db: Db, carrierAccountId: string, idempotencyKey: string): Promise<number> {
  const { failures } = await db
    .insertInto('failed_booking')
    .values({ carrier_account_id: carrierAccountId, idempotency_key: idempotencyKey, failures: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['carrier_account_id', 'idempotency_key'])
        .doUpdateSet({ failures: sql<number>`failed_booking.failures + 1` }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}
