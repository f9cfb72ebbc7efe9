/** Operations: storage, leases and due times. */
import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db, OperationTable, Trx } from '../db.ts'
import { desiredText, parsePosition } from './codec.ts'
import type { EndedOperation, OpenOperation, Operation, Outcome, Position } from './operation.ts'

type Reader = Db | Trx

/** The right to work on an operation. Only its holder calls a carrier, and only its results are written. */
export interface Lease {
  leaseId: string
  /** By `performance.now()`, taken before the database was asked: never later than the lease in the database. */
  untilMs: number
}

export interface HeldOperation {
  operation: OpenOperation
  lease: Lease
}

/** The lease was lost: another process works on the operation, and nothing may be written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

type NewOperation = Pick<OpenOperation, 'environmentId' | 'opId' | 'shipmentId' | 'claimId' | 'context'> & Position

/** Due time of an operation that was woken. If it is in work, it is due again as soon as it is postponed. */
const WOKEN = sql<Date>`to_timestamp(0)`

/** The database's clock: the time that all processes agree on. */
export async function databaseNow(db: Reader): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}

const leaseUntil = (leaseMs: number) => sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 ms'`

/**
 * Stores an operation and takes its lease in one statement; undefined if it exists and is open. An ended one with the
 * same id starts over: the caller has checked that it may.
 */
export async function beginOperation(
  db: Db,
  operation: NewOperation,
  leaseMs: number,
): Promise<HeldOperation | undefined> {
  const untilMs = performance.now() + leaseMs
  const leaseId = randomUUID()
  const fresh = { ...newRow(operation), lease_id: leaseId, lease_until: leaseUntil(leaseMs) }
  const row = await db
    .insertInto('operation')
    .values(fresh)
    .onConflict((conflict) =>
      conflict
        .columns(['environment_id', 'op_id'])
        .doUpdateSet({
          ...fresh,
          state: 'open',
          outcome: null,
          attempts: 0,
          next_attempt_at: sql<Date>`now()`,
          ended_at: null,
        })
        .where('operation.state', '=', sql.lit('ended')),
    )
    .returningAll()
    .executeTakeFirst()
  return row && { operation: openOperation(row), lease: { leaseId, untilMs } }
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

/** A due operation whose row cannot be read. */
interface UnreadableOperation {
  environmentId: string
  opId: string
  error: unknown
}

/**
 * Takes the lease of operations that are due and in no process's hands. A row that cannot be read is returned apart, so
 * that it does not keep the others from being taken; it is due again when its lease has ended.
 */
export async function takeDueOperations(
  db: Db,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<{ held: HeldOperation[]; unreadable: UnreadableOperation[] }> {
  const untilMs = performance.now() + leaseMs
  const { rows } = await sql<Selectable<OperationTable>>`
    update operation set lease_id = gen_random_uuid(), lease_until = ${leaseUntil(leaseMs)},
      next_attempt_at = case when next_attempt_at = ${WOKEN} then now() else next_attempt_at end
    where (environment_id, op_id) in (
      select environment_id, op_id from operation
      where state = 'open' and next_attempt_at <= now() and (lease_until is null or lease_until < now())
      order by next_attempt_at
      limit ${limit}
      for update skip locked
    )
    returning *`.execute(db)
  const held: HeldOperation[] = []
  const unreadable: UnreadableOperation[] = []
  for (const row of rows) {
    try {
      held.push({ operation: openOperation(row), lease: { leaseId: row.lease_id as string, untilMs } })
    } catch (error) {
      unreadable.push({ environmentId: row.environment_id, opId: row.op_id, error })
    }
  }
  return { held, unreadable }
}

/** Locks the operation's row for its holder, so that no one takes it over while results are written. Throws `LeaseLost`. */
export async function lockHeldOperation(trx: Trx, operation: OpenOperation, { leaseId }: Lease): Promise<void> {
  const { rows } = await sql`
    select 1 from operation
    where environment_id = ${operation.environmentId} and op_id = ${operation.opId} and lease_id = ${leaseId}
      and state = 'open'
    for update`.execute(trx)
  if (rows.length === 0) throw new LeaseLost(`operation ${operation.opId} is held by another process`)
}

/** Extends the lease to `leaseMs` from now. Throws `LeaseLost`. */
export async function extendLease(db: Db, operation: OpenOperation, lease: Lease, leaseMs: number): Promise<Lease> {
  const untilMs = performance.now() + leaseMs
  const { numUpdatedRows } = await heldRow(db, operation, lease)
    .set({ lease_until: leaseUntil(leaseMs) })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLost(`operation ${operation.opId} is held by another process`)
  return { ...lease, untilMs }
}

/** Stores the operation at another step. Its holder keeps it. */
export async function moveOperation(trx: Trx, operation: OpenOperation, lease: Lease, leaseMs: number): Promise<Lease> {
  const untilMs = performance.now() + leaseMs
  await heldRow(trx, operation, lease)
    .set({ ...progress(operation), attempts: operation.attempts, lease_until: leaseUntil(leaseMs) })
    .execute()
  return { ...lease, untilMs }
}

/** Gives up the lease; the step is due again after `inMs`. */
export async function postponeOperation(
  db: Reader,
  operation: OpenOperation,
  lease: Lease,
  inMs: number,
): Promise<void> {
  await heldRow(db, operation, lease)
    .set({
      ...progress(operation),
      attempts: operation.attempts + 1,
      next_attempt_at: sql<Date>`
        case when next_attempt_at = ${WOKEN} then now() else now() + ${inMs} * interval '1 ms' end`,
      lease_id: null,
      lease_until: null,
    })
    .execute()
}

export async function endOperation(trx: Trx, operation: OpenOperation, lease: Lease, outcome: Outcome): Promise<void> {
  await heldRow(trx, operation, lease)
    .set({
      ...progress(operation),
      state: 'ended',
      outcome: JSON.stringify(outcome),
      ended_at: sql<Date>`now()`,
      lease_id: null,
      lease_until: null,
    })
    .execute()
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

const heldRow = (db: Reader, { environmentId, opId }: OpenOperation, { leaseId }: Lease) =>
  db
    .updateTable('operation')
    .where('environment_id', '=', environmentId)
    .where('op_id', '=', opId)
    .where('lease_id', '=', leaseId)

const progress = (operation: Position) => ({
  step: operation.step,
  desired: desiredText(operation),
  booking_id: bookingIdOf(operation),
})

/** The booking that the operation works on, if it has come to have one. */
export const bookingIdOf = ({ desired }: Pick<Position, 'desired'>): string | null => desired.bookingId

const newRow = (operation: NewOperation) => ({
  environment_id: operation.environmentId,
  op_id: operation.opId,
  kind: operation.kind,
  shipment_id: operation.shipmentId,
  claim_id: operation.claimId,
  ...progress(operation),
  context: JSON.stringify(operation.context),
})

const everyField = (row: Selectable<OperationTable>) => ({
  environmentId: row.environment_id,
  opId: row.op_id,
  shipmentId: row.shipment_id,
  claimId: row.claim_id,
  context: row.context,
  attempts: row.attempts,
})

function openOperation(row: Selectable<OperationTable>): OpenOperation {
  try {
    const position = parsePosition({ kind: row.kind, step: row.step, bookingId: row.booking_id }, row.desired)
    return { ...everyField(row), ...position, state: 'open' }
  } catch (cause) {
    throw new Error(`operation ${row.op_id} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

function endedOperation(row: Selectable<OperationTable>): EndedOperation {
  const { kind, step, desired, outcome } = row
  if (outcome === null) throw new Error(`operation ${row.op_id} has ended without an outcome`)
  return { ...everyField(row), state: 'ended', kind, step, desired, outcome }
}

const operationFromRow = (row: Selectable<OperationTable>): Operation =>
  row.state === 'open' ? openOperation(row) : endedOperation(row)
