import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as chassisTables from '../migrations/0001-chassis-tables.ts'
import * as eventsAsWritten from '../migrations/0002-events-as-written.ts'
import { LOCK_TIMEOUT_MS } from './database.ts'
import type { Logger } from './log.ts'

const chassisMigrations: Record<string, Migration> = {
  '0001-chassis-tables': chassisTables,
  '0002-events-as-written': eventsAsWritten,
}

export interface MigrateOptions {
  schema: string
  /** By file name without the ending: run in the order of their names, each once. */
  migrations: Record<string, Migration>
  log?: Logger
}

/**
 * Brings the schema up to date: the chassis' own tables, then the service's. Forward only; throws the first failure.
 * Processes that start together take turns by an advisory lock of the database. A statement waits 4 s at most for
 * the lock of a table in use (then the run fails and can be repeated), but may itself take as long as it needs.
 */
export async function migrate<DB>(db: Kysely<DB>, { schema, migrations, log }: MigrateOptions): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', '0', false)`.execute(connection)
    try {
      await run(connection, schema, 'chassis_migration', chassisMigrations, log)
      await run(connection, schema, 'migration', migrations, log)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function run<DB>(
  db: Kysely<DB>,
  schema: string,
  table: string,
  migrations: Record<string, Migration>,
  log: Logger | undefined,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => withLockTimeout(migrations) },
    migrationTableSchema: schema,
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
    nameComparator: (a, b) => (a < b ? -1 : 1), // not by locale: the order must be the same on every machine
  })
  const { error, results } = await migrator.migrateToLatest()
  for (const result of results ?? []) {
    if (result.status === 'Success') log?.info({ schema, migration: result.migrationName }, 'migration.applied')
  }
  if (error) throw new Error(`schema ${schema} could not be migrated`, { cause: error })
}

// The migrator raises lock_timeout to an hour while it waits for its turn: each migration sets its own again.
function withLockTimeout(migrations: Record<string, Migration>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [
      name,
      {
        up: async (db) => {
          await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(db)
          await migration.up(db)
        },
      } satisfies Migration,
    ]),
  )
}
