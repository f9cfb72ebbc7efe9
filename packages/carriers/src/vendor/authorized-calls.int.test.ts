import { type HttpReceiver, type ReceiverAnswer, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { CarrierCall } from '../carrier-adapter.ts'
import { createHttpClient, type HttpRequest } from '../http/client.ts'
import { jsonAnswers } from '../http/json-answers.ts'
import { createAuthorizedCalls, type SendAuthorized } from './authorized-calls.ts'

let carrier: HttpReceiver
let send: SendAuthorized
/** Answers of the login service and of the API in order; without one: a new token, and 200. */
let answers: { login: ReceiverAnswer[]; api: ReceiverAnswer[] }

beforeEach(async () => {
  carrier = await startHttpReceiver()
  answers = { login: [], api: [] }
  let issued = 0
  carrier.answerAlways(({ path }) => {
    if (path !== '/login') return answers.api.shift() ?? { body: '{}' }
    return answers.login.shift() ?? { body: JSON.stringify({ access_token: `token-${++issued}`, expires_in: '14399' }) }
  })
  const problem = z.object({ error: z.string() }).transform(({ error }) => ({ code: error, message: error }))
  send = createAuthorizedCalls(createHttpClient({ trustedUrls: [carrier.url] }), {
    carrierCode: 'city_van',
    name: 'City Van',
    answers: jsonAnswers('city_van', problem),
    tokenRequest: ({ credentials }) => ({
      url: `${carrier.url}/login`,
      headers: { authorization: `Basic ${credentials.key}` },
      form: { grant_type: 'client_credentials' },
    }),
  })
})
afterEach(() => carrier.stop())

const aCall = (overrides: { carrierAccountId?: string; key?: string; signal?: AbortSignal } = {}): CarrierCall => {
  const { carrierAccountId = 'cac_1', key = 'key-1', signal } = overrides
  return {
    account: { carrierAccountId, environmentId: 'env_1', livemode: true, credentials: { key }, endpoint: null },
    deadlineAt: new Date(Date.now() + 8_000),
    requestId: 'req_1',
    signal,
  }
}
const post = (call = aCall(), overrides: Partial<HttpRequest> = {}) => {
  const { carrierAccountId, environmentId } = call.account
  const subject = { environmentId, carrierAccountId, carrierCode: 'city_van', operation: 'book', requestId: 'req_1' }
  return send(call, {
    method: 'POST',
    url: `${carrier.url}/jobs`,
    headers: {},
    body: {},
    idempotent: true,
    subject: { ...subject, reference: null },
    deadlineAt: call.deadlineAt,
    signal: call.signal,
    ...overrides,
  })
}
const logins = () => carrier.requests.filter(({ path }) => path === '/login')
const jobs = () => carrier.requests.filter(({ path }) => path === '/jobs')
const refused = { status: 401, body: '{"error":"unauthorized"}' }

test('calls at the same time share one request for a token, which later calls use', async () => {
  const outcomes = await Promise.all([post(), post(), post()])
  expect(outcomes).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }])
  await post()
  expect(logins().map(({ headers, body }) => [headers.authorization, headers['content-type'], String(body)])).toEqual([
    ['Basic key-1', 'application/x-www-form-urlencoded', 'grant_type=client_credentials'],
  ])
  expect(jobs().map(({ headers }) => headers.authorization)).toEqual(Array(4).fill('Bearer token-1'))
})

test('other accounts and other credentials of an account get another token', async () => {
  await post(aCall())
  await post(aCall({ carrierAccountId: 'cac_2' }))
  await post(aCall({ key: 'key-2' }))
  await post(aCall())
  const tokens = jobs().map(({ headers }) => headers.authorization)
  expect(tokens).toEqual(['Bearer token-1', 'Bearer token-2', 'Bearer token-3', 'Bearer token-1'])
})

test('a token that is about to expire is replaced', async () => {
  answers.login.push({ body: '{"access_token":"soon-stale","expires_in":0}' })
  await post()
  await post()
  expect(logins()).toHaveLength(2)
})

test.each([['{"access_token":"lasting"}'], ['{"access_token":"lasting","expires_in":"soon"}']])(
  'a token whose lifetime is not stated is kept: %s',
  async (body) => {
    answers.login.push({ body })
    await post()
    await post()
    expect(logins()).toHaveLength(1)
  },
)

test('a refused token is replaced once', async () => {
  await post()
  answers.api.push(refused)
  expect(await post()).toMatchObject({ status: 200 })
  expect(jobs().at(-1)?.headers.authorization).toBe('Bearer token-2')
  answers.api.push(refused, refused)
  expect(await post()).toMatchObject({ status: 401 })
  expect(logins()).toHaveLength(3)
})

test('an earlier try that may have had its effect is not forgotten when the token is replaced', async () => {
  answers.api.push({ status: 503 }, refused, { status: 429, headers: { 'retry-after': '60' } })
  expect(await post()).toMatchObject({ status: 429, ambiguous: true })
})

test('a request that is not idempotent is sent again only after its token was refused', async () => {
  answers.api.push(refused, { status: 503 })
  expect(await post(aCall(), { idempotent: false })).toMatchObject({ status: 503 })
  expect(jobs()).toHaveLength(2)
})

test('refused credentials are a 401 of the call, whatever the login service answers', async () => {
  for (const status of [400, 401, 403]) {
    answers.login.push({ status, body: '{"error":"invalid_client"}' })
    expect(await post()).toMatchObject({ kind: 'answered', status: 401, ambiguous: false })
  }
  expect(jobs()).toEqual([])
})

test('a login service that is busy, broken or unreadable leaves the call unsent', async () => {
  answers.login.push({ status: 429, headers: { 'retry-after': '60' } })
  expect(await post()).toMatchObject({ status: 429, retryAfterMs: 60_000, ambiguous: false })
  answers.login.push({ status: 503 }, { status: 503 }, { status: 503 })
  expect(await post()).toMatchObject({ kind: 'not_sent', code: 'http_503' })
  answers.login.push({ headers: { 'content-type': 'text/html' }, body: '<h1>Maintenance</h1>' })
  expect(await post()).toMatchObject({
    kind: 'not_sent',
    code: 'malformed_answer',
    message: expect.stringMatching(/^City Van’s login service: .*Maintenance/),
  })
  expect(jobs()).toEqual([])
})

test('a caller who has no time left does not end the wait of others', async () => {
  const [gone, other] = await Promise.all([post(aCall({ signal: AbortSignal.abort() })), post()])
  expect(gone).toMatchObject({ kind: 'not_sent', code: 'timeout' })
  expect(other).toMatchObject({ status: 200 })
  expect(logins()).toHaveLength(1)
})
