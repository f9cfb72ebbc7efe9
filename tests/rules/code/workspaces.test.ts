/** Every workspace can be checked, tested and cached apart from the others. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Import, type SourceFile, sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '../../..')

interface Manifest {
  name: string
  workspaces?: string[]
  engines?: { node?: string }
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const readJson = <T>(path: string): T => JSON.parse(read(path)) as T
const workspaces = (readJson<Manifest>('package.json').workspaces ?? [])
  .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
  .map((path) => dirname(path).replaceAll('\\', '/'))
  .sort()
const manifest = (workspace: string): Manifest => readJson(`${workspace}/package.json`)

/** Workspaces that no other one installs, so that all they need may be a devDependency. */
const TOOLS = ['scripts', 'tests', 'apps/console']
/** Make the packages that are published; no parts of them. */
const BUILDS = ['packages/cli/build.ts', 'packages/mcp/build.ts', 'packages/sdk/build.ts']
const SERVICES = ['gateway', 'shipment', 'quoting', 'booking', 'webhook', 'simulator'].map((name) => `apps/${name}`)

test('there are workspaces to check', () => {
  expect(workspaces).toEqual(expect.arrayContaining([...SERVICES, ...TOOLS, 'deploy', 'packages/chassis']))
})

test.each(workspaces)('%s has the scripts and the configuration that turbo runs', (workspace) => {
  const { name, engines, scripts = {} } = manifest(workspace)
  expect(name).toMatch(/^@waybill\//)
  expect(engines).toEqual({ node: '>=24' })
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['lint', 'test:int']))
  if (SERVICES.includes(workspace)) expect(scripts.dev).toContain('--watch')
  expect(readJson<{ extends: string }>(`${workspace}/tsconfig.json`).extends).toMatch(/^(\.\.\/)+tsconfig\.base\.json$/)
})

test('the scripts of the tests name files that exist', () => {
  const named = Object.values(manifest('tests').scripts ?? {}).flatMap((script) => script.match(/\btests\/\S+/g) ?? [])
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test.each(workspaces)('%s declares every package that its files import', (workspace) => {
  const { name, dependencies, optionalDependencies, devDependencies } = manifest(workspace)
  const atRunTime = { ...dependencies, ...optionalDependencies }
  const inDevelopment = { ...atRunTime, ...devDependencies }
  const files = sourceFiles(`${workspace}/**/*.{ts,tsx,mjs}`)
  const isDeclared = (file: SourceFile, imported: Import): boolean => {
    const packageName = getName(imported)
    if (packageName === null || packageName === name) return true
    const anyKind = file.isTest || imported.typeOnly || TOOLS.includes(workspace) || BUILDS.includes(file.path)
    return Object.hasOwn(anyKind ? inDevelopment : atRunTime, packageName)
  }
  const undeclared = files.flatMap((file) =>
    file.imports.filter((imported) => !isDeclared(file, imported)).map(({ from }) => `${file.path} imports ${from}`),
  )
  expect(undeclared).toEqual([])
})

/** The package of an import; null for a file or a module of Node.js. */
function getName({ from, relative }: Import): string | null {
  if (relative || from.startsWith('node:') || from.startsWith('${')) return null // ${: in the text of a program
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')
}

test('workspaces depend on one another in one direction', () => {
  const needs = new Map(
    workspaces.map((workspace) => {
      const { name, dependencies, devDependencies } = manifest(workspace)
      return [name, Object.keys({ ...dependencies, ...devDependencies })]
    }),
  )
  expect(findCycles(needs)).toEqual([])
})

test('a changed text of the documentation reruns no integration test of the gateway', () => {
  const docs = '@waybill/api-docs'
  const importing = sourceFiles('apps/gateway/src/**/*.ts')
    .filter(({ imports }) => imports.some(({ from }) => from.startsWith(`${docs}/`)))
    .map(({ path }) => path)
  // Unit tests of the document run again.
  expect(importing.filter((path) => !/^apps\/gateway\/src\/documentation\/[a-z-]+\.test\.ts$/.test(path))).toEqual([
    'apps/gateway/src/main.ts',
  ])
  const { dependencies, devDependencies } = manifest('apps/gateway')
  const own = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@waybill/'))
  expect(own).toContain(docs)
  const [, listed = ''] = /"test:int": \{\s*"dependsOn": \[([^\]]*)\]/.exec(read('apps/gateway/turbo.json')) ?? []
  expect([...listed.matchAll(/"(.+?)#transit"/g)].map(([, name]) => name)).toEqual(
    own.filter((name) => name !== docs).sort(),
  )
})

test('the inputs of the integration tests of booking are the workspaces that they need', () => {
  const peers = ['apps/quoting', 'apps/shipment', 'apps/simulator']
  const folders = new Map(workspaces.map((workspace) => [manifest(workspace).name, workspace]))
  const needed = new Set(['apps/booking', ...peers])
  for (const workspace of needed) {
    const { dependencies, devDependencies } = manifest(workspace)
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) needed.add(folders.get(name) ?? workspace)
  }
  const packages = [...needed].filter((workspace) => workspace.startsWith('packages/')).sort()
  expect([...needed].sort()).toEqual(['apps/booking', ...peers, ...packages])
  const names = packages.map((workspace) => workspace.slice('packages/'.length)).join()
  const inputs = read('apps/booking/turbo.json')
  for (const files of ['{src,migrations,data}/**', '*.{json,ts}'])
    expect(inputs).toContain(`"$TURBO_ROOT$/{apps/{quoting,shipment,simulator},packages/{${names}}}/${files}"`)
})

test('no file imports itself through others', () => {
  const files = sourceFiles('{apps,packages,scripts,tests,deploy}/**/*.{ts,tsx,mjs}')
  const paths = new Set(files.map(({ path }) => path))
  const folders = new Map(workspaces.map((workspace) => [manifest(workspace).name, workspace]))
  const toPath = ({ from, relative }: Import): string => {
    if (relative) return from
    const [scope, name, ...rest] = from.split('/')
    return `${folders.get(`${scope}/${name}`)}/src/${rest.join('/')}.ts`
  }
  const graph = files.map(({ path, imports }): [string, string[]] => [
    path,
    // A type-only import is gone at run time, and types may refer to each other.
    imports.filter(({ typeOnly }) => !typeOnly).map(toPath),
  ])
  expect(graph.filter(([, imported]) => imported.some((path) => paths.has(path))).length).toBeGreaterThan(300)
  expect(findCycles(new Map(graph))).toEqual([])
})

/** The cycles of a graph, each once, as `a > b > a`. Nodes that are not keys have no edges. */
function findCycles(graph: Map<string, string[]>): string[] {
  const finished = new Set<string>()
  const cycles: string[] = []
  const visit = (node: string, path: string[]): void => {
    if (finished.has(node)) return
    const start = path.indexOf(node)
    if (start >= 0) {
      cycles.push([...path.slice(start), node].join(' > '))
      return
    }
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    finished.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

test('a cycle is found', () => {
  const graph = { a: ['b'], b: ['c', 'd'], c: ['b'], d: [] }
  expect(findCycles(new Map(Object.entries(graph)))).toEqual(['b > c > b'])
})
