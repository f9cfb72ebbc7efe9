import { testNamespace, testPostgresUrl } from '@waybill/testing/services'
import type { Kysely } from 'kysely'
import { openDatabase } from '../postgres/database.ts'
import { type Migration, migrate } from '../postgres/migrate.ts'
import { deprovision, provision, type ServiceDatabase } from '../postgres/provision.ts'
import { asAdministrator, copyTemplate, type MigrationsByService, testSettings } from './template-database.ts'

export interface TestDatabase {
  /** URL of the service's role, which reads and writes the rows of its schema and nothing else, as in production. */
  url: string
  /** URL of the schema's owner, for migrations and other changes of tables. */
  ownerUrl: string
  schema: string
  /** Administrator's URL of the same database, for statements that the service's role may not run. */
  adminUrl: string
  /** Drops the database and its roles, and terminates open connections. */
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  service: string
  /** Migrations of the schema. Default: the schema stays empty. */
  migrations?: Record<string, Migration>
}

/** A separate database, created as in a deployment. Drop it in `afterAll`. */
export async function createTestDatabase({ service, migrations }: TestDatabaseOptions): Promise<TestDatabase> {
  const databases = await (migrations
    ? createMigratedDatabases({ [service]: migrations })
    : createTestDatabases([service]))
  return { ...databases.of(service), adminUrl: databases.adminUrl, drop: databases.drop }
}

/** Runs the work as the owner of the schema: changes of tables, which the service's role may not make. */
export async function asOwner<T>(
  { ownerUrl, schema }: ServiceDatabase,
  work: (owner: Kysely<unknown>) => Promise<T>,
): Promise<T> {
  const owner = openDatabase<unknown>({ url: ownerUrl, schema, applicationName: 'test owner', poolSize: 1 })
  return await work(owner).finally(() => owner.destroy())
}

/** Applies migrations as `waybill admin migrate` does. */
export const migrateTestDatabase = (database: ServiceDatabase, migrations: Record<string, Migration>): Promise<void> =>
  asOwner(database, (owner) => migrate(owner, { schema: database.schema, migrations }))

export interface TestDatabases {
  namespace: string
  adminUrl: string
  of(service: string): ServiceDatabase
  drop(): Promise<void>
}

/** One database with the schema and roles of each service. The schemas are empty, and the roles its own. */
export async function createTestDatabases(services: string[]): Promise<TestDatabases> {
  const adminUrl = testPostgresUrl()
  const namespace = testNamespace()
  const provisioned = await provision({ adminUrl, namespace, services, password: (role) => `test-${role}` })
  await asAdministrator((admin) => admin.query(testSettings(namespace)))
  return describe(namespace, provisioned, () => deprovision({ adminUrl, namespace, services }))
}

/** One database with the migrated schema of each service. */
export async function createMigratedDatabases(migrations: MigrationsByService): Promise<TestDatabases> {
  const { namespace, databases, drop } = await copyTemplate(migrations)
  return describe(namespace, databases, drop)
}

function describe(
  namespace: string,
  databases: Record<string, ServiceDatabase>,
  drop: () => Promise<void>,
): TestDatabases {
  const url = new URL(testPostgresUrl())
  url.pathname = `/${namespace}`
  return {
    namespace,
    adminUrl: url.href,
    of(service) {
      const at = databases[service]
      if (!at) throw new Error(`the database has no schema for ${service}: name it when you create the database`)
      return at
    },
    drop,
  }
}
