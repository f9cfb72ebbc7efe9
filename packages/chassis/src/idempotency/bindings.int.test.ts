import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CallContext } from '../rpc/call-context.ts'
import { aCall } from '../testing/call-context.ts'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import { bindCall, bindToAnswer, findBinding, lockBinding } from './bindings.ts'
import { finishOperation } from './operations.ts'
import { pruneDeadOperations } from './pruning.ts'

let database: ChassisDatabase<never>
beforeAll(async () => {
  database = await createChassisDatabase()
})
beforeEach(() => sql`truncate idempotency_record`.execute(database.db))
afterAll(() => database.drop())

/** The call's operation, if this statement has bound it. */
async function bind(call: CallContext): Promise<string | undefined> {
  const { rows } = await sql<{ op_id: string }>`
    with recorded as (${bindCall(call)}) select op_id from recorded`.execute(database.db)
  return rows[0]?.op_id
}
const answer = { status: 201, body: Buffer.from('booked'), etag: '"1"' }
const age = (interval: string) =>
  sql`update idempotency_record set created_at = created_at - ${interval}::interval`.execute(database.db)

test('binds a key to the operation of one of many calls', async () => {
  const calls = Array.from({ length: 10 }, () => aCall({ idempotencyKey: 'order-7' }))
  expect(await findBinding(database.db, calls[0] as CallContext)).toBeNull()
  const bound = (await Promise.all(calls.map(bind))).filter((opId) => opId !== undefined)
  expect(bound).toHaveLength(1)
  for (const call of calls)
    expect(await findBinding(database.db, call)).toMatchObject({ outcome: 'bound', opId: bound[0] })
})

test('binds a call without a key to its operation, so that it may be repeated', async () => {
  const call = aCall()
  expect(await bind(call)).toBe(call.opId)
  expect(await bind(call)).toBeUndefined()
  expect(await findBinding(database.db, call)).toMatchObject({ outcome: 'bound', opId: call.opId })
})

test('refuses a key that was used with another request', async () => {
  await bind(aCall({ idempotencyKey: 'order-7' }))
  const other = aCall({ idempotencyKey: 'order-7', bodyHash: 'hash-2' })
  await expect(findBinding(database.db, other)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
})

test('answers a call that needs no operation, unless its key is bound', async () => {
  const [first, second] = [aCall({ idempotencyKey: 'order-7' }), aCall({ idempotencyKey: 'order-8' })]
  expect(await bindToAnswer(database.db, first, answer)).toBe(true)
  const replayed = { outcome: 'finished', answer: { ...answer, replayed: true } }
  expect(await findBinding(database.db, aCall({ idempotencyKey: 'order-7' }))).toMatchObject(replayed)
  await bind(second)
  expect(await bindToAnswer(database.db, second, answer)).toBe(false)
})

test('locks the record of an operation until it has its answer', async () => {
  const call = aCall({ idempotencyKey: 'order-7' })
  await bind(call)
  const found = async () => (await lockBinding(call).execute(database.db)).rows
  expect(await found()).toEqual([{ op_id: call.opId }])
  await finishOperation(database.db, call, answer)
  expect(await found()).toEqual([])
})

test('forgets an answer after a day, and an operation never while the service will finish it', async () => {
  const { db } = database
  const [answered, open, dead] = [aCall({ idempotencyKey: 'order-7' }), aCall(), aCall()]
  await bindToAnswer(db, answered, answer)
  for (const call of [open, dead]) await bind(call)
  await age('25 hours')
  expect(await findBinding(db, aCall({ idempotencyKey: 'order-7' }))).toBeNull()
  const { environmentId, opId } = open
  expect(await pruneDeadOperations(db, async () => [{ environmentId, opId }])).toBe(1)
  expect(await findBinding(db, open)).toMatchObject({ outcome: 'bound', opId })
  expect(await findBinding(db, dead)).toBeNull()
})
