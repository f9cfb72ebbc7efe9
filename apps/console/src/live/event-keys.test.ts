import type { WaybillEvent } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { keysOf } from './event-keys.ts'

const event = (type: string, id = 'shp_1') => ({ type, subject: { type: 'shipment', id } }) as unknown as WaybillEvent

test('several events of a noun refresh it once, and the log of events', () => {
  expect(keysOf([event('shipment.created'), event('shipment.updated')])).toEqual([['shipments'], ['work'], ['events']])
})

test("a courier's place refreshes that courier alone", () => {
  expect(keysOf([event('booking.driver_location', 'bkg_1')])).toEqual([['bookings', 'driver', 'bkg_1'], ['events']])
})

test('a type that this version does not know refreshes the log of events', () => {
  expect(keysOf([event('parcel.teleported'), event('constructor')])).toEqual([['events']])
  expect(keysOf([])).toEqual([])
})
