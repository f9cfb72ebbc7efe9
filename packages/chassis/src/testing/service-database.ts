import { testNamespace, testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { quoteIdentifier } from '../postgres/database.ts'
import { deprovision, provision } from '../postgres/provision.ts'

export interface TestDatabase {
  /** URL of the service's role, which owns its schema and nothing else, as in production. */
  url: string
  schema: string
  /** Administrator's URL of the same database, for statements that the service's role may not run. */
  adminUrl: string
  /** Drops the database and its roles, and terminates open connections. */
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  service: string
  /** Migrates the schema. Default: the schema stays empty. */
  migrate?: (at: { url: string; schema: string }) => Promise<void>
}

/** A separate database, created as in a deployment. Drop it in `afterAll`. */
export async function createTestDatabase({ service, migrate }: TestDatabaseOptions): Promise<TestDatabase> {
  const databases = await createTestDatabases([service])
  const database = { ...databases.of(service), adminUrl: databases.adminUrl, drop: databases.drop }
  try {
    await migrate?.(database)
  } catch (error) {
    await database.drop()
    throw error
  }
  return database
}

export interface TestDatabases {
  namespace: string
  adminUrl: string
  of(service: string): { url: string; schema: string }
  drop(): Promise<void>
}

/** One database with the schema and role of each service. */
export async function createTestDatabases(services: string[]): Promise<TestDatabases> {
  const adminUrl = testPostgresUrl()
  const namespace = testNamespace()
  const provisioned = await provision({ adminUrl, namespace, services, password: (service) => `test-${service}` })
  const database = new URL(adminUrl)
  database.pathname = `/${namespace}`
  await configureForTests(database.href, namespace)
  return {
    namespace,
    adminUrl: database.href,
    of(service) {
      const at = provisioned[service]
      if (!at) throw new Error(`no schema for ${service}: pass it to createTestDatabases`)
      return at
    },
    drop: () => deprovision({ adminUrl, namespace, services }),
  }
}

/**
 * `plan_cache_mode`: plans every prepared statement generically from its first call. By default Postgres starts doing so
 * at the sixth call over one connection, which few tests reach: a statement that is valid only for known parameter values
 * (for instance `on conflict (…) where is_demo = $1`, which must match a partial index) would first fail in production.
 * `synchronous_commit`: a commit does not wait for the disk, 3 ms each on a slow one. Only a crash of the server could
 * lose it.
 */
async function configureForTests(url: string, database: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query(`alter database ${quoteIdentifier(database)} set plan_cache_mode = force_generic_plan`)
    await admin.query(`alter database ${quoteIdentifier(database)} set synchronous_commit = off`)
  } finally {
    await admin.end()
  }
}
