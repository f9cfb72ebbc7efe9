/** The layout of a workspace, as docs/architecture.md describes it. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '../..')
const files = sourceFiles()
const production = files.filter((file) => !file.isTest)
const services = ['shipment', 'quoting', 'booking', 'webhook']

/** Entries of a folder, tests included. A folder with more is hard to read. */
const MOST_ENTRIES = 30
/** Files directly in `src`: where a service starts, and what the whole service shares. */
const MOST_ENTRY_FILES = 14

/** Paths of source folders with the number of entries in each. */
function entriesByFolder(): Map<string, Set<string>> {
  const entries = new Map<string, Set<string>>()
  for (const { path } of files) {
    for (let at = path; dirname(at) !== '.'; at = dirname(at)) {
      const folder = dirname(at)
      entries.set(folder, (entries.get(folder) ?? new Set()).add(at))
    }
  }
  return entries
}

test.each(services)('%s has the entry files that every service has', (service) => {
  const missing = ['main', 'migrate', 'config', 'service', 'db', 'consumers', 'migrations', 'rpc/handlers']
    .map((name) => `apps/${service}/src/${name}.ts`)
    .filter((path) => !existsSync(join(root, path)))
  expect(missing).toEqual([])
})

test('a folder holds no more than a reader can take in', () => {
  const crowded = [...entriesByFolder()].flatMap(([folder, { size }]) =>
    size > MOST_ENTRIES ? [`${folder}: ${size}`] : [],
  )
  expect(crowded).toEqual([])
})

test('few files stand directly in src; the rest is in a folder named by its subject', () => {
  const direct = Map.groupBy(
    production.filter(({ path, workspace }) => dirname(path) === `${workspace}/src`),
    ({ workspace }) => workspace,
  )
  const crowded = [...direct].flatMap(([workspace, { length }]) =>
    length > MOST_ENTRY_FILES ? [`${workspace}: ${length}`] : [],
  )
  expect(crowded).toEqual([])
})

test('no file is beside a folder of the same name', () => {
  expect(files.filter(({ path }) => existsSync(join(root, path.replace(/\.ts$/, '')))).map(({ path }) => path)).toEqual(
    [],
  )
})

test('test support is in src/testing and is named by nouns', () => {
  const misnamed = files.filter(
    ({ path }) => /\/(an?|fake|mock)-[^/]*\.ts$|\/__/.test(path) && !path.endsWith('.test.ts'),
  )
  expect(misnamed.map(({ path }) => path)).toEqual([])
  const nested = files.filter(({ path }) => /\/src\/.+\/testing\//.test(path))
  expect(nested.map(({ path }) => path)).toEqual([])
})

test('production code imports no test support', () => {
  const found = production.flatMap(({ path, imports }) =>
    imports
      .filter(({ from }) => /(^@waybill\/|\/)testing(\/|$)|^vitest$/.test(from))
      .map(({ from }) => `${path} imports ${from}`),
  )
  expect(found).toEqual([])
})
