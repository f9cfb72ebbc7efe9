import { expect, test } from 'vitest'
import type { CarrierOptions, QuoteRequest } from '../../../carrier-adapter.ts'
import { noOptions } from '../../../carrier-options.ts'
import { aParcelTransport } from '../../../testing/transports.ts'
import { toWireShipment } from './requests.ts'

const usd = (amountMinor: number) => ({ currency: 'USD', exponent: 2, amountMinor })
const one = aParcelTransport(436)
const two = aParcelTransport(436, 1_000)
const asking = (options: Partial<CarrierOptions>, transport = one): QuoteRequest => ({
  ...transport,
  options: { ...noOptions, ...options },
})
const billTo = { party: 'third_party', account: 'A1B2C3', country: 'US', postCode: '30328' } as const
const now = new Date()

test('signature, insurance and the rest are asked for in ShipEngine’s places', () => {
  const all = { signature: 'adult', saturdayDelivery: true, labelReferences: ['PO 7'], billTo } as const
  const insurance = { ...usd(10_001), provider: 'aggregator' } as const
  const returnAddress = { ...one.pickup, name: 'Returns' }
  expect(toWireShipment(asking({ ...all, insurance, returnAddress }, two), now)).toMatchObject({
    confirmation: 'adult_signature',
    insurance_provider: 'shipsurance',
    return_to: { name: 'Returns' },
    advanced_options: {
      saturday_delivery: true,
      bill_to_party: 'third_party',
      bill_to_account: 'A1B2C3',
      bill_to_country_code: 'US',
      bill_to_postal_code: '30328',
    },
    packages: [
      {
        insured_value: { currency: 'usd', amount: 50.01 },
        label_messages: { reference1: 'PO 7', reference2: null, reference3: null },
      },
      { insured_value: { currency: 'usd', amount: 50 } },
    ],
  })
})

test('without a provider the carrier insures, and without options none is asked for', () => {
  const carrier = asking({ insurance: { ...usd(10_000), provider: null } })
  expect(toWireShipment(carrier, now)).toMatchObject({ insurance_provider: 'carrier' })
  const plain = toWireShipment(one, now)
  expect(plain).toMatchObject({ confirmation: 'none', insurance_provider: 'none' })
  expect(plain).not.toHaveProperty('advanced_options')
})
