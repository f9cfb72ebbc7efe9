import { eventually } from '@waybill/testing/eventually'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createTestDatabase } from '../testing/service-database.ts'
import { openDatabase } from './database.ts'
import { MigrationFailed, migrate, pendingMigrations } from './migrate.ts'

type Db = Kysely<Record<string, never>>
type Migrations = Parameters<typeof migrate>[1]['migrations']

async function aSchema() {
  const { ownerUrl: url, schema, adminUrl, drop } = await createTestDatabase({ service: 'depot' })
  const db: Db = openDatabase({ url, schema, applicationName: 'migrate test', poolSize: 4 })
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  return { db, schema, adminUrl }
}

/** Number of transactions that failed or were rolled back in the database, once no session is left to report. */
async function failedTransactions(databaseUrl: string): Promise<number> {
  const server = new URL(databaseUrl)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    return await eventually(async () => {
      const { rows } = await client.query(
        'select numbackends, xact_commit::int as committed, xact_rollback::int as failed from pg_stat_database where datname = $1',
        [new URL(databaseUrl).pathname.slice(1)],
      )
      expect(rows[0]).toMatchObject({ numbackends: 0, committed: expect.toSatisfy((count: number) => count > 0) })
      return rows[0].failed
    })
  } finally {
    await client.end()
  }
}

const addColumn = (column: string) => ({
  up: async (db: Kysely<unknown>) => {
    await sql`alter table stock add column ${sql.id(column)} text`.execute(db)
  },
})
const stock: Migrations = {
  '0001-stock': {
    up: async (db) => {
      await sql`create table stock (id text)`.execute(db)
    },
  },
}
const first: Migrations = { ...stock, '0002-shelf': addColumn('shelf') }
const second: Migrations = { ...first, '0003-weight': addColumn('weight') }

test('lists pending migrations in order, and none once they are applied', async () => {
  const { db, schema } = await aSchema()
  const pending = await pendingMigrations(db, { schema, migrations: second })
  expect(pending.at(0)).toBe('0001-chassis-tables')
  expect(pending.slice(-3)).toEqual(['0001-stock', '0002-shelf', '0003-weight'])
  await migrate(db, { schema, migrations: first })
  expect(await pendingMigrations(db, { schema, migrations: second })).toEqual(['0003-weight'])
  await migrate(db, { schema, migrations: second })
  expect(await pendingMigrations(db, { schema, migrations: second })).toEqual([])
})

test('makes no error that Postgres would log', async () => {
  const { db, schema, adminUrl } = await aSchema()
  await pendingMigrations(db, { schema, migrations: second })
  await migrate(db, { schema, migrations: second })
  await db.destroy()
  expect(await failedTransactions(adminUrl)).toBe(0)
})

test('accepts a schema that the next version has migrated further', async () => {
  const { db, schema } = await aSchema()
  await migrate(db, { schema, migrations: second })
  await migrate(db, { schema, migrations: first })
  expect(await pendingMigrations(db, { schema, migrations: first })).toEqual([])
  await sql`select id, shelf, weight from stock`.execute(db)
})

test('migrates concurrently when a migration drops a table', async () => {
  const { db, schema } = await aSchema()
  const columns = Array.from({ length: 4 }, (_, index) => [
    [`1${index + 10}0-add`, addColumn(`c${index}`)] as const,
    [
      `1${index + 10}1-drop`,
      {
        up: async (trx: Kysely<unknown>) => {
          await sql`alter table stock drop column ${sql.id(`c${index}`)}`.execute(trx)
        },
      },
    ] as const,
  ]).flat()
  const migrations = { ...stock, ...Object.fromEntries(columns) }
  await Promise.all(Array.from({ length: 4 }, () => migrate(db, { schema, migrations })))
  expect(await pendingMigrations(db, { schema, migrations })).toEqual([])
})

test('rejects a branch that lacks an applied migration and has a different pending one', async () => {
  const { db, schema } = await aSchema()
  await migrate(db, { schema, migrations: second })
  const other = { ...first, '0003-other': addColumn('other') }
  const refusal: unknown = await migrate(db, { schema, migrations: other }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(MigrationFailed)
  expect(String(refusal)).toContain(
    'has the migration 0003-weight, which this version does not know, but lacks 0003-other',
  )
})

test('rejects a migration numbered before an applied one', async () => {
  const { db, schema } = await aSchema()
  await migrate(db, { schema, migrations: first })
  const late = migrate(db, { schema, migrations: { ...first, '0001-zone': addColumn('zone') } })
  await expect(late).rejects.toThrow('migration 0001-zone sorts before 0002-shelf')
})

test('gives up a table lock after its timeout and retries the migration', async () => {
  const { db, schema } = await aSchema()
  await migrate(db, { schema, migrations: stock })
  const lines: { msg: string; migration: string }[] = []
  const locked = Promise.withResolvers<void>()
  const destination = {
    write(line: string) {
      lines.push(JSON.parse(line))
      if (lines.at(-1)?.msg === 'migration.table_locked') locked.resolve()
    },
  }
  const log = createLog({ service: 'test', level: 'info', destination })
  const held = Promise.withResolvers<void>()
  const reading = db.transaction().execute(async (trx) => {
    await sql`lock table stock in access share mode`.execute(trx)
    held.resolve()
    await locked.promise
  })
  await held.promise
  await Promise.all([reading, migrate(db, { schema, migrations: first, log, lockTimeoutMs: 200 })])
  expect(lines).toMatchObject([
    { msg: 'migration.table_locked', migration: '0002-shelf', schema },
    { msg: 'migration.applied', migration: '0002-shelf', schema },
  ])
})

test('builds an index concurrently while others write to the table and another process waits for its turn', async () => {
  const { db, schema } = await aSchema()
  await migrate(db, { schema, migrations: first })
  const indexed: Migrations = {
    ...first,
    '0003-index': {
      inBatches: true,
      up: async (connection) => {
        await sql`drop index if exists stock_shelf`.execute(connection)
        await sql`create index concurrently stock_shelf on stock (shelf)`.execute(connection)
      },
    },
  }
  // The build waits for this transaction, and other writes do not wait for the build.
  const { migrated } = await db.transaction().execute(async (trx) => {
    await sql`insert into stock (id, shelf) values ('1', 'a')`.execute(trx)
    const processes = Promise.all([1, 2].map(() => migrate(db, { schema, migrations: indexed })))
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and query like 'create index concurrently stock_shelf%'
          and datname = current_database()`.execute(db)
      expect(rows).toHaveLength(1)
    })
    await sql`insert into stock (id, shelf) values ('2', 'b')`.execute(db)
    return { migrated: processes }
  })
  await migrated
  const { rows } = await sql`
    select indisvalid as valid from pg_index where indexrelid = 'stock_shelf'::regclass`.execute(db)
  expect(rows).toEqual([{ valid: true }])
  expect(await pendingMigrations(db, { schema, migrations: indexed })).toEqual([])
})

test('does not retry an invalid migration, and keeps those applied before it', async () => {
  const { db, schema } = await aSchema()
  const wrong = { ...stock, '0002-wrong': addColumn('id') }
  const failure: unknown = await migrate(db, { schema, migrations: wrong }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MigrationFailed)
  expect((failure as Error).message).toBe('schema depot could not be migrated to 0002-wrong')
  expect(await pendingMigrations(db, { schema, migrations: wrong })).toEqual(['0002-wrong'])
})

test('a migration in batches commits each statement, runs again after a failure and reports', async () => {
  const { db, schema } = await aSchema()
  await migrate(db, { schema, migrations: stock })
  await sql`insert into stock values ('a'), ('b')`.execute(db)
  let runs = 0
  const stamp: Migrations[string] = {
    inBatches: true,
    async up(connection, report) {
      await sql`alter table stock add column if not exists mark text`.execute(connection)
      await sql`update stock set mark = 'x' where mark is null and id = (
        select min(id) from stock where mark is null)`.execute(connection)
      if (runs++ === 0) throw new Error('the connection broke')
      report({ rows: 2 })
    },
  }
  const lines: string[] = []
  const log = createLog({ service: 'depot', destination: { write: (line) => lines.push(line) } })
  const migrations = { ...stock, '0002-stamp': stamp }
  const again = () => migrate(db, { schema, migrations, log })
  await expect(again()).rejects.toThrow('could not be migrated to 0002-stamp')
  await again()
  const { rows } = await sql`select mark from stock`.execute(db)
  expect(rows).toEqual([{ mark: 'x' }, { mark: 'x' }])
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: 'migration.reported', migration: '0002-stamp', rows: 2 }),
  )
})
