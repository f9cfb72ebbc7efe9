import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { exposureVariables } from '../process/service-variables.ts'
import { defineConfig } from './config.ts'

const INTERNAL_KEY = 'k'.repeat(24)

const config = defineConfig({
  PORT: { type: 'port', default: 8080, description: 'Where the API listens.' },
  INTERNAL_KEY: { type: 'secret', description: 'Signs calls between services.' },
  REDIS_URL: { type: 'url', default: null, description: 'Shared counters.' },
  LOG_LEVEL: { type: 'string', oneOf: ['info', 'debug'], default: 'info', description: 'Least level written.' },
  RATIO: { type: 'number', default: 0.05, min: 0, max: 1, description: 'Share of traces recorded.' },
  POOL_SIZE: { type: 'integer', default: 5, min: 1, unit: 'connections', description: 'Per process.' },
  SEED: { type: 'boolean', default: false, description: 'Makes a demo merchant.' },
  WINDOW: { type: 'durationMs', default: 600_000, description: 'How long dispatch tries.' },
  CARRIERS: { type: 'list', oneOf: ['north', 'south'], default: [], description: 'Carriers to offer.' },
  SHIPMENT_URL: { type: 'target', default: '127.0.0.1:9001', description: 'The shipment service.' },
})

test('reads every type from its text', () => {
  const values = config.read({
    PORT: '0',
    INTERNAL_KEY,
    REDIS_URL: 'redis://localhost:6379',
    LOG_LEVEL: 'debug',
    RATIO: '0.5',
    POOL_SIZE: '7',
    SEED: 'TRUE',
    WINDOW: '5m',
    CARRIERS: 'north, south,',
    SHIPMENT_URL: 'shipment:9001',
  })
  expect(values).toEqual({
    PORT: 0,
    INTERNAL_KEY,
    REDIS_URL: 'redis://localhost:6379',
    LOG_LEVEL: 'debug',
    RATIO: 0.5,
    POOL_SIZE: 7,
    SEED: true,
    WINDOW: 300_000,
    CARRIERS: ['north', 'south'],
    SHIPMENT_URL: 'shipment:9001',
  })
  expectTypeOf(values.PORT).toEqualTypeOf<number>()
  expectTypeOf(values.REDIS_URL).toEqualTypeOf<string | null>()
  expectTypeOf(values.LOG_LEVEL).toEqualTypeOf<'info' | 'debug'>()
  expectTypeOf(values.CARRIERS).toEqualTypeOf<('north' | 'south')[]>()
})

test('uses the default for an unset or empty variable', () => {
  expect(config.read({ INTERNAL_KEY, PORT: ' ', REDIS_URL: '' })).toMatchObject({
    PORT: 8080,
    REDIS_URL: null,
    WINDOW: 600_000,
  })
})

test('names every invalid variable, its value and the expected one in one error', () => {
  const read = () =>
    config.read({
      PORT: '70000',
      REDIS_URL: 'no url',
      LOG_LEVEL: 'loud',
      RATIO: '2',
      POOL_SIZE: '1.5',
      SEED: 'ja',
      WINDOW: '5 apples',
      CARRIERS: 'north,west',
      SHIPMENT_URL: 'http://shipment',
    })
  expect(read).toThrowErrorMatchingInlineSnapshot(`
    [Error: Invalid configuration:
      PORT is "70000": expected a port, 0 to 65535
      INTERNAL_KEY is required: expected at least 24 bytes, such as the output of openssl rand -hex 24. Signs calls between services.
      REDIS_URL is invalid: expected an absolute URL
      LOG_LEVEL is "loud": expected one of info, debug
      RATIO is "2": expected a number, at least 0, at most 1
      POOL_SIZE is "1.5": expected a whole number, at least 1
      SEED is "ja": expected true or false
      WINDOW is "5 apples": expected a duration such as 250ms, 30s, 5m
      CARRIERS is "north,west": expected any of north, south
      SHIPMENT_URL is "http://shipment": expected host:port]
  `)
})

test.each([
  ['PORT', ['-1', '65536', '80.5', '0x50', '1e3', 'http']],
  ['RATIO', ['-0.1', '1.1', 'NaN', 'Infinity', 'half']],
  ['POOL_SIZE', ['0', '1e1', '1234567890123456', 'five']],
  ['SEED', ['yes', 'on', '2']],
  ['WINDOW', ['-1s', '1.5s', '1w', 's', '1234567890123ms']],
])('%s rejects %j', (name, texts) => {
  for (const text of texts) {
    expect(() => config.read({ INTERNAL_KEY, [name]: text }), text).toThrow(`${name} is "${text}"`)
  }
})

test.each([
  ['RATIO', '1e-2', 0.01],
  ['SEED', '1', true],
  ['SEED', 'False', false],
  ['WINDOW', '1500', 1_500],
  ['WINDOW', '7d', 604_800_000],
  ['CARRIERS', ' , ', []],
])('%s reads %j', (name, text, expected) => {
  expect(config.read({ INTERNAL_KEY, [name]: text })).toMatchObject({ [name]: expected })
})

test.each([
  ['10.0.3.7', true],
  ['10.0.0.0/12, 2001:db8::/32,192.0.2.1', true],
  ['10.0.0.0/8', false],
  ['0.0.0.0/0', false],
  ['2001::/16', false],
  ['10.0.0.0/33', false],
  ['uniquelocal', false],
  ['RANGE_OF_THE_INGRESS', false],
])('trusted addresses are narrow ranges: %s', (text, isAccepted) => {
  const config = defineConfig({ PROXIES: { type: 'addresses', default: null, description: 'Trusted proxies.' } })
  const read = () => config.read({ PROXIES: text })
  if (isAccepted) expect(read()).toEqual({ PROXIES: text })
  else expect(read).toThrow('expected IP addresses or CIDR ranges of at least /12')
})

test('hides secrets and URLs, which may hold a password, in errors', () => {
  const secrets = defineConfig({
    DATABASE_URL: { type: 'credential', description: 'Postgres.' },
    SHORT_KEY: { type: 'secret', description: 'Too short.' },
    ENDPOINT: { type: 'url', description: 'A collector.' },
    PORT: { type: 'port', description: 'Fails, so that there is an error.' },
  })
  const url = 'postgres://ada:hunter2@db'
  const environment = { DATABASE_URL: url, SHORT_KEY: 'hunter2', ENDPOINT: '//ada:hunter2@collector', PORT: 'x' }
  expect(() => secrets.read(environment)).toThrow(/^(?=.*SHORT_KEY is invalid)(?=.*PORT is "x")(?!.*hunter2)/s)
})

test('rejects a secret of less than 24 bytes, also as one of several', () => {
  const long = 'k'.repeat(24)
  for (const text of ['k'.repeat(23), `${long},short`, `short,${long}`]) {
    expect(() => config.read({ INTERNAL_KEY: text }), text).toThrow(
      'INTERNAL_KEY is invalid: expected at least 24 bytes',
    )
  }
  expect(() => config.read({ INTERNAL_KEY: 'gateway/shipment:short' })).toThrow('INTERNAL_KEY is invalid')
  expect(config.read({ INTERNAL_KEY: `${long}, ${long}` })).toMatchObject({ INTERNAL_KEY: `${long}, ${long}` })
})

test('names every public development secret if the API can be reached from beyond this machine', () => {
  const { read } = defineConfig({
    ...exposureVariables,
    INTERNAL_KEY: { type: 'secret', description: 'Signs calls between services.' },
    DATABASE_URL: { type: 'credential', description: 'Postgres.' },
  })
  const secrets = {
    INTERNAL_KEY: 'development-internal-key',
    DATABASE_URL: 'postgres://waybill:development-gateway-password@db/waybill',
  }
  expect(read({ ...secrets, HOST: '127.0.0.1' }).INTERNAL_KEY).toBe(secrets.INTERNAL_KEY)
  expect(() => read({ ...secrets, HOST: '0.0.0.0' })).toThrowErrorMatchingInlineSnapshot(`
    [Error: Invalid configuration:
      INTERNAL_KEY holds a public development secret, but HOST is 0.0.0.0: set a secret of your own
      DATABASE_URL holds a public development secret, but HOST is 0.0.0.0: set a secret of your own]
  `)
  const own = { INTERNAL_KEY: 'k'.repeat(24), DATABASE_URL: 'postgres://waybill:k@development-db/development-waybill' }
  expect(read({ ...own, HOST: '0.0.0.0', WAYBILL_PUBLIC_URL: 'https://api.example.com' })).toMatchObject(own)
})

test('reads a secret from a file, and rejects it from two sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'key')
  writeFileSync(file, 'from-a-file-with-a-newline\n')

  expect(config.read({ INTERNAL_KEY_FILE: file }).INTERNAL_KEY).toBe('from-a-file-with-a-newline')
  expect(() => config.read({ INTERNAL_KEY_FILE: file, INTERNAL_KEY })).toThrow('is set twice')
  const missing = join(folder, 'none')
  expect(() => config.read({ INTERNAL_KEY_FILE: missing })).toThrow(`INTERNAL_KEY_FILE names ${missing} (ENOENT)`)
})

test('rejects an unreadable file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { read } = defineConfig({ CA_FILE: { type: 'file', default: null, description: 'Trusted authorities.' } })
  expect(read({}).CA_FILE).toBeNull()
  expect(() => read({ CA_FILE: join(folder, 'ca.pem') })).toThrow('expected the path of a readable file')
  writeFileSync(join(folder, 'ca.pem'), '')
  expect(read({ CA_FILE: join(folder, 'ca.pem') }).CA_FILE).toBe(join(folder, 'ca.pem'))
})

test('lists types, units and defaults in the table of variables', () => {
  const rows = config.describe()
  expect(rows).toHaveLength(10)
  expect(rows.slice(0, 3)).toEqual([
    { variable: 'PORT', type: 'port', default: '8080', description: 'Where the API listens.' },
    {
      variable: 'INTERNAL_KEY or INTERNAL_KEY_FILE',
      type: 'secret',
      default: 'required',
      description: 'Signs calls between services.',
    },
    { variable: 'REDIS_URL', type: 'url', default: 'none', description: 'Shared counters.' },
  ])
  expect(rows.find((row) => row.variable === 'POOL_SIZE')?.type).toBe('integer (connections)')
})
