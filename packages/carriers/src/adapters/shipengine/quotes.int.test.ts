/** ShipEngine's answers to quotes, good and bad, and the requests that are sent. */
import { describe, expect, test } from 'vitest'
import { one, two } from '../../testing/adapter-stage.ts'
import { aRate, error, money, ratesAnswer, stageShipEngine } from '../../testing/shipengine/stage.ts'
import { aParcelTransport } from '../../testing/transports.ts'

const { stage, aCall, readOffers, sentTo, lastBody } = stageShipEngine()

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
    expect(sentTo(/rates$/).at(-1)?.headers['api-key']).toBe(stage.account.credentials.api_key)
  })

  test('ask for the carriers of the account once, and again with another key', async () => {
    const before = sentTo(/carriers$/).length
    await readOffers(one)
    await readOffers(one)
    expect(sentTo(/carriers$/)).toHaveLength(before + 1)
    stage.account = {
      ...stage.account,
      credentials: { ...stage.account.credentials, api_key: `${stage.account.credentials.api_key}x` },
    }
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
    stage.server.answerNext(
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
    stage.server.answerNext(ratesAnswer({ rates }))
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
    stage.server.answerNext(ratesAnswer({ rates: [aRate(warned), priority, aRate(invalid)] }))
    const home = { ...one, dropoff: { ...one.dropoff, residential: true } }
    expect((await readOffers(home)).notices).toEqual([
      { serviceCode: 'usps', code: 'carrier_notice', message: held },
      { serviceCode: 'usps.media_mail', code: 'carrier_notice', message: 'Print in colour.' },
    ])
  })

  test('of rates that are still being asked for fail, retryable', async () => {
    stage.server.answerNext(ratesAnswer({ rates: [], status: 'working' }))
    expect(await stage.adapter.quote(one, aCall())).toMatchObject({ kind: 'failed', failure: { retryable: true } })
  })

  test('name the missing field: before ShipEngine is asked, or in its words', async () => {
    const before = stage.server.requests.length
    const withoutProvince = { ...one, dropoff: { ...one.dropoff, province: null } }
    expect(await stage.adapter.quote(withoutProvince, aCall())).toMatchObject({
      kind: 'not_served',
      code: 'missing_field',
      pointer: '/dropoff_address/province',
    })
    expect(stage.server.requests).toHaveLength(before)
    stage.server.answerNext({
      path: /rates$/,
      ...error(400, 'field_value_required', 'phone must be specified.', { field_name: 'shipment.ship_from.phone' }),
    })
    expect(await stage.adapter.quote({ ...one, pickup: { ...one.pickup, phone: null } }, aCall())).toMatchObject({
      kind: 'not_served',
      code: 'field_value_required',
      pointer: '/pickup_address/phone',
      message: 'shipment.ship_from.phone: phone must be specified.',
    })
  })

  test('of an account without carriers say so', async () => {
    stage.server.answerNext({ path: /carriers$/, status: 200, body: { carriers: [] } })
    expect(await stage.adapter.quote(one, aCall())).toMatchObject({ kind: 'not_served', code: 'carrier_not_connected' })
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
