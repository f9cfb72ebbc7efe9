import { testNamespace, testPostgresUrl } from '@waybill/testing/services'
import { deprovision, provision } from '../postgres/provision.ts'

export interface TestDatabase {
  /** Of the service's own role, as in production: it owns its schema and nothing else. */
  url: string
  schema: string
  /** Of the administrator, on the same database: for what the service's role may not do. */
  adminUrl: string
  /** Removes the database and its roles; connections still open are cut. */
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  service: string
  /** Brings the schema up to date; left out, the schema stays empty. */
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
  return {
    namespace,
    adminUrl: database.href,
    of(service) {
      const at = provisioned[service]
      if (!at) throw new Error(`no schema was made for ${service}`)
      return at
    },
    drop: () => deprovision({ adminUrl, namespace, services }),
  }
}
