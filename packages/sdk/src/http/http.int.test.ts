/** The client against a server that misbehaves. */
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Waybill } from '../client.ts'
import { WaybillError } from '../errors.ts'

let server: HttpReceiver
let waybill: Waybill
beforeEach(async () => {
  server = await startHttpReceiver()
  waybill = new Waybill({ apiKey: 'wb_test_1', baseUrl: `${server.url}/` })
})
afterEach(() => server.stop())

const json = { 'content-type': 'application/json; charset=utf-8' }
const answer = (data: unknown, status = 200) => ({
  status,
  headers: json,
  body: JSON.stringify({ success: true, data }),
})
const failure = (status: number, error: object, headers: Record<string, string> = {}) => ({
  status,
  headers: { ...json, ...headers },
  body: JSON.stringify({
    success: false,
    error: {
      type: 'internal',
      code: 'internal_error',
      message: 'Failed.',
      details: [],
      retryable: true,
      meta: {},
      ...error,
    },
  }),
})
const rejection = async (promise: PromiseLike<unknown>): Promise<WaybillError> =>
  promise.then(
    () => {
      throw new Error('the call succeeded')
    },
    (error) => error,
  )
const keys = () => server.requests.map(({ headers }) => headers['idempotency-key'])

test.each([
  ['a lost connection', { cut: true }],
  ['503 with Retry-After', failure(503, { code: 'service_unavailable' }, { 'retry-after': '0' })],
  ['429', failure(429, { code: 'rate_limited', type: 'rate_limit' }, { 'retry-after': '1' })],
  ['504, whose outcome is not known', failure(504, { code: 'carrier_timeout', type: 'carrier' })],
  ['409 while the first request runs', failure(409, { code: 'idempotency_in_progress', type: 'conflict' })],
  ['a page of a proxy', { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }],
  ['truncated JSON', { status: 201, headers: json, body: '{"success":true,"data":{"shipm' }],
])('a change is repeated with the same key and body after %s', async (_, first) => {
  server.answerNext(first, answer({ shipment_id: 'shp_1' }, 201))
  expect(await waybill.shipments.create({ merchant_order_ref: 'A' } as never)).toEqual({ shipment_id: 'shp_1' })
  expect(server.requests).toHaveLength(2)
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys()).size).toBe(1)
  expect(new Set(server.requests.map(({ body }) => body.toString())).size).toBe(1)
})

test('a call that needs a confirmation is sent again with the same key once the person has confirmed', async () => {
  const refused = failure(403, { code: 'confirmation_required', type: 'permission', retryable: false })
  const answers = [true, false]
  const onConfirmationRequired = async () => answers.shift() ?? false
  const page = new Waybill({ session: true, baseUrl: server.url, onConfirmationRequired, maxRetries: 0 })
  server.answerNext(refused, answer({ key_id: 'key_1' }, 201), refused)
  expect(await page.apiKeys.create({ name: 'Shop' })).toEqual({ key_id: 'key_1' })
  expect(keys()).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
  expect(await rejection(page.apiKeys.create({ name: 'Shop' }))).toMatchObject({ code: 'confirmation_required' })
  expect(server.requests).toHaveLength(3)
})

test('a hanging attempt ends after timeoutMs and is repeated; the error names the key', async () => {
  server.answerAlways({ hang: true })
  const error = await rejection(waybill.quotes.create({ shipment_id: 'shp_1' }, { timeoutMs: 50, maxRetries: 1 }))
  expect(error).toMatchObject({ name: 'TimeoutError', code: 'timed_out', status: null, retryable: true })
  expect(error.message).toContain(`Repeat it with idempotencyKey '${error.idempotencyKey}'`)
  expect(keys()).toEqual([error.idempotencyKey, error.idempotencyKey])
})

test('an answer that is cut off in its body names the key too', async () => {
  server.answerAlways({ status: 201, headers: json, body: '{"success":true,"da' })
  const error = await rejection(waybill.shipments.create({} as never, { idempotencyKey: 'ORDER-1', maxRetries: 0 }))
  expect(error).toMatchObject({ name: 'ConnectionError', retryable: true, idempotencyKey: 'ORDER-1' })
  expect(error.message).toMatch(
    /failed: .*JSON.*The change may have been made\. Repeat it with idempotencyKey 'ORDER-1'/,
  )
})

test('the own key of a call is sent, and every call without one has another', async () => {
  server.answerAlways(answer({}))
  await waybill.shipments.book('shp_1', { quote_option_id: 'qop_1' }, { idempotencyKey: 'book-1' })
  await waybill.shipments.cancel('shp_1', { reason_code: 'customer_request' })
  await waybill.shipments.update('shp_1', {})
  await waybill.shipments.get('shp_1')
  expect(keys()[0]).toBe('book-1')
  expect(new Set(keys()).size).toBe(4)
  expect(keys()[3]).toBeUndefined()
})

test('what fails again is not repeated, and its error has everything the response has', async () => {
  const detail = {
    field: 'parcels[0].weight_kg',
    pointer: '/parcels/0/weight_kg',
    code: 'too_small',
    message: 'is 0',
    location: 'body',
  }
  server.answerNext(
    failure(422, {
      code: 'validation_error',
      type: 'invalid_request',
      retryable: false,
      details: [detail],
      request_id: 'req_1',
    }),
  )
  const error = await rejection(waybill.shipments.create({} as never))
  expect(error).toBeInstanceOf(WaybillError)
  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    status: 422,
    code: 'validation_error',
    requestId: 'req_1',
  })
  expect(error.details).toEqual([detail])
  expect(error.message).toBe('Failed. (422 validation_error, request req_1)\n  parcels[0].weight_kg: is 0')
  expect(server.requests).toHaveLength(1)
})

test('an unknown code and type is an error like any other', async () => {
  server.answerNext(failure(418, { code: 'teapot', type: 'beverage', retryable: false }))
  expect(await rejection(waybill.carriers.list())).toMatchObject({
    name: 'InvalidRequestError',
    code: 'teapot',
    status: 418,
  })
})

test('a Retry-After of more than a minute is not waited for', async () => {
  server.answerAlways(failure(429, { code: 'rate_limited', type: 'rate_limit' }, { 'retry-after': '3600' }))
  const error = await rejection(waybill.shipments.get('shp_1'))
  expect(error).toMatchObject({ name: 'RateLimitError', retryAfterSeconds: 3600 })
  expect(server.requests).toHaveLength(1)
})

test('a deletion that was done although its response was lost succeeds', async () => {
  const gone = failure(404, { code: 'driver_not_found', type: 'not_found', retryable: false })
  server.answerNext({ cut: true }, gone, gone)
  expect(await waybill.drivers.delete('drv_1')).toBeUndefined()
  expect(await rejection(waybill.drivers.delete('drv_1'))).toMatchObject({ name: 'NotFoundError' })
})

test('an abort ends the call with the reason of the signal, also between attempts', async () => {
  const controller = new AbortController()
  server.answerAlways(() => {
    controller.abort(new Error('no longer needed'))
    return failure(503, {}, { 'retry-after': '30' })
  })
  expect(await rejection(waybill.shipments.get('shp_1', { signal: controller.signal }))).toMatchObject({
    message: 'no longer needed',
  })
  expect(await rejection(waybill.shipments.get('shp_1', { signal: controller.signal }))).toMatchObject({
    message: 'no longer needed',
  })
  expect(server.requests).toHaveLength(1)
})

test('a wrong baseUrl is said to be wrong', async () => {
  server.answerNext({ status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>A router</h1>' })
  expect((await rejection(waybill.shipments.get('shp_1'))).message).toMatch(/text\/html, not JSON\. Check baseUrl/)
  server.answerNext({ status: 301, headers: { location: 'https://elsewhere.example/' } })
  const redirected = await rejection(waybill.shipments.create({} as never))
  expect(redirected.message).toContain('redirects to https://elsewhere.example/')
  expect(server.requests).toHaveLength(2)
})

test('a response has its request id and ETag beside the data', async () => {
  server.answerAlways({ ...answer({ id: 1 }), headers: { ...json, etag: '"3"', 'x-request-id': 'req_9' } })
  const call = waybill.shipments.get('shp_1')
  expect(await call.withResponse()).toMatchObject({ data: { id: 1 }, status: 200, etag: '"3"', requestId: 'req_9' })
  expect(await call).toEqual({ id: 1 })
  await waybill.shipments.update('shp_1', {}, { ifMatch: '"3"' })
  expect(server.requests[1]?.headers['if-match']).toBe('"3"')
  expect(server.requests).toHaveLength(2)
})

test('the token is read for every attempt, and nothing else about the caller is sent', async () => {
  let count = 0
  const rotating = new Waybill({ apiKey: async () => `wb_test_${++count}`, baseUrl: server.url })
  server.answerNext({ cut: true }, answer({}))
  await rotating.shipments.get('shp_1')
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer wb_test_1', 'Bearer wb_test_2'])
  expect(server.requests[0]?.headers['user-agent']).toBe('waybill-sdk/1.0.0-rc.1')
  expect(JSON.stringify(waybill)).not.toContain('wb_test_1')
})
