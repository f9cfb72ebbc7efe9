import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { compileOnce, type Param } from '../postgres/compiled-query.ts'
import { insertRecorded } from '../postgres/insert-rows.ts'
import { aCall } from '../testing/call-context.ts'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import { anEvent } from '../testing/domain-event.ts'
import { insertEvents } from './batched.ts'
import { type FinishedAddition, finishByAdding, recordFinish } from './finishing.ts'
import { beginOperation } from './operations.ts'

type Tables = ChassisTables & { effect: { op_id: string } }
type Effects = FinishedAddition<{ effect: { op_id: string }[] }>

const insertEffects = compileOnce((db: Kysely<Tables>, param: Param<Effects>) => {
  const insert = insertRecorded<Tables, Effects>(param)
  return sql<{ key: string }>`
    with recorded as (${recordFinish(param)}),
      new_effect as (${insert('effect', ['op_id'], ({ rows }) => rows.effect)}),
      new_event as (${insertEvents(param)})
    select key from recorded`.compile(db)
})

let database: ChassisDatabase<Tables>
beforeAll(async () => {
  database = await createChassisDatabase<Tables>()
  await sql`create table effect (op_id text primary key)`.execute(database.db)
})
beforeEach(async () => {
  await database.empty()
  await sql`truncate effect`.execute(database.db)
})
afterAll(() => database.drop())

async function begun() {
  const context = aCall()
  await beginOperation(database.db, context, { leaseMs: 15_000, minted: {} })
  return context
}

const result = (opId: string) => ({
  answer: { status: 201, body: Buffer.from(`{"op":"${opId}"}`), etag: '1' },
  rows: { effect: [{ op_id: opId }] },
  events: [anEvent({ subjectId: opId })],
})

/** Effects, events and the record's state. */
async function written() {
  const effects = await database.db.selectFrom('effect').select('op_id').execute()
  const events = await database.db.selectFrom('outbox').select('subject_id').execute()
  const records = await database.db.selectFrom('idempotency_record').select('state').execute()
  return [
    effects.map(({ op_id }) => op_id),
    events.map(({ subject_id }) => subject_id),
    records.map(({ state }) => state),
  ]
}

test('stores rows, events and answer together, and replays the answer to a repeat', async () => {
  const context = await begun()
  const made = result(context.opId)
  expect(await finishByAdding(database.db, insertEffects, context, made)).toEqual(made.answer)
  expect(await written()).toEqual([[context.opId], [context.opId], ['finished']])
  const again = await beginOperation(database.db, context, { leaseMs: 15_000, minted: {} })
  expect(again).toEqual({ outcome: 'finished', answer: made.answer })
})

test('writes nothing for an operation that has already finished', async () => {
  const context = await begun()
  await finishByAdding(database.db, insertEffects, context, result(context.opId))
  expect(await finishByAdding(database.db, insertEffects, context, result('another'))).toBeNull()
  expect(await written()).toEqual([[context.opId], [context.opId], ['finished']])
})

test('lets one of two concurrent calls finish the operation', async () => {
  const context = await begun()
  const outcomes = await Promise.all(
    ['one', 'other'].map((opId) => finishByAdding(database.db, insertEffects, context, result(opId))),
  )
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
  expect((await written())[0]).toHaveLength(1)
})

test('leaves the operation unchanged when Postgres rejects a row', async () => {
  const context = await begun()
  await sql`insert into effect values (${context.opId})`.execute(database.db)
  await expect(finishByAdding(database.db, insertEffects, context, result(context.opId))).rejects.toMatchObject({
    code: '23505',
  })
  expect(await written()).toEqual([[context.opId], [], ['started']])
})
