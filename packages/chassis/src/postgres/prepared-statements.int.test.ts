import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import type { ChassisTables } from './chassis-tables.ts'
import { transact } from './database.ts'

let database: ChassisDatabase<ChassisTables>

beforeAll(async () => {
  database = await createChassisDatabase()
  await sql`create table note (id integer primary key, text text)`.execute(database.db)
  await sql`insert into note values (1, 'one')`.execute(database.db)
})
afterAll(() => database.drop())

test('prepares a statement with parameters once per connection, and one without parameters never', async () => {
  await database.db.connection().execute(async (connection) => {
    for (const id of [1, 2, 3]) await sql`select text from note where id = ${id}`.execute(connection)
    await sql`select text from note`.execute(connection)
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%from note%'`.execute(connection)
    expect(rows.map(({ statement }) => statement)).toEqual(['select text from note where id = $1'])
  })
})

test('retries a transaction whose plan a migration made stale', async () => {
  const read = () => transact(database.db, (trx) => sql`select * from note where id = ${1}`.execute(trx))
  // On every connection of the pool.
  await Promise.all(Array.from({ length: 20 }, read))
  await sql`alter table note add column author text`.execute(database.db)
  for (const { rows } of await Promise.all(Array.from({ length: 20 }, read))) {
    expect(rows).toEqual([{ id: 1, text: 'one', author: null }])
  }
})

test('repeats a statement outside a transaction whose plan a migration made stale', async () => {
  const read = () => sql`select note.* from note where id = ${1}`.execute(database.db)
  const update = () => sql`update note set text = text where id = ${1} returning note.*`.execute(database.db)
  const onEveryConnection = () => Promise.all(Array.from({ length: 20 }, () => [read(), update()]).flat())
  await onEveryConnection()
  await sql`alter table note add column printed_at timestamptz`.execute(database.db)
  for (const { rows } of await onEveryConnection()) expect(rows).toMatchObject([{ id: 1, printed_at: null }])
})
