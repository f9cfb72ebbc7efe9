import { expect, test } from 'vitest'
import type { CarrierOptions, QuoteRequest } from '../../../carrier-adapter.ts'
import { noOptions } from '../../../carrier-options.ts'
import { aParcelTransport } from '../../../testing/transports.ts'
import { toQuoteOutcome } from './offers.ts'
import { toInsurance, toWireOrder, toWireShipment } from './requests.ts'

const usd = (amountMinor: number) => ({ currency: 'USD', exponent: 2, amountMinor })
const one = aParcelTransport(436)
const two = aParcelTransport(436, 1_000)
const asking = (options: Partial<CarrierOptions>, transport = one): QuoteRequest => ({
  ...transport,
  options: { ...noOptions, ...options },
})
const billTo = { party: 'third_party', account: 'A1B2C3', country: 'US', postCode: '30328' } as const
const [parcel] = one.parcels as [QuoteRequest['parcels'][number]]

test('options are those of the shipment, or of each shipment of an order', () => {
  const options = {
    delivery_confirmation: 'ADULT_SIGNATURE',
    saturday_delivery: true,
    print_custom_1: 'PO 7',
    print_custom_2: 'Shelf 12',
    payment: { type: 'THIRD_PARTY', account: 'A1B2C3', country: 'US', postal_code: '30328' },
    hazmat: 'LITHIUM',
  }
  const given = { signature: 'adult', saturdayDelivery: true, labelReferences: ['PO 7', 'Shelf 12'], billTo } as const
  const all = {
    ...given,
    dangerousGoods: 'lithium_batteries',
    returnAddress: { ...one.pickup, name: 'Returns' },
  } as const
  expect(toWireShipment(asking(all), parcel).shipment).toMatchObject({ options, return_address: { name: 'Returns' } })
  expect(toWireOrder(asking(all, two)).order).toMatchObject({
    return_address: {},
    shipments: [{ options }, { options }],
  })
  expect(toWireShipment(asking({}), parcel).shipment).not.toHaveProperty('options')
})

test('a return has the addresses of the way there, and its flag, in a shipment and in an order', () => {
  const returns = { pay: null, label: 'paper' } as const
  const route = { from_address: { name: one.dropoff.name }, to_address: { name: one.pickup.name }, is_return: true }
  expect(toWireShipment(asking({ returns }), parcel).shipment).toMatchObject(route)
  expect(toWireOrder(asking({ returns }, two)).order).toMatchObject(route)
  expect(toWireShipment(one, parcel).shipment).not.toHaveProperty('is_return')
})

test('insurance is bought with the label, in dollars, and a quote says that it costs more', () => {
  const insured = asking({ insurance: { ...usd(25_050), provider: null } })
  expect(toInsurance(insured)).toEqual({ insurance: '250.50' })
  expect(toInsurance(one)).toEqual({})
  const notices = quote(insured, 'USPS', 'Priority')
  expect(notices).toMatchObject({
    notices: expect.arrayContaining([expect.objectContaining({ code: 'option_not_in_price' })]),
  })
})

const quote = (request: QuoteRequest, carrier: string, service: string) =>
  toQuoteOutcome(
    {
      rates: [{ id: 'rate_1', carrier, service, rate: '7.58', currency: 'USD', delivery_days: 2, delivery_date: null }],
      messages: [],
    },
    {
      request,
      now: new Date(),
      smartDates: new Map(),
      purchase: () => ({ kind: 'shipment', id: 'shp_1', rateId: 'rate_1' }),
    },
  )

test('a carrier that would get lithium batteries without their mark makes no offer', () => {
  const batteries = asking({ dangerousGoods: 'lithium_batteries' })
  expect(quote(batteries, 'UPS', 'Ground')).toMatchObject({
    kind: 'not_served',
    declines: [
      { serviceCode: 'ups.ground', code: 'option_not_supported', pointer: '/service_options/dangerous_goods' },
    ],
  })
  expect(quote(batteries, 'USPS', 'GroundAdvantage').kind).toBe('offers')
})

test('a text that the carrier of an offer prints a part of is a notice', () => {
  const long = asking({ labelReferences: ['x'.repeat(40)] })
  expect(quote(long, 'UPS', 'Ground')).toMatchObject({
    notices: expect.arrayContaining([
      expect.objectContaining({
        serviceCode: 'ups',
        code: 'text_shortened',
        message:
          '/service_options/label_references/0 has 40 characters, and the carrier prints 35. The rest is left out.',
      }),
    ]),
  })
  expect(JSON.stringify(quote(long, 'USPS', 'Priority'))).not.toContain('text_shortened')
})
