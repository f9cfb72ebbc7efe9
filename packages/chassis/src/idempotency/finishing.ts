/** Finishes an operation in one statement, if the remaining writes only insert rows. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hintRelays, traced } from '../messaging/outbox/outbox.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import type { Param } from '../postgres/compiled-query.ts'
import { isTransientConflict, retryWhile, untilAnswered } from '../postgres/database.ts'
import { traceparentNow } from '../telemetry/trace-context.ts'
import { type AddedRows, type Addition, addedRows } from './batched.ts'
import type { Answer } from './operations.ts'
import type { OperationKey } from './pruning.ts'

/** The parameters of a statement that finishes an operation with the resulting rows and events. */
export interface FinishedAddition<Rows> extends AddedRows<Rows> {
  operation: OperationKey
  answer: Answer
}

/**
 * Finishes an operation in one statement: begins with `recorded as (${recordFinish(param)})`, inserts rows and events
 * with `insertRecorded` and `insertEvents`, and returns the keys in `recorded`. It belongs to the owner of the tables.
 */
type InsertFinished<DB, Rows> = (db: Kysely<DB>, addition: FinishedAddition<Rows>) => Promise<{ key: string }[]>

/** Stores the answer of the operation, and returns its key unless it had finished before. */
export const recordFinish = <Rows>(param: Param<FinishedAddition<Rows>>): RawBuilder<unknown> => sql`
  update idempotency_record
  set state = 'finished', status = ${param(({ answer }) => answer.status)}, body = ${param(({ answer }) => answer.body)},
    etag = ${param(({ answer }) => answer.etag ?? null)}, finished_at = now(), lease_id = null, lease_until = null
  where environment_id = ${param(({ operation }) => operation.environmentId)}
    and op_id = ${param(({ operation }) => operation.opId)} and state = 'started'
  returning op_id as key`

/**
 * `finishOperation` with the operation's rows and events, in one statement, which is its own transaction. Resolves to the
 * answer, or to null if the operation had already finished; then nothing is written.
 */
export async function finishByAdding<DB extends ChassisTables, Rows extends object>(
  db: Kysely<DB>,
  insert: InsertFinished<DB, Rows>,
  operation: OperationKey,
  { answer, rows, events }: Omit<Addition<Rows>, 'context'>,
): Promise<Answer | null> {
  const traceparent = traceparentNow()
  const added = addedRows([{ key: operation.opId, rows, events, traceparent }])
  const finish = () => retryWhile(isTransientConflict, () => insert(db, { operation, answer, ...added }))
  const recorded = await untilAnswered(finish)
  if (recorded.length === 0) return null
  hintRelays(db as Kysely<unknown>, traced({ events, traceparent }))
  return answer
}
