/** Behaviour for every request: addresses behind proxies, log lines, metrics, headers of errors. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const SHIPMENT = `/api/v1/shipments/${newId('shp')}`

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ trustProxy: '127.0.0.1', addressRateLimit: 5 })
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.services.reset()
  gateway.logged.length = 0
})

const lines = () => gateway.logged.map((text) => JSON.parse(text)).filter(({ msg }) => msg === 'http.answered')
const findLine = (requestId: string | null) =>
  eventually(() => {
    const line = lines().find((one) => one.requestId === requestId)
    expect(line).toBeDefined()
    return line
  })
const anonymousFrom = (address: string) =>
  gateway.call('GET', '/.well-known/jwks.json', { token: null, headers: { 'x-forwarded-for': address } })

test('behind a trusted proxy callers are limited by the address that the proxy reports', async () => {
  const statuses = await Promise.all(Array.from({ length: 30 }, () => anonymousFrom('192.0.2.1')))
  expect(statuses.map(({ status }) => status)).toContain(429)
  expect((await anonymousFrom('192.0.2.2')).status).toBe(200)
})

test('an address that a caller invents in front of the proxy is not trusted', async () => {
  const invented = () => `198.51.100.${Math.floor(Math.random() * 250)}, 192.0.2.3`
  const statuses = await Promise.all(Array.from({ length: 30 }, () => anonymousFrom(invented())))
  expect(statuses.map(({ status }) => status)).toContain(429)
})

test('requests through a proxy that is not trusted are reported once', async () => {
  const direct = await startTestGateway()
  try {
    const warnings = () => direct.logged.filter((line) => line.includes('proxy.not_trusted'))
    await direct.call('GET', '/docs/errors', { token: null })
    expect(warnings()).toEqual([])
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      await direct.call('GET', '/docs/errors', { token: null, headers: { 'x-forwarded-for': address } })
    }
    expect(warnings()).toHaveLength(1)
  } finally {
    await direct.stop()
  }
})

test('errors that a caller repeats do not fill the log, but are counted', async () => {
  const own = await startTestGateway()
  const { keyId, token } = await own.createKey()
  const statuses = await Promise.all(
    Array.from({ length: 100 }, () => own.call('GET', '/api/v1/shipments/nonsense', { token })),
  )
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([404]))
  await own.stop()
  const ofKey = own.logged.map((text) => JSON.parse(text)).filter((line) => line.keyId === keyId)
  const answered = ofKey.filter(({ msg }) => msg === 'http.answered')
  const suppressed = ofKey.filter(({ msg }) => msg === 'http.answers_suppressed')
  expect(answered.length).toBeLessThanOrEqual(40)
  expect(suppressed[0]).toMatchObject({ status: 404, environmentId: own.environmentId })
  expect(answered.length + suppressed.reduce((sum, line) => sum + line.suppressed, 0)).toBe(100)
})

const readMetrics = async () => (await fetch(`${gateway.opsUrl}/metrics`)).text()

test('refusals are counted by API and reason, from zero on', async () => {
  const count = async (api: string, status: number, reason: string): Promise<number> => {
    const labels = `{api="${api}",status="${status}",reason="${reason}",service="gateway"}`
    const line = (await readMetrics()).split('\n').find((text) => text.startsWith(`http_refusals_total${labels} `))
    return Number(line?.split(' ')[1])
  }
  expect(await count('admin', 401, 'unauthenticated')).toBe(0)
  const before = await count('public', 401, 'invalid_token')
  const limitedBefore = await count('public', 429, 'address')

  await gateway.admin('POST', '/admin/demo', { token: 'a-guess' })
  const headers = { 'x-forwarded-for': '192.0.2.77' }
  const statuses = await Promise.all(
    Array.from({ length: 30 }, () => gateway.call('GET', '/api/v1/shipments', { token: 'a-guess', headers })),
  )
  const limited = statuses.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  expect(limited[0]?.body.error.meta).toEqual({ policy: 'address' })
  await eventually(async () => {
    expect(await count('admin', 401, 'invalid_token')).toBe(1)
    expect(await count('public', 401, 'invalid_token')).toBe(before + 30 - limited.length)
    expect(await count('public', 429, 'address')).toBe(limitedBefore + limited.length)
  })
})

test('a response is logged with route, key and duration, but not with the query or the token', async () => {
  const reply = await gateway.call('GET', '/api/v1/shipments?merchant_order_ref=SECRET-1')
  const line = await findLine(reply.headers.get('x-request-id'))
  expect(line).toMatchObject({
    method: 'GET',
    route: '/api/v1/shipments',
    status: 200,
    environmentId: gateway.environmentId,
    keyId: gateway.keyId,
    durationMs: expect.any(Number),
  })
  expect(gateway.logged.join('')).not.toMatch(/SECRET-1|wb_test_/)
})

test('a rejected request is logged with its code, an unknown path without a route', async () => {
  const unknown = await gateway.call('GET', '/api/v1/parcels')
  expect(await findLine(unknown.headers.get('x-request-id'))).toMatchObject({
    route: 'none',
    status: 404,
    code: 'route_not_found',
  })
})

test('an unexpected error is logged at error level with its text, and is not returned', async () => {
  gateway.services.answer('ShipmentService.Get', () => ({ status: 'no number' }))
  const reply = await gateway.call('GET', SHIPMENT)
  expect(reply.status).toBe(500)
  expect(Object.keys(reply.body.error)).not.toContain('stack')
  const line = await findLine(reply.headers.get('x-request-id'))
  expect(line).toMatchObject({ status: 500, code: 'internal_error', err: expect.anything() })
})

test('probes are not logged as requests at info level', async () => {
  const probe = await gateway.call('GET', '/livez', { token: null })
  const request = await gateway.call('GET', SHIPMENT)
  expect((await findLine(probe.headers.get('x-request-id'))).level).not.toBe(
    (await findLine(request.headers.get('x-request-id'))).level,
  )
})

test('requests are measured by method, route, status and type of error', async () => {
  await gateway.call('GET', SHIPMENT)
  await gateway.call('GET', '/api/v1/shipments?limit=0')
  await eventually(async () => {
    const metrics = await (await fetch(`${gateway.opsUrl}/metrics`)).text()
    expect(metrics).toMatch(/duration_seconds_count\{[^}]*route="\/api\/v1\/shipments\/:shipment_id",status="200"/)
    expect(metrics).toMatch(/duration_seconds_count\{[^}]*status="400",error="invalid_request"/)
  })
})

test('every response has a request id and the security headers, errors too', async () => {
  for (const path of [SHIPMENT, '/nowhere', '/livez', '/openapi.json']) {
    const { headers } = await gateway.call('GET', path)
    expect(headers.get('x-request-id'), path).toMatch(/^req_/)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('strict-transport-security'), path).toContain('max-age=')
    expect(headers.get('x-powered-by'), path).toBeNull()
  }
})

test.each([
  ['POST', '/nowhere', 'transfer-encoding: chunked\r\n\r\n400\r\n'],
  ['GET', '/livez', 'content-length: 99999999999\r\n\r\n'],
  ['POST', '/api/v1/shipments', 'content-length: 99999999999\r\n\r\n'],
])('a body that nobody reads does not go on for ever: %s %s', async (method, path, rest) => {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 192.0.2.78\r\n${rest}`)
  const answer: string[] = []
  socket.on('data', (part) => answer.push(String(part)))
  await once(socket, 'close')
  expect(answer.join('')).toMatch(/^HTTP\/1.1 (?:200|401|404) .*connection: close/is)
})
