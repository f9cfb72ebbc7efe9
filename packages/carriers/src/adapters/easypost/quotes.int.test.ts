/** EasyPost's answers to quotes, good and bad, and the requests that are sent. */
import { expect, test } from 'vitest'
import { one } from '../../testing/adapter-stage.ts'
import { error, stageEasyPost } from '../../testing/easypost/stage.ts'

const { stage, aCall, readOffers } = stageEasyPost()

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
  const sent = stage.server.requests.findLast(({ method, path }) => method === 'POST' && path === '/v2/shipments')
  const body = JSON.parse(String(sent?.rawBody))
  expect(body).toMatchObject({
    shipment: {
      to_address: { name: 'Grace Miller', street1: '179 N Harbor Dr', state: 'CA', zip: '90277', country: 'US' },
      parcel: { weight: 15.4, length: 10, width: 8, height: 4 },
    },
  })
  expect(JSON.stringify(body)).not.toContain('insurance')
  const key = stage.account.credentials.api_key ?? ''
  expect(sent?.headers.authorization).toBe(`Basic ${Buffer.from(`${key}:`).toString('base64')}`)
})

test('SmartRate that fails costs no offer', async () => {
  stage.server.answerNext({ path: /smartrate/, status: 500, body: '' })
  const { offers } = await readOffers(one)
  expect(offers.map(({ etaPrecision }) => etaPrecision)).toEqual(['day', 'day', 'table'])
})

test('a missing province is a message with its pointer, and nothing is sent', async () => {
  const before = stage.server.requests.length
  const outcome = await stage.adapter.quote({ ...one, dropoff: { ...one.dropoff, province: null } }, aCall())
  expect(outcome).toMatchObject({ kind: 'not_served', code: 'missing_field', pointer: '/dropoff_address/province' })
  expect(stage.server.requests).toHaveLength(before)
})

test('a missing phone that a carrier asks for is a message with its pointer', async () => {
  const body = {
    id: 'shp_1',
    rates: [],
    messages: [{ carrier: 'FedEx', type: 'rate_error', message: 'Phone number is required.' }],
  }
  stage.server.answerNext({ path: /shipments$/, status: 201, body: JSON.stringify(body) })
  const outcome = await stage.adapter.quote({ ...one, pickup: { ...one.pickup, phone: null } }, aCall())
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
  stage.server.answerNext({ path: /shipments$/, status: 201, body })
  stage.server.answerNext({ path: /smartrate/, status: 200, body: '{"result":null}' })
  const outcome = await stage.adapter.quote({ ...one, dropoff: { ...one.dropoff, residential } }, aCall())
  const sent = stage.server.requests.findLast(({ path }) => path.endsWith('/shipments'))
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
  stage.server.answerNext({ path: /shipments$/, status: 201, body })
  const outcome = await stage.adapter.quote(one, aCall())
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
  stage.server.answerNext({ path: /shipments$/, status: 201, body })
  stage.server.answerNext({ path: /smartrate/, status: 200, body: '{"rates":null}' })
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

test('errors name what is wrong with each field, and never the key', async () => {
  const key = stage.account.credentials.api_key ?? ''
  const fields = [{ field: 'parcel.weight', message: 'must be > 0', suggestion: null }, `key ${key} was used`]
  stage.server.answerNext({
    path: /shipments$/,
    status: 422,
    body: error('SHIPMENT.INVALID_PARAMS', 'Unable to create shipment.', fields),
  })
  const outcome = await stage.adapter.quote(one, aCall())
  expect(outcome).toMatchObject({
    kind: 'not_served',
    code: 'SHIPMENT.INVALID_PARAMS',
    message: 'Unable to create shipment. parcel.weight must be > 0. key [redacted] was used.',
  })
})

test('a shipment across a customs border is declined without a call if it is not declared', async () => {
  const before = stage.server.requests.length
  const abroad = { ...one, dropoff: { ...one.dropoff, country: 'CA', province: 'ON', postCode: 'M5C 2M6' } }
  expect(await stage.adapter.quote(abroad, aCall())).toMatchObject({
    kind: 'not_served',
    code: 'missing_field',
    pointer: '/customs/contents',
  })
  expect(stage.server.requests).toHaveLength(before)
})
