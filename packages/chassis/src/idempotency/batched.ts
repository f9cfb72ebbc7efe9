/** Commands that only add rows, gathered: those that wait together are written by one statement. */
import { type Kysely, sql } from 'kysely'
import { appendOutbox, type DomainEvent, hintRelays, outboxRows } from '../messaging/outbox/outbox.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { runBuiltOnce } from '../postgres/compiled-query.ts'
import {
  isLostConnection,
  LOCK_NOT_AVAILABLE,
  mayCommitNextTime,
  postgresCode,
  tryAgainWhile,
} from '../postgres/database.ts'
import {
  asParts,
  insertRows,
  keyedInsertion,
  keyedParameters,
  nameOfRows,
  type RowsByTable,
} from '../postgres/insert-rows.ts'
import { gather } from '../process/gather.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { traceparentNow } from '../telemetry/trace-context.ts'
import { type Answer, answerOnce, findEarlierAnswer } from './operations.ts'

const MAX_WRITES = 64
const MAX_BYTES = 1024 * 1024
/** One is worked on while another is on its way to the disk. */
const STATEMENTS_AT_ONCE = 2

/** An operation whose whole effect is known before it is written: new rows, the events that tell of them, the answer. */
export interface Addition {
  context: CallContext
  answer: Answer
  /** By table. */
  rows: RowsByTable
  events: DomainEvent[]
}

/**
 * `answerOnce` for additions. Those that wait together are written by one statement: of each, all rows or none, record
 * and events among them. An operation or key that is recorded already writes nothing and is answered as `answerOnce`
 * does. A row that Postgres refuses sends every addition of its statement through `answerOnce`, so that each is judged
 * by itself. After a conflict or a lost connection the same statement is sent again: what had committed is then found
 * by its record.
 */
export function gatherAdditions<DB extends ChassisTables>(db: Kysely<DB>): (addition: Addition) => Promise<Answer> {
  const add = gather({
    work: (additions: Traced[]) => {
      const written = addTogether(db, additions)
      return additions.map(async (addition) => (await written).has(addition))
    },
    maxItems: MAX_WRITES,
    maxSize: MAX_BYTES,
    // Rows, event and answer are of about the same size.
    sizeOf: ({ answer }) => 3 * answer.body.length,
    concurrency: STATEMENTS_AT_ONCE,
  })
  return async (addition) => {
    if (await add({ ...addition, traceparent: traceparentNow() })) return addition.answer
    return await addAlone(db, addition)
  }
}

type Traced = Addition & { traceparent: string | null }

const keyOf = ({ context: { environmentId, opId } }: Addition): string => `${environmentId} ${opId}`

/** Those that were written. */
async function addTogether<DB>(db: Kysely<DB>, additions: Traced[]): Promise<Set<Addition>> {
  const written = await tryAgainWhile(mayBeSentAgain, () => insertAdditions(db, additions)).catch((error: unknown) => {
    if (isOfOneRow(error)) return new Set<Addition>()
    throw error
  })
  if (written.size > 0) hintRelays(db as Kysely<unknown>)
  return written
}

const mayBeSentAgain = (error: unknown): boolean => mayCommitNextTime(error) || isLostConnection(error)

/** Bad data, a broken constraint, or a key that another transaction holds for long: nothing that concerns the others. */
function isOfOneRow(error: unknown): boolean {
  const code = postgresCode(error) ?? ''
  return code.startsWith('22') || code.startsWith('23') || code === LOCK_NOT_AVAILABLE
}

async function insertAdditions<DB>(db: Kysely<DB>, additions: Traced[]): Promise<Set<Addition>> {
  // A repeat within the batch waits for the first to be written, and is then answered by its record.
  const byKey = new Map(additions.toReversed().map((addition) => [keyOf(addition), addition]))
  const firsts = additions.filter((addition) => byKey.get(keyOf(addition)) === addition)
  const tables = new Map<string, { rows: Record<string, unknown>[]; keys: string[] }>()
  for (const addition of firsts) {
    const key = keyOf(addition)
    for (const [table, rows] of [...Object.entries(addition.rows), ['outbox', outboxRows(addition)] as const]) {
      if (rows.length === 0) continue
      const entry = tables.get(table) ?? { rows: [], keys: [] }
      entry.rows.push(...rows)
      for (let count = rows.length; count > 0; count--) entry.keys.push(key)
      tables.set(table, entry)
    }
  }
  // In a fixed order, so that there is one text for the same set of tables.
  const added = [...tables]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([table, { rows, keys }]) => ({ table, rows, keys }))
  const records = JSON.stringify(firsts.map(recordOf))
  const build = () =>
    sql<{ key: string }>`
      with recorded as (
        insert into idempotency_record
          (environment_id, op_id, route, idempotency_key, request_hash, state, status, body, etag, finished_at)
        select environment_id, op_id, route, idempotency_key, request_hash, 'finished', status,
          convert_to(body, 'UTF8'), etag, now()
        from json_to_recordset(${records}::json) as given (environment_id text, op_id text,
          route text, idempotency_key text, request_hash text, status smallint, body text, etag text)
        -- In one order for all who write, so that two statements cannot wait for each other's keys.
        order by environment_id, route, idempotency_key, op_id
        on conflict do nothing
        returning environment_id || ' ' || op_id as key
      ), ${asParts(added.map((keyed) => keyedInsertion(keyed, sql`select key from recorded`)))}
      select key from recorded`.compile(db)
  const parameters = [records, ...added.flatMap(keyedParameters)]
  const rows = await runBuiltOnce(db, `add: ${added.map(nameOfRows)}`, parameters, build)
  return new Set(rows.map(({ key }) => byKey.get(key) as Addition))
}

const recordOf = ({ context, answer }: Addition) => ({
  environment_id: context.environmentId,
  op_id: context.opId,
  route: context.route,
  idempotency_key: context.idempotencyKey,
  request_hash: context.bodyHash,
  status: answer.status,
  body: answer.body.toString(),
  etag: answer.etag ?? null,
})

async function addAlone<DB extends ChassisTables>(db: Kysely<DB>, addition: Addition): Promise<Answer> {
  const { context, answer, rows, events } = addition
  // Looked for first, with or without a key: what a lost connection had committed has the very same rows.
  const earlier = await findEarlierAnswer(db, context)
  if (earlier) return earlier
  return await answerOnce(db, context, async (trx) => {
    await insertRows(trx, rows)
    await appendOutbox(trx, events)
    return answer
  })
}
