import { expect, test } from 'vitest'
import { anEvent } from '../testing/domain-event.ts'
import { decodeEvent, encodeEvent } from './event-codec.ts'

test('an event comes out of its JSON text as it went in', () => {
  const event = anEvent({ sequence: null, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })
  expect(decodeEvent(encodeEvent(event))).toEqual(event)
})

test.each([
  ['no JSON', '{'],
  ['not an object', '7'],
  ['null', 'null'],
  ['without an id', JSON.stringify({ ...anEvent(), eventId: undefined })],
  ['with a sequence below 1', JSON.stringify(anEvent({ sequence: 0 }))],
  ['with a time that is none', JSON.stringify({ ...anEvent(), occurredAt: 'yesterday' })],
  ['with facts that are no object', JSON.stringify({ ...anEvent(), internal: 'x' })],
])('a message %s is not an event', (_, json) => {
  expect(() => decodeEvent(json)).toThrow()
})
