import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@waybill/chassis/telemetry/log'
import { eventually } from '@waybill/testing/eventually'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './server.ts'

const log = createLog({ service: 'test', level: 'silent' })

function aDirectory(mode = 0o711): string {
  const parent = mkdtempSync(join(tmpdir(), 'waybill-postgres-'))
  chmodSync(parent, mode)
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  return join(parent, 'postgres')
}

async function started(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log })
  onTestFinished(() => server.stop())
  return server
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const pidIn = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

test('what was committed is there after a stop and another start', async () => {
  const dataDir = aDirectory()
  const first = await started(dataDir)
  await query(first.url, `create table note (text text); insert into note values ('größer')`)
  await first.stop()
  await expect(query(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED')

  const second = await started(dataDir)
  expect(await query(second.url, 'select upper(text) as text from note')).toEqual([{ text: 'GRÖßER' }])
})

test('it takes a password, keeps writes on disk and listens on loopback only', async () => {
  const { url } = await started(aDirectory())
  const withoutPassword = new URL(url)
  withoutPassword.password = 'guess'
  await expect(query(withoutPassword.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect(
    await query(
      url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
         current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets`,
    ),
  ).toEqual([{ fsync: 'on', commit: 'on', addresses: '127.0.0.1', sockets: '' }])
})

test('the password is kept where only its owner reads it', async () => {
  const dataDir = aDirectory()
  await started(dataDir)
  expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600)
})

test('a folder that no other account can enter serves too', async () => {
  const { url } = await started(aDirectory(0o700))
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a server left behind by a killed process is stopped, and its data taken over', async () => {
  const dataDir = aDirectory()
  const code = `
    import { startEmbeddedPostgres } from '${join(import.meta.dirname, 'server.ts')}'
    import { createLog } from '@waybill/chassis/telemetry/log'
    await startEmbeddedPostgres({ dataDir: process.argv[1], log: createLog({ service: 'test', level: 'silent' }) })
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], { cwd: import.meta.dirname })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const orphan = pidIn(dataDir)
  expect(process.kill(orphan, 0)).toBe(true)

  const { url } = await started(dataDir)
  expect(pidIn(dataDir)).not.toBe(orphan)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a pid file whose number is another program by now is no obstacle', async () => {
  const dataDir = aDirectory()
  const first = await started(dataDir)
  await first.stop()
  writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), `${process.ppid}\n`)
  const second = await started(dataDir)
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a server that dies is started again on the same port', async () => {
  const dataDir = aDirectory()
  const { url } = await started(dataDir)
  await query(url, 'create table note (text text)')
  process.kill(pidIn(dataDir), 'SIGKILL')
  await eventually(async () => expect(await query(url, 'select count(*) from note')).toEqual([{ count: '0' }]))
})

test('a directory that is not a database is rejected with a way to recover', async () => {
  const dataDir = aDirectory()
  mkdirSync(join(dataDir, 'cluster'), { recursive: true })
  writeFileSync(join(dataDir, 'password'), 'lost')
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    /is not a complete PostgreSQL data directory.*start empty with `mv .*cluster .*cluster.broken`/,
  )
})

test('data of another major version is refused', async () => {
  const dataDir = aDirectory()
  const first = await started(dataDir)
  await first.stop()
  writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '17\n')
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow('was created by PostgreSQL 17, and this is 18')
})

test('damage that the server finds is reported with its error', async () => {
  const dataDir = aDirectory()
  const first = await started(dataDir)
  await first.stop()
  rmSync(join(dataDir, 'cluster', 'pg_wal'), { recursive: true })
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    /did not start on .*: required WAL directory "pg_wal" does not exist\. See its log,/,
  )
})
