import { afterEach, expect, test, vi } from 'vitest'
import { Waybill, type WaybillOptions } from './client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const baseUrl = 'https://waybill.example.com'

function enterBrowser() {
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('origin', 'https://waybill.example.com')
}

/** The request that a call makes. */
async function toRequest(options: WaybillOptions): Promise<{ url: string; init: RequestInit }> {
  let seen: { url: string; init: RequestInit } | undefined
  const fetch = async (url: unknown, init?: RequestInit) => {
    seen = { url: String(url), init: init ?? {} }
    return Response.json({ success: true, data: {} })
  }
  await new Waybill({ ...options, fetch: fetch as typeof globalThis.fetch }).shipments.get('shp_1')
  if (!seen) throw new Error('nothing was requested')
  return seen
}

test('an API key in a browser is refused unless it is allowed', async () => {
  enterBrowser()
  const apiKey = 'wb_test_1'
  expect(() => new Waybill({ apiKey, baseUrl })).toThrow('can be read by everybody who opens the page')
  const { init } = await toRequest({ apiKey, baseUrl, dangerouslyAllowBrowser: true })
  expect(init).toMatchObject({ credentials: 'omit', headers: { authorization: 'Bearer wb_test_1' } })
})

test('a session sends the cookies of its origin, its proof against forged requests and its environment', async () => {
  enterBrowser()
  vi.stubGlobal('document', { cookie: 'theme=dark; waybill_csrf=abc-1; other=2' })
  const { url, init } = await toRequest({ session: true, environmentId: () => 'env_1' })
  expect(url).toBe('https://waybill.example.com/api/v1/shipments/shp_1')
  expect(init).toMatchObject({
    credentials: 'same-origin',
    headers: { 'x-waybill-csrf': 'abc-1', 'waybill-environment': 'env_1' },
  })
  expect(init.headers).not.toHaveProperty('authorization')
})

test('a page without a session has no proof to send', async () => {
  enterBrowser()
  const { init } = await toRequest({ session: true })
  expect(init.headers).not.toHaveProperty('x-waybill-csrf')
  expect(init.headers).not.toHaveProperty('waybill-environment')
})

test('the path of baseUrl is kept', async () => {
  const { url } = await toRequest({ apiKey: 'wb_test_1', baseUrl: 'https://example.com/waybill/' })
  expect(url).toBe('https://example.com/waybill/api/v1/shipments/shp_1')
})

test('the address and the key are those of the environment unless they are passed', async () => {
  vi.stubEnv('WAYBILL_URL', 'https://env.example.com/')
  vi.stubEnv('WAYBILL_API_KEY', 'wb_test_env')
  const { url, init } = await toRequest({})
  expect(url).toBe('https://env.example.com/api/v1/shipments/shp_1')
  expect(init).toMatchObject({ headers: { authorization: 'Bearer wb_test_env' } })
  const passed = await toRequest({ baseUrl, apiKey: 'wb_test_1' })
  expect([passed.url.startsWith(baseUrl), passed.init]).toMatchObject([
    true,
    { headers: { authorization: 'Bearer wb_test_1' } },
  ])
})

test.each([
  [{ apiKey: 'wb_test_1' }, 'baseUrl is missing'],
  [{ apiKey: 'wb_test_1', baseUrl: 'waybill.example.com' }, 'baseUrl is "waybill.example.com"'],
  [{ apiKey: 'wb_test_1', baseUrl: 'ftp://example.com' }, 'baseUrl is "ftp://example.com"'],
  [{ apiKey: 'wb_test_1', baseUrl: 'https://example.com/?a=b' }, 'without a query'],
  [{ apiKey: '', baseUrl }, 'apiKey is missing'],
  [{ apiKey: 'wb_test_1\n', baseUrl }, 'apiKey is missing, empty or has a blank'],
  [{ baseUrl }, 'apiKey is missing'],
  [{ session: true }, 'baseUrl is missing'],
])('%j is refused', (options, message) => {
  vi.stubEnv('WAYBILL_URL', '')
  vi.stubEnv('WAYBILL_API_KEY', '')
  expect(() => new Waybill(options as WaybillOptions)).toThrow(message)
})
