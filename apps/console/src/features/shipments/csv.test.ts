import type { Shipment } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { csvHead, csvRows } from './csv.ts'

const place = {
  name: '=HYPERLINK("https://evil.example")',
  address_line_1: '1, High "St"',
  city: 'Köln',
  country: 'DE',
}
const shipment = {
  shipment_id: 'shp_1',
  merchant_order_ref: '+441234',
  status: 'ready',
  pickup_address: { ...place, post_code: '50667' },
  dropoff_address: { ...place, post_code: null },
  parcels: [{ weight_kg: '0.100' }, { weight_kg: '0.200' }],
  metadata: {},
} as unknown as Shipment

test('a row has quotes where it needs them, and no formula', () => {
  const row = csvRows([shipment])
  expect(row).toMatch(/^shp_1,"?'\+441234"?,ready,/)
  expect(row).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(row).toContain('"1, High ""St"""')
  expect(row).toContain('Köln')
  expect(row).toContain(',2,0.3,')
  expect(row.endsWith('\r\n')).toBe(true)
})

test('rows have as many fields as the head', () => {
  const fieldCount = csvHead().split(',').length
  expect(
    csvRows([{ ...shipment, pickup_address: {}, dropoff_address: {} } as unknown as Shipment]).split(','),
  ).toHaveLength(fieldCount)
  expect(csvRows([])).toBe('')
})
