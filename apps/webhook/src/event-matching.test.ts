import { expect, test } from 'vitest'
import { patternsFor } from './event-matching.ts'

test('an event is selected by its type, by all of its noun and by everything', () => {
  expect(patternsFor('shipment.created')).toEqual(['shipment.created', 'shipment.*', '*'])
})

test('positions of drivers go only to those who name them', () => {
  expect(patternsFor('booking.driver_location')).toEqual(['booking.driver_location'])
})
