import { expect, test } from 'vitest'
import { accentOn, computeContrast, pageColors } from './colors.ts'

test('a dark colour is lightened on the dark page until it can be read, and stays on the light one', () => {
  expect(accentOn('light', '#7A0019')).toBe('#7a0019')
  expect(accentOn('dark', '#7A0019')).not.toBe('#7a0019')
  expect(computeContrast(accentOn('dark', '#7A0019'), pageColors.dark.card)).toBeGreaterThanOrEqual(4.5)
  expect(accentOn('dark', '#6cb2f5')).toBe('#6cb2f5')
})

test('without a colour, or while one is typed, the page has that of Waybill', () => {
  expect(accentOn('light', '')).toBe('#0b6bcb')
  expect(accentOn('dark', '#12')).toBe('#6cb2f5')
})
