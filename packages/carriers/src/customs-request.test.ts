import { customs, parcelItem } from '@waybill/contracts/testing/customs'
import { shipment } from '@waybill/contracts/testing/records'
import type { TaxId } from '@waybill/contracts/values/customs/declaration'
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

test('a number has the country that is stated, else the one that it names, and none that is only likely', () => {
  const country = (type: TaxId['type'], number: string, stated: string | null = null) =>
    carrierCustoms(customs({ tax_ids: [{ party: 'sender', type, number, issuing_country: stated }] })).customs
      ?.taxIds?.[0]?.issuingCountry ?? null
  expect(country('eori', 'GB123456789000')).toBe('GB')
  expect(country('eori', 'GB123456789000', 'IE')).toBe('IE')
  expect(country('eori', 'XI123456789000')).toBe('GB')
  expect(country('vat', 'EL123456789')).toBe('GR')
  expect(country('vat', 'be 0123.456.749')).toBe('BE')
  expect(country('ioss', 'IM2760000005')).toBe('DE')
  expect(country('ioss', 'IM0400000005')).toBe('AT')
  expect(country('voec', '2012345')).toBe('NO')
  const unsure: [TaxId['type'], string][] = [
    ['vat', '123456789'],
    ['vat', 'CHE-123.456.788'],
    ['ioss', 'IM9000000005'],
    ['eori', 'US123'],
    ['gst', '123456789'],
    ['tin', 'DE123'],
  ]
  expect(unsure.map(([type, number]) => country(type, number))).toEqual(unsure.map(() => null))
})
