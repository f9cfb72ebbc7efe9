import { expect, test } from 'vitest'
import { anItem, aShipment, someCustoms } from '../../../testing/shipments.ts'
import { nextStep } from '../revision.ts'
import { emptyForm, type ShipValues, toDocument } from '../values.ts'
import {
  copyCustoms,
  copyItems,
  emptyCustoms,
  emptyItem,
  findCustomsField,
  itemsInUnits,
  toCustomsChange,
} from './customs-values.ts'

const shirt = {
  description: ' Cotton T-shirt ',
  quantity: '2',
  unit_value: '10,50',
  unit_weight: '0,2',
  hs_code: '6109.10',
  origin_country: 'PT',
  sku: 'TS-1',
}
const form = emptyForm('2026-11-24', { country: 'GB', post_code: 'N1 9GU' }, 'Box')
const [parcel] = form.parcels
const abroad: ShipValues = {
  ...form,
  merchant_order_ref: 'ORDER-1',
  dropoff_address: { ...form.dropoff_address, country: 'CH', post_code: '8001' },
  parcels: [{ ...(parcel as ShipValues['parcels'][number]), items: [shirt, emptyItem] }],
  customs: { ...emptyCustoms, contents: 'merchandise', currency: 'gbp', certify_signer: 'Ada Baker' },
}
const atHome: ShipValues = { ...abroad, dropoff_address: { ...abroad.dropoff_address, country: 'GB', post_code: 'N1' } }

test('goods and their declaration are sent only across a customs border', () => {
  expect(toDocument(abroad)).toMatchObject({
    customs: { contents: 'merchandise', certify: true, certify_signer: 'Ada Baker' },
    parcels: [
      {
        title: 'Box',
        items: [
          {
            description: 'Cotton T-shirt',
            quantity: 2,
            unit_value: { amount: '10.50', currency: 'GBP' },
            unit_weight: { value: '0.2', unit: 'kg' },
            hs_code: '6109.10',
            origin_country: 'PT',
            sku: 'TS-1',
          },
        ],
      },
    ],
  })
  expect(toDocument(atHome)).not.toHaveProperty('customs')
  expect(toDocument(atHome).parcels).toEqual([{ title: 'Box' }])
})

test('a field is sent only while the form shows it', () => {
  const customs = { ...abroad.customs, contents: 'other', contents_explanation: 'Art', export_filing: 'NOEEI 30.37(a)' }
  const from = (country: string, contents: string) =>
    toDocument({
      ...abroad,
      pickup_address: { ...abroad.pickup_address, country },
      customs: { ...customs, contents },
    }).customs
  expect(from('US', 'other')).toMatchObject({ contents_explanation: 'Art', export_filing: 'NOEEI 30.37(a)' })
  expect(from('GB', 'gift')).toEqual({ contents: 'gift', certify: true, certify_signer: 'Ada Baker' })
})

test('a change of the declaration leaves the numbers beside those of the settings alone', () => {
  const tax_ids = [{ party: 'recipient' as const, type: 'cpf' as const, number: '7', issuing_country: 'BR' }]
  expect(toCustomsChange({ contents: 'gift', tax_ids }, { contents: 'sample', tax_ids })).toEqual({
    contents: 'sample',
  })
})

test('an empty row before a filled one is sent, so that the API names its fields', () => {
  const items = [emptyItem, { ...emptyItem, description: 'Hat' }]
  const values = { ...abroad, parcels: abroad.parcels.map((one) => ({ ...one, items })) }
  expect(toDocument(values).parcels[0]?.items).toEqual([
    { description: '', unit_value: { currency: 'GBP' } },
    { description: 'Hat', unit_value: { currency: 'GBP' } },
  ])
})

test.each<[string, ShipValues, object]>([
  ['reason', { ...abroad, customs: { ...abroad.customs, contents: 'gift' } }, { customs: { contents: 'gift' } }],
  [
    'signer',
    { ...abroad, customs: { ...abroad.customs, certify_signer: '' } },
    { customs: { certify: null, certify_signer: null } },
  ],
  ['lane', atHome, { customs: null, parcels: [{ title: 'Box' }] }],
])('another %s voids the offers, and is a change of the shipment', (_what, values, changes) => {
  const quoted = { shipmentId: 'shp_1', quoteId: 'quo_1', registered: abroad }
  expect(nextStep(quoted, structuredClone(abroad))).toEqual({ kind: 'ask', shipmentId: 'shp_1' })
  expect(nextStep(quoted, values)).toMatchObject({ kind: 'update', changes })
})

test('a form like a shipment declares the same, but for the defaults of that day', () => {
  const item = anItem({ unit_value: { amount: '7.00', currency: 'USD' } })
  const [box] = aShipment().parcels
  const customs = someCustoms({ contents: 'gift' })
  const shipment = aShipment({ customs, parcels: [{ ...(box as NonNullable<typeof box>), items: [item] }] })
  const dropoff = { ...abroad.dropoff_address, name: 'Grace Hopper' }
  const copied = copyCustoms(shipment, dropoff)
  expect(copied).toEqual({
    ...emptyCustoms,
    contents: 'gift',
    non_delivery: 'return',
    incoterm: 'DDP',
    invoice_number: 'INV-7',
    currency: 'USD',
    other: { duties_payer: 'sender', tax_ids: [customs.tax_ids[1]], recipient: 'grace hopper\n' },
  })
  const declare = (name: string) =>
    toDocument({ ...abroad, customs: copied, dropoff_address: { ...dropoff, name } }).customs
  expect(declare('Grace Hopper ')).toMatchObject({ duties_payer: 'sender', tax_ids: [customs.tax_ids[1]] })
  expect(declare('Alan Turing')).toMatchObject({ duties_payer: 'sender', incoterm: 'DDP' })
  expect(declare('Alan Turing')).not.toHaveProperty('tax_ids')
  expect(declare('Grace Hopper')).not.toHaveProperty('recipient')
  expect(copyItems([item], 'US')[0]).toMatchObject({
    description: 'Rye bread',
    quantity: '2',
    unit_value: '7.00',
    unit_weight: '1',
  })
  expect(itemsInUnits([{ ...emptyItem, unit_weight: '1' }], 'US', 'GB')[0]?.unit_weight).toBe('0.454')
})

test.each([
  ['parcels.0.items', 'parcels.0.items.0.description'],
  ['parcels.0.items.1.unit_value.amount', 'parcels.0.items.1.unit_value'],
  ['parcels.0.items.1.unit_value.currency', 'customs.currency'],
  ['parcels.0.items.1.unit_weight.value', 'parcels.0.items.1.unit_weight'],
  ['parcels.0.items.1.hs_code', 'parcels.0.items.1.hs_code'],
  ['customs.certify', 'customs.certify_signer'],
  ['parcels.0.title', null],
])('%s is filled in as %s', (name, field) => {
  expect(findCustomsField(name)).toBe(field)
})
