import { address, shipment } from '@waybill/contracts/testing/records'
import { expect, test } from 'vitest'
import type { CarrierCustoms, CarrierItem, QuoteRequest } from '../../carrier-adapter.ts'
import { toQuoteRequest } from '../../shipment-request.ts'
import { aDeclaration, aShirt } from '../../testing/declarations.ts'
import { laneFindings, laneRules } from './lane-rules.ts'

const places = {
  US: { country: 'US', city: 'New York', province: 'NY', post_code: '10001', phone: '+1 212 555 0100' },
  CA: { country: 'CA', city: 'Toronto', province: 'ON', post_code: 'M5H 2N2', phone: '+1 416 555 0100' },
  DE: { country: 'DE', city: 'Berlin', province: null, post_code: '10115', phone: '+49 30 123456' },
  FR: { country: 'FR', city: 'Paris', province: null, post_code: '75001', phone: '+33 1 23 45 67 89' },
  GB: { country: 'GB', city: 'London', province: null, post_code: 'N1 9GU', phone: '+44 7700 900123' },
  NI: { country: 'GB', city: 'Belfast', province: null, post_code: 'BT1 5GS', phone: '+44 28 9032 0202' },
  LPA: { country: 'ES', city: 'Las Palmas', province: null, post_code: '35001', phone: '+34 928 12 34 56' },
  MAD: { country: 'ES', city: 'Madrid', province: null, post_code: '28001', phone: '+34 91 123 45 67' },
  AX: { country: 'AX', city: 'Mariehamn', province: null, post_code: '22100', phone: '+358 18 123 456' },
  FI: { country: 'FI', city: 'Helsinki', province: null, post_code: '00100', phone: '+358 9 123 456' },
  BR: { country: 'BR', city: 'São Paulo', province: 'SP', post_code: '01310-100', phone: '+55 11 91234 5678' },
}
type Place = keyof typeof places

interface Lane {
  services?: string[]
  customs?: Partial<CarrierCustoms>
  item?: Partial<CarrierItem>
  today?: string
  change?: (request: QuoteRequest) => QuoteRequest
}

function findings(from: Place, to: Place, lane: Lane = {}) {
  const { services = ['usps.priority'], customs = {}, item = {}, today = '2026-11-29', change = (same) => same } = lane
  const route = shipment({ pickupAddress: address(places[from]), dropoffAddress: address(places[to]) })
  const request = toQuoteRequest(route, new Date())
  const declared = {
    ...request,
    parcels: request.parcels.map((parcel) => ({ ...parcel, items: [{ ...aShirt, ...item }] })),
    customs: { ...aDeclaration, ...customs },
  }
  return laneFindings(change(declared), services, today)
}

/** Gaps and doubts. */
const found = (...given: Parameters<typeof findings>) =>
  findings(...given)
    .filter(({ code }) => code !== 'customs_estimate')
    .map(({ code, pointer, message }) => [code, pointer, /Rule (\w+)/.exec(message)?.[1]])

test('a complete declaration has no gap, nor has a route within a customs territory or a carrier without offer', () => {
  expect(found('US', 'DE')).toEqual([])
  expect(found('GB', 'FR', { services: ['ups.11', 'usps.priority'] })).toEqual([])
  const bare = { hsCode: undefined, originCountry: undefined }
  const item = bare as Partial<CarrierItem>
  expect(found('DE', 'FR', { item })).toEqual([])
  expect(found('US', 'DE', { item, services: [] })).toEqual([])
})

test('facts of items, reason, phones and invoice are named where they are missing', () => {
  const item = { originCountry: undefined, unitWeightGrams: undefined } as unknown as Partial<CarrierItem>
  const customs = { contents: undefined, invoiceNumber: undefined } as unknown as Partial<CarrierCustoms>
  const change = (request: QuoteRequest) => ({ ...request, dropoff: { ...request.dropoff, phone: null } })
  expect(found('GB', 'US', { item, customs, change, services: ['ups.11'] })).toEqual([
    ['customs_missing', '/parcels/0/items/0/origin_country', 'item_facts'],
    ['customs_missing', '/parcels/0/items/0/unit_weight', 'item_facts'],
    ['customs_missing', '/customs/contents', 'contents'],
    ['customs_missing', '/dropoff_address/phone', 'phones'],
    ['customs_missing', '/customs/invoice_number', 'commercial_invoice'],
  ])
})

test('the European Union asks for tariff numbers of goods that were sold, not of gifts', () => {
  const item = { hsCode: undefined } as unknown as Partial<CarrierItem>
  const ofEu = ['customs_missing', '/parcels/0/items/0/hs_code', 'eu_hs6']
  expect(found('GB', 'FR', { item })).toEqual([ofEu])
  expect(found('GB', 'NI', { item })).toContainEqual(ofEu)
  expect(found('GB', 'FR', { item, customs: { contents: 'gift' } })).toEqual([])
})

test('duties of small consignments into the EU are estimated while the rule is in force', () => {
  const estimate = (...given: Parameters<typeof findings>) =>
    findings(...given).find(({ code }) => code === 'customs_estimate')?.message
  const worth = (amountMinor: number) => ({ quantity: 1, unitValue: { currency: 'EUR', exponent: 2, amountMinor } })
  expect(estimate('GB', 'FR', { item: worth(15_000) })).toBe(
    '/parcels cost an estimated 3 EUR of duties to the EU, 3 EUR for each tariff number of 6 digits (610910), if all is worth up to 150 EUR and for no business. Rule eu_low_value_duty, since 2026-07-01: Council Regulation (EU) 2026/382, globalimportblog.bakermckenzie.com/2026/07/02',
  )
  const several = (request: QuoteRequest) => {
    const items = ['6109100012', '61091090', '420330'].map((hsCode) => ({ ...aShirt, hsCode }))
    return { ...request, parcels: [...request.parcels, ...request.parcels].map((parcel) => ({ ...parcel, items })) }
  }
  expect(estimate('US', 'DE', { change: several })).toContain(
    '6 EUR of duties to the EU, 3 EUR for each tariff number of 6 digits (610910, 420330)',
  )
  expect(estimate('GB', 'FR', { item: worth(15_001) })).toBeUndefined()
  expect(estimate('GB', 'FR', { today: '2026-06-30' })).toBeUndefined()
  expect(estimate('GB', 'FR', { today: '2028-07-01' })).toBeUndefined()
  expect(estimate('GB', 'FR', { customs: { contents: 'gift' } })).toBeUndefined()
  expect(estimate('GB', 'NI')).toBeUndefined()
  expect(estimate('FR', 'US')).toBeUndefined()
  // Inside the customs territory of the Union, with declarations because of other taxes.
  expect(estimate('LPA', 'MAD')).toBeUndefined()
  expect(estimate('AX', 'FI')).toBeUndefined()
  const holding = (hsCodes: (string | undefined)[]) => ({
    change: (request: QuoteRequest) => {
      const items = hsCodes.map((hsCode) => ({ ...aShirt, hsCode, originCountry: undefined }) as unknown as CarrierItem)
      return { ...request, parcels: request.parcels.map((parcel) => ({ ...parcel, items })) }
    },
  })
  expect(estimate('GB', 'FR', holding(['610910', undefined, undefined]))).toContain(
    'at least 3 EUR of duties to the EU, 3 EUR for each tariff number of 6 digits (610910), more for other numbers of 2 items without one, if all',
  )
  expect(estimate('GB', 'FR', holding([undefined]))).toContain(
    'at least 3 EUR of duties to the EU, 3 EUR for each tariff number of 6 digits, more for other numbers of 1 item without one, if all',
  )
  const many = holding(Array.from({ length: 30 }, () => undefined))
  expect(estimate('GB', 'FR', many)).toContain('30 items')
  expect(findings('GB', 'FR', many)).toHaveLength(20)
  const taxIds = [{ party: 'recipient', type: 'vat', number: 'FR1' }] as const
  expect(estimate('GB', 'FR', { customs: { taxIds } })).toBeUndefined()
})

test('post to the United States has 10 digits and prepaid duties since the day of the rule, an express carrier may not', () => {
  const lane = { item: { hsCode: '610910' } }
  expect(found('GB', 'US', lane)).toEqual([
    ['customs_doubtful', '/parcels/0/items/0/hs_code', 'us_post_hts10'],
    ['customs_doubtful', '/customs/incoterm', 'us_post_hts10'],
  ])
  expect(found('GB', 'US', { ...lane, services: ['ups.11'] })).toEqual([])
  expect(found('GB', 'US', { ...lane, today: '2026-07-23' })).toEqual([])
  const none = { hsCode: undefined } as unknown as Partial<CarrierItem>
  expect(found('GB', 'US', { item: none, customs: { dutiesPayer: 'sender' } })).toEqual([
    ['customs_missing', '/parcels/0/items/0/hs_code', 'us_post_hts10'],
  ])
})

test('exports of the United States are filed above 2,500 USD for each tariff number', () => {
  const unfiled = { exportFiling: undefined } as unknown as Partial<CarrierCustoms>
  const pointer = '/customs/export_filing'
  expect(found('US', 'DE', { customs: unfiled })).toEqual([['customs_missing', pointer, 'us_export_filing']])
  expect(found('US', 'CA', { customs: unfiled })).toEqual([['customs_missing', pointer, 'us_export_filing']])
  const worth = (amountMinor: number) => ({ quantity: 1, unitValue: { currency: 'USD', exponent: 2, amountMinor } })
  expect(found('US', 'DE', { item: worth(250_000) })).toEqual([])
  expect(found('US', 'DE', { item: worth(250_001) })).toEqual([['customs_doubtful', pointer, 'us_export_filing']])
  const filed = { exportFiling: 'AES X20261129123456' }
  expect(found('US', 'DE', { item: worth(250_001), customs: filed })).toEqual([])
})

test('forms of posts are signed, and countries know recipients by their tax numbers', () => {
  const unsigned = { certifySigner: undefined } as unknown as Partial<CarrierCustoms>
  expect(found('GB', 'FR', { customs: unsigned })).toEqual([
    ['customs_missing', '/customs/certify_signer', 'postal_form'],
  ])
  expect(found('GB', 'FR', { customs: unsigned, services: ['ups.11'] })).toEqual([])
  expect(found('GB', 'BR')).toEqual([['customs_missing', '/customs/tax_ids', 'consignee_tax_id']])
  const taxIds = [{ party: 'recipient', type: 'cpf', number: '12345678909' }] as const
  expect(found('GB', 'BR', { customs: { taxIds } })).toEqual([])
  expect(found('GB', 'NI')).toEqual([['customs_doubtful', '/customs/tax_ids', 'windsor_framework']])
})

test('every rule has a source, and a message names pointer, rule, date and source', () => {
  for (const { source, validFrom } of laneRules) {
    expect(source).not.toBe('')
    expect(validFrom ?? '2026-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/)
  }
  const request = toQuoteRequest(
    shipment({ pickupAddress: address(places.GB), dropoffAddress: address(places.US) }),
    new Date(),
  )
  const message = laneFindings(
    { ...request, customs: { ...aDeclaration, incoterm: 'DDP' } },
    ['usps.priority'],
    '2026-11-29',
  ).at(-1)?.message
  expect(message).toBe(
    '/parcels/0/items/0/hs_code has 6 digits, and the US asks for 10 of each article by post. Rule us_post_hts10, since 2026-07-24: supplychaindive.com/news/cbp-readies-more-stringent-data-requirements-for-postal-imports/823923',
  )
})
