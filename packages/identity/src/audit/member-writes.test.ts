import { newId } from '@waybill/contracts/ids'
import { expect, test } from 'vitest'
import { targetOfAnswer } from './member-writes.ts'

const answered = (data: object) => targetOfAnswer({ body: Buffer.from(JSON.stringify({ success: true, data })) })

test('the first id of a resource in an answer is what was made', () => {
  const [booking_id, shipment_id] = [newId('bkg'), newId('shp')]
  const above = { merchant_id: newId('mer'), environment_id: newId('env') }
  expect(answered({ ...above, booking_id, shipment_id })).toEqual({ targetType: 'booking', targetId: booking_id })
  expect(answered({ key_id: newId('key') }).targetType).toBe('key')
})

test('text of the merchant that looks like an id is not taken for one', () => {
  expect(answered({ note: '"shipment_id":"shp_1"', shipment_id: 'shp_1' })).toEqual({})
  expect(targetOfAnswer({ body: '' })).toEqual({})
})
