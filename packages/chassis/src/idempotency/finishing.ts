/** The last statement of an operation that was begun, where all that is left to write is new. */
import { type Kysely, sql } from 'kysely'
import type { ChassisTables } from '../chassis-tables.ts'
import { mayCommitNextTime, tryAgainWhile } from '../database.ts'
import { asParts, insertion } from '../database-rows.ts'
import type { Answer } from '../idempotency.ts'
import { hintRelays, outboxRows } from '../outbox.ts'
import { traceparentNow } from '../trace-context.ts'
import type { Addition } from './gathered.ts'
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
  const tables = { ...rows, outbox: outboxRows({ events, traceparent: traceparentNow() }) }
  const insertions = Object.entries(tables)
    .filter(([, added]) => added.length > 0)
    .map(([table, added]) =>
      insertion(table, added, { keys: added.map(() => opId), among: sql`select op_id from ended` }),
    )
  const { rows: ended } = await tryAgainWhile(mayCommitNextTime, () =>
    sql`
      with ended as (
        update idempotency_record
        set state = 'finished', status = ${answer.status}, body = ${answer.body}, etag = ${answer.etag ?? null},
          finished_at = now(), lease_id = null, lease_until = null
        where environment_id = ${environmentId} and op_id = ${opId} and state = 'started'
        returning op_id
      ), ${asParts(insertions)}
      select op_id from ended`.execute(db),
  )
  if (ended.length === 0) return null
  hintRelays(db as Kysely<unknown>)
  return answer
}
