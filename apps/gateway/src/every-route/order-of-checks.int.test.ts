import { request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import type { CallOptions } from '@waybill/identity/testing/api-caller'
import { aShipmentDocument } from '@waybill/testing/builders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const SHIPMENTS = '/api/v1/shipments'
const CANCEL = `${SHIPMENTS}/shp_01kavb2m4jf8h9x7q5w3e1r0ty/cancel`

let gateway: TestGateway
let readOnly: string
beforeAll(async () => {
  gateway = await startTestGateway()
  readOnly = (await gateway.createKey({ scopes: ['shipments:read'] })).token
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.services.reset())

const large = ' '.repeat(384 * 1024 + 1)
const text = { 'content-type': 'text/plain' }

const order: [what: string, method: string, path: string, options: CallOptions, status: number, code: string][] = [
  [
    'an unknown path is checked first',
    'POST',
    '/api/v1/parcels',
    { token: null, raw: large, headers: text },
    404,
    'route_not_found',
  ],
  ['a trailing slash makes a different path', 'POST', `${SHIPMENTS}/`, { token: null }, 404, 'route_not_found'],
  [
    'the method is checked before the token',
    'PUT',
    SHIPMENTS,
    { token: null, raw: large, headers: text },
    405,
    'method_not_allowed',
  ],
  [
    'the token is checked before the scope',
    'POST',
    SHIPMENTS,
    { token: 'x', raw: large, headers: text },
    401,
    'invalid_token',
  ],
  [
    'the scope is checked before the media type',
    'POST',
    SHIPMENTS,
    { raw: large, headers: text },
    403,
    'insufficient_scope',
  ],
  [
    'the media type is checked before the size',
    'POST',
    SHIPMENTS,
    { raw: large, headers: text },
    415,
    'unsupported_media_type',
  ],
  ['the size is checked before the syntax', 'POST', SHIPMENTS, { raw: large }, 413, 'payload_too_large'],
  [
    'headers are checked before fields',
    'POST',
    SHIPMENTS,
    { body: {}, headers: { 'idempotency-key': 'a b' } },
    400,
    'invalid_header',
  ],
  ['the syntax is checked before fields', 'POST', SHIPMENTS, { raw: '{' }, 400, 'invalid_json'],
  [
    "another merchant's merchant_id is checked before fields",
    'POST',
    SHIPMENTS,
    { body: { merchant_id: 'mer_other' } },
    403,
    'merchant_mismatch',
  ],
  ['fields are checked before the id', 'POST', `${SHIPMENTS}/nonsense/cancel`, { body: {} }, 422, 'validation_error'],
  [
    'fields that their owner validates are checked before the id, too',
    'PATCH',
    `${SHIPMENTS}/nonsense`,
    { body: { parcels: [] } },
    422,
    'validation_error',
  ],
  [
    'a malformed id is not found',
    'POST',
    `${SHIPMENTS}/nonsense/cancel`,
    { body: { reason_code: 'x' } },
    404,
    'shipment_not_found',
  ],
]

test.each(order)('%s', async (_what, method, path, options, status, code) => {
  const token = code === 'insufficient_scope' ? readOnly : options.token
  const reply = await gateway.call(method, path, { ...options, token })
  expect(reply.status).toBe(status)
  expect(reply.body.error.code).toBe(code)
})

test('405 and OPTIONS return the allowed methods', async () => {
  const refused = await gateway.call('DELETE', SHIPMENTS)
  expect(refused.headers.get('allow')).toBe('GET, HEAD, POST')
  const options = await gateway.call('OPTIONS', CANCEL, { token: null })
  expect(options.status).toBe(204)
  expect(options.headers.get('allow')).toBe('POST')
})

test('HEAD responds like GET, without a body', async () => {
  const reply = await gateway.call('HEAD', SHIPMENTS)
  expect(reply.status).toBe(200)
  expect(reply.text).toBe('')
  expect((await gateway.call('HEAD', SHIPMENTS, { token: null })).status).toBe(401)
})

test('an Accept header that excludes JSON answers 406', async () => {
  const reply = await gateway.call('GET', SHIPMENTS, { headers: { accept: 'text/html' } })
  expect(reply.status).toBe(406)
  expect(reply.body.error.code).toBe('not_acceptable')
})

test.each(['a b', '"', 'x'.repeat(256), '""'])('Idempotency-Key %j is rejected', async (key) => {
  const reply = await gateway.call('POST', SHIPMENTS, {
    body: aShipmentDocument(),
    headers: { 'idempotency-key': key },
  })
  expect(reply.status).toBe(400)
  expect(reply.body.error).toMatchObject({
    code: 'invalid_header',
    details: [{ field: 'Idempotency-Key', location: 'header' }],
  })
})

test('a malformed If-Match is rejected on conditional routes and ignored on others', async () => {
  const headers = { 'if-match': 'nonsense' }
  const counted = await gateway.call('POST', CANCEL, { body: { reason_code: 'x' }, headers })
  expect(counted.body.error.code).toBe('invalid_header')
  expect((await gateway.call('POST', SHIPMENTS, { body: aShipmentDocument(), headers })).status).toBe(200)
})

test('problem details contain the fields of the error envelope', async () => {
  const headers = { accept: 'application/problem+json' }
  const reply = await gateway.call('POST', SHIPMENTS, { body: {}, headers })
  expect(reply.status).toBe(422)
  expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(reply.body).toMatchObject({
    type: `${gateway.options.publicUrl}/docs/errors#validation_error`,
    title: expect.any(String),
    status: 422,
    detail: '5 fields are invalid.',
    code: 'validation_error',
    error_type: 'invalid_request',
    request_id: reply.headers.get('x-request-id'),
  })
  expect(reply.body.details).toHaveLength(5)
})

test("the caller's X-Request-Id is echoed, an invalid one replaced", async () => {
  const kept = await gateway.call('GET', SHIPMENTS, { headers: { 'x-request-id': 'order-7.retry_2' } })
  expect(kept.headers.get('x-request-id')).toBe('order-7.retry_2')
  const replaced = await gateway.call('GET', '/nowhere', { headers: { 'x-request-id': 'two words' } })
  expect(replaced.headers.get('x-request-id')).toMatch(/^req_/)
  expect(replaced.body.error.request_id).toBe(replaced.headers.get('x-request-id'))
})

test('a caller that sends a large body in chunks can read the error', async () => {
  const { status, body } = await new Promise<{ status?: number; body: string }>((resolve, reject) => {
    const request = rawRequest(gateway.url + SHIPMENTS, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
    })
    request.on('error', reject).on('response', async (response) => {
      resolve({ status: response.statusCode, body: (await response.toArray()).join('') })
    })
    for (let sent = 0; sent < 2 * 1024; sent++) request.write(' '.repeat(1024))
    request.end()
  })
  expect(status).toBe(413)
  expect(JSON.parse(body).error).toMatchObject({
    code: 'payload_too_large',
    message: expect.stringContaining('384 KiB'),
  })
})

test('invalid HTTP gets our error envelope and closes the connection', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', reject).on('end', () => resolve(text))
    socket.write('GET / HTTP/1.1\r\nno colon here\r\n\r\n')
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').error.code).toBe('invalid_header')
})
