import { newId } from '@waybill/contracts/ids'
import { expect, test } from 'vitest'
import { idsInAnswer, idsInPath } from './subjects.ts'

const [shipment, booking] = [newId('shp'), newId('bkg')]

test('the ids in a path are its subjects; a parameter of another form makes none of the path known', () => {
  expect(idsInPath({ shipment_id: shipment })).toEqual([shipment])
  expect(idsInPath({})).toEqual([])
  expect(idsInPath({ shipment_id: 'Grace Miller' })).toBeNull()
  expect(idsInPath({ shipment_id: booking })).toBeNull()
  expect(idsInPath({ booking_id: booking, media_name: 'photo-1' })).toBeNull()
})

test('the ids of an answer are found once each, and nothing that only looks like one', () => {
  const body = { booking_id: booking, shipment_id: shipment, shipment: { shipment_id: shipment }, quote_id: 'Grace' }
  expect(idsInAnswer(Buffer.from(JSON.stringify(body))).sort()).toEqual([booking, shipment].sort())
  expect(idsInAnswer(Buffer.from('{"shipment_id":"'))).toEqual([])
  expect(idsInAnswer(Buffer.from(JSON.stringify({ note: '"shipment_id":"shp_1"' })))).toEqual([])
})

test('a batch has the ids of all its shipments, up to 500', () => {
  const items = Array.from({ length: 600 }, () => ({ shipment_id: newId('shp') }))
  expect(idsInAnswer(Buffer.from(JSON.stringify(items)))).toHaveLength(500)
})
