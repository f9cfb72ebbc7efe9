/** Every export is imported somewhere: what only its own file uses is not exported, and what nobody uses is deleted. */
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles('{apps,packages,scripts,tests,deploy}/**/*.{ts,tsx,mjs}')
const paths = new Set(files.map(({ path }) => path))

/** Interfaces: for merchants, for adapters, and a file that takes the place of a package. */
const INTERFACES = new Set([
  'packages/sdk/src/index.ts',
  'packages/carriers/src/carrier-adapter.ts',
  'packages/carriers/src/carrier-descriptor.ts',
  'packages/carriers/src/tracking-fact.ts',
  'apps/console/src/ui/style-singleton.ts',
])

const EXPORT = /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm
const IMPORT = /^(?:import|export)\s+(?:type\s+)?([^'";]*?)\s+from\s+'([^']+)'/gm
const DYNAMIC_IMPORT = /\bimport\(\s*['"`]([^'"`]+)['"`]\s*\)/g

/** The file that an import refers to; undefined: a package. */
function findFile(importer: string, from: string): string | undefined {
  const [, name, subpath = 'index'] = /^@waybill\/([^/]+)(?:\/(.+))?$/.exec(from) ?? []
  const places = from.startsWith('.')
    ? [normalize(join(dirname(importer), from)).replaceAll('\\', '/')]
    : [`apps/${name}/src/${subpath}`, `packages/${name}/src/${subpath}`, `${name}/${subpath}`]
  return places.flatMap((place) => [place, `${place}.ts`, `${place}.tsx`]).find((path) => paths.has(path))
}

/** `{ a, type B as C }`: a and B; anything else takes the whole module. */
function listNames(clause: string): string[] {
  const inBraces = /^\{([^}]*)\}$/s.exec(clause.trim())?.[1]
  if (inBraces === undefined) return ['*']
  return inBraces.split(',').map((name) =>
    name
      .trim()
      .replace(/^type /, '')
      .replace(/ as .*$/s, ''),
  )
}

/** `<file> <name>` of everything that is imported, and `<file> *` of modules that are imported whole. */
function findImported(): Set<string> {
  const found = files.flatMap(({ path, text }) => [
    ...[...text.matchAll(IMPORT)].flatMap(([, clause = '', from = '']) =>
      listNames(clause).map((name) => `${findFile(path, from)} ${name}`),
    ),
    ...[...text.matchAll(DYNAMIC_IMPORT)].map(([, from = '']) => `${findFile(path, from)} *`),
  ])
  return new Set(found)
}

test('every export of production code is imported by another file', () => {
  const imported = findImported()
  expect(imported.size).toBeGreaterThan(1_000)
  const production = files.filter(
    ({ path, isTest }) => /^(apps|packages)\/[^/]+\/src\//.test(path) && !isTest && !INTERFACES.has(path),
  )
  const unused = production.flatMap(({ path, text }) =>
    [...text.matchAll(EXPORT)]
      .map(([, name = '']) => name)
      .filter((name) => !imported.has(`${path} ${name}`) && !imported.has(`${path} *`))
      .map((name) => `${path} exports ${name}`),
  )
  expect(unused).toEqual([])
})
