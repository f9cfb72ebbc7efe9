import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultNamespace, openDataDirectory } from './data-directory.ts'
import { knownProcess } from './processes.ts'

let path: string
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'waybill-data-'))
})
afterEach(() => rmSync(path, { recursive: true, force: true }))

test('keys are made once, kept, and readable by their owner only', () => {
  const first = openDataDirectory(path)
  const keys = first.loadOrCreateKeys(['internal_key', 'admin_token'])
  first.release()
  const again = openDataDirectory(path)
  expect(again.loadOrCreateKeys(['internal_key', 'encryption_key'])).toMatchObject({ internal_key: keys.internal_key })
  expect(again.loadOrCreateKeys(['admin_token'])).toEqual({ admin_token: keys.admin_token })
  expect(Buffer.from(keys.internal_key, 'base64url')).toHaveLength(32)
  expect(statSync(again.file('keys.json')).mode & 0o777).toBe(0o600)
  again.release()
})

test('a second process on the same directory is rejected, naming the process that has it', () => {
  const directory = openDataDirectory(path)
  const code = `import('${import.meta.dirname}/data-directory.ts').then((m) => m.openDataDirectory(process.argv[1]))`
  const second = spawnSync(process.execPath, ['-e', code, path], { encoding: 'utf8' })
  expect(second.stderr).toContain(`already runs on ${path} as process ${process.pid}`)
  directory.release()
  expect(spawnSync(process.execPath, ['-e', code, path]).status).toBe(0)
})

test.each([
  ['a process that is gone', { pid: 2 ** 22 + 1, started: '1' }],
  ['another program under the same pid', { pid: process.ppid, started: `not ${knownProcess(process.ppid).started}` }],
])('the lock of %s is taken over', (_, holder) => {
  writeFileSync(join(path, 'lock'), JSON.stringify(holder))
  expect(() => openDataDirectory(path).release()).not.toThrow()
})

test('unreadable keys are named, not replaced', () => {
  writeFileSync(join(path, 'keys.json'), '{')
  const directory = openDataDirectory(path)
  expect(() => directory.loadOrCreateKeys(['internal_key'])).toThrow('keys.json cannot be read')
  directory.release()
})

test('the namespace of a directory is stable, and another one for each directory', () => {
  expect(defaultNamespace('/a')).toBe(defaultNamespace('/a'))
  expect(defaultNamespace('/a')).toMatch(/^waybill_[0-9a-f]{8}$/)
  expect(defaultNamespace('/a')).not.toBe(defaultNamespace('/b'))
})
