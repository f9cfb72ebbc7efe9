/** Nothing on the way to a caller may keep an answer that shows a secret or a URL that opens a document. */
import { newId } from '@waybill/contracts/ids'
import { ADMIN_TOKEN } from '@waybill/identity/testing/tenants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminRouteTable } from '../admin/table.ts'
import { routeTable } from '../routes/table.ts'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

const prefixes: Record<string, Parameters<typeof newId>[0]> = { shipment_id: 'shp', booking_id: 'bkg', quote_id: 'qte' }
const getPath = (template: string) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => (prefixes[name] ? newId(prefixes[name]) : 'x'))

/** The Cache-Control header of a route's answer. The body is not read, since streams do not end. */
async function readCaching(url: string, token: string, { method, path }: { method: string; path: string }) {
  const response = await fetch(url + getPath(path), { method, headers: { authorization: `Bearer ${token}` } })
  await response.body?.cancel()
  return response.headers.get('cache-control')
}

const merchantRoutes = routeTable.filter(({ access }) => access.kind !== 'anyone')

test.each(merchantRoutes.map((route) => [route.operationId, route] as const))(
  'the answer of %s must not be stored',
  async (_, route) => {
    expect(await readCaching(gateway.url, gateway.token, route)).toMatch(/\bno-store$/)
  },
)

test.each(adminRouteTable.map((route) => [route.operationId, route] as const))(
  'the answer of the admin operation %s must not be stored',
  async (_, route) => {
    expect(await readCaching(gateway.adminUrl, ADMIN_TOKEN, route)).toBe('no-store')
  },
)

test('an answer with a new secret or token must not be stored', async () => {
  const created = await gateway.call('POST', '/api/v1/webhooks/subscriptions', {
    body: { url: 'https://receiver.example.com/', events: ['*'] },
  })
  const key = await gateway.admin('POST', `/admin/environments/${gateway.environmentId}/keys`, { body: {} })
  expect([created.status, created.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect([key.status, key.headers.get('cache-control')]).toEqual([201, 'no-store'])
})

test('only pages that anyone may read set the header themselves', () => {
  const open = routeTable.filter(({ access }) => access.kind === 'anyone').map(({ path }) => path)
  expect(open.toSorted()).toMatchInlineSnapshot(`
    [
      "/",
      "/.well-known/jwks.json",
      "/.well-known/oauth-authorization-server",
      "/api/v1/session",
      "/api/v1/session/invitation",
      "/api/v1/session/link",
      "/api/v1/session/link/account",
      "/api/v1/session/oidc",
      "/api/v1/session/oidc/callback",
      "/api/v1/session/passkey",
      "/api/v1/session/passkey/options",
      "/api/v1/session/password-reset",
      "/api/v1/session/second-factor",
      "/console",
      "/console/*",
      "/console/assets/*",
      "/console/config.json",
      "/console/map.pmtiles",
      "/downloads/waybill-cli.tgz",
      "/downloads/waybill-mcp.tgz",
      "/downloads/waybill-sdk.tgz",
      "/livez",
      "/logos/{logo_token}",
      "/oauth/token",
      "/r/{tracking_token}",
      "/r/{tracking_token}",
      "/r/{tracking_token}/label",
      "/readyz",
      "/t/{tracking_token}",
      "/t/{tracking_token}/stream",
    ]
  `)
})
