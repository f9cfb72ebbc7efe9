import { expect, test } from 'vitest'
import type { CarrierOptions, QuoteRequest } from '../../../carrier-adapter.ts'
import { noOptions } from '../../../carrier-options.ts'
import { aParcelTransport } from '../../../testing/transports.ts'
import { toReturnPurchase, toWireShipment } from './requests.ts'

const usd = (amountMinor: number) => ({ currency: 'USD', exponent: 2, amountMinor })
const one = aParcelTransport(436)
const two = aParcelTransport(436, 1_000)
const asking = (options: Partial<CarrierOptions>, transport = one): QuoteRequest => ({
  ...transport,
  options: { ...noOptions, ...options },
})
const billTo = { party: 'third_party', account: 'A1B2C3', country: 'US', postCode: '30328' } as const
const now = new Date()
const aPurchase = {
  reference: 'att_1',
  merchantOrderRef: 'PO 7',
  serviceCode: 'usps.ground_advantage',
  carrierOfferId: null,
  pickupInstructions: null,
  dropoffInstructions: null,
  callbackUrl: null,
  draftId: null,
}

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

test('a return is bought as a return label that is charged as asked, in the order of its addresses', () => {
  const purchase = (returns: CarrierOptions['returns']) =>
    toReturnPurchase(
      { ...asking({ returns }), ...aPurchase },
      { carrierId: 'se-1', service: 'usps_ground_advantage' },
      now,
    )
  expect(purchase({ pay: 'on_use', label: 'paper' })).toMatchObject({
    is_return_label: true,
    charge_event: 'on_carrier_acceptance',
    display_scheme: 'label',
    shipment: {
      is_return: true,
      external_shipment_id: 'att_1',
      carrier_id: 'se-1',
      service_code: 'usps_ground_advantage',
      ship_from: { name: one.pickup.name },
      ship_to: { name: one.dropoff.name },
    },
  })
  expect(purchase({ pay: 'now', label: 'paper' }).charge_event).toBe('on_creation')
  expect(purchase({ pay: null, label: 'paper' }).charge_event).toBe('carrier_default')
})
