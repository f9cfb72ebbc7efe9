import { expect, test } from 'vitest'
import { anEvent } from '../testing/domain-event.ts'
import { decodeEvent, encodeEvent } from './event-codec.ts'

test('decodes an encoded event to an equal event', () => {
  const event = anEvent({ sequence: null, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })
  expect(decodeEvent(encodeEvent(event))).toEqual(event)
})

test.each([
  ['that is not JSON', '{'],
  ['that is not an object', '7'],
  ['that is null', 'null'],
  ['without an id', JSON.stringify({ ...anEvent(), eventId: undefined })],
  ['with a sequence below 1', JSON.stringify(anEvent({ sequence: 0 }))],
  ['with an invalid time', JSON.stringify({ ...anEvent(), occurredAt: 'yesterday' })],
  ['with facts that are not an object', JSON.stringify({ ...anEvent(), internal: 'x' })],
])('rejects a message %s', (_, json) => {
  expect(() => decodeEvent(json)).toThrow()
})
