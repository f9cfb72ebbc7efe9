/** Runs the backup and restore steps of docs/operations.md: load, dump, destroy, restore, more load, audit. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deleteRabbitTopology } from '@waybill/chassis/messaging/rabbit/bus'
import { deprovision } from '@waybill/chassis/postgres/provision'
import { topology } from '@waybill/contracts/events/topology'
import { DATABASE_SERVICES } from '@waybill/standalone/local-secrets'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { installedProgram } from '@waybill/testing/programs'
import { MissingService, testPostgresUrl, testRabbitUrl } from '@waybill/testing/services'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { auditAfter, databaseUrl, subscribe } from './audit.ts'
import { nothingAccepted, runWorkload } from './workload.ts'

const WORKERS = 8
const OPERATIONS = 120
const SEED = 20_261_123
const script = (name: string) => join(import.meta.dirname, '../../deploy/backup', name)

let system: RunningSystem
let receiver: HttpReceiver
const backup = mkdtempSync(join(tmpdir(), 'waybill-backup-'))

beforeAll(async () => {
  // pg_dump must not be older than the server: the machine's own has the same version.
  const own = process.env.WAYBILL_TEST_OWN_POSTGRES_URL
  if (own) vi.stubEnv('WAYBILL_TEST_POSTGRES_URL', own)
  if (!(await installedProgram('/usr/bin/pg_dump', 'postgresql-client'))) throw new MissingService('PostgreSQL')
  receiver = await startHttpReceiver()
  const env = { SIMULATOR_STEP_MS: '0', WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s,2s,2s,5s,5s,10s' }
  system = await startSystem({ mode: 'stack', env })
  await subscribe(system, receiver.url)
})
afterAll(async () => {
  await system?.remove()
  await receiver?.stop()
  rmSync(backup, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

const run = (name: string) =>
  promisify(execFile)(script(name), [backup], {
    env: {
      ...process.env,
      ADMIN_DATABASE_URL: testPostgresUrl(),
      WAYBILL_NAMESPACE: system.namespace,
      OBJECT_STORE_DIR: join(system.dataDirectory, 'objects'),
    },
  })

/** Schemas and tables that do not belong to the owner of their schema, so that the next migration could not change them. */
async function findOwnedByOthers(): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl(system) })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select n.nspname || coalesce('.' || c.relname, '') as name
       from pg_namespace n left join pg_class c on c.relnamespace = n.oid
       where n.nspname = any ($1) and $2 || '_' || n.nspname || '_owner' <> any
         (array[pg_get_userbyid(n.nspowner), pg_get_userbyid(coalesce(c.relowner, n.nspowner))])`,
      [[...DATABASE_SERVICES], system.namespace],
    )
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

test('after a dump, a total loss and a restore, every accepted operation exists and work continues', async () => {
  const accepted = nothingAccepted()
  const work = (operations: number, seed: number) =>
    runWorkload(accepted, {
      sandbox: system.sandbox,
      workers: WORKERS,
      seed,
      until: () => accepted.operations >= operations,
    })
  await work(OPERATIONS, SEED)
  await system.stop()
  await run('backup.sh')
  cpSync(join(system.dataDirectory, 'keys.json'), join(backup, 'keys.json'))

  // Remove everything: the database and its roles, the queues, the files, the keys.
  await deprovision({ adminUrl: testPostgresUrl(), namespace: system.namespace, services: [...DATABASE_SERVICES] })
  await deleteRabbitTopology({ url: testRabbitUrl(), namespace: system.namespace, topology })
  for (const file of ['objects', 'keys.json'])
    rmSync(join(system.dataDirectory, file), { recursive: true, force: true })

  cpSync(join(backup, 'keys.json'), join(system.dataDirectory, 'keys.json'))
  await run('restore.sh')
  expect(await findOwnedByOthers()).toEqual([])
  expect(existsSync(join(system.dataDirectory, 'objects'))).toBe(existsSync(join(backup, 'objects')))
  await system.start()

  const before = accepted.operations
  await work(before + OPERATIONS, SEED + 1) // with the same API keys: they are in the database
  const { findings } = await auditAfter(
    'loss of all data, restored from a backup',
    { system, sandbox: system.sandbox, accepted, webhooks: receiver.requests },
    { timeoutMs: 180_000 },
  )
  expect(findings).toEqual([])
})
