/** Call-backs: their registration, their signature or token, and the transaction that they are about. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallbackInput, CarrierAccount, CarrierAdapter, CarrierCall } from '../../carrier-adapter.ts'
import { createHttpClient } from '../../http/client.ts'
import { type ShippoServer, startShippoServer } from '../../testing/shippo/server.ts'
import { withCredentials } from '../../testing/shippo/test-carrier.ts'
import { aParcelTransport } from '../../testing/transports.ts'
import { createShippoAdapter } from './adapter.ts'
import { SIGNATURE_HEADER, signBody } from './signature.ts'

let server: ShippoServer
let adapter: CarrierAdapter
let account: CarrierAccount
const token = 'secret of cac_1'
beforeEach(async () => {
  server = await startShippoServer()
  adapter = createShippoAdapter({ http: createHttpClient({ trustedUrls: [server.url] }) })
  const plain = { carrierAccountId: 'cac_1', environmentId: 'env_1', livemode: true, credentials: {} }
  account = withCredentials(server, { ...plain, endpoint: server.url })
})
afterEach(() => server?.stop())

/** The account of a merchant to whom Shippo has given no secret. */
const unsigned = (): CarrierAccount => {
  const { webhook_secret: _, ...credentials } = account.credentials
  return { ...account, credentials }
}

const aCall = (of = account): CarrierCall => ({
  account: of,
  deadlineAt: new Date(Date.now() + 8_000),
  requestId: 'req_1',
})
const verify = (callbackUrl: string | null = server.callbackUrl, of = account) =>
  adapter.verify?.({ callbackUrl }, aCall(of))

/** A job of the account, whose webhooks are registered. */
async function aJob(...weightsGrams: number[]): Promise<string> {
  await verify()
  const request = aParcelTransport(...weightsGrams)
  const quoted = await adapter.quote(request, aCall())
  const [offer] = quoted.kind === 'offers' ? quoted.offers : []
  const outcome = await adapter.book(
    {
      ...request,
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

type Received = Pick<CallbackInput, 'headers' | 'rawBody' | 'token'>

async function lastCallback(atLeast: number): Promise<Received> {
  const received = await server.callbacksWhere(() => true, atLeast)
  return received.at(-1) ?? expect.fail('none')
}

const parse = (callback: Received, of = account) =>
  adapter.parseCallback({
    ...callback,
    account: of,
    receivedAt: new Date(),
    deadlineAt: new Date(Date.now() + 8_000),
    requestId: 'req_1',
  })

function signed(text: string, { at = Date.now(), secret = server.secretFor('cac_1') } = {}): Received {
  const [timestamp, rawBody] = [String(Math.floor(at / 1_000)), Buffer.from(text)]
  return { headers: { [SIGNATURE_HEADER]: `t=${timestamp},v1=${signBody(secret, timestamp, rawBody)}` }, rawBody }
}
const event = (name: string, data: unknown) => JSON.stringify({ event: name, test: true, data })

describe('registration', () => {
  const registered = () => server.listWebhooks('cac_1').map(({ event: name, url, is_test }) => [name, url, is_test])
  const address = () => `${server.callbackUrl}?token=${encodeURIComponent(token).replaceAll('%20', '+')}`

  test('makes a webhook for each event, with the token of the account, once', async () => {
    const both = () => [
      ['track_updated', address(), false],
      ['transaction_updated', address(), false],
    ]
    expect(await verify()).toEqual({ kind: 'verified' })
    expect(registered()).toEqual(both())
    expect(await verify()).toEqual({ kind: 'verified' })
    expect(registered()).toEqual(both())
  })

  test('is undone for the account, and leaves those of others alone', async () => {
    await verify()
    const foreign = { event: 'track_updated', url: 'https://shop.example.com/hook', object_id: 'whk_other' } as const
    server.listWebhooks('cac_1').push(foreign)
    const unregister = () => adapter.unregister?.({ callbackUrl: server.callbackUrl }, aCall())
    expect([await unregister(), await unregister()]).toEqual([{ kind: 'unregistered' }, { kind: 'unregistered' }])
    expect(registered().map(([, url]) => url)).toEqual([foreign.url])
  })

  test('moves the webhooks with the installation, and leaves those of others alone', async () => {
    await verify(`https://old.example.com${new URL(server.callbackUrl).pathname}`)
    const foreign = { event: 'track_updated', url: 'https://shop.example.com/hook', object_id: 'whk_other' } as const
    server.listWebhooks('cac_1').push(foreign, { ...foreign, url: address(), object_id: 'whk_twice' })
    await verify()
    expect(registered().map(([name, url]) => [name, url])).toEqual([
      ['transaction_updated', address()],
      ['track_updated', foreign.url],
      ['track_updated', address()],
    ])
  })

  test('is not made without a public address', async () => {
    expect(await verify(null)).toEqual({ kind: 'verified' })
    expect(registered()).toEqual([])
  })

  test('is refused in Shippo’s words if the token is wrong', async () => {
    const wrong = { ...account, credentials: { ...account.credentials, api_key: 'shippo_live_' } }
    expect(await verify(server.callbackUrl, wrong)).toMatchObject({
      kind: 'refused',
      failure: { message: 'Invalid token.', httpStatus: 401 },
    })
  })

  test('a token says whether it is for tests', () => {
    expect(adapter.getMode?.({ api_key: 'shippo_test_1' })).toBe('test')
    expect(adapter.getMode?.({ api_key: 'shippo_live_1' })).toBe('live')
  })
})

test('a call-back about tracking has the job, our reference and every event', async () => {
  const id = await aJob(436)
  server.reportNews(id, { status: 'TRANSIT', substatus: 'out_for_delivery', details: 'Out for delivery' })
  expect(await parse(await lastCallback(2))).toMatchObject({
    kind: 'facts',
    facts: [
      { carrierJobId: id, reference: 'att_1', status: 'assigned' },
      { carrierJobId: id, reference: 'att_1', status: 'en_route_to_dropoff', location: { city: 'McKinney' } },
    ],
  })
})

test('a call-back about one of several parcels reports the job, whose end is that of all', async () => {
  const id = await aJob(436, 1_000)
  const second = server.transactions().find(({ object_id }) => object_id !== id) ?? expect.fail()
  server.reportNews(second.object_id, { status: 'DELIVERED', details: 'Delivered' })
  const outcome = await parse(await lastCallback(3))
  const facts = outcome.kind === 'facts' ? outcome.facts : []
  expect(new Set(facts.map(({ carrierJobId }) => carrierJobId))).toEqual(new Set([id]))
  expect(facts.map(({ status }) => status)).not.toContain('delivered')
  expect(facts.at(-1)).toMatchObject({ rawCode: 'DELIVERED#2', status: 'unknown' })
})

test('a refund that is rejected after days is reported', async () => {
  const id = await aJob(436)
  server.reportChange(id, { status: 'REFUNDREJECTED' })
  expect(await parse(await lastCallback(2))).toMatchObject({
    kind: 'facts',
    facts: [{ carrierJobId: id, reference: 'att_1', rawCode: 'REFUNDREJECTED', status: 'unknown' }],
  })
})

test('a transaction that the account does not have, and a parcel without one, report nothing', async () => {
  const track = {
    tracking_number: '1Z',
    tracking_history: [{ status: 'DELIVERED', status_date: '2026-01-01T00:00:00Z' }],
  }
  for (const transaction of ['none', null]) {
    expect(await parse(signed(event('track_updated', { ...track, transaction })))).toEqual({ kind: 'facts', facts: [] })
  }
})

test('a transaction that cannot be looked up now asks Shippo to send again', async () => {
  await aJob(436)
  const callback = await lastCallback(1)
  server.answerNext(...Array.from({ length: 3 }, () => ({ path: /transactions\//, status: 503, body: '' })))
  expect((await parse(callback)).kind).toBe('unverified')
  expect((await parse(callback)).kind).toBe('facts')
})

test('events of other things report nothing, and a signed body that is no event is malformed', async () => {
  expect(await parse(signed(event('batch_created', {})))).toEqual({ kind: 'facts', facts: [] })
  for (const text of [
    '<html>',
    '{}',
    event('track_updated', null),
    event('transaction_updated', { status: 'ERROR' }),
  ]) {
    expect((await parse(signed(text))).kind).toBe('malformed')
  }
})

test('without a secret of Shippo, the token of the address proves the origin', async () => {
  const rawBody = Buffer.from(event('batch_created', {}))
  expect((await parse({ headers: {}, rawBody, token }, unsigned())).kind).toBe('facts')
  for (const wrong of [undefined, 'another', `${token}x`]) {
    expect((await parse({ headers: {}, rawBody, ...(wrong && { token: wrong }) }, unsigned())).kind).toBe('forged')
  }
})

describe('a call-back is forged', () => {
  const text = event('batch_created', {})
  test.for([
    ['with another secret', () => signed(text, { secret: 'another' })],
    ['with an old time', () => signed(text, { at: Date.now() - 3_600_000 })],
    ['with another body', () => ({ ...signed(text), rawBody: Buffer.from('{}') })],
    ['with a header that is none', () => ({ headers: { [SIGNATURE_HEADER]: '?' }, rawBody: Buffer.from(text) })],
    ['with a token in place of the signature', () => ({ headers: {}, rawBody: Buffer.from(text), token })],
  ] as const)('%s', async ([, received]) => {
    expect((await parse(received())).kind).toBe('forged')
  })
})
