import { expect, test } from 'vitest'
import { anEvent } from '../testing/domain-event.ts'
import { decodeEvent, encodeEvent, storedEvent } from './event-codec.ts'

test('decodes an encoded event to an equal event', () => {
  const event = anEvent({ sequence: null, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })
  expect(decodeEvent(encodeEvent(event))).toEqual(event)
})

test.each([{}, { public: null }, { internal: null, sequence: null, traceparent: '00-0a-0b-01' }])(
  'an event of the outbox is encoded as its payloads were stored, and read as they were written: %j',
  (overrides) => {
    const event = anEvent(overrides)
    const text = (payload: object | null) => payload && JSON.stringify(payload)
    const stored = storedEvent(event, { public: text(event.public), internal: text(event.internal) })
    expect(decodeEvent(encodeEvent(stored))).toEqual(event)
    expect({ ...stored }).toEqual(event)
    expect(JSON.parse(JSON.stringify(stored))).toEqual(JSON.parse(JSON.stringify(event)))
  },
)

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
