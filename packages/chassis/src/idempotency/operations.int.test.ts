import { AppError } from '@waybill/contracts/app-error'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { transact } from '../postgres/database.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { aCall } from '../testing/call-context.ts'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import {
  type Answer,
  abandonOperation,
  answerOnce,
  beginOperation,
  finishOperation,
  finishWithError,
} from './operations.ts'
import { pruneDeadOperations, pruneIdempotencyRecords } from './pruning.ts'

type Tables = ChassisTables & { effect: { op_id: string } }

let database: ChassisDatabase<Tables>

beforeAll(async () => {
  database = await createChassisDatabase<Tables>()
  await sql`create table effect (op_id text)`.execute(database.db)
})
beforeEach(() => sql`truncate effect, idempotency_record`.execute(database.db))
afterAll(() => database.drop())

const created = (text: string): Answer => ({ status: 201, body: Buffer.from(text), etag: '"1"' })

/** A command with one effect; its answer names the operation. */
const effect = (context: CallContext) => async (trx: Transaction<Tables>) => {
  await trx.insertInto('effect').values({ op_id: context.opId }).execute()
  return created(context.opId)
}
const answer = (context: CallContext) => answerOnce(database.db, context, effect(context))

async function effects(): Promise<number> {
  return (await database.db.selectFrom('effect').select('op_id').execute()).length
}

/** Moves the times of all records into the past. */
const age = (interval: string) =>
  sql`update idempotency_record set created_at = created_at - ${interval}::interval`.execute(database.db)
const letLeasesExpire = () =>
  sql`update idempotency_record set lease_until = now() - interval '1 ms' where lease_until is not null`.execute(
    database.db,
  )

test('applies twenty concurrent calls with one key once, and answers all with the same bytes', async () => {
  const calls = Array.from({ length: 20 }, () => aCall({ idempotencyKey: 'order-7' }))
  const answers = await Promise.all(calls.map(answer))

  expect(await effects()).toBe(1)
  expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect(new Set(answers.map(({ status, etag }) => `${status} ${etag}`))).toEqual(new Set(['201 "1"']))
})

test('applies a lost call that is retried without a key once', async () => {
  const call = aCall()
  const first = await answer(call)
  expect(await answer(call)).toEqual(first)
  expect(await effects()).toBe(1)
})

test('treats calls without a key as independent', async () => {
  await answer(aCall())
  await answer(aCall())
  expect(await effects()).toBe(2)
})

test('rejects a key with another body, and keeps the first answer', async () => {
  const first = await answer(aCall({ idempotencyKey: 'order-7' }))
  const other = answer(aCall({ idempotencyKey: 'order-7', bodyHash: 'hash-2' }))
  await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  expect((await answer(aCall({ idempotencyKey: 'order-7' }))).body).toEqual(first.body)
  expect(await effects()).toBe(1)
})

test('keeps equal keys of different environments and routes apart', async () => {
  const places = [{}, { environmentId: 'env_2' }, { route: 'POST /api/v1/letters' }]
  const call = (place: Partial<CallContext>) => answer(aCall({ idempotencyKey: 'order-7', ...place }))
  const answers = []
  for (const place of places) answers.push(await call(place))
  expect(await effects()).toBe(3)
  for (const [index, place] of places.entries()) {
    expect(await call(place)).toEqual({ ...answers[index], replayed: true })
  }
})

test('stores a deterministic error as the answer, and rolls back earlier writes', async () => {
  const call = aCall({ idempotencyKey: 'order-7' })
  const refuse = async (trx: Transaction<Tables>): Promise<Answer> => {
    await trx.insertInto('effect').values({ op_id: call.opId }).execute()
    throw new AppError('quote_expired', 'quote qte_1 expired at noon')
  }
  const refused = await answerOnce(database.db, call, refuse)
  expect(refused.status).toBe(409)
  expect(JSON.parse(refused.body.toString())).toMatchObject({
    success: false,
    error: { code: 'quote_expired', message: 'quote qte_1 expired at noon', request_id: call.requestId },
  })
  expect(await effects()).toBe(0)

  const repeated = await answer(aCall({ idempotencyKey: 'order-7' }))
  expect(repeated).toMatchObject({ status: 409, replayed: true, body: refused.body })
  expect(await effects()).toBe(0)
})

test.each([
  new AppError('shipment_busy', 'another change is in progress'),
  new AppError('service_unavailable', 'booking is unavailable'),
  new Error('bug'),
])('stores nothing for a transient error ($message)', async (error) => {
  const fails = answerOnce(database.db, aCall({ idempotencyKey: 'order-7' }), () => Promise.reject(error))
  await expect(fails).rejects.toBe(error)
  expect(await answer(aCall({ idempotencyKey: 'order-7' }))).toMatchObject({ status: 201 })
  expect(await effects()).toBe(1)
})

test('answers two overlapping calls with the effect of the first to commit', async () => {
  const gate = Promise.withResolvers<void>()
  const inside = Promise.withResolvers<void>()
  const slow = aCall({ idempotencyKey: 'order-7' })
  const first = answerOnce(database.db, slow, async (trx) => {
    const slowAnswer = await effect(slow)(trx)
    inside.resolve()
    await gate.promise
    return slowAnswer
  })
  await inside.promise
  const second = await answer(aCall({ idempotencyKey: 'order-7' }))
  gate.resolve()
  expect(await first).toEqual({ ...second, replayed: true })
  expect(await effects()).toBe(1)
})

test('expires the record of a finished operation after a day', async () => {
  await answer(aCall({ idempotencyKey: 'order-7' }))
  await age('23 hours')
  expect((await answer(aCall({ idempotencyKey: 'order-7' }))).replayed).toBe(true)
  await age('2 hours')
  expect((await answer(aCall({ idempotencyKey: 'order-7' }))).replayed).toBeUndefined()
  expect(await effects()).toBe(2)
})

test('prunes finished operations after a day, and never an unfinished one', async () => {
  const { db } = database
  await answer(aCall({ idempotencyKey: 'old' }))
  await beginOperation(db, aCall({ idempotencyKey: 'open' }), { leaseMs: 60_000, minted: {} })
  await age('25 hours')
  await answer(aCall({ idempotencyKey: 'new' }))

  expect(await pruneIdempotencyRecords(db)).toBe(1)
  const left = await db.selectFrom('idempotency_record').select('idempotency_key').orderBy('idempotency_key').execute()
  expect(left).toEqual([{ idempotency_key: 'new' }, { idempotency_key: 'open' }])
})

const minted = { booking: 'bkg_1' }
const begin = (context: CallContext, mint = minted) =>
  beginOperation(database.db, context, { leaseMs: 60_000, minted: mint })

test('lets one of many concurrent callers begin an operation, and answers the others idempotency_in_progress', async () => {
  const calls = Array.from({ length: 10 }, () => aCall({ idempotencyKey: 'order-7' }))
  const results = await Promise.allSettled(calls.map((call) => begin(call)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'idempotency_in_progress' })
  }
})

test('resumes the operation with its original ids after the lease expires, and fences off the former holder', async () => {
  const { db } = database
  const call = aCall({ idempotencyKey: 'order-7' })
  const first = await begin(call)
  await letLeasesExpire()

  const repeats = await Promise.allSettled(
    [1, 2, 3].map(() => begin(aCall({ idempotencyKey: 'order-7' }), { booking: 'bkg_2' })),
  )
  const resumed = repeats.flatMap((repeat) => (repeat.status === 'fulfilled' ? [repeat.value] : []))
  expect(resumed).toEqual([{ outcome: 'resumed', opId: call.opId, leaseId: expect.any(String), minted }])

  if (first.outcome !== 'begun') throw new Error('not begun')
  await abandonOperation(db, call, { opId: first.opId, leaseId: first.leaseId })
  await expect(begin(aCall({ idempotencyKey: 'order-7' }))).rejects.toMatchObject({ code: 'idempotency_in_progress' })
})

test('resumes an abandoned operation at once, and does not let a former holder abandon it', async () => {
  const { db } = database
  const call = aCall({ idempotencyKey: 'order-7' })
  const begun = await begin(call)
  if (begun.outcome !== 'begun') throw new Error('not begun')
  await abandonOperation(db, call, begun)
  const repeat = await begin(aCall({ idempotencyKey: 'order-7' }), { booking: 'bkg_2' })
  expect(repeat).toEqual({ outcome: 'resumed', opId: call.opId, leaseId: expect.any(String), minted })

  await abandonOperation(db, call, begun)
  await expect(begin(aCall({ idempotencyKey: 'order-7' }))).rejects.toMatchObject({ code: 'idempotency_in_progress' })
})

test('prunes an abandoned operation that no repeat has resumed for a day', async () => {
  const { db } = database
  const call = aCall({ idempotencyKey: 'order-7' })
  const begun = await begin(call)
  if (begun.outcome !== 'begun') throw new Error('not begun')
  await abandonOperation(db, call, begun)
  expect(await pruneDeadOperations(db, async () => [])).toBe(0)
  await age('25 hours')
  expect(await pruneDeadOperations(db, async () => [])).toBe(1)
})

test('prunes an operation whose process died, after a day without a repeat', async () => {
  const { db } = database
  await begin(aCall({ idempotencyKey: 'order-7' }))
  const nobody = async () => []
  await age('25 hours')
  expect(await pruneDeadOperations(db, nobody)).toBe(0) // the lease is still held
  await letLeasesExpire()
  expect(await pruneIdempotencyRecords(db)).toBe(0)
  expect(await pruneDeadOperations(db, nobody)).toBe(1)
  expect(await begin(aCall({ idempotencyKey: 'order-7' }))).toMatchObject({ outcome: 'begun' })
  await letLeasesExpire()
  expect(await pruneDeadOperations(db, nobody)).toBe(0) // not a day old yet
})

test('keeps the first answer of an operation and replays it byte for byte', async () => {
  const { db } = database
  const call = aCall({ idempotencyKey: 'order-7' })
  await begin(call)
  const operation = { environmentId: call.environmentId, opId: call.opId }
  const bytes = Buffer.from([0x7b, 0x00, 0xff, 0x7d])
  await transact(db, (trx) => finishOperation(trx, operation, { status: 201, body: bytes }))
  await transact(db, (trx) => finishOperation(trx, operation, created('too late')))

  expect(await begin(aCall({ idempotencyKey: 'order-7' }))).toEqual({
    outcome: 'finished',
    answer: { status: 201, body: bytes, replayed: true },
  })
  await expect(begin(aCall({ idempotencyKey: 'order-7', bodyHash: 'hash-2' }))).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
})

test('finishes an operation with a deterministic error, but not with a transient one', async () => {
  const { db } = database
  const call = aCall()
  await begin(call)
  const operation = { environmentId: call.environmentId, opId: call.opId }
  const passing = new AppError('carrier_timeout', 'the carrier did not answer')
  await expect(finishWithError(db, operation, passing, call.requestId)).rejects.toThrow(
    'carrier_timeout is retryable, so it must not be stored as an answer',
  )

  await finishWithError(db, operation, new AppError('quote_expired', 'quote qte_1 expired'), call.requestId)
  const finished = await begin(call)
  expect(finished).toMatchObject({ outcome: 'finished', answer: { status: 409 } })
})
