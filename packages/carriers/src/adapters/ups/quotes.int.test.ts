/** UPS's prices as offers, and the proof of credentials. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CarrierAdapter, CarrierCall, QuoteRequest } from '../../carrier-adapter.ts'
import { type RawExchange, redactExchange } from '../../exchange-log/exchange.ts'
import { createHttpClient } from '../../http/client.ts'
import { startUpsServer, type UpsServer } from '../../testing/ups/server.ts'
import { aTransport, aUpsCall, inAtlanta, upsAdapterFor } from '../../testing/ups/test-carrier.ts'
import { createUpsAdapter } from './adapter.ts'

let server: UpsServer
let adapter: CarrierAdapter
let call: CarrierCall
beforeAll(async () => {
  server = await startUpsServer()
  adapter = upsAdapterFor(server)
})
afterAll(() => server?.stop())
beforeEach(() => {
  call = aUpsCall(server)
})

const inBerlin = { city: 'Berlin', province: null, postCode: '10785', country: 'DE', phone: '+49 30 1234567' }
const inParis = { city: 'Paris', province: null, postCode: '75008', country: 'FR', phone: '+33 1 44 55 66 77' }
const quote = (overrides: Partial<QuoteRequest> = {}) => adapter.quote(aTransport(overrides), call)
const lastRequest = () => {
  const sent = server.requests.at(-1) ?? expect.fail('nothing was sent')
  return { path: sent.path, body: JSON.parse(sent.rawBody.toString()) }
}
const errors = (status: number, code: string, message: string) => ({
  path: /rating/,
  status,
  body: { response: { errors: [{ code, message }] } },
})

test('negotiated rates count before published ones, with taxes and the parts of the price', async () => {
  const outcome = await quote()
  expect(outcome).toMatchObject({
    kind: 'offers',
    offers: [
      {
        serviceCode: 'ups_ground',
        serviceName: 'UPS Ground',
        currency: 'USD',
        exponent: 2,
        amountMinor: 1_120,
        taxMinor: 50,
        carrierOfferId: null,
        etaPrecision: 'day',
        priceLines: [
          { type: 'base', amountMinor: 1_020 },
          { type: 'fuel', amountMinor: 80 },
          { type: 'surcharges', amountMinor: 20 },
        ],
      },
      { serviceCode: 'ups_2nd_day_air', amountMinor: 2_175 },
      { serviceCode: 'ups_next_day_air', amountMinor: 4_002, etaPrecision: 'time' },
    ],
  })
  // UPS also has Ground Saver, and Next Day Air on Saturday at another price, which are not offered.
  expect(outcome.kind === 'offers' && outcome.offers).toHaveLength(3)
})

test('base and fuel of packages add up, with those of the shipment', async () => {
  const money = (MonetaryValue: string) => ({ CurrencyCode: 'USD', MonetaryValue })
  const fuel = (amount: string) => ({ Code: '375', ...money(amount) })
  const aPackage = (base: string, negotiated: string) => ({
    BaseServiceCharge: money(base),
    ItemizedCharges: [fuel('2.10'), { Code: '270', ...money('1.00') }],
    NegotiatedCharges: { ItemizedCharges: [fuel(negotiated)] },
    TotalCharges: money('0.00'),
  })
  const ground = {
    Service: { Code: '03' },
    BaseServiceCharge: money('0.00'),
    ItemizedCharges: [],
    TotalCharges: money('37.20'),
    RatedPackage: [aPackage('14.50', '1.25'), aPackage('15.50', '1.50')],
  }
  const NegotiatedRateCharges = {
    BaseServiceCharge: [money('10.00'), money('11.00')],
    ItemizedCharges: [{ Code: '270', ...money('1.00') }],
    TotalCharge: money('24.75'),
  }
  const repeated = { BaseServiceCharge: money('30.00'), ItemizedCharges: [fuel('4.20')] }
  const further = { BaseServiceCharge: money('30.00'), ItemizedCharges: [fuel('0.40')] }
  const RatedShipment = [
    ground,
    { ...ground, Service: { Code: '02' }, NegotiatedRateCharges },
    { ...ground, Service: { Code: '01' }, ...repeated },
    { ...ground, Service: { Code: '12' }, ...further },
    { ...ground, Service: { Code: '13' }, RatedPackage: [aPackage('14.50', '1'), { TotalCharges: money('0.00') }] },
  ]
  server.answerNext({ path: /rating/, status: 200, body: { RateResponse: { RatedShipment } } })
  const outcome = await quote()
  const lines = outcome.kind === 'offers' ? outcome.offers.map(({ priceLines = [] }) => priceLines) : []
  const amounts = (base: number, fuelAmount: number, surcharges: number) => [
    { type: 'base', amountMinor: base },
    { type: 'fuel', amountMinor: fuelAmount },
    { type: 'surcharges', amountMinor: surcharges },
  ]
  expect(lines).toEqual([
    amounts(3_000, 420, 300),
    amounts(2_100, 275, 100),
    amounts(3_000, 420, 300),
    amounts(3_000, 460, 260),
    [],
  ])
})

test.each([true, false, null])('a drop-off whose residential is %s', async (residential) => {
  const outcome = await quote({ dropoff: inAtlanta({ residential }), pickup: inAtlanta({ residential: true }) })
  const { ShipTo, ShipFrom } = lastRequest().body.RateRequest.Shipment
  expect('ResidentialAddressIndicator' in ShipTo.Address).toBe(residential === true)
  expect(ShipFrom.Address).not.toHaveProperty('ResidentialAddressIndicator')
  const codes = outcome.kind === 'offers' ? (outcome.notices ?? []).map(({ code }) => code) : []
  expect(codes.includes('residential_assumed')).toBe(residential === null)
})

test('alerts beside the prices are notices: once for all, or of the service', async () => {
  const varies = 'Your invoice may vary from the displayed reference rates'
  const unqualified = 'User Id and Shipper Number combination is not qualified to receive negotiated rates'
  const ground = {
    Service: { Code: '03' },
    RatedShipmentAlert: [
      { Code: '110971', Description: varies },
      { Code: '110920', Description: 'Ship To Address Classification is changed from Residential to Commercial' },
    ],
    TotalCharges: { CurrencyCode: 'USD', MonetaryValue: '15.54' },
  }
  const air = { ...ground, Service: { Code: '02' }, RatedShipmentAlert: { Code: '110971', Description: varies } }
  const Response = { Alert: { Code: '120900', Description: unqualified } }
  const body = { RateResponse: { Response, RatedShipment: [ground, air, { ...ground, Service: { Code: '93' } }] } }
  server.answerNext({ path: /rating/, status: 200, body })
  const code = 'carrier_notice'
  expect(await quote({ dropoff: inAtlanta({ residential: false }) })).toMatchObject({
    kind: 'offers',
    notices: [
      { serviceCode: null, code, message: unqualified },
      { serviceCode: null, code, message: varies },
      { serviceCode: 'ups_ground', code, message: expect.stringContaining('from Residential to Commercial') },
    ],
  })
})

test('a quote within the United States counts pounds and inches and asks for times in transit', async () => {
  await quote({ readyAt: new Date('2026-01-06T03:30:00Z') })
  const { path, body } = lastRequest()
  expect(path).toBe('/api/rating/v2409/Shoptimeintransit')
  const { account_number: accountNumber } = call.account.credentials
  expect(body.RateRequest.Shipment).toMatchObject({
    Shipper: { Name: 'Maiden Books', ShipperNumber: accountNumber },
    ShipTo: { Name: 'Grace Miller', Address: { StateProvinceCode: 'GA', PostalCode: '30328', CountryCode: 'US' } },
    // 22:30 on the day before in Atlanta.
    DeliveryTimeInformation: { PackageBillType: '03', Pickup: { Date: '20260105', Time: '2230' } },
    ShipmentTotalWeight: { UnitOfMeasurement: { Code: 'LBS' }, Weight: '5.0' },
    Package: [{ Dimensions: { Length: '10', Width: '8', Height: '4' }, PackageWeight: { Weight: '5.0' } }],
  })
})

test('a quote from Europe counts kilograms and centimetres, and has no times in transit between countries', async () => {
  const outcome = await quote({ pickup: inAtlanta(inBerlin), dropoff: inAtlanta(inParis) })
  const { path, body } = lastRequest()
  expect(path).toBe('/api/rating/v2409/Shop')
  expect(body.RateRequest.Shipment.Package).toMatchObject([
    {
      Dimensions: { UnitOfMeasurement: { Code: 'CM' }, Length: '26', Width: '21', Height: '11' },
      PackageWeight: { UnitOfMeasurement: { Code: 'KGS' }, Weight: '2.3' },
    },
  ])
  expect(outcome).toMatchObject({
    kind: 'offers',
    offers: [
      { serviceCode: 'ups_worldwide_express', currency: 'EUR', amountMinor: 1_511, etaPrecision: 'day' },
      { serviceCode: 'ups_standard', serviceName: 'UPS Standard' },
    ],
  })
})

test.each([
  [{ dropoff: inAtlanta({ province: null }) }, 'missing_field', '/dropoff_address/province'],
  [{ dropoff: inAtlanta({ province: 'Nowhere' }) }, 'invalid_field', '/dropoff_address/province'],
  [{ pickup: inAtlanta({ postCode: null }) }, 'missing_field', '/pickup_address/post_code'],
  [{ dropoff: inAtlanta({ ...inBerlin, phone: null }) }, 'missing_field', '/dropoff_address/phone'],
  [
    { dropoff: inAtlanta({ addressLine1: 'Long Road '.repeat(12) }) },
    'field_too_long',
    '/dropoff_address/address_line_1',
  ],
  [
    { dropoff: inAtlanta({ country: 'CA', province: 'ON', postCode: 'M5C 2M6' }) },
    'missing_field',
    '/parcels/0/declared_value',
  ],
  [
    { dropoff: inAtlanta({ country: 'PR', province: null, postCode: '00901' }) },
    'missing_field',
    '/parcels/0/declared_value',
  ],
  [{ dropoff: inAtlanta({ province: 'PR', postCode: '00901' }) }, 'missing_field', '/parcels/0/declared_value'],
  [
    { dropoff: inAtlanta({ province: 'Puerto Rico', postCode: '00901' }) },
    'missing_field',
    '/parcels/0/declared_value',
  ],
  [{ dropoff: inAtlanta({ province: 'FL', postCode: '00901' }) }, 'missing_field', '/parcels/0/declared_value'],
])('what UPS needs and the shipment lacks is said without a call: %#', async (overrides, code, pointer) => {
  const before = server.requests.length
  expect(await quote(overrides)).toMatchObject({ kind: 'not_served', code, ...(pointer && { pointer }) })
  expect(server.requests).toHaveLength(before)
})

test('a refusal is in the words of UPS, with the field that it speaks of', async () => {
  server.answerNext(errors(400, '111286', 'ON is not a valid state for the specified shipment.'))
  expect(
    await quote({ pickup: inAtlanta(inBerlin), dropoff: inAtlanta({ ...inParis, province: null }) }),
  ).toMatchObject({
    kind: 'not_served',
    code: '111286',
    message: 'ON is not a valid state for the specified shipment.',
    pointer: '/pickup_address/province',
  })
})

test('without negotiated rates the published ones count, and elements in place of lists are read', async () => {
  const total = { CurrencyCode: 'USD', MonetaryValue: '15.54' }
  const rated = {
    Service: { Code: '03', Description: '' },
    TotalCharges: total,
    NegotiatedRateCharges: null,
    novelty: [1],
    BaseServiceCharge: { CurrencyCode: 'USD', MonetaryValue: '14.46' },
    GuaranteedDelivery: '',
    ItemizedCharges: { Code: '375', CurrencyCode: 'USD', MonetaryValue: '1.08' },
  }
  server.answerNext({ path: /rating/, status: 200, body: { RateResponse: { RatedShipment: rated } } })
  expect(await quote()).toMatchObject({
    kind: 'offers',
    offers: [
      {
        amountMinor: 1_554,
        taxMinor: 0,
        etaPrecision: 'table',
        priceLines: [
          { type: 'base', amountMinor: 1_446 },
          { type: 'fuel', amountMinor: 108 },
        ],
      },
    ],
  })
  server.answerNext({ path: /rating/, status: 200, body: { RateResponse: { RatedShipment: [{ Service: null }, 7] } } })
  expect(await quote()).toMatchObject({ kind: 'not_served', code: 'no_offer' })
})

test('wrong credentials, a blocked account and a token that was revoked', async () => {
  const verify = (of = call) => adapter.verify?.({ callbackUrl: null }, of)
  expect(await verify()).toEqual({ kind: 'verified' })
  server.store.revokeTokens()
  expect(await verify()).toEqual({ kind: 'verified' })
  const credentials = { ...call.account.credentials, client_secret: 'another' }
  expect(await verify({ ...call, account: { ...call.account, credentials } })).toMatchObject({
    kind: 'refused',
    failure: { code: '10401', message: 'Invalid Authorization Credentials', httpStatus: 401 },
  })
  server.answerNext(errors(403, '250006', 'The merchant is blocked.'))
  expect(await verify()).toMatchObject({ kind: 'refused', failure: { code: '250006', httpStatus: 403 } })
  server.answerNext({
    path: /rating/,
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Back soon</h1>',
  })
  expect(await verify()).toMatchObject({ kind: 'failed', failure: { code: 'malformed_answer', retryable: true } })
})

test('calls of test environments go to the integration environment of UPS, live ones to production', async () => {
  const live = await startUpsServer()
  try {
    const http = createHttpClient({ trustedUrls: [server.url, live.url] })
    const both = createUpsAdapter({ http, urls: { test: server.url, live: live.url } })
    const account = { ...aUpsCall(live).account, endpoint: null, livemode: true }
    expect((await both.quote(aTransport(), { ...call, account })).kind).toBe('offers')
    expect(live.requests.map(({ path }) => path)).toEqual([
      '/security/v1/oauth/token',
      '/api/rating/v2409/Shoptimeintransit',
    ])
  } finally {
    await live.stop()
  }
})

test('neither secrets, tokens nor addresses reach the exchange log', async () => {
  const exchanges: RawExchange[] = []
  const http = createHttpClient({ trustedUrls: [server.url], record: (exchange) => exchanges.push(exchange) })
  await createUpsAdapter({ http }).quote(aTransport(), call)
  const log = JSON.stringify(exchanges.map(redactExchange))
  const { client_id = '', client_secret = '' } = call.account.credentials
  const [, token = ''] = /"access_token":"([^"]+)"/.exec(String(exchanges[0]?.responseBody)) ?? []
  for (const gone of [client_id, client_secret, token, 'Glenlake', 'Grace', '30328']) {
    expect(gone).not.toBe('')
    expect(log).not.toContain(gone)
  }
  expect(exchanges.map(({ operation }) => operation)).toEqual(['token', 'quote'])
})
