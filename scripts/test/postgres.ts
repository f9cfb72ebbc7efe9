import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '@waybill/chassis/telemetry/log'
import { startEmbeddedPostgres } from '@waybill/standalone/embedded-postgres/server'
import pg from 'pg'
import type { BroughtService } from './bring.ts'

/** The PostgreSQL at WAYBILL_TEST_POSTGRES_URL or DATABASE_URL, or the local one; else the embedded one. */
export async function bringPostgres(stateDirectory: string): Promise<BroughtService> {
  const configured = process.env.WAYBILL_TEST_POSTGRES_URL ?? process.env.DATABASE_URL
  const url = configured ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const found = await inspect(url)
  if ('version' in found)
    return { url, origin: configured ? 'the configured one' : 'the local one', version: found.version, stop: noop }
  if (configured) throw new Error(`The configured PostgreSQL cannot be used: ${found.problem}.`)
  return bringEmbeddedPostgres(stateDirectory)
}

/** The PostgreSQL at WAYBILL_TEST_POSTGRES_URL, else the embedded one, so that every machine tests with that version. */
export const bringIntegrationPostgres = (stateDirectory: string): Promise<BroughtService> =>
  process.env.WAYBILL_TEST_POSTGRES_URL ? bringPostgres(stateDirectory) : bringEmbeddedPostgres(stateDirectory)

let embeddedPostgres: Promise<BroughtService> | undefined

/** One server for a run. */
function bringEmbeddedPostgres(stateDirectory: string): Promise<BroughtService> {
  embeddedPostgres ??= startEmbedded(stateDirectory)
  return embeddedPostgres
}

async function startEmbedded(stateDirectory: string): Promise<BroughtService> {
  chmodSync(stateDirectory, 0o711) // as root, PostgreSQL runs as nobody, who must be able to enter
  const log = createLog({ service: 'test', level: 'warn' })
  const dataDir = join(stateDirectory, 'postgres')
  const embedded = await startEmbeddedPostgres({ dataDir, log, settings: FOR_TESTS })
  const started = await inspect(embedded.url, { withinMs: 60_000 }) // a busy machine is slow at first
  if (!('version' in started)) throw new Error(`The embedded PostgreSQL cannot be used: ${started.problem}.`)
  return { ...embedded, origin: 'embedded', version: started.version }
}

/**
 * Its data ends with the run: nothing waits for the disk, above all no drop of a database, which makes a checkpoint. Three
 * products that run side by side in the faults need more than 100 connections.
 */
const FOR_TESTS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' }

/** Its version, or why the tests cannot use it. */
async function inspect(url: string, { withinMs = 3_000 } = {}): Promise<{ version: string } | { problem: string }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: withinMs })
  try {
    await client.connect()
    const { rows } = await client.query<{ able: boolean; version: string }>(
      `select rolsuper or (rolcreatedb and rolcreaterole) as able, current_setting('server_version') as version
       from pg_roles where rolname = current_user`,
    )
    if (rows[0]?.able) return { version: rows[0].version }
    return { problem: 'its role may not create databases and roles' }
  } catch (error) {
    return { problem: (error as Error).message }
  } finally {
    await client.end().catch(noop)
  }
}

async function noop(): Promise<void> {}
