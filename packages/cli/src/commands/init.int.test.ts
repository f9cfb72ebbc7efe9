import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminApi, startAdminApi } from '../testing/admin-api.ts'
import { waybill } from '../testing/terminal.ts'

let api: AdminApi
beforeAll(async () => {
  api = await startAdminApi()
})
afterAll(() => api.stop())

const OPTIONS = ['--merchant', 'Corner Bakery', '--name', 'Ada', '--email', 'ada@example.com']
const run = (args: string[], env: Record<string, string> = {}) =>
  waybill(['admin', ...args], {
    env: Object.assign({ WAYBILL_ADMIN_URL: api.url, WAYBILL_ADMIN_TOKEN: 'operator' }, env),
  })
const link = { sign_in_url: 'https://waybill.example.com/console/sign-in#token=x', expires_in_seconds: 3600 }
const merchant = { merchant_id: 'mer_1', name: 'Corner Bakery' }
const environments = [
  { environment_id: 'env_2', mode: 'live' },
  { environment_id: 'env_1', mode: 'test' },
]

test('init makes merchant, environments, owner and key, and prints the link, the key and what is next', async () => {
  api.script({
    'GET /admin/merchants': [[{ merchant_id: 'mer_0', name: 'Demo Merchant' }]],
    'POST /admin/merchants': [merchant],
    'GET /admin/merchants/mer_1/environments': [[]],
    'POST /admin/merchants/mer_1/environments': [environments[1] ?? {}, environments[0] ?? {}],
    'GET /admin/merchants/mer_1/members': [[]],
    'POST /admin/merchants/mer_1/owners': [link],
    'GET /admin/environments/env_1/keys': [[]],
    'POST /admin/environments/env_1/keys': [{ key_id: 'key_1', name: 'First key', access_token: 'wb_test_secret' }],
  })
  const { exitCode, out, err } = await run(['init', ...OPTIONS])
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' })
  for (const shown of [
    link.sign_in_url,
    'wb_test_secret',
    'env_1',
    'env_2',
    'within 60 minutes',
    'connect a carrier',
  ]) {
    expect(out).toContain(shown)
  }
  const made = api.calls
    .filter(({ request }) => request.startsWith('POST'))
    .map(({ request, body }) => ({ request, body }))
  expect(made).toEqual([
    { request: 'POST /admin/merchants', body: { name: 'Corner Bakery' } },
    { request: 'POST /admin/merchants/mer_1/environments', body: { mode: 'test' } },
    { request: 'POST /admin/merchants/mer_1/environments', body: { mode: 'live' } },
    { request: 'POST /admin/merchants/mer_1/owners', body: { email: 'ada@example.com', name: 'Ada' } },
    { request: 'POST /admin/environments/env_1/keys', body: { name: 'First key' } },
  ])
})

test('init again makes only a new link, and says how to get another key', async () => {
  api.script({
    'GET /admin/merchants': [[merchant]],
    'GET /admin/merchants/mer_1/environments': [environments],
    'GET /admin/merchants/mer_1/members': [[{ email: 'Ada@example.com' }]],
    'POST /admin/merchants/mer_1/sign-in-links': [link],
    'GET /admin/environments/env_1/keys': [[{ key_id: 'key_1', name: 'First key', revoked_at: null }]],
  })
  const { exitCode, out } = await run(['init', ...OPTIONS])
  expect(exitCode).toBe(0)
  expect(out).toContain(link.sign_in_url)
  expect(out).toContain('key_1, shown when it was made; for another: waybill admin keys create env_1')
  const made = api.calls.filter(({ request }) => request.startsWith('POST')).map(({ request }) => request)
  expect(made).toEqual(['POST /admin/merchants/mer_1/sign-in-links'])
})

test('where the API is public, a demo is made only after a question', async () => {
  const env = { WAYBILL_PUBLIC_URL: 'https://waybill.example.com' }
  const demo = { base_url: 'https://waybill.example.com', access_token: 'wb_test_demo', merchant_id: 'mer_1' }
  api.script({ 'POST /admin/demo': [demo] })
  const refused = await run(['demo'], env)
  expect([refused.exitCode, api.calls]).toEqual([2, []])
  expect(refused.err).toContain('Pass --yes to confirm')
  expect((await run(['demo', '--yes'], env)).exitCode).toBe(0)
  expect((await run(['demo'], { WAYBILL_PUBLIC_URL: 'http://localhost:8080' })).exitCode).toBe(0)
})
