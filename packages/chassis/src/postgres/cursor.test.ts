import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

const list = ['shipments', 'env_1', { status: 'ready' }]

test('decodes a cursor to its position in the same list', () => {
  const place = ['2026-12-01T09:00:00.000Z', 'shp_1']
  expect(decodeCursor(list, encodeCursor(list, place))).toEqual(place)
})

test('makes cursors that need no escaping in a query string', () => {
  expect(encodeCursor(list, ['ü?&=', '/+'])).toMatch(/^[A-Za-z0-9_-]+$/)
})

test.each([
  ['of another environment', ['shipments', 'env_2', { status: 'ready' }], 'by this list for other filters'],
  ['of other filters', ['shipments', 'env_1', { status: 'cancelled' }], 'by this list for other filters'],
  ['of another list', ['bookings', 'env_1', { status: 'ready' }], 'by another list.'],
])('rejects a cursor %s', (_, other, message) => {
  expect(() => decodeCursor(list, encodeCursor(other, ['a']))).toThrow(`cursor was returned ${message}`)
})

test.each(['', 'x', 'bnVsbA', 'eyJhIjoxfQ', 'W10'])('rejects text that is not a cursor: "%s"', (text) => {
  expect(() => decodeCursor(list, text)).toThrow(
    expect.objectContaining({
      code: 'invalid_cursor',
      message: 'cursor is not one that this API has returned. Omit it to start from the first page.',
      details: [expect.objectContaining({ field: 'cursor', location: 'query' })],
    }),
  )
})
