import { encodeCursor } from '@waybill/chassis/postgres/cursor'
import { newId } from '@waybill/contracts/ids'
import { expect, test } from 'vitest'
import { placeId, readPlaceId } from './place.ts'

const environmentId = newId('env')
const place = { position: 123_456_789, at: '2026-11-23T20:00:00.123Z' }

test('an id names the place that it was made of, in its environment only', () => {
  const id = placeId(environmentId, place)
  expect(readPlaceId(environmentId, id)).toEqual({ place })
  expect(readPlaceId(newId('env'), id)).toBeNull()
  expect(id).toMatch(/^[\w-]{1,100}$/)
})

test('the id of an event names the event; other texts name nothing', () => {
  const eventId = newId('evt')
  expect(readPlaceId(environmentId, eventId)).toEqual({ eventId })
  const made = encodeCursor(['event stream', environmentId], ['-5', 'x'])
  const nonsense = encodeCursor(['event stream', environmentId], ['!', '!'])
  for (const id of [made, nonsense, '42', 'evt_1', newId('shp'), 'W10', placeId(environmentId, place).slice(0, -8)]) {
    expect(readPlaceId(environmentId, id)).toBeNull()
  }
})
