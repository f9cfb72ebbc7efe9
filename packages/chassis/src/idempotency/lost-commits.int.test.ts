/** The answer to a commit is lost: the database has it, the process does not know. Each call is answered as without the fault. */
import { AppError } from '@waybill/contracts/app-error'
import { sql, type Transaction } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { aCall } from '../testing/call-context.ts'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import { loseAnswers } from '../testing/lost-answers.ts'
import { answerOnce, beginOperation } from './operations.ts'

type Tables = ChassisTables & { effect: { op_id: string } }

let database: ChassisDatabase<Tables>
let answersReturn: () => void
/** Answers lost so far, of the first commit that writes a record. */
let lost: number

beforeAll(async () => {
  database = await createChassisDatabase<Tables>()
  await sql`create table effect (op_id text)`.execute(database.db)
})
beforeEach(async () => {
  await sql`truncate effect, idempotency_record`.execute(database.db)
  lost = 0
  answersReturn = loseAnswers((committed) => {
    if (lost > 0 || !committed.some(({ text }) => /(insert into|update) idempotency_record/.test(text))) return false
    lost += 1
    return true
  })
})
afterEach(() => answersReturn())
afterAll(() => database.drop())

const effect = (context: CallContext) => async (trx: Transaction<Tables>) => {
  await trx.insertInto('effect').values({ op_id: context.opId }).execute()
  return { status: 201, body: Buffer.from(context.opId) }
}
const effects = async () => (await database.db.selectFrom('effect').select('op_id').execute()).map(({ op_id }) => op_id)

test.each([null, 'order-7'])('answers a command with the key %s after one effect', async (idempotencyKey) => {
  const call = aCall({ idempotencyKey })
  const answer = await answerOnce(database.db, call, effect(call))
  expect(lost).toBe(1)
  expect(answer).toMatchObject({ status: 201, body: Buffer.from(call.opId) })
  expect(await effects()).toEqual([call.opId])
})

test('answers the first error of a command, although a second try would fail in another way', async () => {
  const call = aCall({ idempotencyKey: null })
  let tries = 0
  const answer = await answerOnce(database.db, call, () => {
    tries += 1
    throw new AppError('quote_expired', `try ${tries}`)
  })
  expect([lost, tries]).toEqual([1, 1])
  expect(JSON.parse(answer.body.toString()).error.message).toBe('try 1')
})

test('begins an operation once, and keeps its lease', async () => {
  const call = aCall({ idempotencyKey: 'order-7' })
  const begin = () => beginOperation(database.db, call, { leaseMs: 60_000, minted: { booking: 'bkg_1' } })
  const begun = await begin()
  expect(lost).toBe(1)
  expect(begun).toMatchObject({ opId: call.opId, leaseId: expect.any(String), minted: { booking: 'bkg_1' } })
  await expect(begin()).rejects.toMatchObject({ code: 'idempotency_in_progress' })
})

test('takes over an operation once', async () => {
  const call = aCall({ idempotencyKey: 'order-7' })
  answersReturn()
  const begin = () => beginOperation(database.db, call, { leaseMs: 60_000, minted: { booking: 'bkg_1' } })
  await begin()
  await sql`update idempotency_record set lease_until = now() - interval '1 ms'`.execute(database.db)
  answersReturn = loseAnswers(
    (committed) => committed.some(({ text }) => text.includes('set lease_id')) && lost++ === 0,
  )
  expect(await begin()).toMatchObject({ outcome: 'resumed', opId: call.opId, minted: { booking: 'bkg_1' } })
  expect(lost).toBe(1)
})
