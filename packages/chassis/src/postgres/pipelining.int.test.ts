import { startTcpProxy, type TcpProxy } from '@waybill/testing/tcp-proxy'
import { type Kysely, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import type { ChassisTables } from './chassis-tables.ts'
import { openDatabase, postgresCode, transact, UNIQUE_VIOLATION, withSavepoint } from './database.ts'
import { askWithCommit, inOneTrip, sendAsOne, sendWithCommit } from './pipelining.ts'

type Tables = ChassisTables & { note: { text: string } }

let database: ChassisDatabase<Tables>
let proxy: TcpProxy
let db: Kysely<Tables>
/** Pieces in which the server got what the client sent. */
let pieces = 0

beforeAll(async () => {
  database = await createChassisDatabase()
  await sql`create table note (text text primary key)`.execute(database.db)
  const { hostname, port } = new URL(database.url)
  proxy = await startTcpProxy({
    targetHost: hostname,
    targetPort: Number(port || 5432),
    relay(client, server) {
      client.on('data', () => {
        pieces += 1
      })
      client.pipe(server).pipe(client)
    },
  })
  db = openDatabase({ url: proxy.through(database.url), schema: database.schema, applicationName: 'test', poolSize: 1 })
})
beforeEach(() => sql`delete from note`.execute(db))
afterAll(async () => {
  await db.destroy()
  await proxy.stop()
  await database.drop()
})

const insert = (text: string) => sql`insert into note values (${text})`
const stored = async () =>
  (await sql<{ text: string }>`select text from note order by text`.execute(db)).rows.map((row) => row.text)

test('a transaction of writes is sent in one piece, one that reads first in two', async () => {
  pieces = 0
  await transact(db, async (trx) => {
    await sendWithCommit(trx, insert('a'))
    await sendWithCommit(trx, insert('b'))
  })
  expect(pieces).toBe(1)
  await transact(db, async (trx) => {
    const { rows } = await sql<{ text: string }>`select text from note where text = ${'a'}`.execute(trx)
    await sendWithCommit(trx, insert(`${rows[0]?.text} again`))
  })
  expect(pieces).toBe(3)
  expect(await stored()).toEqual(['a', 'a again', 'b'])
})

test('rows that are read after the commit are asked for in one piece with it', async () => {
  pieces = 0
  const { rows } = await transact(db, async (trx) => {
    await sendWithCommit(trx, insert('a'))
    return await askWithCommit(trx, sql<{ text: string }>`select text from note`)
  })
  expect(pieces).toBe(1)
  expect(await rows).toEqual([{ text: 'a' }])
})

test('a transaction fails with the error of the statement that was not waited for', async () => {
  const work = transact(db, async (trx) => {
    await sendWithCommit(trx, insert('a'))
    await sendWithCommit(trx, insert('a'))
  })
  expect(postgresCode(await work.catch((error) => error))).toBe(UNIQUE_VIOLATION)
  const later = transact(db, async (trx) => {
    await sendWithCommit(trx, sql`insert into note values (${'b'}), (${'b'})`)
    await insert('c').execute(trx)
  })
  expect(postgresCode(await later.catch((error) => error))).toBe(UNIQUE_VIOLATION)
  expect(await stored()).toEqual([])
})

test('a savepoint is rolled back if a statement that was not waited for fails in it', async () => {
  await transact(db, async (trx) => {
    await insert('a').execute(trx)
    const inner = withSavepoint(trx, () => sendWithCommit(trx, insert('a')))
    expect(postgresCode(await inner.catch((error) => error))).toBe(UNIQUE_VIOLATION)
    // The one that was rolled back is not why a later one fails.
    await withSavepoint(trx, () => sendWithCommit(trx, insert('b')))
    const failing = withSavepoint(trx, async () => {
      await sendWithCommit(trx, insert('c'))
      throw new Error('no room')
    })
    await expect(failing).rejects.toThrow('no room')
  })
  expect(await stored()).toEqual(['a', 'b'])
})

test('several writes are one statement: all of them or none', async () => {
  await transact(db, (trx) => sendAsOne(trx, [insert('a'), null, trx.insertInto('note').values({ text: 'b' })]))
  const update = (trx: Transaction<Tables>, from: string, to: string) =>
    trx.updateTable('note').set({ text: to }).where('text', '=', from)
  await transact(db, (trx) => sendAsOne(trx, [update(trx, 'a', 'c'), insert('d')]))
  expect(await stored()).toEqual(['b', 'c', 'd'])
  const doubled = transact(db, (trx) => sendAsOne(trx, [insert('e'), update(trx, 'b', 'c')]))
  expect(postgresCode(await doubled.catch((error) => error))).toBe(UNIQUE_VIOLATION)
  const skipped = transact(db, (trx) => sendAsOne(trx, [update(trx, 'b', 'f'), update(trx, 'b', 'g')]))
  await expect(skipped).rejects.toThrow('two writes of one statement update note')
  await transact(db, (trx) => sendAsOne(trx, []))
  expect(await stored()).toEqual(['b', 'c', 'd'])
})

test('a value that the driver cannot write leaves nothing behind', async () => {
  const circle: { self?: object } = {}
  circle.self = circle
  const work = transact(db, async (trx) => {
    await sendWithCommit(trx, insert('a'))
    await sendWithCommit(trx, sql`insert into note values (${circle})`)
  })
  await expect(work).rejects.toThrow('circular')
  expect(await stored()).toEqual([])
})

test('statements in one trip run in their order, each for itself', async () => {
  pieces = 0
  const count = sql<{ count: number }>`select count(*)::int as count from note`
  expect(await inOneTrip(db, [count, insert('a'), count])).toEqual([[{ count: 0 }], [], [{ count: 1 }]])
  expect(pieces).toBe(1)
  const failing = inOneTrip(db, [insert('a'), insert('b')])
  expect(postgresCode(await failing.catch((error) => error))).toBe(UNIQUE_VIOLATION)
  expect(await stored()).toEqual(['a', 'b'])
})
