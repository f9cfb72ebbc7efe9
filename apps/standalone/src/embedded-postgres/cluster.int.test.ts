import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  ensureCluster,
  type PostgresFiles,
  postgresEnvironment,
  postgresFiles,
  stopOrphan,
  superuserPassword,
} from './cluster.ts'

let directory: string
let files: PostgresFiles
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waybill-cluster-'))
  files = postgresFiles(directory)
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** A shell script in the place of initdb; `$2` is the directory that it fills. */
const ensureWith = (script: string) =>
  ensureCluster(
    files,
    { directory, initdb: script, postgres: '', pgCtl: '' },
    { spawn: (program, args, options) => spawn('/bin/sh', ['-c', program, 'initdb', ...args], options ?? {}) },
  )

test('the password is made once, and readable by its owner only', () => {
  const password = superuserPassword(files)
  expect(password).toMatch(/^[\w-]{32}$/)
  mkdirSync(files.cluster)
  expect(superuserPassword(files)).toBe(password)
  expect(statSync(files.passwordFile).mode & 0o777).toBe(0o600)
})

test('a cluster without its password is refused: a new one would not open it', () => {
  mkdirSync(files.cluster)
  expect(() => superuserPassword(files)).toThrow(files.passwordFile)
  expect(existsSync(files.passwordFile)).toBe(false)
})

test('a cluster gets its name only when it is complete, and what an earlier start left is discarded', async () => {
  mkdirSync(`${files.cluster}.new/half`, { recursive: true })
  await ensureWith('test ! -e "$2" && mkdir "$2" && echo "$@" > "$2/arguments"')
  const args = readFileSync(join(files.cluster, 'arguments'), 'utf8')
  for (const option of ['--encoding=UTF8', '--auth=scram-sha-256', `--pwfile=${files.passwordFile}`])
    expect(args).toContain(option)
  expect(existsSync(`${files.cluster}.new`)).toBe(false)
})

test('a failed initdb is reported in its words, and leaves no cluster', async () => {
  await expect(ensureWith('mkdir "$2"; echo "no space left" >&2; exit 1')).rejects.toThrow(
    new RegExp(`${files.cluster}.*no space left`),
  )
  expect(existsSync(files.cluster)).toBe(false)
})

test.each([
  ['nothing', {}, /not a complete/],
  ['no control file', { PG_VERSION: '18' }, /not a complete/],
  ['no version', { 'global/pg_control': '' }, /not a complete/],
  ['an older version', { PG_VERSION: '17\n', 'global/pg_control': '' }, /PostgreSQL 17.*18.*pg_dump/s],
  ['a newer version', { PG_VERSION: '19\n', 'global/pg_control': '' }, /PostgreSQL 19.*18.*pg_dump/s],
])('a cluster with %s is refused, untouched, with the command to set it aside', async (_what, content, reason) => {
  mkdirSync(join(files.cluster, 'global'), { recursive: true })
  for (const [name, text] of Object.entries(content)) writeFileSync(join(files.cluster, name), text)
  const refused = ensureWith('exit 1')
  await expect(refused).rejects.toThrow(reason)
  await expect(refused).rejects.toThrow(`mv ${files.cluster} ${files.cluster}.broken`)
  expect(existsSync(files.cluster)).toBe(true)
})

test.each([
  ['a process that has ended', '4194305'],
  ['this process, which is no PostgreSQL', String(process.pid)],
  ['no process', 'x'],
])('a pid file of %s is removed and nobody is stopped', async (_what, pid) => {
  mkdirSync(files.cluster)
  writeFileSync(files.pidFile, `${pid}\n`)
  expect(await stopOrphan(files)).toBe(null)
  expect(existsSync(files.pidFile)).toBe(false)
})

test('a server that runs on the cluster is stopped, and its pid returned', async () => {
  mkdirSync(files.cluster)
  const program = 'console.log("ready"); setInterval(() => {}, 1_000)'
  const server = spawn(process.execPath, ['-e', program, '--', files.cluster])
  onTestFinished(() => void server.kill('SIGKILL'))
  const exited = once(server, 'exit')
  await once(server.stdout, 'data')
  writeFileSync(files.pidFile, `${server.pid}\n`)
  expect(await stopOrphan(files)).toBe(server.pid)
  expect((await exited)[1]).toBe('SIGINT')
})

test("variables that steer PostgreSQL's tools and the locale do not reach it", () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const steering = { PGPORT: '1', PGDATA: '/x', PGPASSWORD: 'y', LANG: 'de_DE', LC_TIME: 'de_DE', LANGUAGE: 'de' }
  for (const [name, value] of Object.entries({ ...steering, WAYBILL_KEPT: 'kept' })) vi.stubEnv(name, value)
  const environment = postgresEnvironment()
  expect(environment).toMatchObject({ WAYBILL_KEPT: 'kept', LC_ALL: 'C', TZ: 'UTC' })
  expect(Object.keys(environment).filter((name) => name in steering)).toEqual([])
})
