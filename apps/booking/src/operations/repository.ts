/** Operations: storage and due times. */
import { sql } from 'kysely'
import type { Db, Trx } from '../db.ts'
import type { Operation } from './operation.ts'
import { type NewOperation, newRow, operationFromRow } from './rows.ts'

type Reader = Db | Trx

/** Due time of an operation that was woken. If it is in work, it is due again as soon as it is postponed. */
export const WOKEN = sql<Date>`to_timestamp(0)`

/** The database's clock: the time that all processes agree on. */
export async function databaseNow(db: Reader): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}

/** Stores an operation for the reconciler to take, at once or after `inMs`. Idempotent: an existing one is kept. */
export async function insertOperation(trx: Trx, operation: NewOperation, inMs = 0): Promise<void> {
  await trx
    .insertInto('operation')
    .values({
      ...newRow(operation),
      next_attempt_at: sql<Date>`now() + ${inMs} * interval '1 ms'`,
    })
    .onConflict((conflict) => conflict.columns(['environment_id', 'op_id']).doNothing())
    .execute()
}

export async function findOperation(db: Reader, environmentId: string, opId: string): Promise<Operation | undefined> {
  const row = await db
    .selectFrom('operation')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('op_id', '=', opId)
    .executeTakeFirst()
  return row && operationFromRow(row)
}

/** The operation, and whether it is in work or due, so that it may end soon. */
export async function findProgress(
  db: Reader,
  environmentId: string,
  opId: string,
): Promise<{ operation: Operation; isInWork: boolean } | undefined> {
  const row = await db
    .selectFrom('operation')
    .selectAll()
    .select(sql<boolean>`coalesce(lease_until > now(), false) or next_attempt_at <= now()`.as('is_in_work'))
    .where('environment_id', '=', environmentId)
    .where('op_id', '=', opId)
    .executeTakeFirst()
  return row && { operation: operationFromRow(row), isInWork: row.is_in_work }
}

/** Notes that a caller is answered before the outcome is known. */
export async function noteAnsweredPending(db: Db, environmentId: string, opId: string): Promise<void> {
  await db
    .updateTable('operation')
    .set({ answered_pending: true })
    .where('environment_id', '=', environmentId)
    .where('op_id', '=', opId)
    .where('answered_pending', '=', sql.lit(false))
    .execute()
}

/** The booking that the operation made, if its caller was answered before the outcome was known; otherwise null. */
export async function findLaterBookingId(db: Db, environmentId: string, opId: string): Promise<string | null> {
  const row = await db
    .selectFrom('operation')
    .select('booking_id')
    .where('environment_id', '=', environmentId)
    .where('op_id', '=', opId)
    .where('answered_pending', '=', sql.lit(true))
    .executeTakeFirst()
  return row?.booking_id ?? null
}

/** The booking that the operation works or worked on; null: none yet. */
export async function findBookingId(db: Db, environmentId: string, opId: string): Promise<string | null> {
  const row = await db
    .selectFrom('operation')
    .select('booking_id')
    .where('environment_id', '=', environmentId)
    .where('op_id', '=', opId)
    .executeTakeFirst()
  return row?.booking_id ?? null
}

/** The operation that holds or held a claim. */
export async function findOperationByClaim(
  db: Reader,
  environmentId: string,
  claimId: string,
): Promise<Operation | undefined> {
  const row = await db
    .selectFrom('operation')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('claim_id', '=', claimId)
    .executeTakeFirst()
  return row && operationFromRow(row)
}

/** Makes an open operation due now, named by its id or by its claim: something that it waits for has happened. */
export async function wakeOperation(
  db: Db,
  environmentId: string,
  operation: { claimId: string } | { opId: string },
): Promise<void> {
  await db
    .updateTable('operation')
    .set({ next_attempt_at: WOKEN })
    .where('environment_id', '=', environmentId)
    .where((where) =>
      'claimId' in operation ? where('claim_id', '=', operation.claimId) : where('op_id', '=', operation.opId),
    )
    .where('state', '=', sql.lit('open'))
    .execute()
}

/** Makes cancellations due that wait for the shipment's holder: it has settled whether the shipment is cancelled. */
export async function wakeAwaitingCancellations(
  trx: Trx,
  { environmentId, shipmentId }: Pick<Operation, 'environmentId' | 'shipmentId'>,
): Promise<void> {
  await trx
    .updateTable('operation')
    .set({ next_attempt_at: WOKEN })
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .where('state', '=', sql.lit('open'))
    .where('step', '=', sql.lit('await_holder'))
    .execute()
}

/** Number of open operations and age of the oldest, by kind. */
export async function countOpenOperations(
  db: Db,
): Promise<{ kind: Operation['kind']; count: number; oldestSeconds: number }[]> {
  return await db
    .selectFrom('operation')
    .select([
      'kind',
      sql<number>`count(*)`.as('count'),
      sql<number>`extract(epoch from now() - min(created_at))::float8`.as('oldestSeconds'),
    ])
    .where('state', '=', sql.lit('open'))
    .groupBy('kind')
    .execute()
}
