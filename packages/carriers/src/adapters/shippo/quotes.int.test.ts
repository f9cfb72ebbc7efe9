/** Shippo's answers to quotes, good and bad, and the requests that are sent. */
import { describe, expect, test } from 'vitest'
import { one, two } from '../../testing/adapter-stage.ts'
import { messageObject } from '../../testing/shippo/bodies.ts'
import { stageShippo } from '../../testing/shippo/stage.ts'

const { stage, aCall, readOffers, sentTo, lastBody } = stageShippo()

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
    expect(headers.authorization).toBe(`ShippoToken ${stage.account.credentials.api_key}`)
    expect(headers['shippo-api-version']).toBe('2018-02-08')
  })

  test('of several parcels come from the carriers that take them as one shipment, and the others say why', async () => {
    const { offers, declines } = await readOffers(two)
    expect(offers).toMatchObject([{ serviceCode: 'ups.next_day_air', amountMinor: 19_316 }])
    expect(declines).toMatchObject([{ serviceCode: 'usps', message: 'USPS does not support multi-piece shipments.' }])
  })

  test('read nulls, numbers as numbers and text, unknown fields and rates without a price', async () => {
    stage.server.answerNext(
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
    stage.server.answerNext(shipmentAnswer({ rates }))
    expect((await readOffers(one)).offers).toMatchObject([{ carrierOfferId: 'rate_9', amountMinor: 850 }])
    const night = aRate({ estimated_days: 1, arrives_by: '00:02:00' })
    stage.server.answerNext(shipmentAnswer({ rates: [night] }))
    expect((await readOffers(one)).offers).toMatchObject([{ etaPrecision: 'day' }])
  })

  test('whose rates are still being asked for fail, retryable', async () => {
    stage.server.answerNext(shipmentAnswer({ rates: [], messages: [], status: 'QUEUED' }))
    expect(await stage.adapter.quote(one, aCall())).toMatchObject({ kind: 'failed', failure: { retryable: true } })
  })

  test('name the missing field: before Shippo is asked, or in its words', async () => {
    const before = stage.server.requests.length
    const withoutProvince = { ...one, dropoff: { ...one.dropoff, province: null } }
    expect(await stage.adapter.quote(withoutProvince, aCall())).toMatchObject({
      kind: 'not_served',
      code: 'missing_field',
      pointer: '/dropoff_address/province',
    })
    expect(stage.server.requests).toHaveLength(before)
    const body = { address_from: [{ phone: ['This field is required.'] }] }
    stage.server.answerNext({ path: /shipments/, status: 400, body })
    expect(await stage.adapter.quote({ ...one, pickup: { ...one.pickup, phone: null } }, aCall())).toMatchObject({
      kind: 'not_served',
      message: 'address_from.phone: This field is required.',
      pointer: '/pickup_address/phone',
    })
  })

  test.for([
    [401, { detail: 'Invalid token.' }, 'Invalid token.'],
    [403, { detail: 'Account suspended.' }, 'Account suspended.'],
  ] as const)('%i is answered with Shippo’s message', async ([status, body, message]) => {
    stage.server.answerNext({ path: /shipments/, status, body })
    expect(await stage.adapter.quote(one, aCall())).toMatchObject({
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
