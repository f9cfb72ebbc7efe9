import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import type { ChassisTables } from './chassis-tables.ts'
import { compileOnce, type Param } from './compiled-query.ts'
import { transact } from './database.ts'

let database: ChassisDatabase<ChassisTables>
beforeAll(async () => {
  database = await createChassisDatabase()
})
afterAll(() => database.drop())

test('builds a statement on its first run and binds the parameters of each run', async () => {
  let builds = 0
  const subtract = compileOnce<ChassisTables, { from: number; amount: number }, { rest: number }>((db, param) => {
    builds += 1
    return sql<{ rest: number }>`
      select ${param(({ from }) => from)}::int - ${param(({ amount }) => amount)}::int as rest`.compile(db)
  })
  const { db } = database
  expect([await subtract(db, { from: 5, amount: 3 }), await subtract(db, { amount: 1, from: 10 })]).toEqual([
    [{ rest: 2 }],
    [{ rest: 9 }],
  ])
  expect(builds).toBe(1)
})

test('binds a parameter used in several places, next to constants', async () => {
  const { db } = database
  await sql`
    insert into idempotency_record (environment_id, op_id, route, request_hash, state)
    values ('env_1', 'op_1', 'op_1', 'hash', 'started'), ('env_1', 'op_2', 'route', 'hash', 'started')`.execute(db)
  const findNamedAfterItself = compileOnce((db: typeof database.db, param: Param<{ opId: string }>) =>
    db
      .selectFrom('idempotency_record')
      .select('request_hash')
      .where('environment_id', '=', 'env_1')
      .where(
        'op_id',
        '=',
        param(({ opId }) => opId),
      )
      .where(
        'route',
        '=',
        param(({ opId }) => opId),
      )
      .limit(1)
      .compile(),
  )
  expect(await findNamedAfterItself(db, { opId: 'op_1' })).toEqual([{ request_hash: 'hash' }])
  expect(await findNamedAfterItself(db, { opId: 'op_2' })).toEqual([])
})

test('runs in the given transaction', async () => {
  const insertNote = compileOnce<ChassisTables, string, unknown>((db, param) =>
    sql`insert into note values (${param((key) => key)})`.compile(db),
  )
  const insert = (key: string) =>
    transact(database.db, async (trx) => {
      await insertNote(trx, key)
      if (key === 'undone') throw new Error('undone')
    })
  await sql`create table note (key text)`.execute(database.db)
  await insert('kept')
  await expect(insert('undone')).rejects.toThrow('undone')
  const { rows } = await sql`select key from note`.execute(database.db)
  expect(rows).toEqual([{ key: 'kept' }])
})
