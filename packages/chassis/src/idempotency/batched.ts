/** Commands that only insert rows, written in batches by one statement. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { gather } from '../loops/gather.ts'
import { appendOutbox, type DomainEvent, hintRelays, outboxRows, traced } from '../messaging/outbox/outbox.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import type { Param } from '../postgres/compiled-query.ts'
import {
  isLostConnection,
  isTransientConflict,
  LOCK_NOT_AVAILABLE,
  postgresCode,
  retryWhile,
} from '../postgres/database.ts'
import { insertRows, type KeyedRows, type RowsByTable } from '../postgres/insert-rows.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { traceparentNow } from '../telemetry/trace-context.ts'
import { type Answer, answerOnce, findEarlierAnswer } from './operations.ts'

const MAX_WRITES = 64
const MAX_BYTES = 1024 * 1024
/** Two statements at once: one runs while the other waits for the disk. */
const STATEMENTS_AT_ONCE = 2

/** An operation whose whole effect is known before it is written: its answer, new rows by table, and events. */
export interface Addition<Rows> {
  context: CallContext
  answer: Answer
  rows: Rows
  events: DomainEvent[]
}

/** The parameters of a statement that writes the rows and events of operations, each under the key of its operation. */
export interface AddedRows<Rows> {
  rows: { readonly [Table in keyof Rows]: KeyedRows<ItemOf<Rows[Table]>> }
  events: AddedEvents
}

/** Events as outbox rows, with the place of each public envelope within `contents`. */
interface AddedEvents {
  rows: readonly object[]
  contents: Buffer
}

/** The parameters of a statement that writes additions. */
export interface AdditionBatch<Rows> extends AddedRows<Rows> {
  /** An idempotency record for each addition. */
  records: readonly AnswerRecord[]
  /** The bodies of their answers, one after another. */
  bodies: Buffer
}

/**
 * Writes additions in one statement: begins with `recorded as (${recordAnswers(param)})`, inserts rows and events with
 * `insertRecorded` and `insertEvents`, and returns the keys in `recorded`. It belongs to the owner of the tables.
 */
type InsertAdditions<DB, Rows> = (db: Kysely<DB>, batch: AdditionBatch<Rows>) => Promise<{ key: string }[]>

/**
 * `answerOnce` for additions. One statement writes all waiting additions; each is written completely, with its
 * record and events, or not at all. An operation or key that already has a record writes nothing and is answered as by
 * `answerOnce`. If Postgres rejects a row, every addition of the statement goes through `answerOnce` alone, so that only
 * the bad one fails. After a conflict or a lost connection the statement is sent again, and finds committed additions by
 * their records.
 */
export function gatherAdditions<DB extends ChassisTables, Rows extends RowsByTable<DB>>(
  db: Kysely<DB>,
  insert: InsertAdditions<DB, Rows>,
): (addition: Addition<Rows>) => Promise<Answer> {
  const add = gather({
    work: (additions: Traced<Rows>[]) => {
      const written = addTogether(db, insert, additions)
      return additions.map(async (addition) => (await written).has(addition))
    },
    maxItems: MAX_WRITES,
    maxSize: MAX_BYTES,
    // Rows, event and answer have about the same size.
    measureSize: ({ answer }) => 3 * answer.body.length,
    concurrency: STATEMENTS_AT_ONCE,
  })
  return async (addition) => {
    if (await add({ ...addition, traceparent: traceparentNow() })) return addition.answer
    return await addAlone(db, addition)
  }
}

/** Inserts the records of a batch, and returns the keys of those that had no record yet. */
export const recordAnswers = <Rows>(param: Param<AdditionBatch<Rows>>): RawBuilder<unknown> => sql`
  insert into idempotency_record
    (environment_id, op_id, route, idempotency_key, request_hash, state, status, body, etag, finished_at)
  select environment_id, op_id, route, idempotency_key, request_hash, 'finished', status,
    substring(${param(({ bodies }) => bodies)}::bytea from body_start for body_length), etag, now()
  from json_to_recordset(${param(({ records }) => JSON.stringify(records))}::json) as given (environment_id text,
    op_id text, route text, idempotency_key text, request_hash text, status smallint, body_start int, body_length int,
    etag text)
  -- In one order for all writers, so that two statements cannot wait for each other's keys.
  order by environment_id, route, idempotency_key, op_id
  on conflict do nothing
  returning environment_id || ' ' || op_id as key`

/** Inserts the events of the operations in `recorded` into the outbox, in the order given, whatever the plan. */
export const insertEvents = <Parameters extends { events: AddedEvents }>(param: Param<Parameters>) => sql`
  insert into outbox
    (event_id, environment_id, type, subject_type, subject_id, sequence, occurred_at, public, internal, traceparent)
  select event_id, environment_id, type, subject_type, subject_id, sequence, occurred_at,
    convert_from(substring(${param(({ events }) => events.contents)}::bytea from public_start for public_length),
      'UTF8')::json, internal, traceparent
  from rows from (
    json_to_recordset(${param(({ events }) => JSON.stringify(events.rows))}::json) as (key text, event_id text,
      environment_id text, type text, subject_type text, subject_id text, sequence bigint, occurred_at timestamptz,
      public_start int, public_length int, internal json, traceparent text)
  ) with ordinality as given (key, event_id, environment_id, type, subject_type, subject_id, sequence, occurred_at,
    public_start, public_length, internal, traceparent, place)
  where key in (select key from recorded)
  order by place`

type ItemOf<Rows> = NonNullable<Rows> extends readonly (infer Row)[] ? Row : never

type Traced<Rows> = Addition<Rows> & { traceparent: string | null }

const toKey = ({ context: { environmentId, opId } }: Addition<unknown>): string => `${environmentId} ${opId}`

/** Resolves to the additions that were written. */
async function addTogether<DB, Rows extends object>(
  db: Kysely<DB>,
  insert: InsertAdditions<DB, Rows>,
  additions: Traced<Rows>[],
): Promise<Set<Traced<Rows>>> {
  const add = () => insertAdditions(db, insert, additions)
  const written = await retryWhile(isRetryable, add).catch((error: unknown) => {
    if (concernsOneRow(error)) return new Set<Traced<Rows>>()
    throw error
  })
  if (written.size > 0) hintRelays(db as Kysely<unknown>, [...written].flatMap(traced))
  return written
}

const isRetryable = (error: unknown): boolean => isTransientConflict(error) || isLostConnection(error)

/** Whether a single row caused the error: bad data, a violated constraint, or a key locked for too long. */
function concernsOneRow(error: unknown): boolean {
  const code = postgresCode(error) ?? ''
  return code.startsWith('22') || code.startsWith('23') || code === LOCK_NOT_AVAILABLE
}

async function insertAdditions<DB, Rows extends object>(
  db: Kysely<DB>,
  insert: InsertAdditions<DB, Rows>,
  additions: Traced<Rows>[],
): Promise<Set<Traced<Rows>>> {
  // A repeat within the batch waits until the first one is written, and is then answered by its record.
  const byKey = new Map(additions.toReversed().map((addition) => [toKey(addition), addition]))
  const firsts = additions.filter((addition) => byKey.get(toKey(addition)) === addition)
  const keyed = firsts.map((addition) => ({ ...addition, key: toKey(addition) }))
  const recorded = await insert(db, { ...answerRecords(firsts), ...addedRows(keyed) })
  return new Set(recorded.map(({ key }) => byKey.get(key) as Traced<Rows>))
}

/** The rows and events of operations, grouped by table. */
export function addedRows<Rows extends object>(
  added: readonly { key: string; rows: Rows; events: DomainEvent[]; traceparent: string | null }[],
): AddedRows<Rows> {
  const gathered = <Row>(toRows: (one: (typeof added)[number]) => readonly Row[]): KeyedRows<Row> => {
    const byAddition = added.map((one) => ({ key: one.key, rows: toRows(one) }))
    return {
      rows: byAddition.flatMap(({ rows }) => rows),
      keys: byAddition.flatMap(({ key, rows }) => rows.map(() => key)),
    }
  }
  const tables = Object.keys(added[0]?.rows ?? {}) as (keyof Rows)[]
  const rows = Object.fromEntries(
    tables.map((table) => [table, gathered(({ rows }) => rows[table] as readonly unknown[])]),
  )
  return { rows: rows as AddedRows<Rows>['rows'], events: addedEvents(added) }
}

/** Envelopes are sent as bytes: within the JSON of the rows, Postgres would parse them three times. */
function addedEvents(
  added: readonly { key: string; events: DomainEvent[]; traceparent: string | null }[],
): AddedEvents {
  const contents: string[] = []
  let length = 0
  const rows = added.flatMap(({ key, ...one }) =>
    outboxRows(one).map(({ public: envelope, ...row }) => {
      if (envelope === null) return { key, ...row }
      const content = JSON.stringify(envelope)
      const publicStart = length + 1 // Postgres counts from 1
      const publicLength = Buffer.byteLength(content)
      contents.push(content)
      length += publicLength
      return { key, ...row, public_start: publicStart, public_length: publicLength }
    }),
  )
  return { rows, contents: Buffer.from(contents.join('')) }
}

type AnswerRecord = ReturnType<typeof answerRecords>['records'][number]

/** The bodies are sent as bytes: as text within JSON, they would be escaped here and parsed three times by Postgres. */
function answerRecords(additions: readonly Addition<unknown>[]) {
  let length = 0
  const records = additions.map(({ context, answer }) => {
    const bodyStart = length + 1 // Postgres counts from 1
    length += answer.body.length
    return {
      environment_id: context.environmentId,
      op_id: context.opId,
      route: context.route,
      idempotency_key: context.idempotencyKey,
      request_hash: context.bodyHash,
      status: answer.status,
      body_start: bodyStart,
      body_length: answer.body.length,
      etag: answer.etag ?? null,
    }
  })
  return { records, bodies: Buffer.concat(additions.map(({ answer }) => answer.body)) }
}

async function addAlone<DB extends ChassisTables, Rows extends RowsByTable<DB>>(
  db: Kysely<DB>,
  addition: Addition<Rows>,
): Promise<Answer> {
  const { context, answer, rows, events } = addition
  // Looked up first, with or without a key: the statement may have committed before the connection was lost.
  const earlier = await findEarlierAnswer(db, context)
  if (earlier) return earlier
  return await answerOnce(db, context, async (trx) => {
    await insertRows(trx, rows)
    await appendOutbox(trx, events)
    return answer
  })
}
