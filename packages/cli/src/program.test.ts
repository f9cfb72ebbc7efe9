import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { adminAccess } from './config.ts'
import { waybill } from './testing/terminal.ts'

// Nothing listens there, so a command that calls the API instead of checking its arguments exits with 3.
const env = { WAYBILL_ADMIN_URL: 'http://127.0.0.1:9', WAYBILL_ADMIN_TOKEN: 'operator' }

test.each([
  { args: ['merchants', 'create'], names: 'name' },
  { args: ['merchants', 'create', 'Shop', 'and more'], names: 'too many arguments' },
  { args: ['environments', 'create', 'mer_1', '--mode', 'prod'], names: 'test, live' },
  { args: ['keys', 'create', 'env_1', '--rate-limit', '0'], names: '--rate-limit' },
  { args: ['keys', 'create', 'env_1', '--rate-limit', '1.5'], names: '--rate-limit' },
  { args: ['keys', 'create', 'env_1', '--rate-limit', '12345678'], names: '--rate-limit' },
  { args: ['keys', 'revoke'], names: 'key_id' },
  { args: ['erase', 'env_1'], names: '--reference' },
  { args: ['erase', 'env_1', '--phone', '+44', '--email', 'a@b.c'], names: '--shipment' },
  { args: ['erase', 'env_1', '--shipment', 'shp_1', '--wait', 'a minute'], names: '--wait' },
  { args: ['erase', 'env_1', '--shipment', 'shp_1', '--wait', '-1'], names: '--wait' },
  { args: ['bookings', 'resolve', 'env_1', 'bkg_1', '--booked', 'JOB'], names: '--note' },
  { args: ['bookings', 'resolve', 'env_1', 'bkg_1', '--note', 'n'], names: '--not-booked' },
  {
    args: ['bookings', 'resolve', 'env_1', 'bkg_1', '--note', 'n', '--booked', 'J', '--not-booked'],
    names: '--booked',
  },
  { args: ['parked', 'list', '--service', 'gateway'], names: 'shipment, quoting, booking, webhook' },
  { args: ['parked', 'replay'], names: '--all' },
  { args: ['parked', 'replay', 'evt_1', '--all'], names: '--all' },
  { args: ['outbox', 'replay'], names: '--since' },
  { args: ['outbox', 'replay', '--since', '2026-12-01T09:00:00Z'], names: '--until' },
  { args: ['outbox', 'replay', 'evt_1', '--since', 'a', '--until', 'b'], names: '--since' },
  { args: ['migrate', '--service', '../../etc'], names: '../../etc' },
])('$args is wrong usage: exit code 2, and the message names $names', async ({ args, names }) => {
  const { exitCode, out, err } = await waybill(['admin', ...args], { env })
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
  expect(err).toContain(names)
})

test.each([
  ['erase', ['env_1', '--shipment', 'shp_1']],
  ['merchants', ['list']],
])('%s --help needs neither an address nor a server', async (command, args) => {
  expect(await waybill(['admin', command, ...args, '--help'])).toMatchObject({ exitCode: 0, err: '' })
})

function dataDirectory(files: Record<string, string>): string {
  const path = mkdtempSync(join(tmpdir(), 'waybill-cli-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

const sandbox = JSON.stringify({ admin_url: 'http://sandbox:1', admin_token: 'of-sandbox' })

test.each([
  ['the sandbox file alone', {}, 'http://sandbox:1', 'of-sandbox'],
  ['an address over the one in the file', { WAYBILL_ADMIN_URL: 'http://x/' }, 'http://x', 'of-sandbox'],
  ['a token over the one in the file', { WAYBILL_ADMIN_TOKEN: 'given' }, 'http://sandbox:1', 'given'],
  ['a token over a token file', { WAYBILL_ADMIN_TOKEN: 'given', TOKEN_FILE: 'token' }, 'http://sandbox:1', 'given'],
  ['a token file over the one in the file', { TOKEN_FILE: 'token' }, 'http://sandbox:1', 'from-file'],
  [
    'empty variables like absent ones',
    { WAYBILL_ADMIN_URL: '', WAYBILL_ADMIN_TOKEN: '' },
    'http://sandbox:1',
    'of-sandbox',
  ],
])('the admin API is found by %s', (_what, { TOKEN_FILE, ...given }: Record<string, string>, url, token) => {
  const path = dataDirectory({ 'sandbox.json': sandbox, token: 'from-file\n' })
  const file = TOKEN_FILE && { WAYBILL_ADMIN_TOKEN_FILE: join(path, TOKEN_FILE) }
  expect(adminAccess({ WAYBILL_DATA_DIR: path, ...given, ...file })).toEqual({ url, token })
})

test('address and token from the environment need no sandbox file, not even a valid one', () => {
  const path = dataDirectory({ 'sandbox.json': 'not JSON' })
  expect(adminAccess({ WAYBILL_DATA_DIR: path, ...env })).toEqual({ url: 'http://127.0.0.1:9', token: 'operator' })
})
