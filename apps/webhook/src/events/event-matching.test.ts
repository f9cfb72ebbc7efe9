import { expect, test } from 'vitest'
import { patternsFor, typesOf } from './event-matching.ts'

test('an event is selected by its type, by all of its noun and by everything', () => {
  expect(patternsFor('shipment.created')).toEqual(['shipment.created', 'shipment.*', '*'])
})

test('positions of drivers go only to those who name them', () => {
  expect(patternsFor('booking.driver_location')).toEqual(['booking.driver_location'])
})

test('patterns stand for the types that they select', () => {
  expect(typesOf(['quote.*', 'shipment.created'])).toEqual(
    expect.arrayContaining(['quote.expired', 'shipment.created']),
  )
  expect(typesOf(['shipment.created'])).toEqual(['shipment.created'])
  expect(typesOf(['*'])).not.toContain('booking.driver_location')
  expect(typesOf(['booking.driver_location'])).toEqual(['booking.driver_location'])
  expect(typesOf(['lost'])).toEqual([])
})
