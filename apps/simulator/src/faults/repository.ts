/** Faults planned by an operator, and counts of calls that failed because of a magic value. */
import { transact } from '@waybill/chassis/postgres/database'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { FaultTable, SimulatorDatabase } from '../db.ts'
import type { Fault, FaultMode, FaultOperation } from './fault.ts'

type Db = Kysely<SimulatorDatabase>

interface PlannedFault extends Fault {
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
      times: fault.times,
    })
    .execute()
}

/** A fault that a merchant plans for an account of a test environment. */
export interface MerchantFault {
  faultId: string
  carrierCode: string
  carrierAccountId: string
  operation: FaultOperation
  mode: FaultMode
  times: number
  timesLeft: number
  createdAt: Date
  expiresAt: Date
}

const MOST_OF_AN_ENVIRONMENT = 20

/**
 * Idempotent by id for a day, as long as a merchant may repeat the call. `ofEnvironment`: the accounts whose faults count towards
 * the limit. Null if it is reached. Deletes those of these accounts that are used up or have expired, a day after they were planned.
 */
export async function planMerchantFault(
  db: Db,
  fault: Omit<MerchantFault, 'timesLeft' | 'createdAt' | 'expiresAt'> & { delayMs: number; expiresInSeconds: number },
  ofEnvironment: readonly string[],
): Promise<MerchantFault | null> {
  const accounts = [...ofEnvironment].sort()
  return await transact(db, async (trx) => {
    // Plans of one environment take turns, so that they cannot pass the limit together.
    await sql`select pg_advisory_xact_lock(hashtextextended('planned faults ' || ${accounts[0] ?? ''}::text, 0))`.execute(
      trx,
    )
    await sql`
      delete from fault
      where public_id is not null and carrier_account_id = any(${accounts}) and (remaining = 0 or expires_at <= now())
        and created_at < now() - interval '24 hours'
    `.execute(trx)
    await sql`
      insert into fault (public_id, carrier_code, carrier_account_id, operation, mode, delay_ms, remaining, times, expires_at)
      select ${fault.faultId}, ${fault.carrierCode}, ${fault.carrierAccountId}, ${fault.operation}, ${fault.mode},
        ${fault.delayMs}::int, ${fault.times}::int, ${fault.times}::int, now() + ${fault.expiresInSeconds} * interval '1 s'
      where (select count(*) from fault
             where public_id is not null and carrier_account_id = any(${accounts})
               and remaining > 0 and expires_at > now()) < ${MOST_OF_AN_ENVIRONMENT}
      on conflict (public_id) do nothing`.execute(trx)
    const planned = await selectMerchantFaults(trx).where('public_id', '=', fault.faultId).executeTakeFirst()
    return planned ? toMerchantFault(planned) : null
  })
}

/** Those of the accounts that are neither used up nor expired, oldest first. */
export async function listMerchantFaults(db: Db, accounts: readonly string[]): Promise<MerchantFault[]> {
  const rows = await selectMerchantFaults(db)
    .where(ofAccounts(accounts))
    .where('remaining', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('fault_id')
    .execute()
  return rows.map(toMerchantFault)
}

/** Idempotent: what was removed is kept until another fault is planned. False if the accounts have no such fault. */
export async function removeMerchantFault(db: Db, faultId: string, accounts: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('fault')
    .set({ remaining: 0 })
    .where('public_id', '=', faultId)
    .where(ofAccounts(accounts))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const ofAccounts = (accounts: readonly string[]) => sql<boolean>`carrier_account_id = any(${[...accounts]})`

const selectMerchantFaults = (db: Db) => db.selectFrom('fault').selectAll().where('public_id', 'is not', null)

const toMerchantFault = (row: Selectable<FaultTable>): MerchantFault => ({
  faultId: row.public_id ?? '',
  carrierCode: row.carrier_code ?? '',
  carrierAccountId: row.carrier_account_id ?? '',
  operation: row.operation,
  mode: row.mode,
  times: row.times ?? row.remaining,
  timesLeft: row.remaining,
  createdAt: row.created_at,
  expiresAt: row.expires_at ?? row.created_at,
})

/** Those of testers. */
export async function clearFaults(db: Db): Promise<void> {
  await db.deleteFrom('fault').where('public_id', 'is', null).execute()
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
      where remaining > 0 and (expires_at is null or expires_at > now())
        and (operation = ${call.operation} or operation = '*' and ${call.operation} <> 'callback')
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
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
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
