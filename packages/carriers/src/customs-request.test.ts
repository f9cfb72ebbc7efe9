import { customs, parcelItem } from '@waybill/contracts/testing/customs'
import { shipment } from '@waybill/contracts/testing/records'
import { expect, test } from 'vitest'
import { carrierCustoms, carrierItem } from './customs-request.ts'
import { toQuoteRequest } from './shipment-request.ts'

test('an item has its money with an exponent and its weight in grams, and nothing that was not sent', () => {
  const [gbp, kwd] = [
    { amount: '9.50', currency: 'GBP' },
    { amount: '1.250', currency: 'KWD' },
  ]
  expect(carrierItem(parcelItem({ unit_value: gbp, unit_weight: { value: '8.8', unit: 'oz' } }))).toEqual({
    description: 'Cotton T-shirt',
    quantity: 2,
    unitValue: { currency: 'GBP', exponent: 2, amountMinor: 950 },
    unitWeightGrams: 8.8 * 28.349523125,
    hsCode: '610910',
    originCountry: 'PT',
    sku: 'TS-M',
  })
  const bare = parcelItem({ unit_value: kwd, unit_weight: null, hs_code: null, origin_country: null, sku: null })
  expect(carrierItem(bare)).toEqual({
    description: 'Cotton T-shirt',
    quantity: 2,
    unitValue: { currency: 'KWD', exponent: 3, amountMinor: 1250 },
  })
})

test('a declaration has what was sent', () => {
  expect(carrierCustoms(null)).toEqual({})
  expect(carrierCustoms(customs({ contents_explanation: null }))).toEqual({
    customs: {
      contents: 'merchandise',
      nonDelivery: 'return',
      incoterm: 'DAP',
      dutiesPayer: 'recipient',
      certify: true,
      certifySigner: 'Ada Baker',
      exportFiling: 'NOEEI 30.37(a)',
      invoiceNumber: 'INV-1',
      invoiceDate: '2026-12-01',
      taxIds: [{ party: 'sender', type: 'eori', number: 'GB123456789000', issuingCountry: 'GB' }],
    },
  })
})

test('carriers get the items of each parcel and the declaration with the request', () => {
  const request = toQuoteRequest(shipment(), new Date())
  expect(request.parcels[0]?.items).toEqual([carrierItem(parcelItem())])
  expect(request).toMatchObject(carrierCustoms(customs()))
  const { parcels: [parcel] = [] } = toQuoteRequest(
    shipment({ customs: null, parcels: shipment().parcels.map(({ items: _, ...bare }) => bare) }),
    new Date(),
  )
  expect(parcel).not.toHaveProperty('items')
})
