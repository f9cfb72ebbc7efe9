import { expect, test } from 'vitest'
import type { CarrierOptions, QuoteRequest } from '../../../carrier-adapter.ts'
import { noOptions } from '../../../carrier-options.ts'
import { aParcelTransport } from '../../../testing/transports.ts'
import { wireShipment } from '../wire.ts'
import { toQuoteOutcome } from './offers.ts'
import { pointTo, toWireShipment } from './requests.ts'

const usd = (amountMinor: number) => ({ currency: 'USD', exponent: 2, amountMinor })
const one = aParcelTransport(436)
const two = aParcelTransport(436, 1_000)
const asking = (options: Partial<CarrierOptions>, transport = one): QuoteRequest => ({
  ...transport,
  options: { ...noOptions, ...options },
})
const billTo = { party: 'third_party', account: 'A1B2C3', country: 'US', postCode: '30328' } as const
const now = new Date()

test('options are extras of the shipment, insurance of several parcels an extra of each', () => {
  const insurance = { ...usd(10_001), provider: null }
  const all = { signature: 'required', saturdayDelivery: true, labelReferences: ['x'.repeat(60), 'b'], billTo } as const
  const rest = { dangerousGoods: 'lithium_batteries', returnAddress: { ...one.pickup, name: 'Returns' } } as const
  expect(toWireShipment(asking({ ...all, ...rest, insurance }), now)).toMatchObject({
    address_return: { name: 'Returns' },
    extra: {
      signature_confirmation: 'STANDARD',
      insurance: { amount: '100.01', currency: 'USD', content: 'Merchandise' },
      saturday_delivery: true,
      reference_1: 'x'.repeat(50),
      reference_2: 'b',
      billing: { type: 'THIRD_PARTY', account: 'A1B2C3', country: 'US', zip: '30328' },
      dangerous_goods: { contains: true, lithium_batteries: { contains: true } },
    },
  })
  const several = toWireShipment(asking({ insurance }, two), now)
  expect(several).not.toHaveProperty('extra')
  expect(several.parcels).toMatchObject([
    { extra: { insurance: { amount: '50.01' } } },
    { extra: { insurance: { amount: '50.00' } } },
  ])
})

test('a return has the addresses of the way there, and its flag; other carriers than three make no offer for it', () => {
  const back = asking({ returns: { pay: 'on_use', label: 'paper' } })
  expect(toWireShipment(back, now)).toMatchObject({
    address_from: { name: one.dropoff.name },
    address_to: { name: one.pickup.name },
    extra: { is_return: true },
  })
  expect(quote(back, 'USPS', null).kind).toBe('offers')
  expect(quote(back, 'OnTrac', null)).toMatchObject({ kind: 'not_served', declines: [{ pointer: '/direction' }] })
  const phone = 'address_from: phone is required'
  expect(pointTo(phone, back)).toEqual({ pointer: '/dropoff_address/phone' })
  expect(pointTo(phone, one)).toEqual({ pointer: '/pickup_address/phone' })
})

const quote = (request: QuoteRequest, provider: string, insured: string | null) =>
  toQuoteOutcome(
    wireShipment.parse({
      rates: [
        {
          object_id: 'r1',
          amount: '8.83',
          currency: 'USD',
          provider,
          servicelevel: { token: `${provider.toLowerCase()}_ground`, name: 'Ground' },
          estimated_days: 3,
          included_insurance_price: insured,
        },
      ],
      messages: [],
      status: 'SUCCESS',
    }),
    { request, now },
  )

test('the price of the insurance is a line of the price', () => {
  const insured = asking({ insurance: { ...usd(10_000), provider: null } })
  expect(quote(insured, 'USPS', '1.25')).toMatchObject({
    offers: [
      {
        amountMinor: 883,
        priceLines: [
          { type: 'base', amountMinor: 758 },
          { type: 'insurance', amountMinor: 125 },
        ],
      },
    ],
  })
})

test.each([
  ['a rate without the insurance', { insurance: { ...usd(10_000), provider: null } }, 'USPS', 'insurance'],
  [
    'batteries with another carrier than USPS',
    { dangerousGoods: 'lithium_batteries' as const },
    'UPS',
    'dangerous_goods',
  ],
  ['another payer with USPS', { billTo }, 'USPS', 'bill_to'],
])('%s is no offer', (_, options, provider, name) => {
  expect(quote(asking(options), provider, null)).toMatchObject({
    kind: 'not_served',
    declines: [{ code: 'option_not_supported', pointer: `/service_options/${name}` }],
  })
})
