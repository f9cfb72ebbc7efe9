import { expect, test } from 'vitest'
import { z } from 'zod'
import { count, countryCode, each, instant, maybe, text } from './wire-fields.ts'

test.for([
  [' a ', 'a'],
  [7, '7'],
  ['', null],
  [' ', null],
  [null, null],
  [undefined, null],
  [{}, null],
])('the text %j is %j', ([value, expected]) => {
  expect(text.parse(value)).toBe(expected)
})

test.for([
  [3, 3],
  ['3', 3],
  ['3.0', 3],
  [-1, null],
  ['1.5', null],
  ['soon', null],
])('the count %j is %j', ([value, expected]) => {
  expect(count.parse(value)).toBe(expected)
})

test.for([
  ['us', 'US'],
  ['USA', null],
  ['United States', null],
  ['', null],
  [840, null],
])('the country %j is %j', ([value, expected]) => {
  expect(countryCode.parse(value)).toBe(expected)
})

test.for([
  ['2026-11-24T10:30:00Z', '2026-11-24T10:30:00.000Z'],
  ['2026-11-24T10:30:00+02:00', '2026-11-24T08:30:00.000Z'],
  ['2026-11-24T10:30:00.1234567', '2026-11-24T10:30:00.123Z'],
  ['2026-11-24', undefined],
  ['2026-11-24T99:99:99Z', undefined],
  [0, undefined],
])('the time %j is %j', ([value, expected]) => {
  expect(instant.parse(value)?.toISOString()).toBe(expected)
})

test('what cannot be read is null, or left out of a list', () => {
  const named = z.object({ name: z.string() })
  expect(maybe(named).parse(7)).toBeNull()
  expect(each(named).parse([{ name: 'a' }, null, 7, { name: 'b' }])).toEqual([{ name: 'a' }, { name: 'b' }])
  expect(each(named).parse(undefined)).toEqual([])
})
