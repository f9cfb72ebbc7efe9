import { randomUUID } from 'node:crypto'
import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import { envelopeBytes } from '@waybill/contracts/envelope'
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { ChassisTables, IdempotencyRecordTable } from '../postgres/chassis-tables.ts'
import {
  isTransientConflict,
  LOCK_NOT_AVAILABLE,
  postgresCode,
  retryWhile,
  transact,
  untilAnswered,
} from '../postgres/database.ts'
import type { CallContext } from '../rpc/call-context.ts'

/** How long a finished or abandoned operation is kept. An unfinished one is kept until it is finished. */
export const RETENTION_HOURS = 24
const RETRY_AFTER_SECONDS = 1

/** The answer to a merchant. Its bytes are stored, forwarded and replayed unchanged. */
export interface Answer {
  status: number
  body: Buffer
  replayed?: boolean
  etag?: string
}

/**
 * Runs a command of one transaction. Its effect happens at most once per operation, and once per Idempotency-Key and
 * route; a repeat gets the stored answer. Record and effect commit together. A deterministic AppError rolls the work back
 * and becomes the stored answer. Any other error rolls everything back.
 * If the connection is lost, the operation is tried again: its record tells whether it had committed.
 * The record is written last: of concurrent calls, the record's unique keys roll back all but one, and the others get its
 * answer. Throws `idempotency_in_progress` if the winner takes longer than the lock timeout (4 s), and
 * `idempotency_key_reused` if the key was used with another request.
 */
export async function answerOnce<DB extends ChassisTables>(
  db: Kysely<DB>,
  context: CallContext,
  work: (trx: Transaction<DB>) => Promise<Answer>,
): Promise<Answer> {
  let isNew = context.idempotencyKey === null
  const answerNew = async (trx: Transaction<DB>) => {
    const earlier = isNew ? null : await findAnswer(trx, context)
    isNew = false // tried again after a lost connection, the operation may have its answer
    if (earlier) return earlier
    const answer = await work(trx)
    if (!(await insertAnswer(trx, context, answer))) throw new AnsweredAlready()
    return answer
  }
  try {
    return await untilAnswered(() => transact(db, answerNew))
  } catch (error) {
    if (error instanceof AnsweredAlready) return await storeAnswer(db, context, null)
    if (error instanceof AppError && error.isDeterministic) {
      return await storeAnswer(db, context, errorAnswer(error, context.requestId))
    }
    throw error
  }
}

/** The stored answer of an earlier call of the same operation or key, if any. Throws as `answerOnce` does. */
export async function findEarlierAnswer<DB extends ChassisTables>(
  db: Kysely<DB>,
  context: CallContext,
): Promise<Answer | null> {
  return await transact(db, (trx) => findAnswer(trx, context))
}

/** Rolls back a transaction whose effect another call of the same operation or key has committed. */
class AnsweredAlready extends Error {}

/** The stored answer of the operation, else the given one, which it stores. */
async function storeAnswer<DB>(db: Kysely<DB>, context: CallContext, answer: Answer | null): Promise<Answer> {
  const storeOrFind = async (trx: Transaction<DB>) => {
    for (;;) {
      if (answer && (await insertAnswer(trx, context, answer))) return answer
      const earlier = await findAnswer(trx, context)
      if (earlier) return earlier
      if (!answer) throw inProgress() // the other call rolled back: nothing is stored, so the caller may retry
    }
  }
  return await untilAnswered(() => transact(db, storeOrFind))
}

/** The stored answer of the operation or key, or null. Deletes an expired one. */
async function findAnswer<DB>(trx: Transaction<DB>, context: CallContext): Promise<Answer | null> {
  const earlier = await lockRecord(trx, context)
  if (!earlier) return null
  if (earlier.expired) {
    await deleteRecord(trx, context, earlier.op_id)
    return null
  }
  if (earlier.request_hash !== context.bodyHash) throw keyReused(context)
  if (earlier.state === 'started') throw inProgress()
  return storedAnswer(earlier, context)
}

/** Result of an attempt to begin an operation. */
type Begun =
  /** The caller holds the lease. `resumed`: took over an expired lease; the ids are the first ones, and steps may be done. */
  | { outcome: 'begun' | 'resumed'; opId: string; leaseId: string; minted: Record<string, string> }
  | { outcome: 'finished'; answer: Answer }

/**
 * Begins an operation of several transactions, or finds an earlier one: commits its record with the ids that it will mint
 * and a lease by the database's clock. A repeat after the lease resumes the operation.
 * Throws `idempotency_in_progress` while another call holds the lease, `idempotency_key_reused` as `answerOnce` does.
 */
export async function beginOperation<DB extends ChassisTables>(
  db: Kysely<DB>,
  context: CallContext,
  { leaseMs, minted }: { leaseMs: number; minted: Record<string, string> },
): Promise<Begun> {
  const leaseId = randomUUID()
  const lease = { leaseId, leaseMs, minted }
  const ours: Begun = { outcome: 'begun', opId: context.opId, leaseId, minted }
  // Nearly always it is new. Then one statement suffices, without an explicit transaction.
  const insert = () => retryWhile(isTransientConflict, () => insertRecord(db, context, lease))
  if (await untilAnswered(insert)) return ours
  const findEarlier = async (trx: Transaction<DB>): Promise<Begun> => {
    const earlier = await insertOrFind(trx, context, lease)
    if (!earlier) return ours
    if (earlier.state === 'finished') return { outcome: 'finished', answer: storedAnswer(earlier, context) }
    const { op_id: opId, minted: mintedThen } = earlier
    // Written by an earlier try, whose answer was lost.
    if (earlier.lease_id === leaseId) return { outcome: 'resumed', opId, leaseId, minted: mintedThen }
    if (earlier.leased) throw inProgress()
    await sql`
      update idempotency_record
      set lease_id = ${leaseId}, lease_until = now() + ${leaseMs} * interval '1 ms'
      where environment_id = ${context.environmentId} and op_id = ${opId}`.execute(trx)
    return { outcome: 'resumed', opId, leaseId, minted: mintedThen }
  }
  return await untilAnswered(() => transact(db, findEarlier))
}

/** Abandons an operation that had no effect. A repeat resumes it at once, with the same ids. */
export async function abandonOperation<DB extends ChassisTables>(
  db: Kysely<DB>,
  context: Pick<CallContext, 'environmentId'>,
  { opId, leaseId }: { opId: string; leaseId: string },
): Promise<void> {
  await sql`
    update idempotency_record set lease_until = '-infinity'
    where environment_id = ${context.environmentId} and op_id = ${opId} and lease_id = ${leaseId}
      and state = 'started'`.execute(db)
}

/** Stores the answer, in the last transaction of the operation. Keeps an earlier answer. No-op without a record. */
export async function finishOperation<DB extends ChassisTables>(
  trx: Kysely<DB>,
  { environmentId, opId }: { environmentId: string; opId: string },
  answer: Answer,
): Promise<void> {
  await answerRecord({ environmentId, opId }, answer).execute(trx)
}

/** `finishOperation` as SQL, for a statement that ends the operation's own row, too. */
export const answerRecord = (
  { environmentId, opId }: { environmentId: string; opId: string },
  { status, body, etag = null }: { status: number; body: Buffer; etag?: string | null },
): RawBuilder<unknown> => sql`
  update idempotency_record
  set state = 'finished', status = ${status}, body = ${body}, etag = ${etag}, finished_at = now(), lease_id = null,
    lease_until = null
  where environment_id = ${environmentId} and op_id = ${opId} and state = 'started'`

/** Stores a deterministic error as the answer. Throws a TypeError for any other error. */
export async function finishWithError<DB extends ChassisTables>(
  trx: Kysely<DB>,
  operation: { environmentId: string; opId: string },
  error: AppError,
  requestId: string,
): Promise<void> {
  if (!error.isDeterministic) throw new TypeError(`${error.code} is retryable, so it must not be stored as an answer`)
  await finishOperation(trx, operation, errorAnswer(error, requestId))
}

interface EarlierRecord
  extends Pick<
    Selectable<IdempotencyRecordTable>,
    'op_id' | 'request_hash' | 'state' | 'status' | 'body' | 'etag' | 'minted' | 'lease_id'
  > {
  leased: boolean
  expired: boolean
}

interface Lease {
  leaseId: string
  leaseMs: number
  minted: Record<string, string>
}

/** Inserts the operation's record, or returns the existing one, locked until the transaction ends. */
async function insertOrFind<DB>(
  trx: Transaction<DB>,
  context: CallContext,
  lease: Lease,
): Promise<EarlierRecord | null> {
  for (;;) {
    if (await insertRecord(trx, context, lease)) return null
    const earlier = await lockRecord(trx, context)
    if (!earlier) continue // the one in the way was rolled back or pruned
    if (!earlier.expired) {
      if (earlier.request_hash !== context.bodyHash) throw keyReused(context)
      return earlier
    }
    await deleteRecord(trx, context, earlier.op_id)
  }
}

export async function deleteRecord<DB>(db: Kysely<DB>, { environmentId }: CallContext, opId: string): Promise<void> {
  await sql`delete from idempotency_record where environment_id = ${environmentId} and op_id = ${opId}`.execute(db)
}

/** Whether the answer was inserted. Waits for a transaction that inserts the same operation or key. */
export async function insertAnswer<DB>(db: Kysely<DB>, context: CallContext, answer: Answer): Promise<boolean> {
  return await unlessLocked(async () => {
    const { rows } = await sql`
      insert into idempotency_record
        (environment_id, op_id, route, idempotency_key, request_hash, state, minted, status, body, etag, finished_at)
      values (${context.environmentId}, ${context.opId}, ${context.route}, ${context.idempotencyKey},
        ${context.bodyHash}, 'finished', '{}', ${answer.status}, ${answer.body}, ${answer.etag ?? null}, now())
      on conflict do nothing
      returning 1`.execute(db)
    return rows.length > 0
  })
}

async function unlessLocked<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    if (postgresCode(error) === LOCK_NOT_AVAILABLE) throw inProgress(error)
    throw error
  }
}

/** Whether the record was inserted. Waits for a transaction that inserts the same operation or key. */
async function insertRecord<DB>(db: Kysely<DB>, context: CallContext, lease: Lease): Promise<boolean> {
  return await unlessLocked(async () => {
    const { rows } = await sql`
      insert into idempotency_record
        (environment_id, op_id, route, idempotency_key, request_hash, state, minted, lease_id, lease_until)
      values (${context.environmentId}, ${context.opId}, ${context.route}, ${context.idempotencyKey},
        ${context.bodyHash}, 'started', ${JSON.stringify(lease.minted)}::jsonb, ${lease.leaseId},
        now() + ${lease.leaseMs} * interval '1 ms')
      on conflict do nothing
      returning 1`.execute(db)
    return rows.length > 0
  })
}

const lockRecord = <DB>(trx: Transaction<DB>, context: CallContext): Promise<EarlierRecord | null> =>
  findRecord(trx, context, sql`for update`)

/** The record of the call's operation or key. */
export async function findRecord<DB>(
  db: Kysely<DB>,
  context: CallContext,
  lock: RawBuilder<unknown> = sql``,
): Promise<EarlierRecord | null> {
  // By operation first: a retried call is the same call, whatever its key.
  const { rows } = await sql<EarlierRecord>`
    select op_id, request_hash, state, status, body, etag, minted, lease_id,
      coalesce(lease_until > now(), false) as leased,
      state = 'finished' and created_at < now() - ${RETENTION_HOURS} * interval '1 hour' as expired
    from idempotency_record
    where environment_id = ${context.environmentId}
      and (op_id = ${context.opId} or (route = ${context.route} and idempotency_key = ${context.idempotencyKey}))
    order by op_id = ${context.opId} desc
    limit 1
    ${lock}`.execute(db)
  return rows[0] ?? null
}

/** The answer of a finished record. It is a replay if another call with the same key got it first. */
export function storedAnswer(record: EarlierRecord, { opId }: CallContext): Answer {
  if (record.status === null || record.body === null)
    throw new Error(`operation ${record.op_id} is finished without an answer`)
  return {
    status: record.status,
    body: record.body,
    ...(record.op_id !== opId && { replayed: true }),
    ...(record.etag !== null && { etag: record.etag }),
  }
}

export const errorAnswer = (error: AppError, requestId: string): Answer => ({
  status: error.kind.status,
  body: envelopeBytes(errorEnvelope(error, requestId)),
})

const inProgress = (cause?: unknown): AppError =>
  new AppError(
    'idempotency_in_progress',
    `The first request with this Idempotency-Key is still in progress. Retry in ${RETRY_AFTER_SECONDS} s with the same key.`,
    {
      cause,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  )

export const keyReused = (context: CallContext): AppError =>
  new AppError(
    'idempotency_key_reused',
    `Idempotency-Key ${context.idempotencyKey} was already used with a different request, or by another caller for an answer with a secret. Use a new key.`,
  )
