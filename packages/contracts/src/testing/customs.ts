/** Customs and items with a value in every field. */
import type { Customs } from '../values/customs/declaration.ts'
import type { ParcelItem } from '../values/customs/items.ts'

export const customs = (fields: Partial<Customs> = {}): Customs => ({
  contents: 'merchandise',
  contents_explanation: 'Sold online',
  non_delivery: 'return',
  incoterm: 'DAP',
  duties_payer: 'recipient',
  certify: true,
  certify_signer: 'Ada Baker',
  export_filing: 'NOEEI 30.37(a)',
  invoice_number: 'INV-1',
  invoice_date: '2026-12-01',
  tax_ids: [{ party: 'sender', type: 'eori', number: 'GB123456789000', issuing_country: 'GB' }],
  from_defaults: [],
  ...fields,
})

export const parcelItem = (fields: Partial<ParcelItem> = {}): ParcelItem => ({
  description: 'Cotton T-shirt',
  quantity: 2,
  unit_value: { amount: '9.50', currency: 'GBP' },
  unit_weight: { value: '0.25', unit: 'kg' },
  hs_code: '610910',
  origin_country: 'PT',
  sku: 'TS-M',
  ...fields,
})
