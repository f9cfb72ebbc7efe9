import { expect, test } from 'vitest'
import { matchesPattern, patternsFor } from './event-patterns.ts'

test('an event matches its type, the wildcard of its subject, and *', () => {
  expect(patternsFor('shipment.created')).toEqual(['shipment.created', 'shipment.*', '*'])
  expect(matchesPattern('shipment.created', ['quote.*', 'shipment.*'])).toBe(true)
  expect(matchesPattern('shipment.created', ['shipment.updated'])).toBe(false)
})

test('only its name matches the type of driver positions', () => {
  expect(patternsFor('booking.driver_location')).toEqual(['booking.driver_location'])
})
