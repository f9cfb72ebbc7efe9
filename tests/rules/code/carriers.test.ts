/** One shape for every carrier, as docs/carriers.md describes it: who knows one carrier knows where to look in all. */
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { type SourceFile, sourceFiles } from './source-files.ts'

const SOURCES = 'packages/carriers/src'
const files = sourceFiles(`${SOURCES}/**/*.ts`)

/** Carriers without an API: one is a part of the booking service, one is the example of the documentation. */
const WITHOUT_SHAPE = new Set(['own-fleet', 'paper-plane'])
/** The template for a new carrier, with the adapter beside its server. */
const TEMPLATE = 'new-carrier'

const ADAPTER = [
  'adapter',
  'client',
  'descriptor',
  'wire',
  'quote-calls',
  'booking-calls',
  'job-calls',
  'document-calls',
]
const OPTIONAL = ['account-calls', 'address-calls', 'pickup-calls', 'manifest-calls', 'callback', 'signature']
const MAPPING = ['requests', 'offers', 'jobs', 'facts', 'services', 'declaration', 'problems', 'proofs', 'pickups']
const SERVER = ['server', 'test-carrier']
const OPTIONAL_OF_SERVER = ['stage', 'store', 'bodies', 'schemas', 'refusals', 'routes', 'pickups', 'manifests']

/** Files that only one carrier has. */
const OWN = new Set([
  'doordash-drive/tokens', // signs its access tokens itself
  'shipengine/connected-carriers', // is asked for the rates of each by its id
  'shipengine/signing-keys', // publishes the keys of its signatures
  'shippo/tracks', // reads the tracking of each parcel by itself
  'shippo/transactions', // buys each parcel separately
  'uber-direct/mapping/reasons',
  'ups/mapping/addresses',
  'ups/mapping/options', // has some of the shipment and some of each package
  'ups/mapping/status-codes',
  'doordash-drive/deliveries', // books deliveries for the tests of its adapter
])

/** Names of a carrier's files below a folder of the package, without tests: `mapping/facts`. */
function listNames(folder: 'adapters' | 'testing', carrier: string): string[] {
  const root = `${SOURCES}/${folder}/${carrier}/`
  return files
    .filter(({ path }) => path.startsWith(root) && !path.endsWith('.test.ts'))
    .map(({ path }) => path.slice(root.length, -'.ts'.length))
}

const listCarriers = (folder: 'adapters' | 'testing'): string[] => {
  const names = files.flatMap(({ path }) => new RegExp(`^${SOURCES}/${folder}/([^/]+)/`).exec(path)?.[1] ?? [])
  return [...new Set(names)].filter((name) => !WITHOUT_SHAPE.has(name) && name !== TEMPLATE)
}

const adapters = listCarriers('adapters')
const isAllowed = (carrier: string, name: string, allowed: readonly string[]): boolean =>
  OWN.has(`${carrier}/${name}`) || allowed.includes(name)
const inMapping = MAPPING.map((name) => `mapping/${name}`)

test('the rules see the carriers', () => {
  expect(adapters).toEqual(expect.arrayContaining(['easypost', 'simulated', 'uber-direct']))
})

test.each(adapters)('the adapter %s has the files that every adapter has, and no other names for them', (carrier) => {
  const names = listNames('adapters', carrier)
  expect(ADAPTER.filter((name) => !names.includes(name))).toEqual([])
  expect(names.filter((name) => !isAllowed(carrier, name, [...ADAPTER, ...OPTIONAL, ...inMapping]))).toEqual([])
})

test.each(listCarriers('testing'))('the server of %s has the files that every server has', (carrier) => {
  const names = listNames('testing', carrier)
  expect(SERVER.filter((name) => !names.includes(name))).toEqual([])
  expect(names.filter((name) => !isAllowed(carrier, name, [...SERVER, ...OPTIONAL_OF_SERVER]))).toEqual([])
})

test('the layout of a new carrier has the same files', () => {
  const names = listNames('testing', TEMPLATE)
  expect([...ADAPTER, ...SERVER].filter((name) => !names.includes(name))).toEqual([])
  const allowed = [...ADAPTER, ...OPTIONAL, ...inMapping, ...SERVER, ...OPTIONAL_OF_SERVER]
  expect(names.filter((name) => !isAllowed(TEMPLATE, name, allowed))).toEqual([])
})

test('every adapter is called through the shared client', () => {
  const clients = files.filter(({ path }) => /\/adapters\/[^/]+\/client\.ts$/.test(path))
  expect(clients.filter(({ text }) => !text.includes('createVendorClient(')).map(({ path }) => path)).toEqual([])
  const callers = files.filter(
    ({ path, imports, isTest }) =>
      !isTest &&
      path.includes('/adapters/') &&
      basename(path) !== 'client.ts' &&
      imports.some(({ from, typeOnly }) => from === `${SOURCES}/http/client.ts` && !typeOnly),
  )
  expect(callers.map(({ path }) => path)).toEqual([])
})

/** The carrier to which a file belongs; null: to none. */
const findCarrier = (path: string): string | null =>
  new RegExp(`^${SOURCES}/(?:adapters|testing)/([^/]+)/`).exec(path)?.[1] ?? null

test('nothing of one carrier imports from another', () => {
  const crossings = ({ path, imports }: SourceFile): string[] => {
    const own = findCarrier(path)
    return imports.flatMap(({ from }) => {
      const other = findCarrier(from)
      return own !== null && other !== null && other !== own ? [`${path} imports ${from}`] : []
    })
  }
  expect(files.flatMap(crossings)).toEqual([])
})
