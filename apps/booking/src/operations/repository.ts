import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db, OperationTable, Trx } from '../db.ts'
import { desiredOf, desiredText } from './codec.ts'
import type { Operation, Outcome } from './operation.ts'

type Reader = Db | Trx

/** The right to work on an operation. Only the holder calls a carrier, and only its results are written. */
export interface Lease {
  leaseId: string
  /** By `performance.now()`, counted from before the database was asked: never later than the database's own. */
  untilMs: number
}

export interface HeldOperation {
  operation: Operation
  lease: Lease
}

/** Thrown to whoever lost the lease: another works on the operation, nothing may be written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export type NewOperation = Pick<
  Operation,
  'environmentId' | 'opId' | 'kind' | 'shipmentId' | 'claimId' | 'step' | 'desired' | 'context'
>

/** The due time of an operation that was hastened. One in work is due again as soon as it is put off. */
const HASTENED = sql<Date>`to_timestamp(0)`

const leaseUntil = (leaseMs: number) => sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 ms'`

/**
 * Stores an operation and takes it, in one statement; undefined if it was begun before. One that has ended under the
 * same id is begun anew: the caller has seen that it may.
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
          booking_id: null,
          outcome: null,
          attempts: 0,
          next_attempt_at: sql<Date>`now()`,
          ended_at: null,
        })
        .where('operation.state', '=', sql.lit('ended')),
    )
    .returningAll()
    .executeTakeFirst()
  return row && { operation: operationOf(row), lease: { leaseId, untilMs } }
}

/** Stores an operation that a reconciler is to take, at once or later; one that is there already stays as it is. */
export async function insertOperation(
  trx: Trx,
  operation: NewOperation & { bookingId?: string },
  inMs = 0,
): Promise<void> {
  const { bookingId = null } = operation
  await trx
    .insertInto('operation')
    .values({
      ...newRow(operation),
      booking_id: bookingId,
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
  return row && operationOf(row)
}

/** The operation that holds or held a claim; the newest if it was begun anew. */
export async function findOperationOfClaim(
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
  return row && operationOf(row)
}

/** Takes operations that are due and that nobody works on. */
export async function takeDueOperations(
  db: Db,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<HeldOperation[]> {
  const untilMs = performance.now() + leaseMs
  const { rows } = await sql<Selectable<OperationTable>>`
    update operation set lease_id = gen_random_uuid(), lease_until = ${leaseUntil(leaseMs)},
      next_attempt_at = case when next_attempt_at = ${HASTENED} then now() else next_attempt_at end
    where (environment_id, op_id) in (
      select environment_id, op_id from operation
      where state = 'open' and next_attempt_at <= now() and (lease_until is null or lease_until < now())
      order by next_attempt_at
      limit ${limit}
      for update skip locked
    )
    returning *`.execute(db)
  return rows.map((row) => ({
    operation: operationOf(row),
    lease: { leaseId: row.lease_id as string, untilMs },
  }))
}

/** Locks the operation's row for its holder, so that nobody takes it over while results are written. Throws `LeaseLost`. */
export async function lockHeldOperation(trx: Trx, operation: Operation, { leaseId }: Lease): Promise<void> {
  const { rows } = await sql`
    select 1 from operation
    where environment_id = ${operation.environmentId} and op_id = ${operation.opId} and lease_id = ${leaseId}
      and state = 'open'
    for update`.execute(trx)
  if (rows.length === 0) throw new LeaseLost(`operation ${operation.opId} is in other hands`)
}

/** Makes the lease last for `leaseMs` from now. Throws `LeaseLost`. */
export async function extendLease(db: Db, operation: Operation, lease: Lease, leaseMs: number): Promise<Lease> {
  const untilMs = performance.now() + leaseMs
  const { numUpdatedRows } = await heldRow(db, operation, lease)
    .set({ lease_until: leaseUntil(leaseMs) })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLost(`operation ${operation.opId} is in other hands`)
  return { ...lease, untilMs }
}

/** The operation goes on to another step; its holder keeps it. */
export async function moveOperation(trx: Trx, operation: Operation, lease: Lease, leaseMs: number): Promise<Lease> {
  const untilMs = performance.now() + leaseMs
  await heldRow(trx, operation, lease)
    .set({ ...progress(operation), attempts: operation.attempts, lease_until: leaseUntil(leaseMs) })
    .execute()
  return { ...lease, untilMs }
}

/** The step is to be taken again later, by whoever finds it due. */
export async function postponeOperation(db: Reader, operation: Operation, lease: Lease, inMs: number): Promise<void> {
  await heldRow(db, operation, lease)
    .set({
      ...progress(operation),
      attempts: operation.attempts + 1,
      next_attempt_at: sql<Date>`
        case when next_attempt_at = ${HASTENED} then now() else now() + ${inMs} * interval '1 ms' end`,
      lease_id: null,
      lease_until: null,
    })
    .execute()
}

export async function endOperation(trx: Trx, operation: Operation, lease: Lease, outcome: Outcome): Promise<void> {
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

/** The operation that holds a claim, or is one itself, is due now: something happened that it waits for. */
export async function hastenOperation(
  db: Db,
  environmentId: string,
  operation: { claimId: string } | { opId: string },
): Promise<void> {
  await db
    .updateTable('operation')
    .set({ next_attempt_at: HASTENED })
    .where('environment_id', '=', environmentId)
    .where((where) =>
      'claimId' in operation ? where('claim_id', '=', operation.claimId) : where('op_id', '=', operation.opId),
    )
    .where('state', '=', sql.lit('open'))
    .execute()
}

/** Cancellations that wait for whoever holds the shipment are due now: it has settled what became of the wish. */
export async function hastenAwaiting(
  trx: Trx,
  { environmentId, shipmentId }: Pick<Operation, 'environmentId' | 'shipmentId'>,
): Promise<void> {
  await trx
    .updateTable('operation')
    .set({ next_attempt_at: HASTENED })
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .where('state', '=', sql.lit('open'))
    .where('step', '=', sql.lit('await_holder'))
    .execute()
}

/** Open operations and the age of the oldest, by kind. */
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

const heldRow = (db: Reader, { environmentId, opId }: Operation, { leaseId }: Lease) =>
  db
    .updateTable('operation')
    .where('environment_id', '=', environmentId)
    .where('op_id', '=', opId)
    .where('lease_id', '=', leaseId)

const progress = ({ step, desired, bookingId }: Operation) => ({
  step,
  desired: desiredText(desired),
  booking_id: bookingId,
})

const newRow = (operation: NewOperation) => ({
  environment_id: operation.environmentId,
  op_id: operation.opId,
  kind: operation.kind,
  shipment_id: operation.shipmentId,
  claim_id: operation.claimId,
  step: operation.step,
  desired: desiredText(operation.desired),
  context: JSON.stringify(operation.context),
})

const operationOf = (row: Selectable<OperationTable>): Operation =>
  ({
    environmentId: row.environment_id,
    opId: row.op_id,
    kind: row.kind,
    shipmentId: row.shipment_id,
    bookingId: row.booking_id,
    claimId: row.claim_id,
    state: row.state,
    step: row.step,
    desired: desiredOf(row.kind, row.desired),
    context: row.context,
    outcome: row.outcome,
    attempts: row.attempts,
  }) as Operation
