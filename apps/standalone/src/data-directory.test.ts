import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataDirectoryPath, openDataDirectory } from './data-directory.ts'
import { StartError } from './start-error.ts'

let path: string
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'waybill-data-'))
})
afterEach(() => rmSync(path, { recursive: true, force: true }))

test.each([
  ['nothing', undefined, resolve(import.meta.dirname, '../../..', '.waybill')],
  ['an empty text', '', resolve(import.meta.dirname, '../../..', '.waybill')],
  ['a relative path', 'data', resolve('data')],
  ['an absolute path', '/var/lib/waybill', resolve('/var/lib/waybill')],
])('the directory configured by %s', (_what, configured, expected) => {
  expect(dataDirectoryPath(configured)).toBe(expected)
  expect(isAbsolute(expected)).toBe(true)
})

test('a directory that does not exist is made with its parents, and closed to other accounts', () => {
  const inner = join(path, 'a', 'b')
  openDataDirectory(inner).release()
  expect(statSync(inner).mode & 0o066).toBe(0)
})

test('a path that cannot be a directory is named with the reason and the variable to change', () => {
  const file = join(path, 'file')
  writeFileSync(file, '')
  const open = () => openDataDirectory(join(file, 'data'))
  expect(open).toThrow(StartError)
  expect(open).toThrow(/file.data .*ENOTDIR.*WAYBILL_DATA_DIR/s)
})

test.each([
  ['empty', ''],
  ['cut short', '{"pid":'],
])('a lock that is %s is taken over', (_what, text) => {
  writeFileSync(join(path, 'lock'), text)
  const directory = openDataDirectory(path)
  expect(JSON.parse(readFileSync(directory.file('lock'), 'utf8'))).toMatchObject({ pid: process.pid })
  directory.release()
})

test('a directory in use is refused with its path and the pid, and the holder keeps its lock', () => {
  const directory = openDataDirectory(path)
  const lock = readFileSync(directory.file('lock'), 'utf8')
  const again = () => openDataDirectory(path)
  expect(again).toThrow(StartError)
  for (const fact of [path, `kill ${process.pid}`, 'WAYBILL_DATA_DIR', 'PORT']) expect(again).toThrow(fact)
  expect(readFileSync(directory.file('lock'), 'utf8')).toBe(lock)
  expect(readdirSync(path)).toEqual(['lock'])
  directory.release()
})

test("a release removes the lock, but not another process's", () => {
  const directory = openDataDirectory(path)
  directory.release()
  expect(existsSync(directory.file('lock'))).toBe(false)
  writeFileSync(directory.file('lock'), '{"pid":1,"started":"x"}')
  directory.release()
  expect(existsSync(directory.file('lock'))).toBe(true)
})

test('a file is replaced as a whole, for its owner only, and leaves nothing beside it', () => {
  const directory = openDataDirectory(path)
  directory.write('sandbox.json', 'a longer first text')
  directory.write('sandbox.json', 'second')
  directory.release()
  expect(readFileSync(directory.file('sandbox.json'), 'utf8')).toBe('second')
  expect(statSync(directory.file('sandbox.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(path)).toEqual(['sandbox.json'])
})
