import type { Shipment } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { filterShipments, findByReference, readReferences } from './ready.ts'

const shipment = (shipment_id: string, merchant_order_ref: string, city: string) =>
  ({ shipment_id, merchant_order_ref, dropoff_address: { name: 'Grace Miller', city } }) as Shipment
const shipments = [shipment('shp_1', 'ORDER-1', 'London'), shipment('shp_2', 'Order 2', 'Leeds')]

test('references are in lines or between commas, each once', () => {
  expect(readReferences(' ORDER-1\r\nOrder 2,\n\tORDER-1;X ')).toEqual(['ORDER-1', 'Order 2', 'X'])
  expect(readReferences(' \n')).toEqual([])
})

test('a reference or an id finds its shipment, and what finds none is named', () => {
  expect(findByReference(shipments, ['order-1', 'SHP_2', 'X'])).toEqual({ found: ['shp_1', 'shp_2'], unknown: ['X'] })
})

test('every word of the filter is in the reference or the recipient', () => {
  expect(filterShipments(shipments, ' miller LEE ').map(({ shipment_id }) => shipment_id)).toEqual(['shp_2'])
  expect(filterShipments(shipments, '')).toBe(shipments)
})
