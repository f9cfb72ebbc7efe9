/** The roles with which a process migrates and runs. */
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Migration } from '../postgres/migrate.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createTestDatabase, migrateTestDatabase } from '../testing/service-database.ts'
import { type FoundationOptions, openFoundation } from './foundation.ts'

const migrations: Record<string, Migration> = {
  '0001-stock': {
    async up(db) {
      await sql`create table stock (id text)`.execute(db)
    },
  },
}

async function aStart(options: Partial<FoundationOptions> = {}) {
  const database = await createTestDatabase({ service: 'depot' })
  const logged: string[] = []
  const ending = new AbortController()
  const open = (overrides: Partial<FoundationOptions> = {}) =>
    openFoundation(
      'depot',
      {
        databaseUrl: database.url,
        databaseSchema: database.schema,
        poolSize: 1,
        host: '127.0.0.1',
        opsPort: 0,
        log: createLog({ service: 'depot', level: 'info', destination: { write: (line) => void logged.push(line) } }),
        metrics: createMetrics({ service: 'depot' }),
        signal: ending.signal,
        ...options,
        ...overrides,
      },
      migrations,
    ).then((foundation) => {
      onTestFinished(foundation.undo)
      return foundation
    })
  onTestFinished(async () => {
    ending.abort()
    await database.drop()
  })
  return { database, logged: () => logged.join(''), open }
}

test('migrates as the owner of the schema and works as the service', async () => {
  const { database, logged, open } = await aStart()
  const { db } = await open({ migrationDatabaseUrl: database.ownerUrl, host: '0.0.0.0' })
  const { rows } = await sql<{ owner: string; role: string }>`
    select tableowner as owner, current_user as role from pg_tables where tablename = 'stock'`.execute(db)
  expect(rows).toEqual([{ owner: new URL(database.ownerUrl).username, role: new URL(database.url).username }])
  expect(logged()).not.toContain('database.role_owns_schema')
})

test('a service that may not migrate waits until its owner has, and says what is missing', async () => {
  const { database, logged, open } = await aStart()
  const opening = open()
  await eventually(() => expect(logged()).toContain('the role of DATABASE_URL does not own it'))
  expect(logged()).toContain('0001-stock')
  await migrateTestDatabase(database, migrations)
  await opening
})

test('a service that runs as the owner of its schema, reachable from elsewhere, says so', async () => {
  const { database, logged, open } = await aStart()
  await open({ databaseUrl: database.ownerUrl })
  expect(logged()).not.toContain('database.role_owns_schema')
  await open({ databaseUrl: database.ownerUrl, host: '0.0.0.0' })
  expect(logged()).toContain('database.role_owns_schema')
})
