/** Leases of operations: taken, extended, moved to the next step, ended. */

import { randomUUID } from 'node:crypto'
import { type Answer, answerRecord } from '@waybill/chassis/idempotency/operations'
import { transact, untilAnswered } from '@waybill/chassis/postgres/database'
import { sendWithCommit, type Write } from '@waybill/chassis/postgres/pipelining'
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, OperationTable, Trx } from '../db.ts'
import { knownPositions } from './codec.ts'
import type { OpenOperation, Outcome } from './operation.ts'
import { WOKEN } from './repository.ts'
import { getBookingId, type NewOperation, newRow, openOperation, progressSince } from './rows.ts'

/** The right to work on an operation. Only its holder calls a carrier, and only its results are written. */
export interface Lease {
  /** New with each step that is stored, so that a statement sent before that step changes nothing after it. */
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

/** A lease to be asked for. Made once for all tries of a statement, since the first one may have committed. */
export const newLease = (leaseMs: number): Lease => ({ leaseId: randomUUID(), untilMs: performance.now() + leaseMs })

const leaseUntil = (leaseMs: number) => sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 ms'`

/**
 * Stores an operation and takes its lease, in one statement with the record of its call: `record` is SQL that returns the
 * record's `op_id`, or no row. Undefined if there is no such record, or the operation exists and is open. An ended one
 * with the same id starts over: the caller has checked that it may. `assert` locks what must still be true when the
 * operation begins, in one transaction with it; it throws if it is not.
 */
export async function beginOperation(
  db: Db,
  operation: NewOperation,
  record: RawBuilder<unknown>,
  { leaseMs, assert }: { leaseMs: number; assert?: ((trx: Trx) => Promise<void>) | undefined },
): Promise<HeldOperation | undefined> {
  const lease = newLease(leaseMs)
  const insert = async (on: Db | Trx) =>
    (await insertHeld(on, operation, record, { ...lease, leaseMs })) || (await isHeldBy(on, operation, lease))
  const insertAsserted = async (trx: Trx) => {
    // Begun by a try whose answer was lost: what it has changed since is not judged.
    if (await isHeldBy(trx, operation, lease)) return true
    await assert?.(trx)
    return await insert(trx)
  }
  const isHeld = await untilAnswered(() => (assert ? transact(db, insertAsserted) : insert(db)))
  return isHeld ? { operation: { ...operation, state: 'open', attempts: 0 } as OpenOperation, lease } : undefined
}

async function insertHeld(
  db: Db | Trx,
  operation: NewOperation,
  record: RawBuilder<unknown>,
  { leaseId, leaseMs }: Lease & { leaseMs: number },
): Promise<boolean> {
  const { environment_id, kind, shipment_id, booking_id, claim_id, step, desired, context } = newRow(operation)
  const { rows } = await sql`
    with recorded as (${record})
    insert into operation
      (environment_id, op_id, kind, shipment_id, booking_id, claim_id, step, desired, context, lease_id, lease_until)
    select ${environment_id}, op_id, ${kind}, ${shipment_id}, ${booking_id}, ${claim_id}, ${step}, ${desired}::jsonb,
      ${context}::jsonb, ${leaseId}::uuid, ${leaseUntil(leaseMs)}
    from recorded
    on conflict (environment_id, op_id) do update
    set kind = excluded.kind, shipment_id = excluded.shipment_id, booking_id = excluded.booking_id,
      claim_id = excluded.claim_id, step = excluded.step, desired = excluded.desired, context = excluded.context,
      lease_id = excluded.lease_id, lease_until = excluded.lease_until, state = 'open', outcome = null, attempts = 0,
      next_attempt_at = now(), ended_at = null
    where operation.state = 'ended'
    returning 1`.execute(db)
  return rows.length > 0
}

/** Whether the lease was taken by an earlier try whose answer was lost. */
async function isHeldBy(
  db: Db | Trx,
  { environmentId, opId }: Pick<NewOperation, 'environmentId' | 'opId'>,
  { leaseId }: Pick<Lease, 'leaseId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from operation
    where environment_id = ${environmentId} and op_id = ${opId} and lease_id = ${leaseId}`.execute(db)
  return rows.length > 0
}

/** A due operation whose row cannot be read. */
interface UnreadableOperation {
  environmentId: string
  opId: string
  error: unknown
}

/**
 * Takes the lease of operations that are due and in no process's hands. A row that cannot be read is returned apart, so
 * that it does not keep the others from being taken; it is due again when its lease has ended. An operation at a step that
 * only a later version knows is left to a process of that version.
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
        and kind || '.' || step = any (${knownPositions}::text[])
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

/**
 * Locks the operation's row, so that no one takes it over while results are written. Resolves to its last lease, which may
 * be over, and to the time by the database's clock.
 */
export async function lockOperation(
  trx: Trx,
  operation: OpenOperation,
): Promise<{ leaseId: string | null; now: Date }> {
  const { rows } = await sql<{ leaseId: string | null; now: Date }>`
    select lease_id as "leaseId", clock_timestamp() as now from operation
    where environment_id = ${operation.environmentId} and op_id = ${operation.opId}
    for update`.execute(trx)
  return rows[0] ?? { leaseId: null, now: new Date() }
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

/** An operation as stored, and as it is at its next step. */
interface Moved {
  before: OpenOperation
  operation: OpenOperation
}

/** The write of the operation at its next step, and the new lease under which its holder keeps it. */
export function moveOperation(
  trx: Trx,
  { before, operation }: Moved,
  lease: Lease,
  leaseMs: number,
): { write: Write; lease: Lease } {
  const moved = newLease(leaseMs)
  const write = heldRow(trx, operation, lease).set({
    ...progressSince(before, operation),
    attempts: operation.attempts,
    lease_id: moved.leaseId,
    lease_until: leaseUntil(leaseMs),
  })
  return { write, lease: moved }
}

/**
 * Stores the operation at another step, where it keeps the same, in one statement with a write of one row. `write` gets SQL
 * that is true while the lease is held: without that nothing is written. `moved` is the new lease, the same in every try.
 * Resolves to the row; undefined if an earlier try, whose answer was lost, has stored both. Throws `LeaseLost`.
 */
export async function moveWith<Row>(
  db: Db,
  { environmentId, opId, step }: Pick<OpenOperation, 'environmentId' | 'opId' | 'step'>,
  lease: Lease,
  next: { moved: Lease; leaseMs: number; write: (isHeld: Expression<boolean>) => Write<Row> },
): Promise<Row | undefined> {
  const { moved, leaseMs } = next
  const { rows } = await sql<Row>`
    with moved as (
      update operation
      set step = ${step}, attempts = 0, lease_id = ${moved.leaseId}, lease_until = ${leaseUntil(leaseMs)}
      where environment_id = ${environmentId} and op_id = ${opId} and lease_id = ${lease.leaseId}
      returning 1
    ), written as (${next.write(sql`exists (select from moved)`)})
    select * from written`.execute(db)
  const [row] = rows
  if (row !== undefined || (await isHeldBy(db, { environmentId, opId }, moved))) return row
  throw new LeaseLost(`operation ${opId} is held by another process`)
}

/** Stores the operation at a step that is due after `inMs`, and ends the lease. Resolves to the ended lease. */
export async function postponeOperation(
  trx: Trx,
  { before, operation }: Moved,
  lease: Lease,
  inMs: number,
): Promise<Lease> {
  const ended = endedLease()
  const postponement = heldRow(trx, operation, lease).set({
    ...progressSince(before, operation),
    attempts: operation.attempts,
    next_attempt_at: dueIn(inMs),
    lease_id: ended.leaseId,
    lease_until: null,
  })
  await sendWithCommit(trx, postponement)
  return ended
}

/**
 * Ends the lease after a failure; the step that is stored is due again after `inMs`. A no-op if a later step has been
 * stored than the holder knows of.
 */
export async function releaseOperation(db: Db, operation: OpenOperation, lease: Lease, inMs: number): Promise<void> {
  await heldRow(db, operation, lease)
    .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: dueIn(inMs), lease_until: null })
    .execute()
}

/** Ends leases of operations between two steps, without a failure: each is due at once. */
export async function releaseLeases(db: Db, held: readonly HeldOperation[]): Promise<void> {
  await sql`
    update operation set lease_until = null
    from json_to_recordset(${JSON.stringify(held.map(toKey))}::json)
      as given (environment_id text, op_id text, lease_id uuid)
    where operation.environment_id = given.environment_id and operation.op_id = given.op_id
      and operation.lease_id = given.lease_id`.execute(db)
}

const toKey = ({ operation, lease }: HeldOperation) => ({
  environment_id: operation.environmentId,
  op_id: operation.opId,
  lease_id: lease.leaseId,
})

/**
 * Ends the operation and the lease, in one statement with the answer in the record of its call; null: it has no answer, or
 * a repeat begins it again. Resolves to the ended lease.
 */
export async function endOperation(
  trx: Trx,
  operation: OpenOperation,
  lease: Lease,
  { outcome, answer }: { outcome: Outcome; answer: Answer | null },
): Promise<Lease> {
  const ended = endedLease()
  const end = sql`
    ${answer === null ? sql`` : sql`with answered as (${answerRecord(operation, answer)})`}
    update operation
    set step = ${operation.step}, booking_id = ${getBookingId(operation)}, state = 'ended',
      outcome = ${JSON.stringify(outcome)}, ended_at = now(), lease_id = ${ended.leaseId}, lease_until = null
    where environment_id = ${operation.environmentId} and op_id = ${operation.opId}
      and lease_id = ${lease.leaseId}`
  await sendWithCommit(trx, end)
  return ended
}

const endedLease = (): Lease => ({ leaseId: randomUUID(), untilMs: 0 })

const dueIn = (inMs: number) => sql<Date>`
  case when next_attempt_at = ${WOKEN} then now() else now() + ${inMs} * interval '1 ms' end`

const heldRow = (db: Db | Trx, { environmentId, opId }: OpenOperation, { leaseId }: Lease) =>
  db
    .updateTable('operation')
    .where('environment_id', '=', environmentId)
    .where('op_id', '=', opId)
    .where('lease_id', '=', leaseId)
