import { eventually } from '@waybill/testing/eventually'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Consumer, consume, type Order } from '../messaging/inbox/consume.ts'
import { park } from '../messaging/parking.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { transact } from '../postgres/database.ts'
import { createLog } from '../telemetry/log.ts'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import { anEvent } from '../testing/domain-event.ts'
import { pruneInboxCursors, startPruning } from './pruning.ts'

let database: ChassisDatabase<ChassisTables>
beforeAll(async () => {
  database = await createChassisDatabase()
})
beforeEach(() => database.empty())
afterAll(() => database.drop())

const consumer = (name: string, order: Order): Consumer<ChassisTables> => ({
  name,
  order,
  apply: async () => {},
  onGapFilled: () => {},
})
const thing = (subjectId: string, sequence: number) =>
  anEvent({ environmentId: 'env_1', subjectType: 'thing', subjectId, sequence })
const take = (subjectId: string, sequence: number, by = consumer('latest', 'latest')) =>
  transact(database.db, (trx) => consume(trx, by, thing(subjectId, sequence)))
const passDays = (days: number) =>
  sql`update inbox_cursor set updated_at = updated_at - ${days} * interval '1 day'`.execute(database.db)
const subjects = async () => {
  const rows = await database.db.selectFrom('inbox_cursor').select('subject_id').orderBy('subject_id').execute()
  return rows.map(({ subject_id }) => subject_id)
}

test('deletes the cursor of a subject that was quiet for 30 days; its next event is applied', async () => {
  await take('quiet', 4)
  await take('lively', 4)
  await passDays(29)
  expect(await take('lively', 5)).toBe('applied')
  await passDays(2)

  expect(await pruneInboxCursors(database.db, ['latest'])).toBe(1)
  expect(await subjects()).toEqual(['lively'])
  expect(await take('lively', 4)).toBe('stale')
  expect(await take('quiet', 5)).toBe('applied')
})

test('keeps the cursor while an event of its subject is parked, and the cursors of other consumers', async () => {
  await take('parked', 4)
  await take('counted', 1, consumer('in order', 'in_order'))
  await park(database.db, 'latest', thing('parked', 3), { reason: 'error', error: new Error('no') })
  await passDays(31)
  expect(await pruneInboxCursors(database.db, ['latest'])).toBe(0)
  expect(await subjects()).toEqual(['counted', 'parked'])
})

test('calls the functions of the rules until they find nothing, whichever of them fails', async () => {
  let left = 3
  const calls: number[] = []
  const failing = async () => {
    throw new Error('no')
  }
  const batch = async (_: Kysely<ChassisTables>, days: number) => {
    calls.push(days)
    return left > 0 ? left-- : 0
  }
  const pruning = startPruning({
    db: database.db,
    rules: {
      failing: { deleted: 'never', by: failing, days: 1 },
      box: { deleted: 'after 7 days', by: batch, days: 7 },
      lane: { kept: 'it is small' },
    },
    log: createLog({ service: 'test', level: 'silent' }),
  })
  await eventually(async () => expect(left).toBe(0))
  await pruning.stop()
  expect(new Set(calls)).toEqual(new Set([7]))
})
