import pg from 'pg'
import { quoteIdentifier } from './database.ts'

export interface ProvisionOptions {
  /** A role that may create databases and roles. */
  adminUrl: string
  /** Name of the database and first word of the roles: lower-case letters, digits and underscores, 40 at most. */
  namespace: string
  services: string[]
}

export interface ServiceDatabase {
  url: string
  schema: string
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/

/**
 * A database with one role and one schema per service. A role has no rights on another service's schema.
 * Idempotent, also concurrently: keeps what exists and resets the passwords.
 */
export async function provision(
  options: ProvisionOptions & { password: (service: string) => string },
): Promise<Record<string, ServiceDatabase>> {
  const { adminUrl, namespace, services, password } = options
  const database = quoteIdentifier(checked(namespace))

  await asAdmin(adminUrl, async (admin) => {
    // Roles belong to the whole server, and two sessions cannot change one at once.
    await admin.query(`select pg_advisory_lock(hashtext('waybill provision'))`)
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [namespace])
    if (rowCount === 0) await admin.query(`create database ${database} template template0`)
    for (const service of services) {
      const role = quoteIdentifier(roleName(namespace, service))
      const exists = await admin.query('select from pg_roles where rolname = $1', [roleName(namespace, service)])
      if (exists.rowCount === 0) await admin.query(`create role ${role}`)
      await admin.query(`alter role ${role} login password ${pg.escapeLiteral(password(service))}`)
      await admin.query(`alter role ${role} in database ${database} set search_path = ${quoteIdentifier(service)}`)
      await admin.query(`grant ${role} to current_user`) // so that an admin that is no superuser may give it a schema
    }
    await admin.query(`revoke all on database ${database} from public`)
    await asAdmin(withDatabase(adminUrl, namespace), async (inside) => {
      await inside.query('revoke all on schema public from public')
      for (const service of services) {
        const role = quoteIdentifier(roleName(namespace, service))
        await inside.query(`grant connect on database ${database} to ${role}`)
        await inside.query(`create schema if not exists ${quoteIdentifier(service)} authorization ${role}`)
      }
    })
  })

  return Object.fromEntries(
    services.map((service) => {
      const url = new URL(withDatabase(adminUrl, namespace))
      url.username = roleName(namespace, service)
      url.password = encodeURIComponent(password(service))
      return [service, { url: url.href, schema: service }]
    }),
  )
}

/** Drops what `provision` created, with all data, and closes open connections to it. */
export async function deprovision({ adminUrl, namespace, services }: ProvisionOptions): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`select pg_advisory_lock(hashtext('waybill provision'))`)
    await admin.query(`drop database if exists ${quoteIdentifier(checked(namespace))} with (force)`)
    for (const service of services) {
      await admin.query(`drop role if exists ${quoteIdentifier(roleName(namespace, service))}`)
    }
  })
}

const roleName = (namespace: string, service: string): string => `${checked(namespace)}_${checked(service)}`

function checked(name: string): string {
  if (NAME.test(name)) return name
  throw new Error(
    `"${name}" is not a valid name: expected a letter, then lower-case letters, digits or underscores, 40 characters at most`,
  )
}

function withDatabase(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url, application_name: 'waybill provision' })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
