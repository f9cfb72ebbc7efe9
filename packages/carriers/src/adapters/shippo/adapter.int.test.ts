/** Shippo's answers, good and bad, and the requests that are sent. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BookRequest, CarrierAccount, CarrierAdapter, CarrierCall, QuoteRequest } from '../../carrier-adapter.ts'
import { createHttpClient } from '../../http/client.ts'
import { messageObject } from '../../testing/shippo/bodies.ts'
import { type ShippoServer, startShippoServer } from '../../testing/shippo/server.ts'
import { withCredentials } from '../../testing/shippo/test-carrier.ts'
import { aParcelTransport } from '../../testing/transports.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
import { createShippoAdapter } from './adapter.ts'

let server: ShippoServer
let adapter: CarrierAdapter
let account: CarrierAccount
let count = 0
beforeAll(async () => {
  server = await startShippoServer()
  const http = createHttpClient({ trustedUrls: [server.url] })
  // Every call uses the address of the account.
  adapter = readableDocuments(createShippoAdapter({ http, baseUrl: 'https://shippo.invalid' }))
})
afterAll(() => server?.stop())
beforeEach(() => {
  const plain = { carrierAccountId: `cac_${count++}`, environmentId: 'env_1', livemode: false, credentials: {} }
  account = withCredentials(server, { ...plain, endpoint: `${server.url}/` })
})

const aCall = (deadlineMs = 15_000): CarrierCall => ({
  account,
  deadlineAt: new Date(Date.now() + deadlineMs),
  idempotencyKey: 'att_1',
  requestId: 'req_1',
})
const one = aParcelTransport(436)
const two = aParcelTransport(436, 1_000)

async function readOffers(request: QuoteRequest) {
  const outcome = await adapter.quote(request, aCall())
  return outcome.kind === 'offers' ? outcome : expect.fail(JSON.stringify(outcome))
}

async function aBooking(request = one, serviceCode = 'usps.ground_advantage'): Promise<BookRequest> {
  const { offers } = await readOffers(request)
  const offer = offers.find((each) => each.serviceCode === serviceCode) ?? expect.fail(serviceCode)
  return {
    ...request,
    reference: `att_${count}`,
    merchantOrderRef: 'ORDER-1001',
    serviceCode,
    carrierOfferId: offer.carrierOfferId,
    pickupInstructions: null,
    dropoffInstructions: null,
    callbackUrl: null,
    draftId: null,
  }
}

async function aJob(request = one, serviceCode?: string): Promise<string> {
  const outcome = await adapter.book(await aBooking(request, serviceCode), aCall())
  return outcome.kind === 'booked' ? outcome.job.carrierJobId : expect.fail(JSON.stringify(outcome))
}

const sentTo = (path: RegExp) => server.requests.filter((request) => path.test(request.path))
const lastBody = (path: RegExp) => JSON.parse(sentTo(path).at(-1)?.rawBody.toString() ?? 'null')
const cancel = (carrierJobId: string) => adapter.cancel({ carrierJobId, reasonCode: 'customer_request' }, aCall())
const label = (carrierJobId: string, parcelNumber: number | null = null) =>
  adapter.label({ carrierJobId, parcelNumber, format: 'pdf', size: '4x6' }, aCall())
const behave = (mood: Parameters<ShippoServer['behave']>[1]) => server.behave(account.carrierAccountId, mood)
const aRate = (extra: object = {}) => ({
  object_id: 'rate_1',
  provider: 'USPS',
  amount: '11.38',
  currency: 'USD',
  servicelevel: { token: 'usps_media_mail', name: 'Media Mail' },
  ...extra,
})
const shipmentAnswer = (body: object) => ({ path: /shipments/, status: 201, body: { object_id: 'shp_1', ...body } })

describe('quotes', () => {
  test('have the services of all carriers, with names, prices and days', async () => {
    const { offers, declines } = await readOffers(one)
    const usd = { currency: 'USD', exponent: 2, taxMinor: 0, maxWeightGrams: 1_000_000 }
    expect(offers).toMatchObject([
      {
        serviceCode: 'usps.ground_advantage',
        serviceName: 'Ground Advantage',
        carriedBy: 'USPS',
        ...usd,
        amountMinor: 593,
        etaPrecision: 'day',
      },
      { serviceCode: 'usps.priority', amountMinor: 758, etaPrecision: 'table' },
      { serviceCode: 'ups.next_day_air', carriedBy: 'UPS', amountMinor: 9_658, etaPrecision: 'time' },
    ])
    expect(declines).toEqual([])
  })

  test('send numbers as text, and the token in its own form, and ask for no insurance', async () => {
    await readOffers({ ...one, parcels: one.parcels.map((parcel) => ({ ...parcel, heightTenthMm: 1_055 })) })
    const body = lastBody(/shipments/)
    expect(body).toMatchObject({
      address_to: { name: 'Grace Miller', street1: '179 N Harbor Dr', state: 'CA', zip: '90277', country: 'US' },
      parcels: [{ weight: '15.4', mass_unit: 'oz', distance_unit: 'in', height: '4.2' }],
      async: false,
    })
    expect(body.extra).toBeUndefined()
    const { headers } = sentTo(/shipments/).at(-1) ?? expect.fail()
    expect(headers.authorization).toBe(`ShippoToken ${account.credentials.api_key}`)
    expect(headers['shippo-api-version']).toBe('2018-02-08')
  })

  test('of several parcels come from the carriers that take them as one shipment, and the others say why', async () => {
    const { offers, declines } = await readOffers(two)
    expect(offers).toMatchObject([{ serviceCode: 'ups.next_day_air', amountMinor: 19_316 }])
    expect(declines).toMatchObject([{ serviceCode: 'usps', message: 'USPS does not support multi-piece shipments.' }])
  })

  test('read nulls, numbers as numbers and text, unknown fields and rates without a price', async () => {
    server.answerNext(
      shipmentAnswer({
        rates: [
          aRate({ amount: 11.38, estimated_days: '6', arrives_by: null, attributes: null }),
          aRate({ object_id: 'rate_2', servicelevel: null, servicelevel_token: 'usps_priority', amount: '7.5800' }),
          aRate({
            object_id: 'rate_3',
            servicelevel: { token: 'usps_parcel_select' },
            amount: null,
            messages: ['No.'],
          }),
          aRate({ object_id: 'rate_4', provider: 'DHL Express', servicelevel: { token: 'dhl_express_worldwide' } }),
          null,
          { provider: 'UPS' },
        ],
        messages: [
          'Beware.',
          null,
          messageObject('FedEx', 'FedEx API did not respond.', 'carrier_timeout'),
          messageObject('USPS', 'Your invoice may vary from the displayed rates.', 'carrier_timeout'),
          { source: null, code: null, text: null },
        ],
        status: 'BEAMED_UP',
        new_field: {},
      }),
    )
    const { offers, declines, notices } = await readOffers(one)
    expect(
      offers.map(({ serviceCode, amountMinor, etaPrecision }) => [serviceCode, amountMinor, etaPrecision]),
    ).toEqual([
      ['usps.media_mail', 1_138, 'day'],
      ['usps.priority', 758, 'table'],
      ['dhl_express.worldwide', 1_138, 'table'],
    ])
    expect(
      declines?.map(({ serviceCode, code, message, retryable }) => [serviceCode, code, message, retryable]),
    ).toEqual([
      ['shippo', 'carrier_error', 'Beware.', false],
      ['fedex', 'carrier_timeout', 'FedEx API did not respond.', true],
      ['usps.parcel_select', 'carrier_error', 'No.', false],
    ])
    expect(notices).toMatchObject([
      { serviceCode: 'usps', code: 'carrier_notice', message: 'Your invoice may vary from the displayed rates.' },
    ])
  })

  test('offer the cheaper of two accounts with one carrier, at a clock that the carrier names', async () => {
    const rates = [aRate({ amount: '9' }), aRate({ object_id: 'rate_9', amount: '8.5' })]
    server.answerNext(shipmentAnswer({ rates }))
    expect((await readOffers(one)).offers).toMatchObject([{ carrierOfferId: 'rate_9', amountMinor: 850 }])
    const night = aRate({ estimated_days: 1, arrives_by: '00:02:00' })
    server.answerNext(shipmentAnswer({ rates: [night] }))
    expect((await readOffers(one)).offers).toMatchObject([{ etaPrecision: 'day' }])
  })

  test('whose rates are still being asked for fail, retryable', async () => {
    server.answerNext(shipmentAnswer({ rates: [], messages: [], status: 'QUEUED' }))
    expect(await adapter.quote(one, aCall())).toMatchObject({ kind: 'failed', failure: { retryable: true } })
  })

  test('name the missing field: before Shippo is asked, or in its words', async () => {
    const before = server.requests.length
    const withoutProvince = { ...one, dropoff: { ...one.dropoff, province: null } }
    expect(await adapter.quote(withoutProvince, aCall())).toMatchObject({
      kind: 'not_served',
      code: 'missing_field',
      pointer: '/dropoff_address/province',
    })
    expect(server.requests).toHaveLength(before)
    const body = { address_from: [{ phone: ['This field is required.'] }] }
    server.answerNext({ path: /shipments/, status: 400, body })
    expect(await adapter.quote({ ...one, pickup: { ...one.pickup, phone: null } }, aCall())).toMatchObject({
      kind: 'not_served',
      message: 'address_from.phone: This field is required.',
      pointer: '/pickup_address/phone',
    })
  })

  test.for([
    [401, { detail: 'Invalid token.' }, 'Invalid token.'],
    [403, { detail: 'Account suspended.' }, 'Account suspended.'],
  ] as const)('%i is answered with Shippo’s message', async ([status, body, message]) => {
    server.answerNext({ path: /shipments/, status, body })
    expect(await adapter.quote(one, aCall())).toMatchObject({
      kind: 'failed',
      failure: { message, httpStatus: status },
    })
  })
})

test.each([true, false, null])('a quote to a drop-off whose residential is %s', async (residential) => {
  const { notices = [] } = await readOffers({ ...one, dropoff: { ...one.dropoff, residential } })
  const { address_to } = JSON.parse(String(sentTo(/\/shipments\//).at(-1)?.rawBody))
  expect(address_to.is_residential).toBe(residential ?? undefined)
  expect(notices.map(({ code }) => code)).toEqual(residential === null ? ['residential_assumed'] : [])
})

describe('bookings', () => {
  test('buy the rate under the reference of the attempt', async () => {
    const request = await aBooking()
    const trackingUrl = 'https://tools.usps.com/go/TrackConfirmAction_input'
    expect(await adapter.book(request, aCall())).toMatchObject({
      kind: 'booked',
      job: { status: 'assigned', trackingNumber: expect.stringMatching(/^9205/), trackingUrl },
    })
    expect(lastBody(/transactions\/$/)).toEqual({
      rate: request.carrierOfferId,
      label_file_type: 'PDF_4x6',
      async: false,
      metadata: `${request.reference} usps 1`,
    })
  })

  test('that Shippo queues are followed to their end', async () => {
    const [bought, failed] = [await aBooking(), await aBooking()]
    behave({ purchase: { status: 'QUEUED', reads: 2, end: 'SUCCESS' } })
    expect(await adapter.book(bought, aCall())).toMatchObject({
      kind: 'booked',
      job: { trackingNumber: expect.stringMatching(/^9205/) },
    })
    behave({ purchase: { status: 'WAITING', reads: 1, end: 'ERROR' } })
    expect(await adapter.book(failed, aCall())).toMatchObject({
      kind: 'refused',
      failure: { message: 'Insufficient funds in the account.' },
    })
  })

  test('that are still queued at the deadline are unknown, and found when they are bought', async () => {
    const request = await aBooking()
    behave({ purchase: { status: 'QUEUED', reads: 1_000, end: 'SUCCESS' } })
    const outcome = await adapter.book(request, aCall(4_000))
    expect(outcome).toMatchObject({ kind: 'unknown', failure: { code: 'purchase_pending', retryable: true } })
    expect(await adapter.findJob(request, aCall())).toMatchObject({ kind: 'failed', failure: { retryable: true } })
    behave({ purchase: { status: 'QUEUED', reads: 1, end: 'SUCCESS' } })
    expect(await adapter.findJob(request, aCall())).toMatchObject({ kind: 'found', job: { status: 'assigned' } })
    expect(server.transactions().filter(({ rate }) => rate === request.carrierOfferId)).toHaveLength(1)
  })

  test('in error are refused in the carrier’s words, also when they are looked up', async () => {
    const request = await aBooking()
    behave({ purchase: { status: 'ERROR', reads: 1_000, end: 'ERROR' } })
    const failure = { message: 'Insufficient funds in the account.', retryable: false }
    expect(await adapter.book(request, aCall())).toMatchObject({ kind: 'refused', failure })
    expect(await adapter.findJob(request, aCall())).toMatchObject({ kind: 'refused', failure })
  })

  test('with a status that is not known are bought if there is a label', async () => {
    const request = await aBooking()
    const body = { object_id: 'trn_1', status: 'PRINTED', tracking_number: 9205, rate: null, label_url: null, x: 1 }
    server.answerNext({ path: /transactions\/$/, status: 200, body })
    expect(await adapter.book(request, aCall())).toMatchObject({
      kind: 'booked',
      job: { carrierJobId: 'trn_1', trackingNumber: '9205' },
    })
  })

  test.for([
    ['a 500', { status: 500, body: '' }],
    ['truncated JSON', { status: 201, body: '{"object_id": "9' }],
    ['a maintenance page', { status: 200, body: '<html>Soon</html>', headers: { 'content-type': 'text/html' } }],
  ] as const)('answered with %s are unknown, and nothing is bought by looking', async ([, answer]) => {
    const request = await aBooking()
    server.answerNext({ path: /transactions\/$/, ...answer })
    expect(await adapter.book(request, aCall())).toMatchObject({ kind: 'unknown' })
    expect(await adapter.findJob(request, aCall())).toEqual({ kind: 'not_found' })
  })

  test('are not taken for those of another attempt with the same rate', async () => {
    const request = await aBooking()
    await adapter.book(request, aCall())
    expect(await adapter.findJob({ ...request, reference: 'att_other' }, aCall())).toEqual({ kind: 'not_found' })
  })

  test('are not judged by a list that was not filtered', async () => {
    const request = await aBooking()
    const results = [{ object_id: 'trn_1', status: 'SUCCESS', rate: 'another', metadata: 'att_2 usps 1' }]
    server.answerNext({ path: /transactions\/\?/, status: 200, body: { results } })
    expect(await adapter.findJob(request, aCall())).toMatchObject({
      kind: 'failed',
      failure: { code: 'list_not_filtered' },
    })
  })

  test('of several parcels are one job', async () => {
    const request = await aBooking(two, 'ups.next_day_air')
    const booked = await adapter.book(request, aCall())
    const found = await adapter.findJob(request, aCall())
    expect([booked.kind, found.kind]).toEqual(['booked', 'found'])
    if (booked.kind !== 'booked' || found.kind !== 'found') return
    expect(found.job.carrierJobId).toBe(booked.job.carrierJobId)
    const [first, second] = server.transactions().filter(({ rate }) => rate === request.carrierOfferId)
    for (const each of [first, second]) {
      server.reportNews(each?.object_id ?? '', { status: 'DELIVERED', details: 'Delivered' })
      const tracked = await adapter.track(booked.job.carrierJobId, aCall())
      const statuses = tracked.kind === 'facts' ? tracked.facts.map(({ status }) => status) : []
      expect(statuses.includes('delivered')).toBe(each === second)
    }
  })

  test('of several parcels with labels for some of them are undecided', async () => {
    const request = await aBooking(two, 'ups.next_day_air')
    const results = ['SUCCESS', 'ERROR'].map((status, index) => ({
      object_id: `trn_${index}`,
      status,
      rate: request.carrierOfferId,
      metadata: `${request.reference} ups 2`,
    }))
    server.answerNext({ path: /transactions\/\?/, status: 200, body: { results } })
    expect(await adapter.book(request, aCall())).toMatchObject({
      kind: 'unknown',
      failure: { code: 'purchase_partly' },
    })
  })
})

describe('labels', () => {
  test('of several parcels are there by number, in the order of the parcels', async () => {
    const id = await aJob(two, 'ups.next_day_air')
    expect(await label(id)).toMatchObject({ kind: 'no_such_label', failure: { code: 'one_label_per_parcel' } })
    const paths: string[] = []
    for (const number of [1, 2]) {
      expect((await label(id, number)).kind).toBe('label')
      paths.push(server.requests.at(-1)?.path ?? '')
    }
    const { rate } = server.transaction(id)
    const [first, second] = server.transactions().filter((each) => each.rate === rate)
    expect([paths[0]?.includes(first?.object_id ?? '-'), paths[1]?.includes(second?.object_id ?? '-')]).toEqual([
      true,
      true,
    ])
    expect(await label(id, 3)).toMatchObject({ kind: 'no_such_label', failure: { code: 'parcel_unknown' } })
  })

  test('in another form than PDF, of another size, or at another host are not there', async () => {
    const id = await aJob()
    expect(
      await adapter.label({ carrierJobId: id, parcelNumber: null, format: 'zpl', size: '4x6' }, aCall()),
    ).toMatchObject({ kind: 'no_such_label' })
    Object.assign(server.transaction(id), { label_file_type: 'ZPLII' })
    expect(await label(id)).toMatchObject({ kind: 'no_such_label', failure: { code: 'form_unavailable' } })
    Object.assign(server.transaction(id), { label_file_type: null, label_url: 'https://example.com/label.pdf' })
    expect(await label(id)).toMatchObject({ kind: 'failed', failure: { code: 'label_host_unknown' } })
    Object.assign(server.transaction(id), { label_url: null })
    expect(await label(id)).toEqual({ kind: 'not_ready' })
  })

  test('that are too long, or another document, are failed reads', async () => {
    const id = await aJob()
    const pdf = { 'content-type': 'application/pdf' }
    server.answerNext({ path: /labels/, status: 200, headers: pdf, body: Buffer.alloc(20 * 1024 * 1024, '%PDF-1.4 ') })
    expect(await label(id)).toMatchObject({ kind: 'failed', failure: { code: 'malformed_answer' } })
    server.answerNext({ path: /labels/, status: 200, headers: pdf, body: '^XA^XZ' })
    expect((await label(id)).kind).not.toBe('label')
    expect((await label(id)).kind).toBe('label')
  })
})

describe('cancellations', () => {
  test('are refused once the label was used', async () => {
    const id = await aJob()
    server.reportNews(id, { status: 'TRANSIT', details: 'In transit' })
    expect(await cancel(id)).toMatchObject({ kind: 'refused', failure: { code: 'refund_rejected' } })
  })

  test.for(['QUEUED', 'PENDING', 'SUCCESS'] as const)('with the refund %s succeed, also twice', async (refund) => {
    const id = await aJob()
    behave({ refund })
    const cancelled = { kind: 'cancelled', ...(refund !== 'SUCCESS' && { refundPending: true }) }
    expect([await cancel(id), await cancel(id)]).toEqual([cancelled, cancelled])
    expect(sentTo(/refunds/).filter(({ rawBody }) => rawBody.includes(id))).toHaveLength(1)
  })

  test('of a label that was refunded at Shippo in between succeed', async () => {
    const id = await aJob()
    const before = { ...server.transaction(id) }
    Object.assign(server.transaction(id), { status: 'REFUNDED' })
    server.answerNext({ path: new RegExp(`transactions/${id}`), status: 200, body: before })
    expect(await cancel(id)).toEqual({ kind: 'cancelled' })
    expect(
      sentTo(/refunds/)
        .at(-1)
        ?.rawBody.toString(),
    ).toContain(id)
  })

  test('of several parcels refund every label', async () => {
    const id = await aJob(two, 'ups.next_day_air')
    expect(await cancel(id)).toEqual({ kind: 'cancelled', refundPending: true })
    const { rate } = server.transaction(id)
    const statuses = server.transactions().flatMap((each) => (each.rate === rate ? [each.status] : []))
    expect(statuses).toEqual(['REFUNDPENDING', 'REFUNDPENDING'])
  })

  test('are unknown if the answer says neither yes nor no', async () => {
    const id = await aJob()
    server.answerNext({ path: /refunds/, status: 201, body: { status: 'BEAMED_UP' } })
    expect(await cancel(id)).toMatchObject({ kind: 'unknown', failure: { code: 'refund_unclear' } })
  })

  test('and a refund that is rejected later are in the tracking', async () => {
    const id = await aJob()
    await cancel(id)
    const listCodes = async () => {
      const outcome = await adapter.track(id, aCall())
      return outcome.kind === 'facts' ? outcome.facts.map(({ rawCode, status }) => [rawCode, status]) : []
    }
    const labelled = ['PRE_TRANSIT/information_received', 'assigned']
    expect(await listCodes()).toEqual([labelled, ['REFUNDPENDING', 'cancelled']])
    expect(await adapter.track(id, aCall())).toMatchObject({ refundPending: true, charges: [] })
    Object.assign(server.transaction(id), { status: 'REFUNDREJECTED' })
    expect(await listCodes()).toEqual([labelled, ['REFUNDREJECTED', 'unknown']])
    const kept = { chargeId: `${id}/refund_rejected`, type: 'refund_rejected', currency: 'USD', exponent: 2 }
    const track = () => adapter.track(id, aCall())
    expect(await track()).toMatchObject({
      refundPending: false,
      charges: [{ ...kept, amountMinor: expect.any(Number), taxMinor: 0 }],
    })
    server.answerNext({ path: /\/rates\//, status: 404, body: { detail: 'Not found.' } })
    expect(await track()).toMatchObject({ kind: 'facts', charges: [] })
    server.answerNext({ path: /\/rates\//, status: 429, headers: { 'retry-after': '60' }, body: {} })
    // The carrier is asked again for what it keeps.
    expect(await track()).toMatchObject({ kind: 'facts', refundPending: true, charges: [] })
  })

  test('at Shippo of a label without tracking are tracked, and any other label without it fails', async () => {
    const id = await aJob()
    const untracked = { path: /\/tracks\//, status: 404, body: { detail: 'Not found.' } }
    server.answerNext(untracked)
    expect(await adapter.track(id, aCall())).toMatchObject({ kind: 'failed', failure: { httpStatus: 404 } })
    Object.assign(server.transaction(id), { status: 'REFUNDREJECTED' })
    server.answerNext(untracked)
    expect(await adapter.track(id, aCall())).toMatchObject({
      kind: 'facts',
      facts: [{ rawCode: 'REFUNDREJECTED' }],
      refundPending: false,
      charges: [{ type: 'refund_rejected' }],
    })
  })

  test('and the tracking of one parcel are not lost because another parcel has none', async () => {
    const id = await aJob(two, 'ups.next_day_air')
    server.answerNext({ path: /\/tracks\//, status: 404, body: { detail: 'Not found.' } })
    expect(await adapter.track(id, aCall())).toMatchObject({
      kind: 'facts',
      facts: [{ rawCode: 'PRE_TRANSIT/information_received#2', status: 'assigned' }],
    })
  })
})

test('a transaction without our metadata is tracked by the carrier of its rate', async () => {
  const id = await aJob()
  Object.assign(server.transaction(id), { metadata: null })
  expect(await adapter.track(id, aCall())).toMatchObject({ kind: 'facts', facts: [{ status: 'assigned' }] })
  expect(sentTo(/tracks/).at(-1)?.path).toMatch(/\/tracks\/usps\/9205/)
})

test('a shipment across a customs border is declined without a call', async () => {
  const before = server.requests.length
  const abroad = { ...one, dropoff: { ...one.dropoff, country: 'CA', province: 'ON', postCode: 'M5C 2M6' } }
  expect(await adapter.quote(abroad, aCall())).toMatchObject({ kind: 'not_served', code: 'customs_not_supported' })
  expect(server.requests).toHaveLength(before)
})
