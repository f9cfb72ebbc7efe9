import { easypostCustomsDecline } from '@waybill/carriers/adapters/easypost/mapping/declaration'
import { shipengineCustomsDecline } from '@waybill/carriers/adapters/shipengine/mapping/declaration'
import { toQuoteRequest } from '@waybill/carriers/shipment-request'
import { createShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { completeDefaults, type DefaultFields } from '@waybill/contracts/values/customs/defaults'
import { aDropoffAddress, anAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { create } from '../shipments/create.ts'
import { cause, owner, patched } from '../testing/shipment.ts'
import { declaring, needsDefaults } from './defaults.ts'

const somewhere = { town: null, latitude: null, longitude: null, phone: null, province: null }
const places = {
  GB: { city: 'London', post_code: 'N1 9GU', country: 'GB' },
  NI: { city: 'Belfast', post_code: 'BT1 1AA', country: 'GB' },
  US: { city: 'New York', province: 'NY', post_code: '10001', country: 'US' },
  CA: { city: 'Toronto', province: 'ON', post_code: 'M5V 2T6', country: 'CA' },
  FR: { city: 'Paris', post_code: '75001', country: 'FR' },
  DE: { city: 'Berlin', post_code: '10115', country: 'DE' },
  NO: { city: 'Oslo', post_code: '0150', country: 'NO' },
}
type Place = keyof typeof places

interface Sent {
  customs?: object | null
  value?: number
  currency?: string
  item?: object
  items?: object[]
  company?: string
}

function created(
  from: Place,
  to: Place,
  fields: Partial<DefaultFields>,
  { customs, value = 10, currency = 'EUR', item, items: sent, company }: Sent = {},
) {
  const items = sent ?? [{ description: 'Shirt', quantity: 1, unit_value: { amount: value, currency }, ...item }]
  const document = aShipmentDocument({
    pickup_address: anAddress({ ...somewhere, ...places[from] }),
    dropoff_address: aDropoffAddress({ ...somewhere, ...places[to], company }),
    parcels: [aParcelDocument({ items })],
    customs,
  })
  const parsed = createShipmentSchema.parse(document)
  return create(owner, parsed, cause, { declare: declaring(parsed, completeDefaults(fields)) }).shipment
}

const ids = (...types: DefaultFields['tax_ids'][number]['type'][]) => ({
  tax_ids: types.map((type) => ({
    type,
    number: type === 'ioss' ? 'IM2760000005' : `GB${types.indexOf(type)}`,
    issuing_country: null,
  })),
})
const filled = (...given: Parameters<typeof created>) => created(...given).customs?.from_defaults ?? null

test('nothing is declared within a customs territory, nor without defaults', () => {
  const needs = (from: Place, to: Place) => {
    const { pickupAddress, dropoffAddress } = created(from, to, {})
    return needsDefaults({ pickup_address: pickupAddress, dropoff_address: dropoffAddress })
  }
  expect([needs('DE', 'FR'), needs('GB', 'FR')]).toEqual([false, true])
  expect(created('GB', 'FR', {}).customs).toBeNull()
})

test('the exemption of United States exports is theirs, not to Canada, nor above 2,500 USD', () => {
  const exempt = { export_filing: 'NOEEI 30.37(a)' }
  expect(filled('US', 'FR', exempt)).toEqual(['export_filing'])
  expect(filled('GB', 'FR', exempt)).toBeNull()
  expect(filled('US', 'CA', exempt)).toBeNull()
  expect(filled('US', 'FR', exempt, { value: 2_501, currency: 'USD' })).toBeNull()
  expect(filled('US', 'FR', exempt, { value: 5_000 })).toBeNull()
  expect(filled('US', 'FR', exempt, { value: 1_900 })).toEqual(['export_filing'])
  expect(filled('US', 'FR', exempt, { value: 10, currency: 'JPY' })).toBeNull()
  expect(filled('US', 'FR', exempt, { items: [] })).toBeNull()
  const two = (...codes: (string | null)[]) =>
    codes.map((hs_code) => ({
      description: 'Ring',
      quantity: 1,
      unit_value: { amount: 1_500, currency: 'USD' },
      hs_code,
    }))
  expect(filled('US', 'FR', exempt, { items: two('711311', '711319') })).toEqual(['export_filing'])
  expect(filled('US', 'FR', exempt, { items: two('711311', '7113110000') })).toBeNull()
  expect(filled('US', 'FR', exempt, { items: two('711311', null) })).toBeNull()
  const filed = { customs: { export_filing: 'AES X20261129123456' } }
  expect(created('US', 'FR', exempt, filed).customs).toMatchObject({ ...filed.customs, from_defaults: [] })
})

test('a number of the import scheme is for small consignments into the EU to others than businesses', () => {
  expect(filled('GB', 'FR', ids('ioss', 'eori'))).toEqual(['tax_ids.ioss', 'tax_ids.eori'])
  expect(filled('GB', 'US', ids('ioss', 'eori'))).toEqual(['tax_ids.eori'])
  expect(filled('GB', 'FR', ids('ioss'), { value: 150 })).toEqual(['tax_ids.ioss'])
  expect(filled('GB', 'FR', ids('ioss'), { value: 150.01 })).toBeNull()
  expect(filled('GB', 'FR', ids('ioss'), { value: 500, currency: 'GBP' })).toBeNull()
  expect(filled('GB', 'FR', ids('ioss'), { value: 105, currency: 'GBP' })).toEqual(['tax_ids.ioss'])
  expect(filled('GB', 'FR', ids('ioss'), { value: 10, currency: 'JPY' })).toBeNull()
  expect(filled('GB', 'FR', ids('ioss'), { items: [] })).toBeNull()
  expect(filled('GB', 'FR', ids('ioss'), { company: 'Maison Dupont' })).toBeNull()
  const vat = { tax_ids: [{ party: 'recipient', type: 'vat', number: 'FR1' }] }
  expect(filled('GB', 'FR', ids('ioss'), { customs: vat })).toEqual([])
})

test('other numbers go where they are asked for, and give way to one of their type', () => {
  expect(filled('GB', 'NO', ids('voec', 'abn', 'vat'))).toEqual(['tax_ids.voec', 'tax_ids.vat'])
  expect(filled('GB', 'NI', ids('ukims', 'voec', 'ioss'))).toEqual(['tax_ids.ukims'])
  expect(filled('US', 'NI', ids('ukims', 'ioss'))).toEqual(['tax_ids.ioss'])
  const own = { tax_ids: [{ party: 'sender', type: 'vat', number: 'GB2' }] }
  expect(created('GB', 'NO', ids('vat'), { customs: own }).customs).toMatchObject({ ...own, from_defaults: [] })
})

test('what a change replaces is no default any more, and a response that is sent back changes nothing', () => {
  const shipment = created('GB', 'FR', { certify: true, certify_signer: 'Ada', ...ids('eori', 'vat') })
  const all = ['certify', 'certify_signer', 'tax_ids.eori', 'tax_ids.vat']
  expect(shipment.customs?.from_defaults).toEqual(all)
  expect(patched(shipment, { customs: shipment.customs }).customs).toEqual(shipment.customs)
  const signed = patched(shipment, { customs: { certify_signer: 'Bob' } })
  expect(signed.customs?.from_defaults).toEqual(['certify', 'tax_ids.eori', 'tax_ids.vat'])
  const eori = { party: 'sender', type: 'eori', number: 'GB123456789000', issuing_country: null }
  const renumbered = patched(shipment, { customs: { tax_ids: [eori] } })
  expect(renumbered.customs?.from_defaults).toEqual(['certify', 'certify_signer'])
})

test('carriers that ask who issued a number take those that name it, from defaults, too', () => {
  const numbers = [
    { type: 'eori' as const, number: 'GB123456789000', issuing_country: null },
    { type: 'ioss' as const, number: 'IM2760000005', issuing_country: null },
  ]
  const vat = { party: 'recipient', type: 'vat', number: '123456789' }
  const declines = (taxIds: object[]) => {
    const customs = { contents: 'merchandise', non_delivery: 'return', tax_ids: taxIds }
    const shipment = created(
      'GB',
      'FR',
      { tax_ids: numbers },
      { customs, item: { unit_weight: { value: 0.2, unit: 'kg' }, origin_country: 'PT' } },
    )
    const request = toQuoteRequest(shipment, new Date())
    return [easypostCustomsDecline(request), shipengineCustomsDecline(request)].map(
      (decline) => decline?.message ?? null,
    )
  }
  expect(declines([])).toEqual([null, null])
  const missing = expect.stringContaining('Missing: /customs/tax_ids/0/issuing_country.')
  expect(declines([vat])).toEqual([missing, missing])
})

test('a default goes when a change takes its condition away, and what the merchant has sent stays', () => {
  const defaults = { export_filing: 'NOEEI 30.37(a)', ...ids('ioss', 'eori') }
  const item = { description: 'Ring', quantity: 1 }
  const costing = (amount: number) => ({
    parcels: [aParcelDocument({ items: [{ ...item, unit_value: { amount, currency: 'EUR' } }] })],
  })
  const defaultsAfter = (shipment: ReturnType<typeof created>, change: Record<string, unknown>) =>
    patched(shipment, change).customs?.from_defaults ?? null
  const shipment = created('US', 'FR', defaults)
  expect(shipment.customs?.from_defaults).toEqual(['export_filing', 'tax_ids.ioss', 'tax_ids.eori'])
  expect(defaultsAfter(shipment, costing(200))).toEqual(['export_filing', 'tax_ids.eori'])
  expect(defaultsAfter(shipment, costing(2_000))).toEqual(['tax_ids.eori'])
  expect(defaultsAfter(shipment, { dropoff_address: { company: 'Maison Dupont' } })).not.toContain('tax_ids.ioss')
  expect(defaultsAfter(shipment, { dropoff_address: places.CA })).toEqual(['tax_ids.eori'])
  const home = patched(shipment, {
    dropoff_address: { ...places.US, city: 'Boston', province: 'MA', post_code: '02108' },
  })
  expect(home.customs).toBeNull()
  expect(home.routeRevision).toBe(shipment.routeRevision + 1)
  const own = { tax_ids: [{ party: 'sender', type: 'ioss', number: 'IM2760000005', issuing_country: null }] }
  const sent = created('US', 'FR', { export_filing: 'NOEEI 30.37(a)' }, { customs: own })
  expect(patched(sent, { dropoff_address: places.CA }).customs).toMatchObject({ ...own, export_filing: null })
  // A number that the change itself states stays; that of a response sent back is still a default.
  const kept = patched(shipment, { ...costing(2_000), customs: own }).customs
  expect(kept).toMatchObject({ tax_ids: own.tax_ids, from_defaults: [] })
  expect(defaultsAfter(shipment, { ...costing(2_000), customs: shipment.customs })).toEqual(['tax_ids.eori'])
  const booked = { ...shipment, bookingId: 'bkg_1' }
  expect(patched(booked, { dropoff_address: { company: 'Maison Dupont' } }).customs).toEqual(shipment.customs)
})

test('null and an empty list refuse a default', () => {
  const defaults = { contents: 'gift' as const, certify: true, certify_signer: 'Ada', ...ids('eori') }
  const all = ['contents', 'certify', 'certify_signer', 'tax_ids.eori']
  expect(filled('GB', 'FR', defaults, { customs: {} })).toEqual(all)
  const refused = { contents: null, certify: null, certify_signer: null, tax_ids: [] }
  for (const [name, value] of Object.entries(refused)) {
    // Without a signer nothing is certified.
    const gone = name === 'certify_signer' ? ['certify', name] : [name]
    const rest = all.filter((one) => !gone.includes(one.split('.')[0] ?? ''))
    expect(filled('GB', 'FR', defaults, { customs: { [name]: value } }), name).toEqual(rest)
  }
  expect(filled('GB', 'FR', defaults, { customs: { tax_ids: null } })).not.toContain('tax_ids.eori')
  expect(created('GB', 'FR', defaults, { customs: refused }).customs).toBeNull()
  expect(created('GB', 'FR', defaults, { customs: null }).customs).toBeNull()
  // Stored before a signer was required.
  expect(filled('GB', 'FR', { certify: true })).toBeNull()
  expect(filled('GB', 'FR', { certify: true }, { customs: { certify_signer: 'Bob' } })).toEqual(['certify'])
})

test('numbers that do not fit are refused, not cut', () => {
  const own = (count: number) => ({
    tax_ids: Array.from({ length: count }, (_, index) => ({ party: 'recipient', type: 'other', number: `${index}` })),
  })
  expect(filled('GB', 'US', ids('eori', 'vat'), { customs: own(18) })).toEqual(['tax_ids.eori', 'tax_ids.vat'])
  const details = [expect.objectContaining({ pointer: '/customs/tax_ids', code: 'too_many' })]
  expect(() => filled('GB', 'US', ids('eori', 'vat'), { customs: own(19) })).toThrow(
    expect.objectContaining({ details }),
  )
  expect(filled('GB', 'US', {}, { customs: own(20) })).toEqual([])
})
