/** Records of calls whose operation has a row of the service's own, and there its only lease: they bind the key to it. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { untilAnswered } from '../postgres/database.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { type Answer, deleteRecord, findRecord, insertAnswer, keyReused, storedAnswer } from './operations.ts'
import type { OperationKey } from './pruning.ts'

/** Record of a call: its answer, or the operation that it or an earlier call with its key has begun. */
type Binding = { outcome: 'finished'; opId: string; answer: Answer } | { outcome: 'bound'; opId: string }

/** The record of the call's operation or key, if there is one. Throws `idempotency_key_reused`. */
export async function findBinding<DB extends ChassisTables>(
  db: Kysely<DB>,
  context: CallContext,
): Promise<Binding | null> {
  const earlier = await findRecord(db, context)
  if (earlier === null) return null
  if (earlier.expired) {
    await deleteRecord(db, context, earlier.op_id)
    return null
  }
  if (earlier.request_hash !== context.bodyHash) throw keyReused(context)
  return earlier.state === 'finished'
    ? { outcome: 'finished', opId: earlier.op_id, answer: storedAnswer(earlier, context) }
    : { outcome: 'bound', opId: earlier.op_id }
}

/**
 * SQL that binds a new call. Returns its `op_id`, or no row if its operation or its key is bound already. For a statement
 * that stores the operation for that row, so that both are stored or none.
 */
export const bindCall = (context: CallContext): RawBuilder<unknown> => sql`
  insert into idempotency_record (environment_id, op_id, route, idempotency_key, request_hash, state, minted)
  values (${context.environmentId}, ${context.opId}, ${context.route}, ${context.idempotencyKey}, ${context.bodyHash},
    'started', '{}')
  on conflict do nothing
  returning op_id`

/** SQL that locks the record of an operation that has no answer. Returns its `op_id`, or no row. */
export const lockBinding = ({ environmentId, opId }: OperationKey): RawBuilder<unknown> => sql`
  select op_id from idempotency_record
  where environment_id = ${environmentId} and op_id = ${opId} and state = 'started'
  for update`

/** Stores the answer to a new call that needs no operation. False: its operation or its key is bound already. */
export const bindToAnswer = <DB extends ChassisTables>(
  db: Kysely<DB>,
  context: CallContext,
  answer: Answer,
): Promise<boolean> => untilAnswered(() => insertAnswer(db, context, answer))
