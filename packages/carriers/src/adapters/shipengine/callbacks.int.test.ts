/** Call-backs: their signature, the keys that verify it, and the label that they are about. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallbackInput, CarrierAccount, CarrierAdapter, CarrierCall } from '../../carrier-adapter.ts'
import { createHttpClient } from '../../http/client.ts'
import { type ShipEngineServer, startShipEngineServer } from '../../testing/shipengine/server.ts'
import { withCredentials } from '../../testing/shipengine/test-carrier.ts'
import { aParcelTransport } from '../../testing/transports.ts'
import { createShipEngineAdapter } from './adapter.ts'
import { SECRET_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER } from './signature.ts'

let server: ShipEngineServer
let adapter: CarrierAdapter
let account: CarrierAccount
let nowMs: number
beforeEach(async () => {
  server = await startShipEngineServer()
  nowMs = Date.now()
  adapter = createShipEngineAdapter({ http: createHttpClient({ trustedUrls: [server.url] }), now: () => nowMs })
  const plain = { carrierAccountId: 'cac_1', environmentId: 'env_1', livemode: true, credentials: {} }
  account = withCredentials(server, { ...plain, endpoint: server.url })
})
afterEach(() => server?.stop())

const aCall = (of = account): CarrierCall => ({
  account: of,
  deadlineAt: new Date(Date.now() + 8_000),
  requestId: 'req_1',
})

/** A job of the account, whose webhook is registered. */
async function aJob(): Promise<string> {
  await adapter.verify?.({ callbackUrl: server.callbackUrl }, aCall())
  const quoted = await adapter.quote(aParcelTransport(436), aCall())
  const [offer] = quoted.kind === 'offers' ? quoted.offers : []
  const outcome = await adapter.book(
    {
      ...aParcelTransport(436),
      reference: 'att_1',
      merchantOrderRef: 'ORDER-1001',
      serviceCode: offer?.serviceCode ?? '',
      draftId: null,
      carrierOfferId: offer?.carrierOfferId ?? null,
      pickupInstructions: null,
      dropoffInstructions: null,
      callbackUrl: null,
    },
    aCall(),
  )
  return outcome.kind === 'booked' ? outcome.job.carrierJobId : expect.fail(JSON.stringify(outcome))
}

type Received = Pick<CallbackInput, 'headers' | 'rawBody'>

async function lastCallback(atLeast: number): Promise<Received> {
  const received = await server.callbacksWhere(() => true, atLeast)
  return received.at(-1) ?? expect.fail('none')
}

/** A call-back of this text, as ShipEngine sends it to the webhook that `verify` registers. */
function signWithSecret(text: string): Received {
  const { headers, rawBody } = server.sign(text)
  return { headers: { ...headers, [SECRET_HEADER]: account.credentials.callback_secret }, rawBody }
}

const parse = (callback: Received, of = account) =>
  adapter.parseCallback({
    ...callback,
    account: of,
    receivedAt: new Date(),
    deadlineAt: new Date(Date.now() + 8_000),
    requestId: 'req_1',
  })
const keyRequests = () => server.requests.filter(({ path }) => path === '/jwks').length

test('a call-back names the tracking number, and its facts the label, our reference and the zone', async () => {
  const id = await aJob()
  expect(await parse(await lastCallback(1))).toMatchObject({
    kind: 'facts',
    facts: [
      { carrierJobId: id, reference: 'att_1', status: 'assigned', utcOffsetMinutes: -300, eta: expect.anything() },
    ],
  })
})

test.for([
  ['label_url', { label_url: 'https://api.shipengine.com/v1/labels/ID' }, 'https://api.shipengine.com/v1/tracking'],
  ['the address of its resource', {}, 'https://api.shipengine.com/v2/labels/ID/track'],
] as const)('a label in %s is asked for by its id', async ([, extra, url]) => {
  const id = await aJob()
  const { rawBody } = await lastCallback(1)
  const body = JSON.parse(rawBody.toString().replace(/"label_url": null,/, ''))
  const text = JSON.stringify({ ...body, resource_url: url, data: { ...extra, ...body.data } }).replaceAll('ID', id)
  expect(await parse(signWithSecret(text))).toMatchObject({ kind: 'facts', facts: [{ carrierJobId: id }] })
  expect(server.requests.at(-1)?.path).toBe(`/v1/labels/${id}`)
})

test('a label that the account does not have, and a further parcel of a shipment, report nothing', async () => {
  await aJob()
  const event = (data: object, resource_url = '') =>
    signWithSecret(JSON.stringify({ resource_type: 'API_TRACK', resource_url, data: { events: [], ...data } }))
  expect(await parse(event({ tracking_number: '1Z' }))).toEqual({ kind: 'facts', facts: [] })
  expect(await parse(event({}, 'https://api.shipengine.com/v1/labels/se-0/track'))).toEqual({
    kind: 'facts',
    facts: [],
  })
  const labels = [{ label_id: 'se-1', tracking_number: 'leading' }]
  server.answerNext({ path: /tracking_number=second/, status: 200, body: { labels } })
  expect(await parse(event({ tracking_number: 'second' }))).toEqual({ kind: 'facts', facts: [] })
})

test('a label that cannot be looked up now asks ShipEngine to send again', async () => {
  await aJob()
  const callback = await lastCallback(1)
  server.answerNext(...Array.from({ length: 3 }, () => ({ path: /tracking_number=/, status: 503, body: '' })))
  expect((await parse(callback)).kind).toBe('unverified')
  expect((await parse(callback)).kind).toBe('facts')
})

test('events of other things report nothing, and a signed body that is no event is malformed', async () => {
  expect(await parse(signWithSecret('{"resource_type":"API_BATCH"}'))).toEqual({ kind: 'facts', facts: [] })
  expect((await parse(signWithSecret('<html>'))).kind).toBe('malformed')
  expect((await parse(signWithSecret('{}'))).kind).toBe('malformed')
  expect((await parse(signWithSecret('{"resource_type":"API_TRACK"}'))).kind).toBe('malformed')
})

describe('a call-back is forged', () => {
  test.for([
    ['with another body', ({ headers }: Received) => ({ headers, rawBody: Buffer.from('{}') })],
    ['with another time', (callback: Received) => withHeader(callback, TIMESTAMP_HEADER, new Date().toUTCString())],
    ['with a time that is none', (callback: Received) => withHeader(callback, TIMESTAMP_HEADER, 'now')],
    ['with an old time', (callback: Received) => withHeader(callback, TIMESTAMP_HEADER, '2020-01-01T00:00:00Z')],
    ['with a signature that is none', (callback: Received) => withHeader(callback, SIGNATURE_HEADER, '?')],
    ['without a signature', (callback: Received) => withHeader(callback, SIGNATURE_HEADER, undefined)],
    ['with the secret of another account', (callback: Received) => withHeader(callback, SECRET_HEADER, 'another')],
    ['with an empty secret', (callback: Received) => withHeader(callback, SECRET_HEADER, '')],
    ['without the secret', (callback: Received) => withHeader(callback, SECRET_HEADER, undefined)],
  ] as const)('%s', async ([, forge]) => {
    await aJob()
    expect((await parse(forge(await lastCallback(1)))).kind).toBe('forged')
  })

  test('with a secret, or believed without one, for an account that has none yet', async () => {
    await aJob()
    const callback = await lastCallback(1)
    const { callback_secret: _, ...credentials } = account.credentials
    const withoutSecret = { ...account, credentials }
    expect((await parse(callback, withoutSecret)).kind).toBe('forged')
    expect((await parse(withHeader(callback, SECRET_HEADER, undefined), withoutSecret)).kind).toBe('facts')
  })

  const withHeader = ({ headers, rawBody }: Received, name: string, value: string | undefined): Received => ({
    headers: { ...headers, [name]: value },
    rawBody,
  })
})

describe('signing keys', () => {
  test('are fetched once, and without the key of an account in the URL', async () => {
    await aJob()
    const callback = await lastCallback(1)
    await Promise.all([parse(callback), parse(callback), parse(callback)])
    expect(keyRequests()).toBe(1)
  })

  test('that are new are fetched at most once a minute', async () => {
    const id = await aJob()
    expect((await parse(await lastCallback(1))).kind).toBe('facts')
    server.rotateKey()
    server.reportNews(id, { status: 'IT', description: 'In transit' })
    const second = await lastCallback(2)
    expect(await parse(second)).toMatchObject({ kind: 'unverified' })
    expect(keyRequests()).toBe(1)
    nowMs += 60_000
    expect((await parse(second)).kind).toBe('facts')
    expect(keyRequests()).toBe(2)
  })

  test('that ShipEngine does not publish are forged', async () => {
    const id = await aJob()
    await parse(await lastCallback(1))
    server.rotateKey({ isHidden: true })
    server.reportNews(id, { status: 'IT', description: 'In transit' })
    nowMs += 60_000
    expect((await parse(await lastCallback(2))).kind).toBe('forged')
  })

  test('that cannot be fetched leave the call-back unverified, and are asked for again after a minute', async () => {
    await aJob()
    const callback = await lastCallback(1)
    server.answerNext({ path: /jwks/, status: 200, body: '<html>Soon</html>' })
    expect((await parse(callback)).kind).toBe('unverified')
    expect((await parse(callback)).kind).toBe('unverified')
    expect(keyRequests()).toBe(1)
    nowMs += 60_000
    expect((await parse(callback)).kind).toBe('facts')
  })
})

describe('verification', () => {
  test('registers one webhook, with a secret, and keeps those of others', async () => {
    const stranger = { webhook_id: 'se-1', event: 'track', url: 'https://example.com/hook' }
    const old = {
      webhook_id: 'se-2',
      event: 'track',
      url: `https://old.example.com${new URL(server.callbackUrl).pathname}`,
    }
    server.listWebhooks('cac_1').push(stranger, old)
    for (let time = 0; time < 2; time++) {
      expect(await adapter.verify?.({ callbackUrl: server.callbackUrl }, aCall())).toEqual({ kind: 'verified' })
    }
    expect(server.listWebhooks('cac_1')).toEqual([
      stranger,
      {
        webhook_id: expect.any(String),
        event: 'track',
        url: server.callbackUrl,
        name: 'Waybill',
        headers: [{ key: SECRET_HEADER, value: account.credentials.callback_secret }],
      },
    ])
  })

  test('with a sandbox key, or without a public address, proves the key only', async () => {
    expect([adapter.callsBack?.({ api_key: 'TEST_key' }), adapter.callsBack?.({ api_key: 'key' })]).toEqual([
      false,
      true,
    ])
    const sandbox = { ...account, credentials: { api_key: server.keyFor('cac_1', 'sandbox') } }
    expect(await adapter.verify?.({ callbackUrl: server.callbackUrl }, aCall(sandbox))).toEqual({ kind: 'verified' })
    expect(await adapter.verify?.({ callbackUrl: null }, aCall())).toEqual({ kind: 'verified' })
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/carriers', '/v1/carriers'])
  })

  test('refuses a wrong key in ShipEngine’s words', async () => {
    const wrong = { ...account, credentials: { api_key: 'wrong key' } }
    expect(await adapter.verify?.({ callbackUrl: null }, aCall(wrong))).toMatchObject({
      kind: 'refused',
      failure: { code: 'unauthorized', message: 'The API key is invalid.', httpStatus: 401 },
    })
  })

  test('fails if the webhook cannot be registered', async () => {
    server.answerNext({ path: /webhooks$/, method: 'POST', status: 500, body: '' })
    expect((await adapter.verify?.({ callbackUrl: server.callbackUrl }, aCall()))?.kind).toBe('failed')
  })

  test('keys of the sandbox begin with TEST_, all others are live', () => {
    expect(adapter.getMode?.({ api_key: 'TEST_abc' })).toBe('test')
    expect(adapter.getMode?.({ api_key: 'abc' })).toBe('live')
  })
})

test('the webhook of a deleted account is removed, also a second time; the sandbox has none', async () => {
  const { callbackUrl } = server
  await adapter.verify?.({ callbackUrl }, aCall())
  expect(server.listWebhooks('cac_1')).toHaveLength(1)
  const unregister = (of = account) => adapter.unregister?.({ callbackUrl }, aCall(of))
  expect([await unregister(), await unregister()]).toEqual([{ kind: 'unregistered' }, { kind: 'unregistered' }])
  expect(server.listWebhooks('cac_1')).toEqual([])
  const sandbox = { ...account, credentials: { ...account.credentials, api_key: 'TEST_key' } }
  const { length } = server.requests
  expect(await unregister(sandbox)).toEqual({ kind: 'unregistered' })
  expect(server.requests).toHaveLength(length)
})

test('a webhook that cannot be removed is a failure', async () => {
  const { callbackUrl } = server
  await adapter.verify?.({ callbackUrl }, aCall())
  const wrong = { ...account, credentials: { ...account.credentials, api_key: 'wrong' } }
  expect(await adapter.unregister?.({ callbackUrl }, aCall(wrong))).toMatchObject({ kind: 'failed' })
})
