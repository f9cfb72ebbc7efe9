/** A real PostgreSQL with TLS, which every process reaches by what stands in its DATABASE_URL. */
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, pingDatabase } from '@waybill/chassis/postgres/database'
import { provision } from '@waybill/chassis/postgres/provision'
import { createLog } from '@waybill/chassis/telemetry/log'
import { makeTestAuthority, type TestAuthority } from '@waybill/testing/certificate-authority'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './server.ts'

const parent = mkdtempSync(join(tmpdir(), 'waybill-postgres-tls-'))
const cluster = join(parent, 'postgres', 'cluster')
let server: EmbeddedPostgres
let ours: TestAuthority
let others: TestAuthority

beforeAll(async () => {
  chmodSync(parent, 0o711)
  ours = makeTestAuthority('Ours')
  others = makeTestAuthority('Others')
  server = await startEmbeddedPostgres({
    dataDir: join(parent, 'postgres'),
    log: createLog({ service: 'test', level: 'silent' }),
  })
})
afterAll(async () => {
  await server?.stop()
  ours.remove()
  others.remove()
  rmSync(parent, { recursive: true, force: true })
})

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** As the server wants it: its own, and nobody else's to read. */
function give(file: string, content: Buffer): void {
  const { uid, gid } = statSync(cluster)
  writeFileSync(join(cluster, file), content, { mode: 0o600 })
  chownSync(join(cluster, file), uid, gid)
}

function show(authority: TestAuthority, name: string): void {
  const { cert, key } = authority.issue(name)
  give('server.crt', cert)
  give('server.key', key)
}

const verified = (caFile: string) => {
  const url = new URL(server.url)
  url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: caFile }).toString()
  return url.href
}

/** Whether a new connection is sealed. */
async function isSealed(url: string): Promise<boolean> {
  const db = openDatabase<Record<string, never>>({ url, schema: 'public', applicationName: 'test', poolSize: 1 })
  try {
    await pingDatabase(db)
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
    return rows[0]?.ssl === true
  } finally {
    await db.destroy()
  }
}

test('the URL names the authority: sealed with the right one, refused with another, refused without TLS', async () => {
  await expect(isSealed(verified(ours.caFile))).rejects.toThrow('does not support SSL')
  expect(await isSealed(server.url)).toBe(false)

  show(ours, 'server')
  await administer(`alter system set ssl = on`, 'select pg_reload_conf()')
  await eventually(async () => expect(await isSealed(verified(ours.caFile))).toBe(true))
  await expect(isSealed(verified(others.caFile))).rejects.toThrow('certificate')

  // Another authority takes over, file by file: the next connection sees it.
  const caFile = join(parent, 'ca.pem')
  writeFileSync(caFile, ours.ca)
  expect(await isSealed(verified(caFile))).toBe(true)
  show(others, 'successor')
  await administer('select pg_reload_conf()')
  await eventually(() => expect(isSealed(verified(caFile))).rejects.toThrow('certificate'))
  writeFileSync(caFile, others.ca)
  expect(await isSealed(verified(caFile))).toBe(true)
})

test('what is provisioned over TLS is reached over TLS', async () => {
  show(ours, 'server')
  await administer(`alter system set ssl = on`, 'select pg_reload_conf()')
  await eventually(async () => expect(await isSealed(verified(ours.caFile))).toBe(true))
  const database = { adminUrl: verified(ours.caFile), namespace: 'waybill_tls', services: ['depot'] }
  const { depot } = await provision({ ...database, password: () => 'depot' })
  expect(await isSealed(depot?.url ?? '')).toBe(true)
  onTestFinished(() => administer('alter system reset ssl', 'select pg_reload_conf()'))
})
