/** What the server does for every request: addresses behind proxies, log lines, metrics, headers of errors. */
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
  gateway.call('GET', '/docs/errors', { token: null, headers: { 'x-forwarded-for': address } })

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
