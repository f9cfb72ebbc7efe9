import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChassisDatabase, type ChassisDatabase } from '../testing/chassis-database.ts'
import type { ChassisTables } from './chassis-tables.ts'
import { runBuiltOnce } from './compiled-query.ts'
import { transact } from './database.ts'

let database: ChassisDatabase<ChassisTables>
beforeAll(async () => {
  database = await aChassisDatabase()
})
afterAll(() => database.drop())

test('a statement is built for its first call and run with the parameters of each', async () => {
  const { db } = database
  let builds = 0
  const subtract = (from: number, what: number) =>
    runBuiltOnce(db, 'subtract', [from, what], () => {
      builds += 1
      return sql<{ left: number }>`select ${from}::int - ${what}::int as left`.compile(db)
    })
  expect([await subtract(5, 3), await subtract(10, 1)]).toEqual([[{ left: 2 }], [{ left: 9 }]])
  expect(builds).toBe(1)
})

test('it runs in the transaction that it is given', async () => {
  const insert = (key: string) =>
    transact(database.db, async (trx) => {
      const build = () => sql`insert into note values (${key})`.compile(trx)
      await runBuiltOnce(trx, 'insert note', [key], build)
      if (key === 'undone') throw new Error('undone')
    })
  await sql`create table note (key text)`.execute(database.db)
  await insert('kept')
  await expect(insert('undone')).rejects.toThrow('undone')
  const { rows } = await sql`select key from note`.execute(database.db)
  expect(rows).toEqual([{ key: 'kept' }])
})

test('parameters in another order than the text names them are refused before anything is sent', async () => {
  const { db } = database
  const swapped = runBuiltOnce(db, 'swapped', ['b', 'a'], () => sql`select ${'a'}, ${'b'}`.compile(db))
  await expect(swapped).rejects.toThrow(
    new TypeError('the statement "swapped" takes other parameters, or in another order'),
  )
})
