import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RawExchange, redactExchange } from '../exchange-log/exchange.ts'
import { createHttpClient, type HttpClient, type HttpRequest } from './client.ts'

let carrier: HttpReceiver
let send: HttpClient

beforeEach(async () => {
  carrier = await startHttpReceiver()
  send = createHttpClient({ trustedUrls: [carrier.url] })
})
afterEach(() => carrier.stop())

const aRequest = (overrides: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url: `${carrier.url}/jobs`,
  headers: {},
  body: { a: 1 },
  subject: {
    environmentId: 'env_1',
    carrierCode: 'city_van',
    carrierAccountId: 'cac_1',
    operation: 'book',
    requestId: 'req_1',
    reference: 'att_1',
  },
  idempotent: true,
  deadlineAt: new Date(Date.now() + 5_000),
  ...overrides,
})

test('an idempotent call is retried after a 502', async () => {
  carrier.answerNext({ status: 502 }, { status: 502 }, { status: 200, body: '{}' })
  expect(await send(aRequest())).toMatchObject({ kind: 'answered', status: 200, ambiguous: true })
  expect(carrier.requests).toHaveLength(3)
})

test('an idempotent call is tried three times at most', async () => {
  carrier.answerAlways({ status: 503 })
  expect(await send(aRequest())).toMatchObject({ kind: 'answered', status: 503 })
  expect(carrier.requests).toHaveLength(3)
})

test('a call that is not idempotent is sent once', async () => {
  carrier.answerAlways({ status: 503 })
  await send(aRequest({ idempotent: false }))
  carrier.answerAlways({ cut: true })
  await send(aRequest({ idempotent: false }))
  expect(carrier.requests).toHaveLength(2)
})

test('an answer that the carrier calls a decision is not retried, whatever its status', async () => {
  carrier.answerNext({ status: 503, body: 'busy' }, { status: 503, body: 'down' }, { status: 200, body: '{}' })
  const isDecided = ({ body }: { body: Buffer }) => body.toString() === 'busy'
  expect(await send(aRequest({ isDecided }))).toMatchObject({ kind: 'answered', status: 503, ambiguous: false })
  expect(await send(aRequest({ isDecided }))).toMatchObject({ kind: 'answered', status: 200 })
  expect(carrier.requests).toHaveLength(3)
})

test('a form is sent encoded, and its values do not reach the exchange log', async () => {
  const recorded: RawExchange[] = []
  send = createHttpClient({ trustedUrls: [carrier.url], record: (exchange) => recorded.push(exchange) })
  await send(aRequest({ body: undefined, form: { client_secret: 'a b&c=d', scope: 'x' } }))
  const [request] = carrier.requests
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(request?.body.toString()).toBe('client_secret=a+b%26c%3Dd&scope=x')
  expect(recorded.map(redactExchange)).toMatchObject([{ requestText: '[33 bytes]' }])
})

test('every try is recorded with its answer, or with the reason why there is none', async () => {
  const recorded: RawExchange[] = []
  send = createHttpClient({ trustedUrls: [carrier.url], record: (exchange) => recorded.push(exchange) })
  carrier.answerNext({ status: 503 }, { cut: true }, { status: 200, body: '{"id":"job_1"}' })
  await send(aRequest())
  expect(recorded).toMatchObject([
    { operation: 'book', reference: 'att_1', requestBody: '{"a":1}', httpStatus: 503, fault: null },
    { httpStatus: null, responseBody: null, fault: 'connection_broken' },
    { httpStatus: 200, responseBody: Buffer.from('{"id":"job_1"}') },
  ])
})

test('a refusal is not retried', async () => {
  carrier.answerAlways({ status: 422 })
  await send(aRequest())
  expect(carrier.requests).toHaveLength(1)
})

test('a connection that breaks after sending leaves the outcome unknown', async () => {
  carrier.answerAlways({ cut: true })
  expect(await send(aRequest({ idempotent: false }))).toMatchObject({ kind: 'unknown', code: 'connection_broken' })
})

test('a call without an answer ends at its deadline', async () => {
  carrier.answerAlways({ hang: true })
  expect(await send(aRequest({ deadlineAt: new Date(Date.now() + 200) }))).toMatchObject({
    kind: 'unknown',
    code: 'timeout',
  })
})

test('a call past its deadline is not sent', async () => {
  expect(await send(aRequest({ deadlineAt: new Date(Date.now() - 1) }))).toMatchObject({ kind: 'not_sent' })
  expect(carrier.requests).toHaveLength(0)
})

test('an abort by the caller ends the call', async () => {
  carrier.answerAlways({ hang: true })
  const caller = new AbortController()
  const outcome = send(aRequest({ signal: caller.signal, idempotent: false }))
  setTimeout(() => caller.abort(), 50)
  expect(await outcome).toMatchObject({ kind: 'unknown', code: 'aborted' })
})

test('a retry waits for Retry-After', async () => {
  carrier.answerNext({ status: 429, headers: { 'retry-after': '1' } }, { status: 200 })
  const startedAt = performance.now()
  expect(await send(aRequest())).toMatchObject({ kind: 'answered', status: 200, ambiguous: false })
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(950)
})

test('Retry-After beyond the deadline ends the call at once', async () => {
  carrier.answerAlways({ status: 429, headers: { 'retry-after': '60' } })
  expect(await send(aRequest())).toMatchObject({ kind: 'answered', status: 429, retryAfterMs: 60_000 })
  expect(carrier.requests).toHaveLength(1)
})

test('a redirect is an answer and is not followed', async () => {
  carrier.answerAlways({ status: 302, headers: { location: `${carrier.url}/elsewhere` } })
  expect(await send(aRequest())).toMatchObject({ kind: 'answered', status: 302 })
  expect(carrier.requests).toHaveLength(1)
})

test('a body over the limit leaves the outcome unknown', async () => {
  carrier.answerAlways({ body: 'x'.repeat(9 * 1024 * 1024) })
  expect(await send(aRequest({ idempotent: false }))).toMatchObject({ kind: 'unknown' })
})

test('ten failures in a row open the circuit of that account and of no other', async () => {
  carrier.answerAlways({ status: 500 })
  for (let call = 0; call < 10; call++) await send(aRequest({ idempotent: false }))
  expect(await send(aRequest())).toMatchObject({ kind: 'not_sent', code: 'circuit_open' })
  expect(carrier.requests).toHaveLength(10)
  carrier.answerAlways({ status: 200 })
  expect(await send(aRequest({ subject: { ...aRequest().subject, carrierAccountId: 'cac_2' } }))).toMatchObject({
    kind: 'answered',
    status: 200,
  })
})

test('refusals and 429s do not open the circuit', async () => {
  carrier.answerAlways({ status: 422 })
  for (let call = 0; call < 12; call++) await send(aRequest())
  carrier.answerAlways({ status: 429 })
  for (let call = 0; call < 12; call++) await send(aRequest({ idempotent: false }))
  expect(await send(aRequest())).toMatchObject({ kind: 'answered' })
})

test('calls beyond the bulkhead wait, and one whose deadline passes while waiting was not sent', async () => {
  carrier.answerAlways({ delayMs: 400 })
  const first = Array.from({ length: 64 }, () => send(aRequest({ idempotent: false })))
  const late = await send(aRequest({ idempotent: false, deadlineAt: new Date(Date.now() + 100) }))
  expect(late).toMatchObject({ kind: 'not_sent', code: 'too_many_calls' })
  await Promise.all(first)
  expect(carrier.requests).toHaveLength(64)
})
