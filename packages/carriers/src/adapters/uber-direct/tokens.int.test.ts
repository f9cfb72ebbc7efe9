import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CarrierAdapter, CarrierCall } from '../../carrier-adapter.ts'
import { type RawExchange, redactExchange } from '../../exchange-log/exchange.ts'
import { createHttpClient } from '../../http/client.ts'
import { aCourierTransport } from '../../testing/transports.ts'
import { startUberDirect, type UberDirectServer } from '../../testing/uber-direct/server.ts'
import { credentialsFor, registerAccount } from '../../testing/uber-direct/test-carrier.ts'
import { createUberDirectAdapter } from './adapter.ts'

let server: UberDirectServer
let adapter: CarrierAdapter
let exchanges: RawExchange[]
beforeEach(async () => {
  server = await startUberDirect()
  exchanges = []
  const http = createHttpClient({ trustedUrls: [server.url], record: (exchange) => exchanges.push(exchange) })
  adapter = createUberDirectAdapter({ http, urls: { api: server.url, login: server.url } })
})
afterEach(() => server.stop())

function aCall(carrierAccountId = `cac_${randomUUID()}`, overrides: Partial<CarrierCall> = {}): CarrierCall {
  registerAccount(server, carrierAccountId)
  const credentials = credentialsFor(carrierAccountId)
  return {
    account: { carrierAccountId, environmentId: 'env_1', livemode: true, credentials, endpoint: null },
    deadlineAt: new Date(Date.now() + 8_000),
    requestId: 'req_1',
    idempotencyKey: randomUUID(),
    ...overrides,
  }
}
const quote = (call: CarrierCall) => adapter.quote(aCourierTransport(), call)
const sent = (operation: string) => server.requests.filter((request) => request.operation === operation)
const isDown = { status: 503, body: '{"error":"server_error"}' }

test('a token is asked for once, as a form, and used until it is stale', async () => {
  const call = aCall()
  const kinds = await Promise.all([quote(call), quote(call), quote(call)])
  expect(kinds.map(({ kind }) => kind)).toEqual(['offers', 'offers', 'offers'])
  await quote(call)
  const [request, ...others] = sent('token')
  expect(others).toEqual([])
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    client_id: call.account.credentials.client_id,
    client_secret: call.account.credentials.client_secret,
    grant_type: 'client_credentials',
    scope: 'eats.deliveries',
  })
})

test('each account, and each set of credentials of one account, has separate tokens', async () => {
  const [one, other] = [aCall(), aCall()]
  await quote(one)
  await quote(other)
  expect(sent('token')).toHaveLength(2)
  const changed = { ...one.account, credentials: { ...one.account.credentials, client_secret: 'wrong' } }
  expect(await quote({ ...one, account: changed })).toMatchObject({
    kind: 'failed',
    failure: { code: 'invalid_client', httpStatus: 401, retryable: false },
  })
})

test('without a token nothing is booked: a refusal if Uber refuses the credentials, otherwise not sent', async () => {
  const request = {
    ...aCourierTransport(),
    reference: 'att_1',
    merchantOrderRef: 'ORDER-1',
    serviceCode: 'uber_direct_courier',
    carrierOfferId: null,
    pickupInstructions: null,
    dropoffInstructions: null,
    callbackUrl: null,
    draftId: null,
  }
  server.answerNext('token', isDown, isDown, isDown)
  expect((await adapter.book(request, aCall())).kind).toBe('not_sent')
  server.answerNext('token', { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Maintenance</h1>' })
  expect(await adapter.book(request, aCall())).toMatchObject({
    kind: 'not_sent',
    failure: { code: 'malformed_answer', message: expect.stringContaining('Maintenance') },
  })
  server.answerNext('token', { status: 429, headers: { 'retry-after': '60' }, body: '{"error":"rate_limited"}' })
  expect(await adapter.book(request, aCall())).toMatchObject({ kind: 'not_sent', failure: { retryAfterMs: 60_000 } })
  server.answerNext('token', {
    status: 400,
    body: '{"error":"invalid_scope","error_description":"scope(s) are invalid"}',
  })
  expect(await adapter.book(request, aCall())).toMatchObject({
    kind: 'refused',
    failure: { code: 'invalid_scope', message: 'scope(s) are invalid', httpStatus: 401 },
  })
  expect(server.store.deliveries).toEqual([])
})

test('an account with an endpoint gets its tokens there, and sends nothing to Uber', async () => {
  const other = await startUberDirect()
  try {
    const call = aCall()
    const { customer_id, client_id, client_secret } = credentialsFor(call.account.carrierAccountId)
    const ids = { customerId: customer_id, clientId: client_id }
    other.addAccount({ ...ids, clientSecret: client_secret, signingKey: '' })
    const http = createHttpClient({ trustedUrls: [other.url] })
    const urls = { api: server.url, login: server.url }
    const account = { ...call.account, endpoint: `${other.url}/` }
    const outcome = await createUberDirectAdapter({ http, urls }).quote(aCourierTransport(), { ...call, account })
    expect(outcome.kind).toBe('offers')
    expect(other.requests.map(({ operation }) => operation)).toEqual(['token', 'quote'])
    expect(server.requests).toEqual([])
  } finally {
    other.stop()
  }
})

test('neither secrets nor addresses reach the exchange log', async () => {
  const call = aCall()
  await quote(call)
  const log = JSON.stringify(exchanges.map(redactExchange))
  const { client_secret = '', client_id = '' } = call.account.credentials
  const tokens = exchanges.map(({ responseBody }) => /"access_token":"([^"]+)"/.exec(String(responseBody))?.[1])
  for (const gone of [client_secret, client_id, tokens.find(Boolean) ?? '', 'Lincoln', '4155550123', 'Gordon']) {
    expect(gone).not.toBe('')
    expect(log).not.toContain(gone)
  }
  expect(exchanges.map(({ operation }) => operation)).toEqual(['token', 'quote'])
})
