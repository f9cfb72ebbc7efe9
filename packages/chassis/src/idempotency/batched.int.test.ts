import { eventually } from '@waybill/testing/eventually'
import { type JSONColumnType, type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { compileOnce, type Param } from '../postgres/compiled-query.ts'
import { insertRecorded, type NewRow } from '../postgres/insert-rows.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { aCall } from '../testing/call-context.ts'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import { anEvent } from '../testing/domain-event.ts'
import { type Addition, type AdditionBatch, gatherAdditions, insertEvents, recordAnswers } from './batched.ts'
import type { Answer } from './operations.ts'

interface EffectTable {
  op_id: string
  size: number
  noted: JSONColumnType<Record<string, string>, Record<string, string>, never>
}
type Tables = ChassisTables & { effect: EffectTable }
interface Rows {
  effect: NewRow<EffectTable>[]
}

const insertEffects = compileOnce((db: Kysely<Tables>, param: Param<AdditionBatch<Rows>>) => {
  const insert = insertRecorded<Tables, AdditionBatch<Rows>>(param)
  return sql<{ key: string }>`
    with recorded as (${recordAnswers(param)}),
      new_effect as (${insert('effect', ['op_id', 'size', 'noted'], ({ rows }) => rows.effect)}),
      new_event as (${insertEvents(param)})
    select key from recorded`.compile(db)
})

let database: ChassisDatabase<Tables>
beforeAll(async () => {
  database = await createChassisDatabase<Tables>()
  await sql`create table effect (op_id text primary key, size int not null check (size < 100), noted jsonb)`.execute(
    database.db,
  )
})
beforeEach(async () => {
  await database.empty()
  await sql`truncate effect`.execute(database.db)
})
afterAll(() => database.drop())

/** One effect and one event; the answer names the operation. */
const addition = (context: CallContext, size = 1): Addition<Rows> => ({
  context,
  answer: { status: 201, body: Buffer.from(`{"op":"${context.opId}"}`), etag: '1' },
  rows: { effect: [{ op_id: context.opId, size, noted: { size: `"${size}"` } }] },
  events: [anEvent({ subjectId: context.opId })],
})

const adding = () => {
  const add = gatherAdditions(database.db, insertEffects)
  return (context: CallContext, size?: number) => add(addition(context, size))
}

async function written() {
  const effects = await database.db.selectFrom('effect').select('op_id').orderBy('op_id').execute()
  const events = await database.db.selectFrom('outbox').select('subject_id').orderBy('subject_id').execute()
  const records = await database.db.selectFrom('idempotency_record').select('op_id').orderBy('op_id').execute()
  const ids = effects.map(({ op_id }) => op_id)
  expect(events.map(({ subject_id }) => subject_id)).toEqual(ids)
  return { ids, records: records.map(({ op_id }) => op_id) }
}

/** The number of transactions that wrote the effects. */
async function transactions(): Promise<number> {
  const { rows } = await sql`select distinct xmin::text from effect`.execute(database.db)
  return rows.length
}

test('writes concurrent calls in one statement, each with its effect, event, record and answer', async () => {
  const add = adding()
  const calls = Array.from({ length: 20 }, () => aCall())
  const answers = await Promise.all(calls.map((call) => add(call)))
  expect(await transactions()).toBe(1)
  const ids = calls.map(({ opId }) => opId)
  expect(answers.map(({ body }) => JSON.parse(body.toString()).op)).toEqual(ids)
  expect(answers.every(({ status, replayed }) => status === 201 && !replayed)).toBe(true)
  expect(await written()).toEqual({ ids: ids.toSorted(), records: ids.toSorted() })
})

test('stores texts of several bytes a character as they were given', async () => {
  const add = gatherAdditions(database.db, insertEffects)
  const texts = ['Zürich', '東京', 'plain', '🚚 "Łódź"']
  const calls = texts.map((text) => ({ call: aCall(), text }))
  await Promise.all(
    calls.map(({ call, text }) => {
      const { answer, events, ...rest } = addition(call)
      const body = Buffer.from(JSON.stringify({ text }))
      const described = events.map((event) => ({ ...event, public: { text } }))
      return add({ ...rest, answer: { ...answer, body }, events: described })
    }),
  )
  expect(await transactions()).toBe(1)
  const { rows } = await sql<{ op_id: string; body: string; public: string }>`
    select op_id, convert_from(body, 'UTF8') as body, public::text as public
    from idempotency_record join outbox on subject_id = op_id`.execute(database.db)
  const expected = calls.map(({ call, text }) => ({
    op_id: call.opId,
    body: JSON.stringify({ text }),
    public: JSON.stringify({ text }),
  }))
  expect(rows.toSorted((one, other) => one.op_id.localeCompare(other.op_id))).toEqual(
    expected.toSorted((one, other) => one.op_id.localeCompare(other.op_id)),
  )
})

test('fails only the call with an invalid row', async () => {
  const add = adding()
  const calls = Array.from({ length: 8 }, () => aCall())
  const outcomes = await Promise.allSettled(calls.map((call, index) => add(call, index === 3 ? 100 : index)))
  expect(outcomes.map(({ status }) => status)).toEqual(calls.map((_, i) => (i === 3 ? 'rejected' : 'fulfilled')))
  const ids = calls.filter((_, index) => index !== 3).map(({ opId }) => opId)
  expect(await written()).toEqual({ ids: ids.toSorted(), records: ids.toSorted() })
})

test('applies one of several concurrent calls with the same key or operation, and answers all with the same bytes', async () => {
  const add = adding()
  const sameKey = Array.from({ length: 5 }, () => aCall({ idempotencyKey: 'order-7' }))
  const operation = aCall()
  const answers = await Promise.all([...sameKey, operation, operation, aCall()].map((call) => add(call)))
  const ids = answers.map(({ body }) => JSON.parse(body.toString()).op as string)
  expect(new Set(ids.slice(0, 5)).size).toBe(1)
  expect(ids[6]).toBe(operation.opId)
  // A call that is sent again is the same call: only another one with the same key gets a replay.
  expect(answers.filter(({ replayed }) => replayed)).toHaveLength(4)
  expect((await written()).ids).toEqual([...new Set(ids)].toSorted())
})

test('replays a recorded key byte for byte alongside new calls, and rejects it with another body', async () => {
  const add = adding()
  const first = await add(aCall({ idempotencyKey: 'order-7' }))
  const [again, reused, other] = await Promise.allSettled([
    add(aCall({ idempotencyKey: 'order-7' })),
    add(aCall({ idempotencyKey: 'order-7', bodyHash: 'another' })),
    add(aCall()),
  ])
  expect(again).toEqual({ status: 'fulfilled', value: { ...first, replayed: true } })
  expect(reused).toMatchObject({ status: 'rejected', reason: { code: 'idempotency_key_reused' } })
  expect(other.status).toBe('fulfilled')
  expect((await written()).ids).toHaveLength(2)
})

test('accepts a key again after a day', async () => {
  const add = adding()
  await add(aCall({ idempotencyKey: 'order-7' }))
  await sql`update idempotency_record set created_at = created_at - interval '25 hours'`.execute(database.db)
  expect((await add(aCall({ idempotencyKey: 'order-7' }))).replayed).toBeUndefined()
  expect((await written()).ids).toHaveLength(2)
})

test('applies each effect once when two pools send the same keys in opposite order', async () => {
  const calls = Array.from({ length: 30 }, (_, index) => ({ idempotencyKey: `key-${index}` }))
  const [one, other] = [adding(), adding()]
  const answers = await Promise.all([
    ...calls.map((call) => one(aCall(call))),
    ...calls.toReversed().map((call) => other(aCall(call))),
  ])
  expect((await written()).ids).toHaveLength(30)
  expect(answers.filter(({ replayed }) => replayed)).toHaveLength(30)
})

test('does not block other calls while another transaction locks a key', async () => {
  const add = adding()
  const blocked = aCall({ idempotencyKey: 'slow' })
  const others = [aCall(), aCall()]
  const held = await database.db.startTransaction().execute()
  try {
    await sql`
      insert into idempotency_record (environment_id, op_id, route, idempotency_key, request_hash, state, status, body)
      values ('env_1', 'op_slow', ${blocked.route}, 'slow', 'hash-1', 'finished', 201, '{}')`.execute(held)
    const outcomes = await Promise.allSettled([blocked, ...others].map((call) => add(call)))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(outcomes[0]).toMatchObject({ reason: { code: 'idempotency_in_progress' } })
  } finally {
    await held.rollback().execute()
  }
})

test('resends the statement after a lost connection, with one effect', async () => {
  const calls = Array.from({ length: 5 }, () => aCall())
  const add = adding()
  const held = await database.db.startTransaction().execute()
  let answers: Promise<Answer[]>
  try {
    await sql`lock table effect in exclusive mode`.execute(held)
    answers = Promise.all(calls.map((call) => add(call)))
    await eventually(async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%recorded%'`.execute(
        database.db,
      )
      expect(rows).toHaveLength(1)
    })
  } finally {
    await held.rollback().execute()
  }
  expect((await answers).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const ids = calls.map(({ opId }) => opId).toSorted()
  // The pool may still hand out the connection that was ended.
  await eventually(async () => expect(await written()).toEqual({ ids, records: ids }))
})

test('answers from the record when the connection is lost after the commit', async () => {
  const call = aCall()
  const first = addition(call)
  await gatherAdditions(database.db, insertEffects)(first)
  // The same addition, sent again because the commit was not confirmed.
  expect(await gatherAdditions(database.db, insertEffects)(first)).toEqual(first.answer)
  expect((await written()).ids).toEqual([call.opId])
})
