import pg from 'pg'
import { quoteIdentifier } from './database.ts'

interface ProvisionOptions {
  /** A role that may create databases and roles. */
  adminUrl: string
  /** Name of the database and first word of the roles: lower-case letters, digits and underscores, 40 at most. */
  namespace: string
  services: string[]
}

export interface ServiceDatabase {
  /** For the service: its role reads and writes the tables of its schema, and may change nothing else. */
  url: string
  /** For migrations: as the role that owns the schema and everything in it. */
  ownerUrl: string
  schema: string
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/

/** A service's schema and its two roles. */
interface ServiceRoles {
  schema: string
  role: string
  owner: string
}

/**
 * A database with a schema and two roles per service: `<namespace>_<service>_owner` owns the schema, and
 * `<namespace>_<service>` reads and writes its rows. Neither has rights on another service's schema.
 * `password` is called with `<service>` and `<service>_owner`.
 * Idempotent, also concurrently and while services work: keeps what exists and resets the passwords.
 */
export async function provision(
  options: ProvisionOptions & { password: (role: string) => string },
): Promise<Record<string, ServiceDatabase>> {
  const { adminUrl, namespace, services, password } = options
  const database = quoteIdentifier(checked(namespace))
  const all = services.map((service) => getRoles(namespace, service))

  await asAdmin(adminUrl, async (admin) => {
    // Roles belong to the whole server, and two sessions cannot change one at once.
    await admin.query(`select pg_advisory_lock(hashtext('waybill provision'))`)
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [namespace])
    if (rowCount === 0) await admin.query(`create database ${database} template template0`)
    await admin.query(`revoke all on database ${database} from public`)
    for (const { schema, role, owner } of all) {
      for (const [name, secret] of [
        [role, password(schema)],
        [owner, password(`${schema}_owner`)],
      ] as const) {
        const login = quoteIdentifier(name)
        const exists = await admin.query('select from pg_roles where rolname = $1', [name])
        if (exists.rowCount === 0) await admin.query(`create role ${login}`)
        await admin.query(`alter role ${login} login password ${pg.escapeLiteral(secret)}`)
        await admin.query(`alter role ${login} in database ${database} set search_path = ${quoteIdentifier(schema)}`)
        await admin.query(`grant connect on database ${database} to ${login}`)
        await admin.query(`grant ${login} to current_user`) // so that an admin that is no superuser may give it a schema
      }
    }
    await asAdmin(withDatabase(adminUrl, namespace), async (inside) => {
      await inside.query('revoke all on schema public from public')
      for (const roles of all) await provisionSchema(inside, roles)
    })
  })

  return Object.fromEntries(
    all.map(({ schema, role, owner }) => {
      const getUrl = (name: string, secret: string) => {
        const url = new URL(withDatabase(adminUrl, namespace))
        url.username = name
        url.password = encodeURIComponent(secret)
        return url.href
      }
      const [url, ownerUrl] = [getUrl(role, password(schema)), getUrl(owner, password(`${schema}_owner`))]
      return [schema, { url, ownerUrl, schema }]
    }),
  )
}

/** The schema with its owner, and the rights of the service's role on what it has and what migrations will add. */
async function provisionSchema(inside: pg.Client, { schema, role, owner }: ServiceRoles): Promise<void> {
  const [inSchema, toRole, byOwner] = [schema, role, owner].map(quoteIdentifier)
  await inside.query(`create schema if not exists ${inSchema} authorization ${byOwner}`)
  await inside.query(`grant usage on schema ${inSchema} to ${toRole}`)
  const byDefault = `alter default privileges for role ${byOwner}`
  await inside.query(`${byDefault} in schema ${inSchema} grant ${await tableRights(inside)} on tables to ${toRole}`)
  await inside.query(`${byDefault} in schema ${inSchema} grant usage on sequences to ${toRole}`)
  await inside.query(`${byDefault} in schema ${inSchema} grant execute on functions to ${toRole}`)
  await inside.query(`${byDefault} revoke execute on functions from public`)
}

/** Postgres 17 and newer can grant vacuum to a role that does not own the table; `maintain` changes no definition. */
async function tableRights(inside: pg.Client): Promise<string> {
  const { rows } = await inside.query(`select current_setting('server_version_num')::int >= 170000 as can_maintain`)
  return `select, insert, update, delete${rows[0].can_maintain ? ', maintain' : ''}`
}

/** Drops what `provision` created, with all data, and closes open connections to it. */
export async function deprovision({ adminUrl, namespace, services }: ProvisionOptions): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`select pg_advisory_lock(hashtext('waybill provision'))`)
    await admin.query(`drop database if exists ${quoteIdentifier(checked(namespace))} with (force)`)
    for (const { role, owner } of services.map((service) => getRoles(namespace, service))) {
      for (const name of [role, owner]) await admin.query(`drop role if exists ${quoteIdentifier(name)}`)
    }
  })
}

function getRoles(namespace: string, service: string): ServiceRoles {
  const role = `${checked(namespace)}_${checked(service)}`
  return { schema: service, role, owner: `${role}_owner` }
}

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
