/** The layout of a workspace, as docs/architecture.md describes it. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { getCode, type SourceFile, sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '../../..')
const files = sourceFiles()
const production = files.filter((file) => !file.isTest)
const services = ['shipment', 'quoting', 'booking', 'webhook']

/** Entries of a folder, tests included. A folder with more is hard to read. */
const MOST_ENTRIES = 30
/** A list in the order of time, of which nobody reads all. */
const isChronicle = (folder: string): boolean => folder.endsWith('/migrations')
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
    size > MOST_ENTRIES && !isChronicle(folder) ? [`${folder}: ${size}`] : [],
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
  expect(
    files.filter(({ path }) => existsSync(join(root, path.replace(/\.tsx?$/, '')))).map(({ path }) => path),
  ).toEqual([])
})

test('test support is in src/testing and is named by nouns', () => {
  const misnamed = files.filter(
    ({ path }) => /\/(an?|fake|mock)-[^/]*\.ts$|\/__/.test(path) && !path.endsWith('.test.ts'),
  )
  expect(misnamed.map(({ path }) => path)).toEqual([])
  const nested = files.filter(({ path }) => /\/src\/.+\/testing\//.test(path))
  expect(nested.map(({ path }) => path)).toEqual([])
})

/** Programs, which nothing imports (`node …/main.ts`), the entry of the package that users install, and the console's kit. */
const PROGRAM =
  /^packages\/sdk\/src\/index\.ts$|^apps\/console\/src\/(ui|forms)\/|\/(main|migrate)\.tsx?$|\/migrations\/|\/src\/testing\//

test('every production file is imported by production code', () => {
  const imported = new Set(
    [...production, ...sourceFiles('{scripts,deploy}/**/*.ts')].flatMap(({ imports }) =>
      imports.map(({ from }) => statusFile(from)),
    ),
  )
  const unused = production.filter(({ path }) => !imported.has(path) && !PROGRAM.test(path))
  expect(unused.map(({ path }) => path)).toEqual([])
})

/** `@waybill/carriers/registry` → `packages/carriers/src/registry.ts`; other imports as they are. */
function statusFile(from: string): string {
  const [, name = '', subpath = ''] = /^@waybill\/([^/]+)\/(.+)$/.exec(from) ?? []
  const path = `${name}/src/${subpath}.ts`
  return [`apps/${path}`, `packages/${path}`].find((candidate) => existsSync(join(root, candidate))) ?? from
}

test('production code imports no test support', () => {
  const found = production.flatMap(({ path, imports }) =>
    imports
      .filter(({ from }) => /(^@waybill\/|\/)testing(\/|$)|^vitest$/.test(from))
      .map(({ from }) => `${path} imports ${from}`),
  )
  expect(found).toEqual([])
})

/** A file is pure if its first comment says so. */
const claimsPurity = ({ text }: SourceFile): boolean => /^(?:import[^\n]*\n)*\s*\/\*\*[^/]*?\bPure[:.]/.test(text)

test('a file that calls itself pure decides without clock, database or network', () => {
  const pure = files.filter((file) => !file.isTest && claimsPurity(file))
  expect(pure.length).toBeGreaterThan(12)
  const purePaths = new Set(pure.map(({ path }) => path))
  const isAllowed = (from: string, workspace: string): boolean =>
    from.startsWith(workspace === 'packages/contracts' ? 'packages/contracts/' : '@waybill/contracts/') ||
    purePaths.has(statusFile(from)) ||
    pureLibraries.has(from) ||
    from.endsWith('.json')
  const found = pure.flatMap(({ path, workspace, imports }) =>
    imports
      .filter(({ from, typeOnly }) => !typeOnly && !isAllowed(from, workspace))
      .map(({ from }) => `${path} imports ${from}`),
  )
  expect(found).toEqual([])
  const clock = /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bMath\.random\(|\bfetch\(|\bprocess\./
  expect(pure.filter(({ text }) => clock.test(getCode(text))).map(({ path }) => path)).toEqual([])
})

/** Libraries without a clock, a file or a connection. */
const pureLibraries = new Set([
  'node:crypto',
  'node:util',
  'zod',
  'canonicalize',
  'cookie',
  '@zxcvbn-ts/language-common',
  'fastest-levenshtein',
  'ipaddr.js',
  'iso-3166',
  'libphonenumber-js/min',
  'temporal-polyfill',
  '@photostructure/tz-lookup',
])

test('each folder of the chassis says what it is for', () => {
  const folders = globSync('packages/chassis/src/*/', { cwd: root }).map((folder) => folder.replaceAll('\\', '/'))
  expect(folders.length).toBeGreaterThan(5)
  expect(folders.filter((folder) => !existsSync(join(root, folder, 'README.md')))).toEqual([])
})

test('what READMEs of workspaces name is there', () => {
  const missing = globSync('{apps,packages}/*/{README.md,src/**/README.md}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  }).flatMap((readme) =>
    namedFiles(readme)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${readme} names ${path}`),
  )
  expect(missing).toEqual([])
})

test('relative links in Markdown lead to files', () => {
  const pages = globSync('{*.md,{docs,apps,packages,deploy}/**/*.md}', { cwd: root, exclude: ['**/node_modules/**'] })
  expect(pages.length).toBeGreaterThan(20)
  const broken = pages.flatMap((page) => {
    const links = readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)
    return [...links]
      .filter(([, target = '']) => !existsSync(join(root, dirname(page), target)))
      .map(([, target]) => `${page} links to ${target}`)
  })
  expect(broken).toEqual([])
})

/** Files and folders that a README names in backquotes, from the root: `src/x.ts`, `src/rpc/`. */
function namedFiles(readme: string): string[] {
  const workspace = readme.split(/[\\/]/).slice(0, 2).join('/')
  const text = readFileSync(join(root, readme), 'utf8')
  return [...text.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = '']) => relative(root, join(root, workspace, path)))
}
