import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '@waybill/chassis/telemetry/log'
import { startEmbeddedPostgres } from '@waybill/standalone/embedded-postgres'
import pg from 'pg'
import type { BroughtService } from './services.ts'

/** The PostgreSQL at WAYBILL_TEST_POSTGRES_URL or DATABASE_URL, or the local one; else the embedded one. */
export async function bringPostgres(stateDirectory: string): Promise<BroughtService> {
  const configured = process.env.WAYBILL_TEST_POSTGRES_URL ?? process.env.DATABASE_URL
  const url = configured ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const refusal = await whyNotUsable(url)
  if (refusal === null) return { url, origin: `${configured ? 'the configured one' : 'the local one'}`, stop: noop }
  if (configured) throw new Error(`the configured PostgreSQL cannot be used: ${refusal}`)
  chmodSync(stateDirectory, 0o711) // root's PostgreSQL runs as nobody, who must get through
  const log = createLog({ service: 'test', level: 'warn' })
  const embedded = await startEmbeddedPostgres({ dataDir: join(stateDirectory, 'postgres'), log })
  return { ...embedded, origin: 'embedded' }
}

/** Null when databases and roles can be made there. */
async function whyNotUsable(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ able: boolean }>(
      'select rolsuper or (rolcreatedb and rolcreaterole) as able from pg_roles where rolname = current_user',
    )
    return rows[0]?.able ? null : 'its role may not create databases and roles'
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(noop)
  }
}

async function noop(): Promise<void> {}
