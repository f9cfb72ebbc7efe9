import { expect, test } from 'vitest'
import { placeLines } from './address-lines.ts'

test.each([
  [{ post_code: '94107', city: 'San Francisco', province: 'CA', country: 'US' }, ['San Francisco, CA 94107']],
  [{ post_code: 'NW1 8AB', city: 'London', country: 'gb' }, ['London', 'NW1 8AB']],
  [{ post_code: '10115', city: 'Berlin', country: 'DE' }, ['10115 Berlin']],
  [{ post_code: '100-0001', city: 'Chiyoda', province: 'Tokyo', country: 'JP' }, ['Chiyoda', 'Tokyo', '100-0001']],
  [{ city: 'London', country: null }, ['London']],
])('%j', (place, lines) => {
  expect(placeLines(place)).toEqual(lines)
})
