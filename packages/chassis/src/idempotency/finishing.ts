/** The last statement of an operation that was begun, where all that is left to write is new. */
import { type Kysely, sql } from 'kysely'
import { hintRelays, outboxRows } from '../messaging/outbox/outbox.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { runBuiltOnce } from '../postgres/compiled-query.ts'
import { mayCommitNextTime, tryAgainWhile } from '../postgres/database.ts'
import { asParts, keyedInsertion, keyedParameters, nameOfRows } from '../postgres/insert-rows.ts'
import { traceparentNow } from '../telemetry/trace-context.ts'
import type { Addition } from './batched.ts'
import type { Answer } from './operations.ts'
import type { OperationKey } from './pruning.ts'

/**
 * `finishOperation` with the rows and events that come of the operation, all in one statement, which is its own
 * transaction. Resolves to the answer; to null where the operation had ended already: then nothing is written.
 */
export async function finishByAdding<DB extends ChassisTables>(
  db: Kysely<DB>,
  { environmentId, opId }: OperationKey,
  { answer, rows, events }: Omit<Addition, 'context'>,
): Promise<Answer | null> {
  const tables = Object.entries({ ...rows, outbox: outboxRows({ events, traceparent: traceparentNow() }) })
    .filter(([, added]) => added.length > 0)
    .map(([table, added]) => ({ table, rows: added, keys: added.map(() => opId) }))
  const { status, body, etag = null } = answer
  const build = () =>
    sql<{ op_id: string }>`
      with ended as (
        update idempotency_record
        set state = 'finished', status = ${status}, body = ${body}, etag = ${etag},
          finished_at = now(), lease_id = null, lease_until = null
        where environment_id = ${environmentId} and op_id = ${opId} and state = 'started'
        returning op_id
      ), ${asParts(tables.map((added) => keyedInsertion(added, sql`select op_id from ended`)))}
      select op_id from ended`.compile(db)
  const parameters = [status, body, etag, environmentId, opId, ...tables.flatMap(keyedParameters)]
  const ended = await tryAgainWhile(mayCommitNextTime, () =>
    runBuiltOnce(db, `finish: ${tables.map(nameOfRows)}`, parameters, build),
  )
  if (ended.length === 0) return null
  hintRelays(db as Kysely<unknown>)
  return answer
}
