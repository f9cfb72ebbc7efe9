import { isLoopback } from '../config/exposure.ts'
import { type Database, openDatabase, pingDatabase } from '../postgres/database.ts'
import { type Migration, MigrationFailed, migrate, pendingMigrations } from '../postgres/migrate.ts'
import { ownsSchema } from '../postgres/schema-owner.ts'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type OpsServer, startOpsServer } from './ops-server.ts'
import { createStartConditions, type StartConditions } from './start-conditions.ts'

/** Options of every process with a database. */
export interface FoundationOptions {
  databaseUrl: string
  /** As the role that owns the schema, for migrations. Default: `databaseUrl`. */
  migrationDatabaseUrl?: string
  databaseSchema: string
  poolSize?: number
  /** Address to listen on. */
  host: string
  /** 0: a free one. */
  opsPort: number
  log: Logger
  metrics: Metrics
  /** Aborted when the process receives a signal to stop; the start then stops waiting. */
  signal?: AbortSignal
  /** Whether the process applies its migrations. If false, it waits until they are applied. Default true. */
  migrateOnStart?: boolean
  /** How long work is still accepted after `/readyz` starts to fail. Default 0. */
  drainDelayMs?: number
}

interface Foundation<DB> {
  db: Database<DB>
  ops: OpsServer
  startConditions: StartConditions
  /** Waits until the named dependency is connected. */
  waitForConnection(name: string, isConnected: () => boolean): Promise<void>
  /** Closes the database and the operator port. */
  undo(): Promise<void>
}

/** Applies pending migrations as the owner of the schema. Throws if they are left to `waybill admin migrate`. */
async function migrateOrWait<DB>(
  service: string,
  db: Database<DB>,
  options: FoundationOptions,
  migrations: Record<string, Migration>,
): Promise<void> {
  const { databaseSchema: schema, migrationDatabaseUrl: url, log } = options
  const pending = await pendingMigrations(db, { schema, migrations })
  if (pending.length === 0) return
  const lack = `schema ${schema} lacks ${pending.join(', ')}`
  if (!(options.migrateOnStart ?? true)) throw new Error(`${lack}: run waybill admin migrate`)
  if (url !== undefined) {
    const owner = openDatabase<DB>({ url, schema, applicationName: `${service} migrate`, poolSize: 1 })
    return await migrate(owner, { schema, migrations, log }).finally(() => owner.destroy())
  }
  if (!(await ownsSchema(db, schema)))
    throw new Error(
      `${lack}, and the role of DATABASE_URL does not own it: run waybill admin migrate as its owner, or set MIGRATION_DATABASE_URL`,
    )
  await migrate(db, { schema, migrations, log })
}

/**
 * Opens the parts that every process needs first: the operator port, which reports liveness and the unmet start
 * conditions; the database, once it is reachable; the schema, once it is up to date. Not ready until `ops.setServing`.
 */
export async function openFoundation<DB>(
  service: string,
  options: FoundationOptions,
  migrations: Record<string, Migration>,
): Promise<Foundation<DB>> {
  const { databaseSchema: schema, log, metrics, signal = new AbortController().signal } = options
  const startConditions = createStartConditions({ log, signal })
  const db = openDatabase<DB>({
    url: options.databaseUrl,
    schema,
    applicationName: service,
    poolSize: options.poolSize,
    metrics,
  })
  const ops = await startOpsServer({
    host: options.host,
    port: options.opsPort,
    metrics,
    log,
    startConditions,
    drainDelayMs: options.drainDelayMs,
    readiness: async () => {
      await pingDatabase(db)
      return { database: true }
    },
  })
  const undo = async () => {
    await db.destroy()
    await ops.stop()
  }
  try {
    await startConditions.until('postgres', () => pingDatabase(db))
    const owns = await startConditions.until(
      'migrations',
      async () => {
        await migrateOrWait(service, db, options, migrations)
        return await ownsSchema(db, schema)
      },
      (error) => error instanceof MigrationFailed,
    )
    if (owns && !isLoopback(options.host)) log.warn({ schema }, 'database.role_owns_schema')
  } catch (error) {
    await undo()
    throw error
  }
  const waitForConnection = (name: string, isConnected: () => boolean) =>
    startConditions.until(name, async () => {
      if (!isConnected()) throw new Error('not connected')
    })
  return { db, ops, startConditions, waitForConnection, undo }
}
