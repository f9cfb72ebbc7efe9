/** Rules about imports. docs/architecture.md explains them. */
import { expect, test } from 'vitest'
import { getCode, type Import, type SourceFile, sourceFiles } from './source-files.ts'

const files = sourceFiles()
const production = files.filter((file) => !file.isTest)
const apps = new Set(files.filter(({ path }) => path.startsWith('apps/')).map(({ workspace }) => workspace))

/** Imports that match the predicate, one line each with file and import. */
function offences(among: SourceFile[], isWrong: (imported: Import, file: SourceFile) => boolean): string[] {
  return among.flatMap((file) =>
    file.imports.filter((imported) => isWrong(imported, file)).map(({ from }) => `${file.path} imports ${from}`),
  )
}

/** The workspace that an import refers to, if any: `apps/booking`. */
function getWorkspace({ from, relative }: Import): string | null {
  if (relative) return from.split('/').slice(0, 2).join('/')
  const name = /^@waybill\/([^/]+)/.exec(from)?.[1]
  if (name === undefined) return null
  return apps.has(`apps/${name}`) ? `apps/${name}` : `packages/${name}`
}

test('the rules see the source files', () => {
  expect(apps).toContain('apps/shipment')
  expect(production.length).toBeGreaterThan(100)
})

test('no app imports another app, except standalone', () => {
  const judged = files.filter(({ workspace }) => workspace !== 'apps/standalone')
  expect(
    offences(judged, (imported, { workspace }) => {
      const target = getWorkspace(imported)
      return target !== null && target !== workspace && target.startsWith('apps/')
    }),
  ).toEqual([])
})

test('a relative import stays within its workspace', () => {
  expect(
    offences(files, (imported, { workspace }) => imported.relative && getWorkspace(imported) !== workspace),
  ).toEqual([])
})

test('packages depend on each other in one direction', () => {
  const mayImport: Record<string, string[]> = {
    'packages/contracts': [],
    'packages/api-docs': ['packages/contracts', 'packages/chassis'],
    'packages/carriers': ['packages/contracts', 'packages/chassis'],
    'packages/chassis': ['packages/contracts'],
    'packages/cli': ['packages/contracts', 'packages/sdk'],
    'packages/edge': ['packages/contracts', 'packages/chassis'],
    'packages/identity': ['packages/contracts', 'packages/chassis', 'packages/edge'],
    'packages/labels': ['packages/contracts', 'packages/carriers'],
    'packages/mcp': ['packages/sdk'], // it is installed without the others
    'packages/sdk': [], // it is, too
  }
  expect(
    offences(production, (imported, { workspace }) => {
      const target = getWorkspace(imported)
      const allowed = mayImport[workspace]
      return allowed !== undefined && target !== null && target !== workspace && !allowed.includes(target)
    }),
  ).toEqual([])
})

test('production code does not import test support', () => {
  expect(offences(production, ({ from }) => from.startsWith('@waybill/testing') || from === 'vitest')).toEqual([])
})

/** Files or folders where a service decides without clock, database or network. */
const pureRoles = [
  'apps/booking/src/bookings/booking',
  'apps/booking/src/bookings/changes',
  'apps/booking/src/bookings/eta',
  'apps/booking/src/bookings/consequences',
  'apps/booking/src/facts/condition',
  'apps/shipment/src/shipments/change',
  'apps/shipment/src/shipments/create',
  'apps/shipment/src/shipments/options',
  'apps/shipment/src/shipments/parcels',
  'apps/shipment/src/shipments/patch',
  'apps/shipment/src/shipments/read-only',
  'apps/shipment/src/claims/claim',
  'apps/shipment/src/claims/settle',
  'apps/shipment/src/bookings/projection',
  'apps/shipment/src/registrations/quote-match',
  'apps/shipment/src/erasure/erasable',
  'apps/shipment/src/sweeps/expire',
  'apps/quoting/src/quotes/quote',
  'apps/webhook/src/deliveries/delivery',
  'apps/webhook/src/deliveries/retry-schedule',
]
const isPart = (path: string, role: string): boolean => path === `${role}.ts` || path.startsWith(`${role}/`)

test.each(pureRoles)('%s imports contracts only', (role) => {
  const pure = production.filter(({ path }) => isPart(path, role))
  const isPure = ({ relative, from }: Import) => relative && pureRoles.some((pureRole) => isPart(from, pureRole))
  expect(offences(pure, (imported) => !isPure(imported) && !imported.from.startsWith('@waybill/contracts/'))).toEqual(
    [],
  )
})

/** Where SQL is written. Other files may only import types of the query builder. */
const dataFiles = [
  /^(apps\/[^/]+|packages\/(chassis|identity))\/migrations\//,
  /^apps\/[^/]+\/src\/(repository|queries)([^/]*\.ts$|\/)/,
  /^(apps\/[^/]+|packages\/identity)\/src\/([^/]+\/){1,2}([^/]+-)?(repository|queries)\.ts$/,
  /^apps\/[^/]+\/src\/db\.ts$/,
  /^packages\/carriers\/src\/exchange-log\/(pages|repository)\.ts$/,
  /^packages\/chassis\/src\/(postgres|messaging|idempotency|retention)\//,
]

test('the query builder is used in repositories, queries and migrations only', () => {
  const others = production.filter(({ path }) => !dataFiles.some((place) => place.test(path)))
  expect(offences(others, ({ from, typeOnly }) => /^kysely(\/|$)|^pg$/.test(from) && !typeOnly)).toEqual([])
})

test('the chassis knows no noun of the business', () => {
  const noun = /shipment|quot(e|ing)|booking|parcel|carrier|courier/i
  const innocent = new Set([
    'quoteIdentifier', // of SQL
    'carrier', // OpenTelemetry's term for what transports a trace context; and a field of the gRPC error
    'CarrierFault',
  ])
  const chassis = production.filter(({ path }) => path.startsWith('packages/chassis/src/'))
  const found = chassis.flatMap(({ path, text }) => {
    const identifiers = new Set(getCode(text).match(/[A-Za-z_$][\w$]*/g))
    return [...identifiers].filter((name) => noun.test(name) && !innocent.has(name)).map((name) => `${path}: ${name}`)
  })
  expect(found).toEqual([])
})

test('commands neither touch the network nor open transactions', () => {
  const commands = production.filter(({ path }) =>
    /^(apps\/[^/]+|packages\/identity)\/src\/(.+\/)?([^/]+-)?commands(\.ts$|\/)/.test(path),
  )
  expect(commands.length).toBeGreaterThanOrEqual(4)
  const network =
    /^(undici|node:(http|https|http2|net|tls)|@grpc\/grpc-js)$|\/rpc-client$|^@waybill\/carriers\/http\/client/
  expect(offences(commands, ({ from, typeOnly }) => network.test(from) && !typeOnly)).toEqual([])
  const opening = /\btransact\(|\.transaction\(|\bfetch\(/
  expect(commands.filter(({ text }) => opening.test(getCode(text))).map(({ path }) => path)).toEqual([])
})

test('the environment is read in config.ts only', () => {
  const readers = production.filter(
    ({ path, text }) => !path.endsWith('/config.ts') && /\bprocess\.env\b/.test(getCode(text)),
  )
  expect(readers.map(({ path }) => path).sort()).toEqual([
    'apps/standalone/src/embedded-postgres/cluster.ts', // passes it on to PostgreSQL without reading it
    'packages/chassis/src/process/run-migrations.ts', // the program behind every migrate.ts, with three variables
    'packages/cli/src/terminal.ts',
  ])
})

test('only a process for it reads the files of carriers', () => {
  const readers = files.filter(({ path }) => path !== 'packages/labels/src/foreign/reader.ts')
  const isReader = ({ from, typeOnly }: Import) =>
    /(?:^|\/)labels\/(?:src\/)?foreign\/documents/.test(from) && !typeOnly
  expect(offences(readers, isReader)).toEqual([])
  expect(offences(files, isReader)).toHaveLength(1)
})
