import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

const list = ['shipments', 'env_1', { status: 'ready' }]

test('a cursor leads back to its place in the same list', () => {
  const place = ['2026-12-01T09:00:00.000Z', 'shp_1']
  expect(decodeCursor(list, encodeCursor(list, place))).toEqual(place)
})

test('a cursor is text that a query string takes as it is', () => {
  expect(encodeCursor(list, ['ü?&=', '/+'])).toMatch(/^[A-Za-z0-9_-]+$/)
})

test.each([
  ['of another environment', ['shipments', 'env_2', { status: 'ready' }]],
  ['of other filters', ['shipments', 'env_1', { status: 'cancelled' }]],
])('a cursor %s is refused', (_, other) => {
  expect(() => decodeCursor(list, encodeCursor(other, ['a']))).toThrow('not made by this list')
})

test.each(['', 'x', 'bnVsbA', 'eyJhIjoxfQ', 'W10'])('text that is no cursor is refused: "%s"', (text) => {
  expect(() => decodeCursor(list, text)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }))
})
