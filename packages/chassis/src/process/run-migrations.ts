import { defineConfig } from '../config/config.ts'
import { openDatabase, pingDatabase } from '../postgres/database.ts'
import { type Migration, MigrationFailed, migrate, pendingMigrations } from '../postgres/migrate.ts'
import { createLog } from '../telemetry/log.ts'
import { runUntilSignal } from './lifecycle.ts'
import { databaseVariables } from './service-variables.ts'
import { createStartConditions } from './start-conditions.ts'

/** Exit codes of `--check`: migrations are pending; the database is unreachable. */
const PENDING = 4
const UNREACHABLE = 3

/**
 * The program behind `migrate.ts` of a service, run before a new version starts. Waits for Postgres, applies pending
 * migrations and exits. With `--check` it changes nothing: it prints the names of pending migrations, one per line, and
 * exits with 4 if there are any, with 0 if not, with 3 if the database does not answer.
 */
export async function runMigrations(service: string, migrations: Record<string, Migration>): Promise<void> {
  const config = defineConfig({
    LOG_LEVEL: databaseVariables.LOG_LEVEL,
    DATABASE_URL: databaseVariables.DATABASE_URL,
    MIGRATION_DATABASE_URL: databaseVariables.MIGRATION_DATABASE_URL,
    DATABASE_SCHEMA: { ...databaseVariables.DATABASE_SCHEMA, default: service },
  }).read(process.env)
  const schema = config.DATABASE_SCHEMA
  const log = createLog({ service, level: config.LOG_LEVEL })
  const db = openDatabase<unknown>({
    url: config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL,
    schema,
    applicationName: `${service} migrate`,
    poolSize: 1,
  })

  if (process.argv.includes('--check')) {
    const pending = await pendingMigrations(db, { schema, migrations }).catch((error: Error) => {
      process.stderr.write(`${service}: the database does not answer (${error.message}): check DATABASE_URL\n`)
      process.exit(UNREACHABLE)
    })
    for (const name of pending) process.stdout.write(`${service} ${name}\n`)
    await db.destroy()
    process.exitCode = pending.length > 0 ? PENDING : 0
    return
  }
  await runUntilSignal(
    async (signal) => {
      const startConditions = createStartConditions({ log, signal })
      await startConditions.until('postgres', () => pingDatabase(db))
      const isHopeless = (error: unknown) => error instanceof MigrationFailed
      await startConditions.until('migrations', () => migrate(db, { schema, migrations, log }), isHopeless)
      await db.destroy()
      log.info({ schema }, 'schema.up_to_date')
      log.flush()
      return process.exit(0)
    },
    { log },
  )
}
