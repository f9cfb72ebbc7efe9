/** The rules of the house that can be read off the imports; docs/architecture says why each is there. */
import { expect, test } from 'vitest'
import { codeOf, type Import, type SourceFile, sourceFiles } from './source-files.ts'

const files = sourceFiles()
const production = files.filter((file) => !file.isTest)
const apps = new Set(files.filter(({ path }) => path.startsWith('apps/')).map(({ workspace }) => workspace))

/** Every import that the predicate finds wrong, as a line that names file and import. */
function offences(among: SourceFile[], isWrong: (imported: Import, file: SourceFile) => boolean): string[] {
  return among.flatMap((file) =>
    file.imports.filter((imported) => isWrong(imported, file)).map(({ from }) => `${file.path} imports ${from}`),
  )
}

/** The workspace that an import leads to, if any: `apps/booking`. */
function workspaceOf({ from, relative }: Import): string | null {
  if (relative) return from.split('/').slice(0, 2).join('/')
  const name = /^@waybill\/([^/]+)/.exec(from)?.[1]
  if (name === undefined) return null
  return apps.has(`apps/${name}`) ? `apps/${name}` : `packages/${name}`
}

test('there are files to judge', () => {
  expect(apps).toContain('apps/shipment')
  expect(production.length).toBeGreaterThan(100)
})

test('no app imports another one; standalone is made to', () => {
  const judged = files.filter(({ workspace }) => workspace !== 'apps/standalone')
  expect(
    offences(judged, (imported, { workspace }) => {
      const target = workspaceOf(imported)
      return target !== null && target !== workspace && target.startsWith('apps/')
    }),
  ).toEqual([])
})

test('a relative import stays within its workspace', () => {
  expect(
    offences(files, (imported, { workspace }) => imported.relative && workspaceOf(imported) !== workspace),
  ).toEqual([])
})

test('packages build on one another in one direction only', () => {
  const mayImport: Record<string, string[]> = {
    'packages/contracts': [],
    'packages/carriers': ['packages/contracts', 'packages/chassis'],
    'packages/chassis': ['packages/contracts'],
    'packages/cli': ['packages/contracts'],
  }
  expect(
    offences(production, (imported, { workspace }) => {
      const target = workspaceOf(imported)
      const allowed = mayImport[workspace]
      return allowed !== undefined && target !== null && target !== workspace && !allowed.includes(target)
    }),
  ).toEqual([])
})

test('nothing that runs in production imports what tests are made with', () => {
  expect(offences(production, ({ from }) => from.startsWith('@waybill/testing') || from === 'vitest')).toEqual([])
})

/** Where a service decides: no clock, no database, no network. A file, or the folder it has grown into. */
const pureRoles = [
  'apps/booking/src/bookings/booking',
  'apps/booking/src/bookings/changes',
  'apps/booking/src/bookings/consequences',
  'apps/booking/src/bookings/distance',
  'apps/shipment/src/shipments/change',
  'apps/shipment/src/shipments/create',
  'apps/shipment/src/shipments/parcels',
  'apps/shipment/src/shipments/patch',
  'apps/shipment/src/shipments/transitions',
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

/** Where SQL is written; everything else may name its types at most. */
const dataFiles = [
  /^(apps\/[^/]+|packages\/chassis)\/migrations\//,
  /^apps\/[^/]+\/src\/(repository|queries)([^/]*\.ts$|\/)/,
  /^apps\/[^/]+\/src\/[^/]+\/([^/]+-)?(repository|queries)\.ts$/,
  /^apps\/[^/]+\/src\/db\.ts$/,
  /^packages\/carriers\/src\/exchange-log\/repository\.ts$/,
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
    'carrier', // what carries a trace context, in OpenTelemetry's words; and a field of the error that crosses gRPC
    'CarrierFault',
  ])
  const chassis = production.filter(({ path }) => path.startsWith('packages/chassis/src/'))
  const found = chassis.flatMap(({ path, text }) => {
    const identifiers = new Set(codeOf(text).match(/[A-Za-z_$][\w$]*/g))
    return [...identifiers].filter((name) => noun.test(name) && !innocent.has(name)).map((name) => `${path}: ${name}`)
  })
  expect(found).toEqual([])
})

test('commands neither touch the network nor open transactions', () => {
  const commands = production.filter(({ path }) => /^apps\/[^/]+\/src\/(.+\/)?([^/]+-)?commands(\.ts$|\/)/.test(path))
  expect(commands.length).toBeGreaterThanOrEqual(4)
  const network =
    /^(undici|node:(http|https|http2|net|tls)|@grpc\/grpc-js)$|\/rpc-client$|^@waybill\/carriers\/http\/client/
  expect(offences(commands, ({ from, typeOnly }) => network.test(from) && !typeOnly)).toEqual([])
  const opening = /\btransact\(|\.transaction\(|\bfetch\(/
  expect(commands.filter(({ text }) => opening.test(codeOf(text))).map(({ path }) => path)).toEqual([])
})

test('the environment is read in config.ts only', () => {
  const readers = production.filter(
    ({ path, text }) => !path.endsWith('/config.ts') && /\bprocess\.env\b/.test(codeOf(text)),
  )
  expect(readers.map(({ path }) => path).sort()).toEqual([
    'apps/standalone/src/embedded-postgres-cluster.ts', // hands it on to PostgreSQL, without reading any of it
    'packages/chassis/src/process/run-migrations.ts', // what every migrate.ts is: a program with three variables
    'packages/cli/src/main.ts',
  ])
})
