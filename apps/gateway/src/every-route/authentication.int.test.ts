import { randomBytes } from 'node:crypto'
import { scopes } from '@waybill/contracts/requests/scopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routeTable } from '../routes/table.ts'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

/** In the form of a token. */
const unknownToken = () => `wb_test_${randomBytes(32).toString('base64url')}`
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, 'x')
const withToken = routeTable.flatMap((route) =>
  'scope' in route.access ? [{ ...route, scope: route.access.scope }] : [],
)

test.each(withToken)('$method $path answers 401 without a token', async ({ method, path }) => {
  const reply = await gateway.call(method, filled(path), {
    token: null,
    raw: method === 'GET' ? undefined : 'not JSON',
  })
  expect(reply.status).toBe(401)
  expect(reply.body.error).toMatchObject({ type: 'authentication', code: 'unauthenticated', status: 401 })
  expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="waybill"')
})

test.each(['label', 'proof/photo-1'])(
  '%s without token and signature is 401 with a challenge, and the message names both',
  async (what) => {
    const path = `/api/v1/bookings/bkg_01kavb5t9dfxbr4n6p8r0t2v4x/${what}`
    for (const query of ['', '?signature=', '?environment=env_1&expires=1']) {
      const reply = await gateway.call('GET', path + query, { token: null })
      expect([query, reply.status, reply.body.error?.code]).toEqual([query, 401, 'unauthenticated'])
      expect(reply.body.error.message).toMatch(/Authorization: Bearer .* signed URL/)
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="waybill"')
    }
  },
)

const forKeys = withToken.filter(({ access }) => access.kind !== 'session')

test.each(forKeys)('$method $path answers 403 with every scope but $scope', async ({ method, path, scope }) => {
  const { token } = await gateway.createKey({ scopes: scopes.filter((other) => other !== scope) })
  const reply = await gateway.call(method, filled(path), { token, raw: method === 'GET' ? undefined : 'not JSON' })
  expect(reply.status).toBe(403)
  expect(reply.body.error).toMatchObject({ type: 'permission', code: 'insufficient_scope', meta: { scope } })
  expect(reply.headers.get('www-authenticate')).toContain('insufficient_scope')
})

test('a key with one scope may use the operations of that scope', async () => {
  const { token } = await gateway.createKey({ scopes: ['shipments:read'] })
  expect((await gateway.call('GET', '/api/v1/shipments', { token })).status).toBe(200)
})

test.each([
  ['another scheme', 'Basic abc', 'unauthenticated'],
  ['nothing behind the scheme', 'Bearer', 'unauthenticated'],
  ['something that is no token', 'Bearer hello', 'invalid_token'],
  ['a token that nobody has', `Bearer ${unknownToken()}`, 'invalid_token'],
  ['a token in part', `Bearer ${unknownToken().slice(0, -1)}`, 'invalid_token'],
])('a request with %s is rejected', async (_what, authorization, code) => {
  const reply = await gateway.call('GET', '/api/v1/shipments', { token: null, headers: { authorization } })
  expect(reply.status).toBe(401)
  expect(reply.body.error.code).toBe(code)
})

test('a revoked key is rejected at once by the gateway that revoked it', async () => {
  const { keyId, token } = await gateway.createKey()
  expect((await gateway.call('GET', '/api/v1/shipments', { token })).status).toBe(200)
  expect((await gateway.admin('DELETE', `/admin/keys/${keyId}`)).status).toBe(200)
  const reply = await gateway.call('GET', '/api/v1/shipments', { token })
  expect(reply.status).toBe(401)
  expect(reply.body.error.code).toBe('token_revoked')
})

test('neither tokens nor their hashes are logged', async () => {
  await gateway.call('GET', '/api/v1/shipments')
  await gateway.call('GET', '/api/v1/shipments', { token: unknownToken() })
  const lines = gateway.logged.join('')
  expect(lines).toContain('http.answered')
  expect(lines).toContain(gateway.keyId)
  expect(lines).not.toMatch(/wb_(test|live)_/)
})
