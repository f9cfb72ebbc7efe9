import { expect, test } from 'vitest'
import { computeContrast, DARK_CARD, LEAST_CONTRAST, LIGHT_CARD, readableOnDark } from './contrast.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#777777', '#ffffff', 4.48],
  ['#0b6bcb', '#ffffff', 5.24],
  ['#ff0000', '#ffffff', 4],
  ['#123456', '#123456', 1],
])('the contrast of %s and %s is %d', (one, other, expected) => {
  expect(computeContrast(one, other)).toBeCloseTo(expected, 1)
})

test.each(['#000000', '#0b6bcb', '#7a0019', '#004d26', '#1c1c84'])('%s is readable on the dark page', (color) => {
  expect(computeContrast(color, LIGHT_CARD)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  expect(computeContrast(readableOnDark(color), DARK_CARD)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
})

test('a colour that is readable on the dark page stays as it is', () => {
  expect(readableOnDark('#6cb2f5')).toBe('#6cb2f5')
})
