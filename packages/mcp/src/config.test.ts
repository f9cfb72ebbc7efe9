import { expect, test } from 'vitest'
import { readConfig, UsageError } from './config.ts'

const env = { WAYBILL_URL: 'https://waybill.example.com', WAYBILL_API_KEY: 'wb_test_1' }

test('by default it reads, on stdio, with a cap of 100 pounds', () => {
  expect(readConfig([], env)).toEqual({
    baseUrl: 'https://waybill.example.com/',
    allowWrites: false,
    allowBooking: false,
    spendCap: { amount: '100.00', currency: 'GBP' },
    http: null,
    apiKey: 'wb_test_1',
  })
})

test('over HTTP it listens on this machine and takes no key from the environment', () => {
  const local = ['localhost', '127.0.0.1', '[::1]']
  expect(readConfig(['--http'], env)).toMatchObject({
    http: { host: '127.0.0.1', port: 8765, allowedHosts: local },
    apiKey: null,
  })
  const named = ['--http', '9000', '--host', '0.0.0.0', '--allowed-host', 'MCP.example.com']
  expect(readConfig(named, env)?.http).toEqual({
    host: '0.0.0.0',
    port: 9000,
    allowedHosts: [...local, 'mcp.example.com'],
  })
})

test('help needs nothing', () => {
  expect(readConfig(['--help'], {})).toBeNull()
})

test.each([
  [['--allow-booking'], /--allow-booking needs --allow-writes/],
  [['--spend-cap', '1e9'], /--spend-cap is "1e9"/],
  [['--spend-cap=-1'], /--spend-cap is "-1"/],
  [['--currency', 'gbp'], /--currency is "gbp"/],
  [['--http', '70000'], /--http takes one port/],
  [['--http', '1', '2'], /--http takes one port/],
  [['--http', '--host', '0.0.0.0'], /needs --allowed-host/],
  [['--http', '--allowed-host', 'mcp.example.com:443'], /--allowed-host is "mcp.example.com:443"/],
  [['--http', '--allowed-host', 'https://mcp.example.com'], /without scheme and port/],
  [['9000'], /9000 is of use only with --http/],
  [['--host', 'localhost'], /only with --http/],
  [['--allow-all'], /--allow-all/],
])('%j is refused', (args, message) => {
  expect(() => readConfig(args, env)).toThrow(UsageError)
  expect(() => readConfig(args, env)).toThrow(message)
})

test.each([
  [{ WAYBILL_URL: '' }, /WAYBILL_URL is ""/],
  [{ WAYBILL_URL: 'ftp://x' }, /WAYBILL_URL is "ftp:\/\/x"/],
  [{ WAYBILL_API_KEY: '' }, /WAYBILL_API_KEY is missing/],
  [{ WAYBILL_API_KEY: 'wb test' }, /has a blank/],
])('%j is refused', (changes, message) => {
  expect(() => readConfig([], { ...env, ...changes })).toThrow(message)
})
