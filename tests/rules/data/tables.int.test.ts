/** Every table of every schema has a rule that keeps it from growing without end, and every pruning function a test. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@waybill/chassis/postgres/database'
import type { Migration } from '@waybill/chassis/postgres/migrate'
import { chassisTableRules } from '@waybill/chassis/retention/chassis-table-rules'
import type { TableRule } from '@waybill/chassis/retention/table-rules'
import { createTestDatabases, migrateTestDatabase, type TestDatabases } from '@waybill/chassis/testing/service-database'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableRules } from '../../../scripts/gen/documents.ts'

const root = join(import.meta.dirname, '../../..')

interface ServiceMigrations {
  migrations: Record<string, Migration>
}
type Rules = Readonly<Record<string, TableRule<never>>>
const services = Object.keys(tableRules) as (keyof typeof tableRules)[]
const listRules = (service: keyof typeof tableRules): Rules => ({
  ...(chassisTableRules as Rules),
  ...(tableRules[service] as unknown as Rules),
})
/** One row for each migration. */
const migrationTables = ['chassis_migration', 'migration']

let databases: TestDatabases
const connections = new Map<string, Kysely<unknown>>()

beforeAll(async () => {
  databases = await createTestDatabases(services)
  for (const service of services) {
    const { url, schema } = databases.of(service)
    const db = openDatabase<unknown>({ url, schema, applicationName: 'test', poolSize: 1 })
    connections.set(service, db)
    const { migrations } = (await import(join(root, 'apps', service, 'src/migrations.ts'))) as ServiceMigrations
    await migrateTestDatabase(databases.of(service), migrations)
  }
})
afterAll(async () => {
  for (const db of connections.values()) await db.destroy()
  await databases?.drop()
})

const getConnection = (service: string) => connections.get(service) as Kysely<unknown>

test.each(services)('each table of %s has a rule, and each rule a table', async (service) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
    getConnection(service),
  )
  const tables = rows.map(({ name }) => name).filter((name) => !migrationTables.includes(name))
  expect(tables.toSorted()).toEqual(Object.keys(listRules(service)).toSorted())
})

test.each(services)('the pruning functions of %s find nothing in empty tables', async (service) => {
  for (const rule of Object.values(listRules(service))) {
    if ('days' in rule) expect(await rule.by(getConnection(service) as never, rule.days)).toBe(0)
  }
})

/** Functions that a test reaches through the service, and that test. */
const reachedThroughTheService: Record<string, string> = {
  deleteExpiredSecrets: 'apps/webhook/src/secrets/secret-upkeep.int.test.ts',
  continueDeletion: 'apps/webhook/src/subscriptions/deletion.int.test.ts',
}

test('each pruning function has a test that shows what it deletes', () => {
  const paths = globSync('{apps,packages}/*/src/**/*.int.test.ts', { cwd: root })
  const texts = paths.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  const functions = services.flatMap((service) =>
    Object.values(listRules(service)).flatMap((rule) => ('by' in rule ? [rule.by.name] : [])),
  )
  const untested = [...new Set(functions)].filter(
    (name) => !texts.includes(`${name}(`) && !paths.includes(reachedThroughTheService[name] ?? ''),
  )
  expect(untested).toEqual([])
})
