import type { WaybillEvent } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { toKeys } from './event-keys.ts'

const event = (type: string, id = 'shp_1') => ({ type, subject: { type: 'shipment', id } }) as unknown as WaybillEvent

test('several events of a noun refresh it once, and the log of events', () => {
  expect(toKeys([event('shipment.created'), event('shipment.updated')])).toEqual([['shipments'], ['work'], ['events']])
})

test("a courier's place refreshes that courier alone", () => {
  expect(toKeys([event('booking.driver_location', 'bkg_1')])).toEqual([['bookings', 'driver', 'bkg_1'], ['events']])
})

test('a type that this version does not know refreshes the log of events', () => {
  expect(toKeys([event('parcel.teleported'), event('constructor')])).toEqual([['events']])
  expect(toKeys([])).toEqual([])
})
