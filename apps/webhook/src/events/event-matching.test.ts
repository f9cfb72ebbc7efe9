import { expect, test } from 'vitest'
import { patternsFor, typesMatching } from './event-matching.ts'

test('an event matches its type, the wildcard of its subject, and *', () => {
  expect(patternsFor('shipment.created')).toEqual(['shipment.created', 'shipment.*', '*'])
})

test('driver positions match only subscriptions that name them', () => {
  expect(patternsFor('booking.driver_location')).toEqual(['booking.driver_location'])
})

test('patterns expand to the types that they match', () => {
  expect(typesMatching(['quote.*', 'shipment.created'])).toEqual(
    expect.arrayContaining(['quote.expired', 'shipment.created']),
  )
  expect(typesMatching(['shipment.created'])).toEqual(['shipment.created'])
  expect(typesMatching(['*'])).not.toContain('booking.driver_location')
  expect(typesMatching(['booking.driver_location'])).toEqual(['booking.driver_location'])
  expect(typesMatching(['lost'])).toEqual([])
})
