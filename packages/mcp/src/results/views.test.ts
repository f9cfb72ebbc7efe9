import type { Shipment } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { shipmentView } from './views.ts'

test('the longest page of shipments stays within what a model can read', () => {
  const text = '漢'.repeat(2_000)
  const address = { name: text, city: text, post_code: text, country: 'GB' }
  const shipment = {
    shipment_id: `shp_${'0'.repeat(26)}`,
    merchant_order_ref: text,
    pickup_address: address,
    dropoff_address: address,
    pickup_instructions: text,
    dropoff_instructions: text,
    dispatch: null,
    parcels: Array.from({ length: 99 }, () => ({ title: text })),
  } as unknown as Shipment
  const page = JSON.stringify(Array.from({ length: 25 }, () => shipmentView(shipment)))
  expect(page.length).toBeLessThan(64 * 1024)
})
