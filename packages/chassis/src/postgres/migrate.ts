import { type Kysely, sql } from 'kysely'
import * as chassisTables from '../../migrations/0001-chassis-tables.ts'
import * as roomForMarks from '../../migrations/0002-room-for-marks.ts'
import { backoffMs } from '../loops/backoff.ts'
import type { Logger } from '../telemetry/log.ts'
import { DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE, LOCK_TIMEOUT_MS, postgresCode, quoteIdentifier } from './database.ts'
import { ownsSchema } from './schema-owner.ts'

/** Shows operators what a migration found: fields of a log line. */
type MigrationReport = (fields: Record<string, unknown>) => void

export interface Migration {
  // biome-ignore lint/suspicious/noExplicitAny: as in Kysely's Migration; each migration has its own tables.
  up(db: Kysely<any>, report: MigrationReport): Promise<void>
  /**
   * True: `up` runs without a transaction, so that each of its statements commits on its own and locks few rows at a time,
   * or builds an index concurrently.
   * It is run again from the start after a failure, and must then skip what it has done.
   */
  inBatches?: boolean
}

const chassisMigrations: Record<string, Migration> = {
  '0001-chassis-tables': chassisTables,
  '0002-room-for-marks': roomForMarks,
}

/** How often a process looks whether another one still migrates. */
const TURN_POLL_MS = 250

/** Attempts of a migration whose table is locked: about a minute with the pauses between them. */
const LOCK_TRIES = 10
const LOCK_BACKOFF = { firstMs: 250, maxMs: 4_000 }

interface MigrateOptions {
  schema: string
  /** By file name without extension. Each runs once, in order of names. */
  migrations: Record<string, Migration>
  log?: Logger
  /** How long a statement waits for a table lock. */
  lockTimeoutMs?: number
}

interface MigrationSet {
  /** Table with the names of applied migrations. */
  table: string
  migrations: Record<string, Migration>
}

const migrationSets = ({ migrations }: MigrateOptions): MigrationSet[] => [
  { table: 'chassis_migration', migrations: chassisMigrations },
  { table: 'migration', migrations },
]

/** A migration fails on every retry. `cause` is the database error. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
}

/**
 * Brings the schema up to date: the chassis' tables, then the service's. Forward only, one transaction per migration unless
 * it is `inBatches`; throws the first failure. An advisory lock serializes processes that start together. A statement waits at most 4 s for
 * a table lock, since it blocks other statements while it waits; then the migration is retried, up to ten attempts. Its duration
 * is not limited. Throws MigrationFailed if the connected role does not own the schema.
 * Leaves a schema unchanged that a later version has migrated: that version's migrations are compatible with this one.
 */
export async function migrate<DB>(db: Kysely<DB>, options: MigrateOptions): Promise<void> {
  const { schema } = options
  if ((await pendingMigrations(db, options)).length === 0) return
  if ((await ownsSchema(db, schema)) === false)
    throw new MigrationFailed(`the connected role does not own schema ${schema}: migrate as its owner`)
  await db.connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
      connection,
    )
    try {
      await takeTurn(connection)
      for (const set of migrationSets(options)) await run(connection, set, options)
    } finally {
      await sql`select pg_advisory_unlock_all()`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
    }
  })
}

/**
 * Waits until no other process migrates. Polls: a session that waits for the lock in a statement has a snapshot, and an
 * index that the other process builds concurrently would wait for its end.
 */
async function takeTurn<DB>(connection: Kysely<DB>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(hashtext('waybill migrate')) as taken`.execute(connection)
    if (rows[0]?.taken) return
    await new Promise((resolve) => setTimeout(resolve, TURN_POLL_MS))
  }
}

/** Names of pending migrations in order, those of the chassis first. */
export async function pendingMigrations<DB>(db: Kysely<DB>, options: MigrateOptions): Promise<string[]> {
  const pending: string[] = []
  for (const set of migrationSets(options)) pending.push(...(await readPending(db, set, options.schema)))
  return pending
}

// Not by locale: the order must be the same on every machine.
const byName = (a: string, b: string) => (a < b ? -1 : 1)

async function readPending<DB>(db: Kysely<DB>, { table, migrations }: MigrationSet, schema: string): Promise<string[]> {
  const applied = await appliedNames(db, schema, table)
  return Object.keys(migrations)
    .filter((name) => !applied.has(name))
    .sort(byName)
}

async function appliedNames<DB>(db: Kysely<DB>, schema: string, table: string): Promise<Set<string>> {
  // Looked up first: reading a missing table is an error, which Postgres logs.
  const name = `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`
  const found = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(db)
  if (!found.rows[0]?.exists) return new Set()
  const { rows } = await sql<{ name: string }>`select name from ${sql.id(schema, table)}`.execute(db)
  return new Set(rows.map((row) => row.name))
}

async function run<DB>(db: Kysely<DB>, set: MigrationSet, options: MigrateOptions): Promise<void> {
  const { schema, lockTimeoutMs = LOCK_TIMEOUT_MS } = options
  const table = sql.id(schema, set.table)
  await sql`
    create table if not exists ${table} (
      name varchar(255) primary key,
      timestamp varchar(255) not null
    )`.execute(db)
  const applied = await appliedNames(db, schema, set.table)
  const pending = await readPending(db, set, schema)
  if (pending.length > 0) assertInOrder(pending, [...applied], set, schema)
  for (const name of pending) {
    const migration = set.migrations[name] as Migration
    const report: MigrationReport = (fields) =>
      options.log?.info({ schema, migration: name, ...fields }, 'migration.reported')
    const apply = async (connection: Kysely<DB>) => {
      // For the transaction, or for the session until it is reset at the end.
      const isLocal = !migration.inBatches
      await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, ${isLocal})`.execute(connection)
      await migration.up(connection, report)
      await sql`insert into ${table} (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
        connection,
      )
    }
    await untilUnlocked(name, options, () =>
      migration.inBatches ? apply(db) : db.transaction().execute((trx) => apply(trx)),
    )
  }
}

function assertInOrder(pending: string[], applied: string[], { migrations }: MigrationSet, schema: string): void {
  const foreign = applied.find((name) => !Object.hasOwn(migrations, name))
  if (foreign)
    throw new MigrationFailed(
      `schema ${schema} has the migration ${foreign}, which this version does not know, but lacks ${pending[0]}: run a version that contains both`,
    )
  const last = applied.sort(byName).at(-1)
  const [first = ''] = pending
  if (last !== undefined && first < last) {
    throw new MigrationFailed(
      `migration ${first} sorts before ${last}, which schema ${schema} already has: give it a later number`,
    )
  }
}

/** Retries the migration while a table that it changes is locked, or when it was chosen to end a deadlock. */
async function untilUnlocked(name: string, { schema, log }: MigrateOptions, apply: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await apply()
      log?.info({ schema, migration: name }, 'migration.applied')
      return
    } catch (error) {
      const isLocked = [LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED].includes(postgresCode(error) ?? '')
      if (!isLocked || tries === LOCK_TRIES) throw failure(schema, name, error)
      const retryInMs = backoffMs(tries, LOCK_BACKOFF)
      log?.warn({ schema, migration: name, tries, retryInMs }, 'migration.table_locked')
      await new Promise((resolve) => setTimeout(resolve, retryInMs))
    }
  }
}

function failure(schema: string, migration: string, cause: unknown): Error {
  const code = postgresCode(cause)
  const message = `schema ${schema} could not be migrated to ${migration}`
  // Classes 08, 53 and 57 describe the connection or the server. An error without a code comes from the network.
  if (code !== undefined && !/^(08|53|57)/.test(code)) return new MigrationFailed(message, { cause })
  return new Error(message, { cause })
}
