import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../process/free-port.ts'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import type { ChassisTables } from './chassis-tables.ts'
import {
  afterCommit,
  isDatabaseUnavailable,
  openDatabase,
  postgresCode,
  transact,
  UNIQUE_VIOLATION,
  withSavepoint,
} from './database.ts'
import { migrate } from './migrate.ts'

let database: ChassisDatabase<ChassisTables & { counter: { id: string; value: number } }>

beforeAll(async () => {
  database = await createChassisDatabase()
  await sql`create table counter (id text primary key, value bigint not null)`.execute(database.db)
  await sql`insert into counter values ('a', 0), ('b', 0)`.execute(database.db)
})
afterAll(() => database.drop())

test('commits both of two deadlocked transactions by retrying one', async () => {
  const { db } = database
  const bothHold = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let tries = 0

  const increment = (first: string, second: string, own: number) =>
    transact(db, async (trx) => {
      tries += 1
      await sql`update counter set value = value + 1 where id = ${first}`.execute(trx)
      bothHold[own]?.resolve()
      await bothHold[1 - own]?.promise
      await sql`update counter set value = value + 1 where id = ${second}`.execute(trx)
    })

  await Promise.all([increment('a', 'b', 0), increment('b', 'a', 1)])
  expect(tries).toBeGreaterThanOrEqual(3)
  const { rows } = await sql`select id, value from counter order by id`.execute(db)
  expect(rows).toEqual([
    { id: 'a', value: 2 },
    { id: 'b', value: 2 },
  ])
})

test('runs afterCommit hooks after the commit, and not on rollback', async () => {
  const { db } = database
  const given: string[] = []
  await transact(db, async (trx) => {
    afterCommit(trx, () => given.push('committed'))
    expect(given).toEqual([])
  })
  await expect(
    transact(db, async (trx) => {
      afterCommit(trx, () => given.push('rolled back'))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(given).toEqual(['committed'])
})

test('rolls failed work and its hooks back to its savepoint and continues the transaction', async () => {
  const { db } = database
  const given: string[] = []
  await transact(db, async (trx) => {
    await sql`insert into counter values ('kept', 1)`.execute(trx)
    afterCommit(trx, () => given.push('kept'))
    const failing = withSavepoint(trx, async () => {
      afterCommit(trx, () => given.push('undone'))
      await sql`insert into counter values ('undone', 1)`.execute(trx)
      await sql`insert into counter values ('kept', 2)`.execute(trx)
    })
    await expect(failing).rejects.toMatchObject({ code: UNIQUE_VIOLATION })
  })
  const { rows } = await sql`select id from counter where id in ('kept', 'undone')`.execute(db)
  expect(rows).toEqual([{ id: 'kept' }])
  expect(given).toEqual(['kept'])
})

test('classifies refused, ended or exhausted connections as unavailable, but not a rejected statement', async () => {
  const { url, schema, db } = database
  const toFailure = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    )

  const refused = openDatabase({ url: withPort(url, await freePort()), schema, applicationName: 'chassis test' })
  const narrow = openDatabase({ url, schema, applicationName: 'chassis test', poolSize: 1 })
  const failures = await Promise.all([
    toFailure(sql`select 1`.execute(refused)),
    narrow.connection().execute(() => toFailure(sql`select 1`.execute(narrow))),
    toFailure(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)),
  ])
  expect(failures.map(isDatabaseUnavailable)).toEqual([true, true, true])
  expect(isDatabaseUnavailable(await toFailure(sql`select * from nowhere`.execute(db)))).toBe(false)
  await Promise.all([refused.destroy(), narrow.destroy()])
})

function withPort(url: string, port: number): string {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}

test('rejects a bigint beyond the safe integers instead of rounding it', async () => {
  await expect(sql`select 9007199254740993::bigint`.execute(database.db)).rejects.toThrow('does not fit')
})

test('runs statements in the schema and with the timeouts of the service', async () => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('search_path', 'statement_timeout', 'lock_timeout') order by name`.execute(database.db)
  expect(rows).toEqual([
    { name: 'lock_timeout', setting: '4000' },
    { name: 'search_path', setting: 'depot' },
    { name: 'statement_timeout', setting: '10000' },
  ])
})

test('applies each migration once, in order of names, when processes migrate concurrently', async () => {
  const applied: string[] = []
  const migration = (name: string) => ({
    up: async (db: Parameters<typeof migrate>[0]) => {
      applied.push(name)
      await sql`create table ${sql.table(name)} (id text)`.execute(db)
    },
  })
  const migrations = { '0002-b': migration('b'), '0001-a': migration('a') }
  const { ownerUrl: url, schema } = database
  const pools = [1, 2, 3].map(() => openDatabase({ url, schema, applicationName: 'chassis test', poolSize: 1 }))
  await Promise.all(pools.map((db) => migrate(db, { schema, migrations })))
  await Promise.all(pools.map((db) => db.destroy()))
  expect(applied).toEqual(['a', 'b'])
})

test('rolls back a failed migration and names the schema in the error', async () => {
  const { db, schema } = database
  const migrations = {
    '0001-a': { up: async () => {} },
    '0002-b': { up: async () => {} },
    '0003-half': {
      up: async (trx: Parameters<typeof migrate>[0]) => {
        await sql`create table half (id text)`.execute(trx)
        await sql`select 1 / 0`.execute(trx)
      },
    },
  }
  const error: unknown = await migrate(db, { schema, migrations }).catch((reason: unknown) => reason)
  expect(String(error)).toContain('schema depot')
  expect(postgresCode((error as Error).cause)).toBe('22012')
  const { rows } = await sql`select to_regclass('half') as found`.execute(db)
  expect(rows).toEqual([{ found: null }])
})

test('starts every unique index of the chassis with the environment, except lanes and positions', async () => {
  const { rows } = await sql<{ index: string; first: string }>`
    select i.indexrelid::regclass::text as index, a.attname as first
    from pg_index i
    join pg_class t on t.oid = i.indrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
    where i.indisunique and t.relnamespace = 'depot'::regnamespace
      and t.relname in ('outbox', 'outbox_lane', 'inbox', 'inbox_cursor', 'inbox_parked', 'idempotency_record')
    order by 1`.execute(database.db)
  expect(rows.filter((row) => row.first !== 'environment_id').map((row) => row.index)).toEqual([
    'outbox_lane_pkey',
    'outbox_pkey',
  ])
  expect(rows.length).toBeGreaterThan(5)
})
