import { expect, test } from 'vitest'
import { guessMapping } from '../columns/guess.ts'
import { readSheet } from '../read.ts'
import { toDocument } from './document.ts'
import { type ExportedShipment, exportShipments } from './export.ts'
import { toShipments } from './merge.ts'

const place = {
  name: '=HYPERLINK("https://evil.example")',
  address_line_1: '1, High "St"\nRear',
  city: "'s-Hertogenbosch",
  country: 'NL',
  phone: '+31 20 123 4567',
  post_code: '01234',
  latitude: -0.5,
}
const parcel = (title: string) => ({
  title,
  weight: { value: '2.5', unit: 'lb' },
  dimensions: { length: '10', width: '8', height: '4.5', unit: 'in' },
  declared_value: '1.50',
  declared_value_currency: 'EUR',
  contents_description: 'Bread',
  items: [],
})
const exported = (shipment_id: string, titles: string[]) =>
  ({
    shipment: {
      shipment_id,
      merchant_order_ref: '+441234',
      status: 'ready',
      collection_date: '2099-01-01',
      ready_at: '2026-11-28T00:00:00.000Z',
      pickup_instructions: null,
      dropoff_instructions: '- ring; "twice"',
      parcels: titles.map(parcel),
      metadata: { 'cost-centre': '42' },
      tags: ['Gift', 'fragile'],
      assignee_id: 'usr_1',
      hold: { reason: 'Paid?' },
    },
    addresses: { pickup_address: { ...place, latitude: null }, dropoff_address: place },
    booking: {
      status: 'assigned',
      carrier_code: 'city_van',
      tracking_number: 'CV1',
      quote_option: { service_code: 'van_today', carried_by: 'Van', total_amount: '5.35', currency: 'EUR' },
      eta: { from: '2099-01-01T09:00:00.000Z', to: '2099-01-01T17:00:00.000Z' },
      incident: null,
    },
  }) as unknown as ExportedShipment

test('an export is read as the shipments that it has, also if they have one reference', () => {
  const text = exportShipments([exported('shp_1', ['Bread', 'Jam']), exported('shp_2', ['Cake'])])
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(text).toContain(
    ',assigned,city_van,Van,van_today,CV1,5.35,EUR,,,2099-01-01T09:00:00.000Z,2099-01-01T17:00:00.000Z,',
  )
  const sheet = readSheet(Buffer.from(text))
  const shipments = toShipments(sheet, guessMapping(sheet.headings, sheet.rows))
  expect(shipments.map(({ problems, notices }) => [...problems, ...notices])).toEqual([[], []])
  const titles = [['Bread', 'Jam'], ['Cake']]
  expect(shipments.map(({ values }) => toDocument(values))).toEqual(
    titles.map((some) => ({
      hold: { reason: 'Paid?' },
      merchant_order_ref: '+441234',
      collection_date: '2099-01-01',
      ready_at: '2026-11-28T00:00:00.000Z',
      dropoff_instructions: '- ring; "twice"',
      pickup_address: { ...place, latitude: undefined },
      dropoff_address: { ...place, latitude: '-0.5' },
      parcels: some.map((title) => ({ ...parcel(title), items: undefined })),
      metadata: { 'cost-centre': '42' },
      tags: ['Gift', 'fragile'],
    })),
  )
})

test('an export of nothing has its headings', () => {
  expect(exportShipments([])).toMatch(/^\u{feff}shipment_id,merchant_order_ref,status,.*parcels\[0\]\.title.*\r\n$/u)
})
