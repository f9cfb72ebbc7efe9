/** EasyPost's answers, good and bad, and the requests that are sent. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BookRequest, CarrierAccount, CarrierAdapter, CarrierCall, QuoteRequest } from '../../carrier-adapter.ts'
import { createHttpClient } from '../../http/client.ts'
import { type EasyPostServer, startEasyPostServer } from '../../testing/easypost/server.ts'
import { withCredentials } from '../../testing/easypost/test-carrier.ts'
import { aParcelTransport } from '../../testing/transports.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
import { createEasyPostAdapter } from './adapter.ts'

let server: EasyPostServer
let adapter: CarrierAdapter
let account: CarrierAccount
let count = 0
beforeAll(async () => {
  server = await startEasyPostServer()
  const http = createHttpClient({ trustedUrls: [server.url] })
  // Every call uses the address of the account.
  adapter = readableDocuments(createEasyPostAdapter({ http, baseUrl: 'https://easypost.invalid' }))
})
afterAll(() => server?.stop())
beforeEach(() => {
  const plain = { carrierAccountId: `cac_${count++}`, environmentId: 'env_1', livemode: false, credentials: {} }
  account = withCredentials(server, { ...plain, endpoint: server.url })
  server.setRefundOutcome('submitted')
})

const aCall = (of = account): CarrierCall => ({
  account: of,
  deadlineAt: new Date(Date.now() + 8_000),
  idempotencyKey: 'att_1',
  requestId: 'req_1',
})
const one = aParcelTransport(436)
const two = aParcelTransport(436, 1_000)

async function readOffers(request: QuoteRequest) {
  const outcome = await adapter.quote(request, aCall())
  return outcome.kind === 'offers' ? outcome : expect.fail(JSON.stringify(outcome))
}

async function aBooking(request = one, serviceCode = 'usps.priority'): Promise<BookRequest> {
  const { offers } = await readOffers(request)
  const offer = offers.find((each) => each.serviceCode === serviceCode) ?? expect.fail(serviceCode)
  const draftRequest = {
    ...request,
    reference: 'att_1',
    merchantOrderRef: 'ORDER-1001',
    serviceCode,
    carrierOfferId: offer.carrierOfferId,
    pickupInstructions: null,
    dropoffInstructions: null,
    callbackUrl: null,
  }
  const draft = await adapter.draft?.(draftRequest, aCall())
  return draft?.kind === 'drafted' ? { ...draftRequest, draftId: draft.draftId } : expect.fail(JSON.stringify(draft))
}

async function aJob(request = one, serviceCode = 'usps.priority'): Promise<string> {
  const outcome = await adapter.book(await aBooking(request, serviceCode), aCall())
  return outcome.kind === 'booked' ? outcome.job.carrierJobId : expect.fail(JSON.stringify(outcome))
}

const purchases = () => server.requests.filter(({ path }) => path.endsWith('/buy')).length
const cancel = (carrierJobId: string) => adapter.cancel({ carrierJobId, reasonCode: 'customer_request' }, aCall())
const error = (code: string, message: string, errors: unknown[] = []) =>
  JSON.stringify({ error: { code, message, errors } })

test('a quote has the services of all carriers, with names, prices and what carriers say', async () => {
  const { offers, declines } = await readOffers(one)
  expect(offers).toMatchObject([
    {
      serviceCode: 'usps.groundadvantage',
      serviceName: 'USPS Ground Advantage',
      carriedBy: 'USPS',
      currency: 'USD',
      exponent: 2,
      amountMinor: 593,
      taxMinor: 0,
      maxWeightGrams: 1_000_000,
      etaPrecision: 'day',
    },
    { serviceCode: 'usps.priority', amountMinor: 758, etaPrecision: 'day' },
    { serviceCode: 'usps.express', amountMinor: 3_310, etaPrecision: 'table' },
  ])
  expect(declines).toEqual([
    {
      serviceCode: 'ups',
      code: 'carrier_error',
      retryable: false,
      message: 'Account numbers should be 6 characters or less.',
    },
  ])
})

test('the shipment is described in ounces and inches, without insurance, and with the key in the Basic scheme', async () => {
  await readOffers(one)
  const sent = server.requests.findLast(({ method, path }) => method === 'POST' && path === '/v2/shipments')
  const body = JSON.parse(String(sent?.rawBody))
  expect(body).toMatchObject({
    shipment: {
      to_address: { name: 'Grace Miller', street1: '179 N Harbor Dr', state: 'CA', zip: '90277', country: 'US' },
      parcel: { weight: 15.4, length: 10, width: 8, height: 4 },
    },
  })
  expect(JSON.stringify(body)).not.toContain('insurance')
  const key = account.credentials.api_key ?? ''
  expect(sent?.headers.authorization).toBe(`Basic ${Buffer.from(`${key}:`).toString('base64')}`)
})

test('SmartRate that fails costs no offer', async () => {
  server.answerNext({ path: /smartrate/, status: 500, body: '' })
  const { offers } = await readOffers(one)
  expect(offers.map(({ etaPrecision }) => etaPrecision)).toEqual(['day', 'day', 'table'])
})

test('a missing province is a message with its pointer, and nothing is sent', async () => {
  const before = server.requests.length
  const outcome = await adapter.quote({ ...one, dropoff: { ...one.dropoff, province: null } }, aCall())
  expect(outcome).toMatchObject({ kind: 'not_served', code: 'missing_field', pointer: '/dropoff_address/province' })
  expect(server.requests).toHaveLength(before)
})

test('a missing phone that a carrier asks for is a message with its pointer', async () => {
  const body = {
    id: 'shp_1',
    rates: [],
    messages: [{ carrier: 'FedEx', type: 'rate_error', message: 'Phone number is required.' }],
  }
  server.answerNext({ path: /shipments$/, status: 201, body: JSON.stringify(body) })
  const outcome = await adapter.quote({ ...one, pickup: { ...one.pickup, phone: null } }, aCall())
  expect(outcome).toMatchObject({
    kind: 'not_served',
    pointer: '/pickup_address/phone',
    declines: [{ serviceCode: 'fedex', message: 'Phone number is required.', pointer: '/pickup_address/phone' }],
  })
})

test('a missing phone of which no carrier speaks is a message beside the offers', async () => {
  const { offers, declines } = await readOffers({ ...one, dropoff: { ...one.dropoff, phone: null } })
  expect(offers).toHaveLength(3)
  expect(declines).toMatchObject([{ serviceCode: 'ups' }, { code: 'phone_missing', pointer: '/dropoff_address/phone' }])
})

test.each([true, false, null])('a quote to a drop-off whose residential is %s', async (residential) => {
  const rate = { id: 'rate_1', carrier: 'UPS', service: 'Ground', rate: '12.50', currency: 'USD', delivery_days: 2 }
  const body = JSON.stringify({ id: 'shp_1', rates: [rate], messages: [] })
  server.answerNext({ path: /shipments$/, status: 201, body })
  server.answerNext({ path: /smartrate/, status: 200, body: '{"result":null}' })
  const outcome = await adapter.quote({ ...one, dropoff: { ...one.dropoff, residential } }, aCall())
  const sent = server.requests.findLast(({ path }) => path.endsWith('/shipments'))
  expect(JSON.parse(String(sent?.rawBody)).shipment.to_address.residential).toBe(residential ?? undefined)
  const codes = outcome.kind === 'offers' ? (outcome.notices ?? []).map(({ code }) => code) : []
  expect(codes).toEqual(residential === null ? ['residential_assumed'] : [])
})

test('a carrier with two accounts says both things in one message', async () => {
  const messages = ['Account is closed.', 'Weight is over the limit.'].map((message) => ({
    carrier: 'UPS',
    type: 'rate_error',
    message,
  }))
  const body = JSON.stringify({ id: 'shp_1', rates: [], messages: [...messages, messages[0]] })
  server.answerNext({ path: /shipments$/, status: 201, body })
  const outcome = await adapter.quote(one, aCall())
  expect(outcome).toMatchObject({
    declines: [{ serviceCode: 'ups', message: 'Account is closed. Weight is over the limit.' }],
  })
})

test('null, missing and unknown fields, and numbers as text, break no quote', async () => {
  const rate = {
    id: 'rate_1',
    carrier: 'NewCarrier',
    service: 'OvernightDrone',
    rate: 12.5,
    currency: 'USD',
    delivery_days: '2',
  }
  const rates = [rate, { id: 'rate_2', carrier: null }, { ...rate, id: 'rate_3', rate: 'free' }, null]
  const body = JSON.stringify({ id: 'shp_1', rates, messages: [null, {}], mode: 7, fees: null, novelty: { a: 1 } })
  server.answerNext({ path: /shipments$/, status: 201, body })
  server.answerNext({ path: /smartrate/, status: 200, body: '{"rates":null}' })
  const { offers } = await readOffers(one)
  expect(offers).toMatchObject([
    {
      serviceCode: 'newcarrier.overnightdrone',
      serviceName: 'NewCarrier Overnight Drone',
      amountMinor: 1_250,
      exponent: 2,
      etaPrecision: 'day',
      carrierOfferId: 'shp_1/rate_1',
    },
  ])
})

test('a label that is bought twice is one label, and its job is returned', async () => {
  const booking = await aBooking()
  const first = await adapter.book(booking, aCall())
  const before = purchases()
  const second = await adapter.book(booking, aCall())
  expect(purchases()).toBe(before + 1)
  expect(second).toEqual(first)
  const trackingUrl = expect.stringMatching('^https://track.easypost.com/')
  const job = { carrierJobId: booking.draftId, status: 'assigned', trackingUrl }
  expect(second).toMatchObject({ kind: 'booked', job })
})

test('a shipment that was bought with another service is not taken for the job', async () => {
  const booking = await aBooking()
  await adapter.book(booking, aCall())
  const offers = server.shipment(booking.draftId ?? '').rates
  const express = offers.find(({ service }) => service === 'Express')
  const other = { ...booking, serviceCode: 'usps.express', carrierOfferId: `${booking.draftId}/${express?.id}` }
  expect(await adapter.book(other, aCall())).toMatchObject({ kind: 'refused', failure: { code: 'bought_otherwise' } })
})

test.for([
  [402, 'PAYMENT_REQUIRED', 'Insufficient funds. Please add funds to your account.'],
  [422, 'SHIPMENT.POSTAGE.FAILURE', 'The address is undeliverable as addressed.'],
] as const)('a purchase refused with %d is a refusal in the carrier’s words', async ([status, code, message]) => {
  const booking = await aBooking()
  server.answerNext({ path: /buy$/, status, body: error(code, message) })
  const outcome = await adapter.book(booking, aCall())
  expect(outcome).toMatchObject({ kind: 'refused', failure: { code, message, httpStatus: status, retryable: false } })
  expect(await adapter.findJob(booking, aCall())).toEqual({ kind: 'not_found' })
})

test.for(['SHIPMENT.PURCHASE.IN_PROGRESS', 'SHIPMENT.POSTAGE.NO_RESPONSE'])(
  'after %s the label may still come',
  async (code) => {
    const booking = await aBooking()
    server.answerNext({ path: /buy$/, status: 422, body: error(code, 'Wait.') })
    expect(await adapter.book(booking, aCall())).toMatchObject({ kind: 'unknown', failure: { code, retryable: true } })
    expect(await adapter.book(booking, aCall())).toMatchObject({ kind: 'booked' })
  },
)

test('a refused purchase is open as long as the shipment cannot be looked at', async () => {
  const booking = await aBooking()
  server.answerNext({ path: /buy$/, status: 422, body: error('SHIPMENT.POSTAGE.EXISTS', 'Postage exists.') })
  for (let times = 0; times < 3; times++) {
    server.answerNext({ method: 'GET', path: /shipments\/shp_\w+$/, status: 500, body: '' })
  }
  expect(await adapter.book(booking, aCall())).toMatchObject({ kind: 'unknown' })
})

test('a 429 without Retry-After is tried again', async () => {
  const booking = await aBooking()
  server.answerNext({ path: /buy$/, status: 429, body: error('RATE_LIMITED', 'Too many requests.') })
  expect(await adapter.book(booking, aCall())).toMatchObject({ kind: 'booked' })
})

test.for([
  ['a maintenance page', 'text/html', '<html><body>Scheduled maintenance</body></html>', 'Scheduled maintenance'],
  ['JSON that is cut off', 'application/json', '{"id":"shp_1","rat', 'cut off'],
] as const)('%s with status 200 leaves a purchase open, and fails a quote', async ([, type, body, said]) => {
  const booking = await aBooking()
  const answer = { status: 200, headers: { 'content-type': type }, body }
  server.answerNext({ ...answer, path: /buy$/ })
  const bought = await adapter.book(booking, aCall())
  expect(bought).toMatchObject({ kind: 'unknown', failure: { code: 'malformed_answer' } })
  server.answerNext({ ...answer, path: /shipments$/ })
  const quoted = await adapter.quote(one, aCall())
  expect(quoted).toMatchObject({ kind: 'failed', failure: { message: expect.stringContaining(said) } })
})

test('errors name what is wrong with each field, and never the key', async () => {
  const key = account.credentials.api_key ?? ''
  const fields = [{ field: 'parcel.weight', message: 'must be > 0', suggestion: null }, `key ${key} was used`]
  server.answerNext({
    path: /shipments$/,
    status: 422,
    body: error('SHIPMENT.INVALID_PARAMS', 'Unable to create shipment.', fields),
  })
  const outcome = await adapter.quote(one, aCall())
  expect(outcome).toMatchObject({
    kind: 'not_served',
    code: 'SHIPMENT.INVALID_PARAMS',
    message: 'Unable to create shipment. parcel.weight must be > 0. key [redacted] was used.',
  })
})

test('several parcels are one order, bought with one service', async () => {
  const { offers } = await readOffers(two)
  expect(offers.map(({ serviceCode, amountMinor }) => [serviceCode, amountMinor])).toEqual([
    ['usps.groundadvantage', 1_186],
    ['usps.priority', 1_516],
    ['usps.express', 6_620],
  ])
  const booking = await aBooking(two)
  const bought = await adapter.book(booking, aCall())
  expect(bought).toMatchObject({ kind: 'booked', job: { carrierJobId: booking.draftId, status: 'assigned' } })
  expect(await adapter.book(booking, aCall())).toEqual(bought)
  expect(await adapter.findJob(booking, aCall())).toMatchObject({ kind: 'found' })
})

test('an order has ended when all of its parcels have', async () => {
  const booking = await aBooking(two)
  await adapter.book(booking, aCall())
  const orderId = booking.draftId ?? ''
  const statuses = async () => {
    const outcome = await adapter.track(orderId, aCall())
    return outcome.kind === 'facts' ? outcome.facts.map(({ status }) => status) : expect.fail(JSON.stringify(outcome))
  }
  const [first, second] = server.listParcels(orderId)
  server.reportNews(first ?? '', { status: 'delivered', detail: 'arrived_at_destination', message: 'Delivered' })
  expect(await statuses()).not.toContain('delivered')
  server.reportNews(second ?? '', { status: 'delivered', detail: 'arrived_at_destination', message: 'Delivered' })
  expect((await statuses()).filter((status) => status === 'delivered')).toHaveLength(1)
})

test('an order has a label for each parcel, and all of them as ZPL', async () => {
  const carrierJobId = await aJob(two)
  const labelled = (parcelNumber: number | null, format: 'pdf' | 'zpl' | 'png') =>
    adapter.label({ carrierJobId, parcelNumber, format, size: '4x6' }, aCall())
  expect(await labelled(2, 'pdf')).toMatchObject({ kind: 'label' })
  expect(await labelled(null, 'png')).toMatchObject({ kind: 'label' })
  expect(await labelled(3, 'pdf')).toMatchObject({ kind: 'no_such_label' })
  expect(await labelled(null, 'pdf')).toMatchObject({
    kind: 'no_such_label',
    failure: { code: 'one_label_per_parcel' },
  })
  const all = await labelled(null, 'zpl')
  expect(all.kind === 'label' && all.label.bytes.toString().match(/\^XA/g)).toHaveLength(2)
})

test.for([
  ['of 20 MB is a failed read', Buffer.alloc(20 * 2 ** 20, '%PDF-'), 'failed', 'malformed_answer'],
  ['in another form than asked for is no such label', Buffer.from('^XA^XZ'), 'no_such_label', 'form_unavailable'],
] as const)('a label %s', async ([, body, kind, code]) => {
  const carrierJobId = await aJob()
  server.answerNext({ path: /^\/files\//, status: 200, body })
  const outcome = await adapter.label({ carrierJobId, parcelNumber: 1, format: 'pdf', size: '4x6' }, aCall())
  expect(outcome).toMatchObject({ kind, failure: { code } })
})

test('a label at a private address is not fetched', async () => {
  const carrierJobId = await aJob()
  const postage_label = { label_pdf_url: 'https://169.254.169.254/label.pdf', label_file_type: 'image/png' }
  server.answerNext({ path: /label/, status: 200, body: JSON.stringify({ id: carrierJobId, postage_label }) })
  const outcome = await adapter.label({ carrierJobId, parcelNumber: 1, format: 'pdf', size: '4x6' }, aCall())
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'address_not_allowed' } })
})

test('the label of a shipment that is not bought is not ready', async () => {
  const { draftId } = await aBooking()
  for (const format of ['pdf', 'png'] as const) {
    const request = { carrierJobId: draftId ?? '', parcelNumber: 1, format, size: '4x6' } as const
    expect(await adapter.label(request, aCall())).toEqual({ kind: 'not_ready' })
  }
})

test.for([
  ['submitted', 'cancelled'],
  ['refunded', 'cancelled'],
  ['rejected', 'refused'],
  ['not_applicable', 'refused'],
  ['under_review', 'unknown'],
] as const)('a refund that is %s is %s', async ([status, kind]) => {
  const carrierJobId = await aJob()
  server.setRefundOutcome(status)
  expect(await cancel(carrierJobId)).toMatchObject({ kind })
})

test('a refund that is rejected later is reported by tracking', async () => {
  const carrierJobId = await aJob()
  const pending = { kind: 'cancelled', refundPending: true }
  expect([await cancel(carrierJobId), await cancel(carrierJobId)]).toEqual([pending, pending])
  expect(await adapter.track(carrierJobId, aCall())).toMatchObject({ refundPending: true, charges: [] })
  server.shipment(carrierJobId).refund_status = 'rejected'
  const outcome = await adapter.track(carrierJobId, aCall())
  const kept = { type: 'refund_rejected', currency: 'USD', exponent: 2, amountMinor: 758 }
  expect(outcome).toMatchObject({ refundPending: false, charges: [kept] })
  expect(outcome.kind === 'facts' && outcome.facts.at(-1)).toMatchObject({
    rawCode: 'refund_rejected',
    status: 'unknown',
  })
})

test('a label that was refunded at EasyPost is cancelled by its tracking', async () => {
  const carrierJobId = await aJob()
  server.shipment(carrierJobId).refund_status = 'refunded'
  const outcome = await adapter.track(carrierJobId, aCall())
  expect(outcome.kind === 'facts' && outcome.facts.at(-1)).toMatchObject({
    rawCode: 'refund_refunded',
    status: 'cancelled',
  })
})

test('all labels of an order are refunded; a repetition refunds what is left', async () => {
  const orderId = await aJob(two)
  const [first = '', second = ''] = server.listParcels(orderId)
  server.reportNews(second, { status: 'in_transit', detail: null, message: 'Scanned' })
  const partly = await cancel(orderId)
  expect(partly).toMatchObject({ kind: 'refused', failure: { message: expect.stringContaining('1 of 2 labels') } })
  expect(server.shipment(first).refund_status).toBe('submitted')
  server.shipment(second).status = 'pre_transit'
  expect(await cancel(orderId)).toEqual({ kind: 'cancelled', refundPending: true })
})

test('a wrong key is refused in EasyPost’s words', async () => {
  const wrong = { ...account, credentials: { ...account.credentials, api_key: 'wrong-key-1' } }
  const outcome = await adapter.verify?.({ callbackUrl: null }, aCall(wrong))
  expect(outcome).toMatchObject({
    kind: 'refused',
    failure: { code: 'APIKEY.INACTIVE', httpStatus: 401, message: expect.stringContaining('no longer active') },
  })
})

test('verification registers one webhook, gives it the secret again, and leaves those of others alone', async () => {
  const { carrierAccountId } = account
  const verify = (callbackUrl: string) => adapter.verify?.({ callbackUrl }, aCall())
  const path = `/callbacks/${carrierAccountId}`
  expect(await verify(`https://old.example${path}`)).toEqual({ kind: 'verified' })
  const [webhook] = server.listWebhooks(carrierAccountId)
  Object.assign(webhook ?? {}, { secret: 'lost', disabled_at: '2026-01-01T00:00:00Z' })
  expect(await verify(`https://old.example${path}`)).toEqual({ kind: 'verified' })
  const { callback_secret: secret } = account.credentials
  expect(server.listWebhooks(carrierAccountId)).toMatchObject([{ id: webhook?.id, secret, disabled_at: null }])

  server
    .listWebhooks(carrierAccountId)
    .push({ ...(webhook ?? expect.fail()), id: 'hook_other', url: 'https://shop.example/hook' })
  expect(await verify(`https://new.example${path}`)).toEqual({ kind: 'verified' })
  const urls = server.listWebhooks(carrierAccountId).map(({ url }) => url)
  expect(urls.sort()).toEqual([`https://new.example${path}`, 'https://shop.example/hook'])
})

test('keys tell the mode', () => {
  expect(adapter.getMode?.({ api_key: 'EZTK1' })).toBe('test')
  expect(adapter.getMode?.({ api_key: 'EZAK1' })).toBe('live')
  expect(adapter.getMode?.({ api_key: 'cueqNZUb' })).toBe(null)
  expect(adapter.getMode?.({})).toBe(null)
})

test('a shipment across a customs border is declined without a call', async () => {
  const before = server.requests.length
  const abroad = { ...one, dropoff: { ...one.dropoff, country: 'CA', province: 'ON', postCode: 'M5C 2M6' } }
  expect(await adapter.quote(abroad, aCall())).toMatchObject({ kind: 'not_served', code: 'customs_not_supported' })
  expect(server.requests).toHaveLength(before)
})
