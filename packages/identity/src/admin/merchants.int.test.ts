import { createHmac } from 'node:crypto'
import { run } from '@waybill/cli/program'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestIdentity, type TestIdentity } from '../testing/running-identity.ts'
import { ADMIN_TOKEN } from '../testing/tenants.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())

test.each([
  ['no token', null, 'unauthenticated'],
  ['another token', 'wb_test_x', 'invalid_token'],
])('the admin API rejects %s', async (_what, token, code) => {
  const reply = await identity.admin('GET', '/admin/merchants', { token })
  expect(reply.status).toBe(401)
  expect(reply.body.error.code).toBe(code)
})

test("the admin API rejects a merchant's token, and the public port does not serve it", async () => {
  expect((await identity.admin('GET', '/admin/merchants', { token: identity.token })).status).toBe(401)
  expect((await identity.call('GET', '/admin/merchants', { token: ADMIN_TOKEN })).status).toBe(404)
})

test('the operator creates a merchant, an environment and a key, and the key works', async () => {
  const { merchant_id } = (await identity.admin('POST', '/admin/merchants', { body: { name: 'Shop' } })).body.data
  const path = `/admin/merchants/${merchant_id}/environments`
  const live = await identity.admin('POST', path, { body: { mode: 'live' } })
  expect(live.status).toBe(201)
  expect(live.body.data).toMatchObject({ merchant_id, mode: 'live', name: 'Live' })
  const keys = `/admin/environments/${live.body.data.environment_id}/keys`
  const made = await identity.admin('POST', keys, { body: { name: 'Server', scopes: ['shipments:read'] } })
  const { access_token, token, scopes } = made.body.data
  expect(access_token).toMatch(/^wb_live_/)
  expect(token).toBe(`wb_live_…${access_token.slice(-4)}`)
  expect(scopes).toEqual(['shipments:read'])
  expect((await identity.call('GET', '/api/v1/shipments', { token: access_token })).status).toBe(200)
  expect(identity.resources.calls.at(-1)?.context.livemode).toBe(true)
  const listed = await identity.admin('GET', keys)
  expect(listed.body.data).toHaveLength(1)
  expect(listed.text).not.toContain(access_token)
  expect((await identity.admin('GET', path)).body.data).toHaveLength(1)
})

test('an unknown id is 404, an invalid field 422', async () => {
  expect((await identity.admin('GET', '/admin/merchants/mer_x/environments')).status).toBe(404)
  expect((await identity.admin('POST', '/admin/environments/env_x/keys', { body: {} })).status).toBe(404)
  expect((await identity.admin('DELETE', '/admin/keys/key_x')).status).toBe(404)
  expect((await identity.admin('POST', '/admin/merchants', { body: { name: '' } })).status).toBe(422)
  const keys = `/admin/environments/${identity.environmentId}/keys`
  expect((await identity.admin('POST', keys, { body: { scopes: ['everything'] } })).status).toBe(422)
  expect((await identity.admin('POST', keys, { body: { rate_limit_per_second: 0 } })).status).toBe(422)
})

test('each call for the demo answers a new random key of the same merchant and ends the key before, if nobody used it', async () => {
  const getStatus = async (token: string) => (await identity.call('GET', '/api/v1/shipments', { token })).status
  const first = (await identity.admin('POST', '/admin/demo')).body.data
  expect(first).toEqual({
    merchant_id: expect.stringMatching(/^mer_/),
    environment_id: expect.stringMatching(/^env_/),
    console_url: expect.stringMatching(/^https:\/\/api\.example\.com\/console\/sign-in#token=/),
    access_token: expect.stringMatching(/^wb_test_/),
    base_url: 'https://api.example.com',
    docs_url: 'https://api.example.com/docs',
  })
  const second = (await identity.admin('POST', '/admin/demo', { body: {} })).body.data
  expect({ ...second, access_token: first.access_token, console_url: first.console_url }).toEqual(first)
  expect(second.access_token).not.toBe(first.access_token)
  expect(await getStatus(first.access_token)).toBe(401)
  const reply = await identity.call('GET', '/api/v1/shipments', { token: second.access_token })
  expect([reply.status, reply.headers.get('ratelimit-policy')]).toEqual([200, '"default";q=20000;w=2'])

  const kept = await identity.admin('POST', '/admin/demo', { body: { access_token: second.access_token } })
  expect({ ...kept.body.data, console_url: second.console_url }).toEqual(second)
  const computed = createHmac('sha256', ADMIN_TOKEN).update('demo key').digest('base64url')
  expect(await getStatus(`wb_test_${computed}`)).toBe(401)
})

// From its sixth call on over one connection, Postgres may plan a prepared statement without its parameters.
test('creating the demo merchant ten times works under a generic plan', async () => {
  for (let call = 1; call <= 10; call++) {
    expect((await identity.admin('POST', '/admin/demo')).status).toBe(200)
  }
})

async function waybill(...args: string[]) {
  const printed = { out: '', err: '' }
  const exitCode = await run(args, {
    env: { WAYBILL_ADMIN_URL: identity.adminUrl, WAYBILL_ADMIN_TOKEN: ADMIN_TOKEN },
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
    },
  })
  return { exitCode, ...printed }
}

test('the command line manages merchants, environments and keys', async () => {
  const merchant = JSON.parse((await waybill('admin', 'merchants', 'create', 'Florist', '--json')).out)
  expect((await waybill('admin', 'merchants', 'list')).out).toContain('Florist')
  const made = await waybill('--json', 'admin', 'environments', 'create', merchant.merchant_id)
  const environment = JSON.parse(made.out)
  expect(environment.mode).toBe('test')
  expect((await waybill('admin', 'environments', 'list', merchant.merchant_id)).out).toContain('Test')
  const key = JSON.parse(
    (await waybill('--json', 'admin', 'keys', 'create', environment.environment_id, '--scope', 'shipments:read')).out,
  )
  expect((await identity.call('GET', '/api/v1/shipments', { token: key.access_token })).status).toBe(200)
  expect((await waybill('admin', 'keys', 'revoke', key.key_id)).out).toContain('Revoked')
  expect((await identity.call('GET', '/api/v1/shipments', { token: key.access_token })).status).toBe(401)
  expect((await waybill('admin', 'keys', 'list', environment.environment_id)).out).toContain(key.key_id)
  const { access_token } = JSON.parse((await waybill('admin', 'demo', '--json')).out)
  expect((await identity.call('GET', '/api/v1/shipments', { token: access_token })).status).toBe(200)
})

test('the command line prints the error and exits with 1', async () => {
  const refused = await waybill('admin', 'keys', 'revoke', 'key_x')
  expect(refused).toEqual({
    exitCode: 1,
    out: '',
    err: 'Invalid key_id: expected key_ followed by 26 lower-case letters or digits.\n',
  })
})
