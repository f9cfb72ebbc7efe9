/** The roles that services run as read and write rows in the schema of their service, and may do nothing else. */
import { join } from 'node:path'
import type { Migration } from '@waybill/chassis/postgres/migrate'
import { createTestDatabases, migrateTestDatabase, type TestDatabases } from '@waybill/chassis/testing/service-database'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableRules } from '../../../scripts/gen/documents.ts'

const root = join(import.meta.dirname, '../../..')

interface ServiceMigrations {
  migrations: Record<string, Migration>
}
const services = Object.keys(tableRules)

let databases: TestDatabases

beforeAll(async () => {
  databases = await createTestDatabases(services)
  for (const service of services) {
    const { migrations } = (await import(join(root, 'apps', service, 'src/migrations.ts'))) as ServiceMigrations
    await migrateTestDatabase(databases.of(service), migrations)
  }
})
afterAll(() => databases?.drop())

async function asService(service: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databases.of(service).url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const refused = /permission denied|must be owner/

test.each(services)('%s can change no table', (service) =>
  asService(service, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = $1::regnamespace and relkind in ('r', 'p') order by relname`,
      [databases.of(service).schema],
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const { name } of rows) {
      for (const statement of [
        `alter table ${name} add column mine text`,
        `create index on ${name} ((1))`,
        `truncate ${name} cascade`,
        `drop table ${name} cascade`,
      ])
        await expect(client.query(statement), statement).rejects.toThrow(refused)
    }
  }),
)

test.each(services)('%s can create nothing, and read no schema but its own', (service) =>
  asService(service, async (client) => {
    const others = services.filter((other) => other !== service)
    for (const statement of [
      'create table mine (id text)',
      'create temporary table mine (id text)',
      'create view mine as select 1',
      `create function mine() returns integer language sql as 'select 1'`,
      'create schema mine',
      `set role ${databases.namespace}_${service}_owner`,
      ...others.map((other) => `select from ${other}.migration`),
      ...others.map((other) => `select from ${other}.outbox`),
    ])
      await expect(client.query(statement), statement).rejects.toThrow(refused)
  }),
)

test.each(services)('%s may read and write every row, and call every function', (service) =>
  asService(service, async (client) => {
    const { rows } = await client.query(
      `select relname from pg_class
       where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not (
         has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
         and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
       union all
       select relname from pg_class
       where relnamespace = $1::regnamespace
         and case when relkind = 'S' then not has_sequence_privilege(oid, 'usage') end
       union all
       select proname from pg_proc where pronamespace = $1::regnamespace and not has_function_privilege(oid, 'execute')`,
      [databases.of(service).schema],
    )
    expect(rows).toEqual([])
  }),
)

test.each(services)(
  "functions of %s that run with the owner's rights have fixed settings and no other caller",
  (service) =>
    asService(service, async (client) => {
      const schema = databases.of(service).schema
      const { rows } = await client.query<{ name: string; settings: string[] | null; isPublic: boolean }>(
        `select proname as name, proconfig as settings,
         exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) as "isPublic"
       from pg_proc where pronamespace = $1::regnamespace and prosecdef`,
        [schema],
      )
      if (service === 'webhook')
        expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['create_partition', 'drop_partitions']))
      for (const { name, settings, isPublic } of rows) {
        expect(settings, name).toContain(`search_path=${schema}, pg_temp`)
        expect(isPublic, name).toBe(false)
      }
    }),
)
