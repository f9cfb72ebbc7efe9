import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AdminApi, startAdminApi } from '../testing/admin-api.ts'
import { waybill } from '../testing/terminal.ts'

let api: AdminApi
beforeAll(async () => {
  api = await startAdminApi()
})
afterAll(() => api.stop())

const admin = (args: string[]) =>
  waybill(['admin', ...args], { env: { WAYBILL_ADMIN_URL: api.url, WAYBILL_ADMIN_TOKEN: 'operator' } })

const created_at = '2026-12-01T09:00:00.000Z'
const notSuspended = { suspended_at: null, suspended_reason: null }
const suspended = { suspended_at: created_at, suspended_reason: 'Unpaid' }
const merchant = { merchant_id: 'mer_1', name: 'Shop', ...notSuspended, created_at }
const environment = {
  environment_id: 'env_1',
  merchant_id: 'mer_1',
  name: 'Test',
  mode: 'test',
  ...notSuspended,
  created_at,
}
const key = {
  key_id: 'key_1',
  environment_id: 'env_1',
  name: 'Server',
  token: 'wb_test_…cdef',
  scopes: ['shipments:read', 'bookings:write'],
  rate_limit_per_second: null,
  revoked_at: null,
  expires_at: null,
  last_used_at: null,
  ...notSuspended,
  created_at,
}
const newKey = { ...key, access_token: 'wb_test_secretcdef' }
const demo = {
  base_url: 'http://localhost:8080',
  docs_url: 'http://localhost:8080/docs',
  access_token: 'wb_test_demo',
  merchant_id: 'mer_1',
  environment_id: 'env_1',
}

interface Case {
  args: string[]
  request: string
  body?: object
  data: object
  /** Lines of the output, without runs of spaces. */
  shows: string[]
}

const cases: Case[] = [
  {
    args: ['merchants', 'create', 'Shop'],
    request: 'POST /admin/merchants',
    body: { name: 'Shop' },
    data: merchant,
    shows: ['merchant_id mer_1', 'name Shop'],
  },
  {
    args: ['merchants', 'list'],
    request: 'GET /admin/merchants',
    data: [merchant],
    shows: ['MERCHANT ID NAME SUSPENDED AT CREATED AT', `mer_1 Shop – ${created_at}`],
  },
  {
    args: ['environments', 'create', 'mer_1'],
    request: 'POST /admin/merchants/mer_1/environments',
    body: { mode: 'test' },
    data: environment,
    shows: ['environment_id env_1', 'mode test'],
  },
  {
    args: ['environments', 'create', 'mer_1', '--mode', 'live', '--name', 'Germany'],
    request: 'POST /admin/merchants/mer_1/environments',
    body: { mode: 'live', name: 'Germany' },
    data: { ...environment, mode: 'live', name: 'Germany' },
    shows: ['mode live', 'name Germany'],
  },
  {
    args: ['environments', 'list', 'mer/../x?y'],
    request: 'GET /admin/merchants/mer%2F..%2Fx%3Fy/environments',
    data: [environment],
    shows: ['ENVIRONMENT ID MODE NAME SUSPENDED AT CREATED AT', `env_1 test Test – ${created_at}`],
  },
  {
    args: ['keys', 'create', 'env_1'],
    request: 'POST /admin/environments/env_1/keys',
    body: {},
    data: newKey,
    shows: ['access_token wb_test_secretcdef', 'rate_limit_per_second –'],
  },
  {
    args: [
      'keys',
      'create',
      'env_1',
      '--name',
      'S',
      '--scope',
      'shipments:read',
      'bookings:write',
      '--rate-limit',
      '7',
    ],
    request: 'POST /admin/environments/env_1/keys',
    body: { name: 'S', scopes: ['shipments:read', 'bookings:write'], rate_limit_per_second: 7 },
    data: newKey,
    shows: ['scopes shipments:read bookings:write'],
  },
  {
    args: ['keys', 'list', 'env_1'],
    request: 'GET /admin/environments/env_1/keys',
    data: [key, { ...key, key_id: 'key_2', scopes: null, last_used_at: created_at, revoked_at: created_at }],
    shows: [
      'KEY ID NAME TOKEN SCOPES LAST USED AT EXPIRES AT SUSPENDED AT REVOKED AT',
      'key_1 Server wb_test_…cdef shipments:read bookings:write – – – –',
      `key_2 Server wb_test_…cdef – ${created_at} – – ${created_at}`,
    ],
  },
  {
    args: ['keys', 'revoke', 'key_1'],
    request: 'DELETE /admin/keys/key_1',
    data: { ...key, revoked_at: created_at },
    shows: [expect.stringMatching(/key_1.*wb_test_…cdef/)],
  },
  {
    args: ['keys', 'create', 'env_1', '--expires-at', created_at],
    request: 'POST /admin/environments/env_1/keys',
    body: { expires_at: created_at },
    data: { ...newKey, expires_at: created_at },
    shows: [`expires_at ${created_at}`],
  },
  {
    args: ['merchants', 'suspend', 'mer_1', '--reason', 'Unpaid'],
    request: 'POST /admin/merchants/mer_1/suspend',
    body: { reason: 'Unpaid' },
    data: { ...merchant, ...suspended },
    shows: [`suspended_at ${created_at}`, 'suspended_reason Unpaid'],
  },
  {
    args: ['environments', 'suspend', 'env_1', '--reason', 'Unpaid'],
    request: 'POST /admin/environments/env_1/suspend',
    body: { reason: 'Unpaid' },
    data: { ...environment, ...suspended },
    shows: [`suspended_at ${created_at}`, 'suspended_reason Unpaid'],
  },
  {
    args: ['keys', 'suspend', 'key_1', '--reason', 'Leaked'],
    request: 'POST /admin/keys/key_1/suspend',
    body: { reason: 'Leaked' },
    data: { ...key, ...suspended },
    shows: [`suspended_at ${created_at}`],
  },
  {
    args: ['merchants', 'resume', 'mer_1'],
    request: 'POST /admin/merchants/mer_1/resume',
    data: merchant,
    shows: ['suspended_at –'],
  },
  {
    args: ['environments', 'resume', 'env_1'],
    request: 'POST /admin/environments/env_1/resume',
    data: environment,
    shows: ['suspended_at –'],
  },
  {
    args: ['keys', 'resume', 'key/1'],
    request: 'POST /admin/keys/key%2F1/resume',
    data: key,
    shows: ['suspended_at –'],
  },
  {
    args: ['demo'],
    request: 'POST /admin/demo',
    body: {},
    data: demo,
    shows: ['API key wb_test_demo', 'Merchant mer_1'],
  },
]

test.each(cases)('$args sends $request and prints the answer', async ({ args, request, body = null, data, shows }) => {
  api.script({ [request]: [data] })
  const { exitCode, out, err } = await admin(args)
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' })
  expect(api.calls).toEqual([{ request, body, authorization: 'Bearer operator' }])
  const lines = out.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '))
  expect(lines).toEqual(expect.arrayContaining(shows))
})

test.each(cases)('$args --json prints the data of the answer unchanged', async ({ args, request, data }) => {
  api.script({ [request]: [data] })
  expect(JSON.parse((await admin([...args, '--json'])).out)).toEqual(data)
})

test('a new key shows its access token once, without the shortened form', async () => {
  api.script({ 'POST /admin/environments/env_1/keys': [newKey] })
  const { out } = await admin(['keys', 'create', 'env_1'])
  expect(out.split(newKey.access_token)).toHaveLength(2)
  expect(out).not.toContain(key.token)
})

test('an empty list prints a sentence, and as JSON an empty array', async () => {
  api.script({ 'GET /admin/merchants': [[]] })
  expect((await admin(['merchants', 'list'])).out).toBe('None yet.\n')
  expect((await admin(['merchants', 'list', '--json'])).out).toBe('[]\n')
})

test.each([
  ['30m', 30 * 60_000],
  ['12h', 12 * 3_600_000],
  ['90d', 90 * 86_400_000],
])('a key made with --expires-in %s expires that long from now', async (lifetime, expectedMs) => {
  api.script({ 'POST /admin/environments/env_1/keys': [newKey] })
  const before = Date.now()
  await admin(['keys', 'create', 'env_1', '--expires-in', lifetime])
  const [body] = api.calls.map((call) => call.body as { expires_at: string })
  const expiresAtMs = Date.parse(body?.expires_at ?? '')
  expect(expiresAtMs).toBeGreaterThanOrEqual(before + expectedMs)
  expect(expiresAtMs).toBeLessThanOrEqual(Date.now() + expectedMs)
})

test.each([
  ['a lifetime without a unit', ['keys', 'create', 'env_1', '--expires-in', '90'], 'such as 30m, 12h or 90d'],
  ['no lifetime', ['keys', 'create', 'env_1', '--expires-in', '0d'], 'such as 30m, 12h or 90d'],
  [
    'two expiries',
    ['keys', 'create', 'env_1', '--expires-in', '1d', '--expires-at', created_at],
    "'--expires-in <time>' cannot be used with option '--expires-at <time>'",
  ],
  ['a suspension without a reason', ['keys', 'suspend', 'key_1'], "required option '--reason <text>'"],
])('%s is a usage error', async (_what, args, message) => {
  api.script({})
  const { exitCode, err } = await admin(args)
  expect([exitCode, api.calls]).toEqual([2, []])
  expect(err).toContain(message)
})

test("the demo keeps the token in sandbox.json, which the README's walk uses", async () => {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-cli-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const sandbox = { ...demo, admin_url: api.url, admin_token: 'operator' }
  writeFileSync(join(directory, 'sandbox.json'), JSON.stringify(sandbox))
  api.script({ 'POST /admin/demo': [demo] })
  expect((await waybill(['admin', 'demo'], { env: { WAYBILL_DATA_DIR: directory } })).exitCode).toBe(0)
  expect(api.calls).toMatchObject([{ body: { access_token: 'wb_test_demo' }, authorization: 'Bearer operator' }])
})
