import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { defineConfig } from './config.ts'

const config = defineConfig({
  PORT: { type: 'port', default: 8080, description: 'Where the API listens.' },
  INTERNAL_KEY: { type: 'secret', description: 'Signs calls between services.' },
  REDIS_URL: { type: 'url', default: null, description: 'Shared counters.' },
  LOG_LEVEL: { type: 'string', oneOf: ['info', 'debug'], default: 'info', description: 'Least level written.' },
  RATIO: { type: 'number', default: 0.05, min: 0, max: 1, description: 'Share of traces recorded.' },
  POOL_SIZE: { type: 'integer', default: 5, min: 1, unit: 'connections', description: 'Per process.' },
  SEED: { type: 'boolean', default: false, description: 'Makes a demo merchant.' },
  WINDOW: { type: 'durationMs', default: 600_000, description: 'How long dispatch tries.' },
  CARRIERS: { type: 'list', default: [], description: 'Carriers to offer.' },
  SHIPMENT_URL: { type: 'target', default: '127.0.0.1:9001', description: 'The shipment service.' },
})

test('every type is read from its text', () => {
  const values = config.read({
    PORT: '0',
    INTERNAL_KEY: 'k',
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
    INTERNAL_KEY: 'k',
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
})

test('what is not set, or set to nothing, has its default', () => {
  expect(config.read({ INTERNAL_KEY: 'k', PORT: ' ', REDIS_URL: '' })).toMatchObject({
    PORT: 8080,
    REDIS_URL: null,
    WINDOW: 600_000,
  })
})

test('one error names every bad variable and what is expected, and repeats no value', () => {
  const read = () =>
    config.read({ PORT: '70000', LOG_LEVEL: 'loud', RATIO: '2', POOL_SIZE: '1.5', SEED: 'ja', WINDOW: '5 apples' })
  expect(read).toThrowErrorMatchingInlineSnapshot(`
    [Error: The configuration is not usable:
      PORT must be a port, 0 to 65535
      INTERNAL_KEY is required: a text. Signs calls between services.
      LOG_LEVEL must be one of info, debug
      RATIO must be a number, at least 0, at most 1
      POOL_SIZE must be a whole number, at least 1
      SEED must be true or false
      WINDOW must be a duration such as 250ms, 30s, 5m]
  `)
})

test('a secret may come from a file, but not from two places', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'key')
  writeFileSync(file, 'from-file\n')

  expect(config.read({ INTERNAL_KEY_FILE: file }).INTERNAL_KEY).toBe('from-file')
  expect(() => config.read({ INTERNAL_KEY_FILE: file, INTERNAL_KEY: 'k' })).toThrow('is set twice')
  expect(() => config.read({ INTERNAL_KEY_FILE: join(folder, 'none') })).toThrow('cannot be read (ENOENT)')
})

test('a file is a path that can be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { read } = defineConfig({ CA_FILE: { type: 'file', default: null, description: 'Whom to trust.' } })
  expect(read({}).CA_FILE).toBeNull()
  expect(() => read({ CA_FILE: join(folder, 'ca.pem') })).toThrow('CA_FILE must be the path of a file that can be read')
  writeFileSync(join(folder, 'ca.pem'), '')
  expect(read({ CA_FILE: join(folder, 'ca.pem') }).CA_FILE).toBe(join(folder, 'ca.pem'))
})

test('the table of variables names types, units and defaults', () => {
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
