/** Databases to copy: the migrations of a service run once per server and version of their files, not once per test file. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testNamespace, testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { openDatabase, quoteIdentifier } from '../postgres/database.ts'
import { type Migration, migrate } from '../postgres/migrate.ts'
import { provision, type ServiceDatabase } from '../postgres/provision.ts'

/** Service → the migrations of its schema. */
export type MigrationsByService = Record<string, Record<string, Migration>>

export interface DatabaseCopy {
  /** Name of the database. */
  namespace: string
  databases: Record<string, ServiceDatabase>
  drop(): Promise<void>
}

const root = join(import.meta.dirname, '../../../..')
/** A test run takes minutes: a template of yesterday is in use by none. */
const OUTDATED_AFTER = '1 day'
const password = (role: string) => `test-${role}`

/**
 * A database with the migrated schemas of the services. Its roles are those of the template, so all copies of a template
 * share them: what a test changes about a role, it changes for other tests.
 */
export async function copyTemplate(migrations: MigrationsByService): Promise<DatabaseCopy> {
  const services = Object.keys(migrations)
  const template = nameTemplate(migrations)
  const namespace = testNamespace()
  await asAdministrator(async (admin) => {
    if (!(await isComplete(admin, template))) await createTemplate(admin, template, migrations)
    await admin.query(`create database ${quoteIdentifier(namespace)} template ${quoteIdentifier(template)}`)
    // Neither is part of what Postgres copies.
    await admin.query(`${isolation(template, namespace, services)}; ${testSettings(namespace)}`)
  })
  return {
    namespace,
    databases: Object.fromEntries(services.map((service) => [service, addressIn(namespace, template, service)])),
    drop: () =>
      asAdministrator(async (admin) => {
        await admin.query(`drop database if exists ${quoteIdentifier(namespace)} with (force)`)
      }),
  }
}

export async function asAdministrator<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: testPostgresUrl(), application_name: 'waybill tests' })
  await admin.connect()
  return await work(admin).finally(() => admin.end())
}

/**
 * `plan_cache_mode`: plans every prepared statement generically from its first call. By default Postgres starts doing so
 * at the sixth call over one connection, which few tests reach: a statement that is valid only for known parameter values
 * (for instance `on conflict (…) where is_demo = $1`, which must match a partial index) would first fail in production.
 * `synchronous_commit`: a commit does not wait for the disk, 3 ms each on a slow one. Only a crash of the server could
 * lose it.
 */
export function testSettings(database: string): string {
  const change = `alter database ${quoteIdentifier(database)} set`
  return `${change} plan_cache_mode = force_generic_plan; ${change} synchronous_commit = off`
}

/** As `provision` separates databases and schemas. */
function isolation(template: string, namespace: string, services: string[]): string {
  const database = quoteIdentifier(namespace)
  const statements = services.flatMap((service) =>
    rolesIn(template, service).flatMap((role) => [
      `grant connect on database ${database} to ${quoteIdentifier(role)}`,
      `alter role ${quoteIdentifier(role)} in database ${database} set search_path = ${quoteIdentifier(service)}`,
    ]),
  )
  return [`revoke all on database ${database} from public`, ...statements].join('; ')
}

const rolesIn = (template: string, service: string): [role: string, owner: string] => [
  `${template}_${service}`,
  `${template}_${service}_owner`,
]

function addressIn(namespace: string, template: string, service: string): ServiceDatabase {
  const [role, owner] = rolesIn(template, service)
  const urlAs = (user: string, secret: string) => {
    const url = new URL(testPostgresUrl())
    url.username = user
    url.password = secret
    url.pathname = `/${namespace}`
    return url.href
  }
  return { url: urlAs(role, password(service)), ownerUrl: urlAs(owner, password(`${service}_owner`)), schema: service }
}

/**
 * Holds a lock: of the workers and clones that need the template, one creates it. Postgres refuses to copy a database
 * with connections, so that the template accepts none once it is complete.
 */
async function createTemplate(admin: pg.Client, name: string, migrations: MigrationsByService): Promise<void> {
  const services = Object.keys(migrations)
  await admin.query('select pg_advisory_lock(hashtext($1))', [name])
  try {
    if (await isComplete(admin, name)) return
    await dropOutdated(admin)
    await dropTemplate(admin, name) // what a killed run left
    try {
      const provisioned = await provision({ adminUrl: testPostgresUrl(), namespace: name, services, password })
      for (const [service, { ownerUrl: url, schema }] of Object.entries(provisioned)) {
        const owner = openDatabase({ url, schema, applicationName: 'waybill tests', poolSize: 1 })
        await migrate(owner, { schema, migrations: migrations[service] ?? {} }).finally(() => owner.destroy())
      }
    } catch (error) {
      await dropTemplate(admin, name)
      throw error
    }
    const database = quoteIdentifier(name)
    await admin.query(`comment on database ${database} is ${pg.escapeLiteral(new Date().toISOString())}`)
    await admin.query(`alter database ${database} with is_template true allow_connections false`)
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [name])
  }
}

/** Marked as a template last: until then another worker migrates it. */
async function isComplete(admin: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1 and datistemplate', [name])
  return rowCount === 1
}

/** Drops the templates of earlier versions of the migrations. */
async function dropOutdated(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database
     where datistemplate and datname like 'waybill\\_template\\_%'
       and shobj_description(oid, 'pg_database')::timestamptz < now() - $1::interval`,
    [OUTDATED_AFTER],
  )
  for (const { name } of rows) {
    await admin.query(`alter database ${quoteIdentifier(name)} with is_template false`)
    await dropTemplate(admin, name)
  }
}

/** With its roles, unless a copy that a killed run left needs them. */
async function dropTemplate(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`drop database if exists ${quoteIdentifier(name)} with (force)`)
  const { rows } = await admin.query<{ role: string }>(
    `select rolname as role from pg_roles
     where starts_with(rolname, $1) and not exists (select from pg_shdepend where refobjid = pg_roles.oid)`,
    [`${name}_`],
  )
  for (const { role } of rows) await admin.query(`drop role if exists ${quoteIdentifier(role)}`)
}

const names = new WeakMap<MigrationsByService[string], string>()

/** By what the schemas depend on: clones at different versions have different templates, and an edited migration gets another. */
function nameTemplate(migrations: MigrationsByService): string {
  const hash = createHash('sha256')
  for (const [service, own] of Object.entries(migrations).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${service} ${digest(service, own)}\n`)
  return `waybill_template_${hash.digest('hex').slice(0, 16)}`
}

function digest(service: string, migrations: MigrationsByService[string]): string {
  const known = names.get(migrations)
  if (known) return known
  const files = globSync(
    [
      `apps/${service}/migrations/*.ts`,
      'packages/chassis/migrations/*.ts',
      'packages/chassis/src/postgres/{migrate,provision}.ts',
      'packages/chassis/src/testing/template-database.ts',
    ],
    { cwd: root },
  ).toSorted()
  const hash = createHash('sha256')
  for (const [name, { up }] of Object.entries(migrations)) hash.update(`${name} ${up}\n`)
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  const text = hash.digest('hex')
  names.set(migrations, text)
  return text
}
