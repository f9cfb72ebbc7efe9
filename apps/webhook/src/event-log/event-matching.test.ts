import { expect, test } from 'vitest'
import { isWanted, typesMatching } from './event-matching.ts'

test('patterns expand to the types that they match', () => {
  expect(typesMatching(['quote.*', 'shipment.created'])).toEqual(
    expect.arrayContaining(['quote.expired', 'shipment.created']),
  )
  expect(typesMatching(['shipment.created'])).toEqual(['shipment.created'])
  expect(typesMatching(['*'])).not.toContain('booking.driver_location')
  expect(typesMatching(['booking.driver_location'])).toEqual(['booking.driver_location'])
  expect(typesMatching(['lost'])).toEqual([])
})

test.each([
  [['*'], true, true],
  [['*'], false, false],
  [['booking.*'], false, false],
  [['booking.updated', 'booking.delivered'], false, false],
  // It would otherwise learn nothing of the change.
  [['booking.updated'], false, true],
  [['booking.delivered'], false, false],
])('%j, verbose_events %s: an update that booking.delivered repeats is sent: %s', (events, verboseEvents, isSent) => {
  const update = { type: 'booking.updated', detailedBy: ['booking.delivered'] }
  expect(isWanted(update, { events, verboseEvents })).toBe(isSent)
  const plain = { type: 'booking.updated', detailedBy: [] }
  expect(isWanted(plain, { events, verboseEvents })).toBe(events.some((pattern) => pattern !== 'booking.delivered'))
})
