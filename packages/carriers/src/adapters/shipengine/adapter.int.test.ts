/** ShipEngine's answers, good and bad, and the requests that are sent. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BookRequest, CarrierAccount, CarrierAdapter, CarrierCall, QuoteRequest } from '../../carrier-adapter.ts'
import { createHttpClient } from '../../http/client.ts'
import { errorBody, errorObject } from '../../testing/shipengine/bodies.ts'
import { type ShipEngineServer, startShipEngineServer } from '../../testing/shipengine/server.ts'
import { withCredentials } from '../../testing/shipengine/test-carrier.ts'
import { aParcelTransport } from '../../testing/transports.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
import { createShipEngineAdapter } from './adapter.ts'

let server: ShipEngineServer
let adapter: CarrierAdapter
let account: CarrierAccount
let count = 0
beforeAll(async () => {
  server = await startShipEngineServer()
  const http = createHttpClient({ trustedUrls: [server.url] })
  // Every call uses the address of the account.
  adapter = readableDocuments(createShipEngineAdapter({ http, baseUrl: 'https://shipengine.invalid' }))
})
afterAll(() => server?.stop())
beforeEach(() => {
  const plain = { carrierAccountId: `cac_${count++}`, environmentId: 'env_1', livemode: false, credentials: {} }
  account = withCredentials(server, { ...plain, endpoint: `${server.url}/v1/` })
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

async function aBooking(request = one, serviceCode = 'usps.ground_advantage'): Promise<BookRequest> {
  const { offers } = await readOffers(request)
  const offer = offers.find((each) => each.serviceCode === serviceCode) ?? expect.fail(serviceCode)
  return {
    ...request,
    reference: `att_${count}`,
    merchantOrderRef: 'ORDER-1001',
    serviceCode,
    carrierOfferId: offer.carrierOfferId,
    pickupInstructions: 'Ring the bell',
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
const error = (status: number, code: string, message: string, extra = {}) => ({
  status,
  body: errorBody(errorObject(code, message, extra)),
})
const money = (amount: unknown) => ({ currency: 'usd', amount })
const aRate = (extra: object = {}) => ({
  rate_id: 'se-1',
  carrier_id: 'se-241902',
  carrier_code: 'stamps_com',
  carrier_friendly_name: 'Stamps.com',
  service_code: 'usps_media_mail',
  service_type: 'USPS Media Mail',
  package_type: 'package',
  shipping_amount: money(11.38),
  ...extra,
})
const ratesAnswer = (rate_response: object) => ({ path: /rates$/, status: 200, body: { rate_response } })

describe('quotes', () => {
  test('have the services of all carriers, with names, prices and days', async () => {
    const { offers, declines } = await readOffers(one)
    const usd = { currency: 'USD', exponent: 2, taxMinor: 0, maxWeightGrams: 1_000_000 }
    expect(offers).toMatchObject([
      {
        serviceCode: 'usps.ground_advantage',
        serviceName: 'USPS Ground Advantage',
        carriedBy: 'USPS',
        ...usd,
        amountMinor: 593,
        etaPrecision: 'day',
      },
      { serviceCode: 'usps.priority_mail', amountMinor: 758, etaPrecision: 'table' },
      {
        serviceCode: 'ups.next_day_air',
        carriedBy: 'UPS',
        amountMinor: 9_658,
        etaPrecision: 'time',
        priceLines: [
          { type: 'base', amountMinor: 8_037 },
          { type: 'fuel', amountMinor: 1_621 },
        ],
      },
    ])
    expect(declines).toEqual([])
  })

  test('send grams, centimetres and the key in its own header, and ask for no insurance', async () => {
    await readOffers({ ...one, parcels: one.parcels.map((parcel) => ({ ...parcel, heightTenthMm: 1_055 })) })
    const { shipment, rate_options } = lastBody(/rates$/)
    expect(shipment).toMatchObject({
      ship_to: { name: 'Grace Miller', address_line1: '179 N Harbor Dr', state_province: 'CA', country_code: 'US' },
      insurance_provider: 'none',
      confirmation: 'none',
      packages: [{ weight: { value: 15.4, unit: 'ounce' }, dimensions: { unit: 'inch', height: 4.2 } }],
    })
    expect(rate_options).toEqual({ carrier_ids: ['se-241902', 'se-241903'] })
    expect(sentTo(/rates$/).at(-1)?.headers['api-key']).toBe(account.credentials.api_key)
  })

  test('ask for the carriers of the account once, and again with another key', async () => {
    const before = sentTo(/carriers$/).length
    await readOffers(one)
    await readOffers(one)
    expect(sentTo(/carriers$/)).toHaveLength(before + 1)
    account = { ...account, credentials: { ...account.credentials, api_key: `${account.credentials.api_key}x` } }
    await readOffers(one)
    expect(sentTo(/carriers$/)).toHaveLength(before + 2)
  })

  test('of several parcels go to the carriers that take them as one shipment', async () => {
    const { offers, declines } = await readOffers(two)
    expect(offers.map(({ serviceCode, amountMinor }) => [serviceCode, amountMinor])).toEqual([
      ['ups.next_day_air', 19_316],
    ])
    expect(declines).toMatchObject([{ serviceCode: 'usps', code: 'too_many_parcels' }])
    expect(lastBody(/rates$/).rate_options.carrier_ids).toEqual(['se-241903'])
  })

  test('keep what a carrier says in place of a rate', async () => {
    const { offers, declines } = await readOffers(aParcelTransport(40_000))
    expect(offers.map(({ serviceCode }) => serviceCode)).toEqual(['ups.next_day_air'])
    expect(declines).toEqual([
      {
        serviceCode: 'usps',
        code: 'unspecified',
        retryable: false,
        message: 'Weight exceeds the limit of Stamps.com.',
      },
    ])
  })

  test('read nulls, numbers as text, invalid rates and foreign packaging', async () => {
    server.answerNext(
      ratesAnswer({
        rates: [
          aRate({
            shipping_amount: money('11.3800'),
            other_amount: money(0.1),
            tax_amount: money(0.2),
            delivery_days: '6',
          }),
          aRate({ rate_id: 'se-2', service_code: 'usps_priority_mail', package_type: 'flat_rate_envelope' }),
          aRate({
            rate_id: 'se-3',
            service_code: 'usps_first_class_mail_international',
            validation_status: 'invalid',
            error_messages: ['No customs items have been specified.'],
          }),
          aRate({ rate_id: 'se-4', service_code: 'usps_parcel_select', shipping_amount: null }),
          aRate({ rate_id: null, service_code: 'usps_library_mail' }),
          null,
          { rate_id: 'se-5' },
        ],
        invalid_rates: null,
        errors: null,
        status: 'completed',
        new_field: {},
      }),
    )
    const { offers, declines } = await readOffers(one)
    expect(offers).toMatchObject([
      { serviceCode: 'usps.media_mail', exponent: 2, amountMinor: 1_148, taxMinor: 20, etaPrecision: 'day' },
    ])
    expect(declines?.map(({ serviceCode, message }) => [serviceCode, message])).toEqual([
      ['usps.priority_mail', 'Offered in packaging of the carrier only: flat_rate_envelope.'],
      ['usps.first_class_mail_international', 'No customs items have been specified.'],
      ['usps.parcel_select', 'The carrier gives no reason.'],
      ['usps.library_mail', 'The carrier gives no reason.'],
    ])
  })

  test('offer the cheaper of two accounts with one carrier', async () => {
    const walleted = { carrier_code: 'ups_walleted', carrier_id: 'se-9', service_code: 'ups_ground' }
    const own = { carrier_code: 'ups', carrier_id: 'se-8', service_code: 'ups_ground' }
    const rates = [aRate({ ...own, shipping_amount: money(9) }), aRate({ ...walleted, shipping_amount: money(8.5) })]
    server.answerNext(ratesAnswer({ rates }))
    const { offers } = await readOffers(one)
    expect(offers).toMatchObject([{ serviceCode: 'ups.ground', amountMinor: 850, carriedBy: 'UPS' }])
    expect(offers[0]?.carrierOfferId).toContain('se-9')
  })

  test.each([
    [true, 'yes'],
    [false, 'no'],
    [null, 'unknown'],
  ])('to a drop-off whose residential is %s', async (residential, indicator) => {
    const { notices = [] } = await readOffers({ ...one, dropoff: { ...one.dropoff, residential } })
    const { ship_to, ship_from } = lastBody(/rates$/).shipment
    expect([ship_to, ship_from].map((each) => each.address_residential_indicator)).toEqual([indicator, 'unknown'])
    expect(notices.map(({ code }) => code)).toEqual(residential === null ? ['residential_assumed'] : [])
  })

  test('have the warnings of rates as notices, and those of other rates not', async () => {
    const held = 'This service holds parcels in customs.'
    const warned = { warning_messages: [held, 'Print in colour.', null] }
    const priority = aRate({ rate_id: 'se-2', service_code: 'usps_priority_mail', warning_messages: [held] })
    const invalid = { service_code: 'usps_parcel_select', shipping_amount: null, warning_messages: ['Hm.'] }
    server.answerNext(ratesAnswer({ rates: [aRate(warned), priority, aRate(invalid)] }))
    const home = { ...one, dropoff: { ...one.dropoff, residential: true } }
    expect((await readOffers(home)).notices).toEqual([
      { serviceCode: 'usps', code: 'carrier_notice', message: held },
      { serviceCode: 'usps.media_mail', code: 'carrier_notice', message: 'Print in colour.' },
    ])
  })

  test('of rates that are still being asked for fail, retryable', async () => {
    server.answerNext(ratesAnswer({ rates: [], status: 'working' }))
    expect(await adapter.quote(one, aCall())).toMatchObject({ kind: 'failed', failure: { retryable: true } })
  })

  test('name the missing field: before ShipEngine is asked, or in its words', async () => {
    const before = server.requests.length
    const withoutProvince = { ...one, dropoff: { ...one.dropoff, province: null } }
    expect(await adapter.quote(withoutProvince, aCall())).toMatchObject({
      kind: 'not_served',
      code: 'missing_field',
      pointer: '/dropoff_address/province',
    })
    expect(server.requests).toHaveLength(before)
    server.answerNext({
      path: /rates$/,
      ...error(400, 'field_value_required', 'phone must be specified.', { field_name: 'shipment.ship_from.phone' }),
    })
    expect(await adapter.quote({ ...one, pickup: { ...one.pickup, phone: null } }, aCall())).toMatchObject({
      kind: 'not_served',
      code: 'field_value_required',
      pointer: '/pickup_address/phone',
      message: 'shipment.ship_from.phone: phone must be specified.',
    })
  })

  test('of an account without carriers say so', async () => {
    server.answerNext({ path: /carriers$/, status: 200, body: { carriers: [] } })
    expect(await adapter.quote(one, aCall())).toMatchObject({ kind: 'not_served', code: 'carrier_not_connected' })
  })
})

describe('bookings', () => {
  test('rate a shipment under the reference of the attempt, and buy that rate', async () => {
    const request = await aBooking()
    const outcome = await adapter.book(request, aCall())
    expect(outcome).toMatchObject({
      kind: 'booked',
      job: { status: 'assigned', trackingNumber: expect.stringMatching(/^9400/) },
    })
    expect(lastBody(/rates$/)).toMatchObject({
      shipment: { external_shipment_id: request.reference, ship_from: { instructions: 'Ring the bell' } },
      rate_options: { carrier_ids: ['se-241902'], service_codes: ['usps_ground_advantage'] },
    })
    expect(lastBody(/labels\/rates\//)).toMatchObject({
      label_format: 'pdf',
      label_layout: '4x6',
      label_download_type: 'url',
    })
  })

  test.for([
    ['a higher price', ratesAnswer({ rates: [aRate({ service_code: 'usps_ground_advantage' })] }), 'price_changed'],
    ['no rate', ratesAnswer({ rates: [], errors: [{ message: 'Service suspended.' }] }), 'no_offer'],
    ['a refusal', { path: /rates$/, ...error(400, 'invalid_address', 'No such address.') }, 'invalid_address'],
  ] as const)('%s for the attempt refuses the booking, and nothing is bought', async ([, answer, code]) => {
    const request = await aBooking()
    const before = sentTo(/labels\/rates\//).length
    server.answerNext(answer)
    expect(await adapter.book(request, aCall())).toMatchObject({ kind: 'refused', failure: { code } })
    expect(sentTo(/labels\/rates\//)).toHaveLength(before)
  })

  test.for([
    ['a 500', { path: /rates$/, status: 500, body: '' }],
    ['truncated JSON', { path: /rates$/, status: 200, body: '{"rate_response": {"ra' }],
    [
      'a maintenance page',
      { path: /rates$/, status: 200, body: '<html>Soon</html>', headers: { 'content-type': 'text/html' } },
    ],
  ] as const)('%s in place of the rate proves that nothing was bought', async ([, answer]) => {
    const request = await aBooking()
    server.answerNext(answer)
    expect(await adapter.book(request, aCall())).toMatchObject({ kind: 'not_sent', failure: { retryable: true } })
    expect(await adapter.findJob(request, aCall())).toEqual({ kind: 'not_found' })
  })

  test('a label in error is a refusal, also when it is looked up', async () => {
    const request = await aBooking()
    const body = { label_id: 'se-1', status: 'error', label_download: null }
    server.answerNext({ path: /labels\/rates/, status: 200, body })
    expect(await adapter.book(request, aCall())).toMatchObject({ kind: 'refused', failure: { code: 'label_error' } })
    server.answerNext({ path: /external_shipment_id/, status: 200, body })
    expect(await adapter.findJob(request, aCall())).toMatchObject({ kind: 'refused', failure: { code: 'label_error' } })
  })

  test('an offer of another carrier is refused', async () => {
    const request = { ...(await aBooking()), carrierOfferId: 'rate_1' }
    expect(await adapter.book(request, aCall())).toMatchObject({ kind: 'refused', failure: { code: 'offer_unknown' } })
  })

  test('only ShipEngine’s own 404 proves that there is no label', async () => {
    server.answerNext({ path: /external_shipment_id/, status: 404, body: '<html>Not Found</html>' })
    const query = { reference: 'att_none', draftId: null, carrierOfferId: null }
    expect((await adapter.findJob(query, aCall())).kind).toBe('failed')
    expect(await adapter.findJob(query, aCall())).toEqual({ kind: 'not_found' })
  })

  test.for([
    [401, 'unauthorized'],
    [403, 'subscription_inactive'],
  ] as const)('%i for the key is a refusal in ShipEngine’s words', async ([status, code]) => {
    const request = await aBooking()
    server.answerNext({ path: /labels\/rates/, ...error(status, code, 'Talk to us.') })
    expect(await adapter.book(request, aCall())).toMatchObject({
      kind: 'refused',
      failure: { code, message: 'Talk to us.', httpStatus: status },
    })
  })
})

describe('cancellations', () => {
  test('are refused in the carrier’s words once the label was used', async () => {
    const id = await aJob()
    server.reportNews(id, { status: 'IT', description: 'In transit' })
    expect(await cancel(id)).toMatchObject({ kind: 'refused', failure: { code: 'label_already_used' } })
  })

  test('of a label that was voided at ShipEngine succeed, however the carrier refuses', async () => {
    const id = await aJob()
    expect(await cancel(id)).toEqual({ kind: 'cancelled', refundPending: true })
    server.answerNext({
      path: /void$/,
      status: 200,
      body: { approved: false, message: 'No record.', reason_code: 'unknown' },
    })
    expect(await cancel(id)).toEqual({ kind: 'cancelled', refundPending: true })
    server.answerNext({ path: /void$/, ...error(400, 'invalid_status', 'This label has been voided.') })
    expect(await cancel(id)).toEqual({ kind: 'cancelled', refundPending: true })
  })

  test('are unknown if the answer says neither yes nor no', async () => {
    const id = await aJob()
    server.answerNext({ path: /void$/, status: 200, body: { message: 'Hm.' } })
    expect((await cancel(id)).kind).toBe('unknown')
  })

  test('and a refund that is rejected later are in the tracking', async () => {
    const id = await aJob()
    await cancel(id)
    // ShipEngine does not follow every refund: it names those that it follows.
    expect(await adapter.track(id, aCall())).toMatchObject({ refundPending: false, charges: [] })
    Object.assign(server.label(id), { refund_details: { refund_status: 'pending' } })
    expect(await adapter.track(id, aCall())).toMatchObject({ refundPending: true, charges: [] })
    Object.assign(server.label(id), { refund_details: { refund_status: 'rejected' } })
    const outcome = await adapter.track(id, aCall())
    const kept = { type: 'refund_rejected', currency: 'USD', exponent: 2, amountMinor: expect.any(Number) }
    expect(outcome).toMatchObject({ refundPending: false, charges: [kept] })
    const codes = outcome.kind === 'facts' ? outcome.facts.map(({ rawCode, status }) => [rawCode, status]) : []
    expect(codes).toEqual([
      ['NY/SHIPMENT_CREATED', 'assigned'],
      ['voided', 'cancelled'],
      ['refund_rejected', 'unknown'],
    ])
  })

  test('at ShipEngine of a label without tracking are tracked, and any other label without it fails', async () => {
    const id = await aJob()
    const untracked = { path: /\/track$/, ...error(404, 'not_found', 'No tracking information.') }
    server.answerNext(untracked)
    expect(await adapter.track(id, aCall())).toMatchObject({ kind: 'failed', failure: { httpStatus: 404 } })
    await cancel(id)
    Object.assign(server.label(id), { refund_details: { refund_status: 'rejected' } })
    server.answerNext(untracked)
    expect(await adapter.track(id, aCall())).toMatchObject({
      kind: 'facts',
      facts: [{ rawCode: 'voided', status: 'cancelled' }, { rawCode: 'refund_rejected' }],
      refundPending: false,
      charges: [{ type: 'refund_rejected' }],
    })
  })
})

test('a shipment across a customs border is declined without a call', async () => {
  const before = server.requests.length
  const abroad = { ...one, dropoff: { ...one.dropoff, country: 'CA', province: 'ON', postCode: 'M5C 2M6' } }
  expect(await adapter.quote(abroad, aCall())).toMatchObject({ kind: 'not_served', code: 'customs_not_supported' })
  expect(server.requests).toHaveLength(before)
})
