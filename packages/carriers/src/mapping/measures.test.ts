import { describe, expect, test } from 'vitest'
import { parcelSides, parcelWeight } from './measures.ts'

const counts = (to: number, step = 1) => Array.from({ length: to / step }, (_, index) => (index + 1) * step)
/** As the API keeps `weight_kg` and `length_cm`: to the gram and to a tenth of a millimetre. */
const storedGrams = (grams: number) => ({ weightGrams: Math.max(1, Math.round(grams)) })
const aCube = (tenthMm: number) => ({
  lengthTenthMm: Math.round(tenthMm),
  widthTenthMm: Math.round(tenthMm),
  heightTenthMm: Math.round(tenthMm),
})
const cubeSide = (...args: Parameters<typeof parcelSides>) => parcelSides(...args).length

describe('a whole step, known to the gram, stays that step', () => {
  test.for([
    ['ounces', counts(2_400), 28.349523125, 'oz', 1],
    ['pounds', counts(150), 453.59237, 'lb', 1],
    ['half kilograms', counts(70, 0.5), 1_000, 'kg', 1],
  ] as const)('%s', ([, steps, grams, unit, decimals]) => {
    for (const step of steps) expect(parcelWeight(storedGrams(step * grams), unit, decimals)).toBe(step)
  })

  test('pounds, in ounces: one pound is 16.0 and not 16.1', () => {
    for (const pounds of counts(150)) expect(parcelWeight(storedGrams(pounds * 453.59237), 'oz', 1)).toBe(pounds * 16)
  })
})

test('what is over a step by more than its rounding is over it for the carrier', () => {
  for (const pounds of counts(150)) {
    expect(parcelWeight({ weightGrams: Math.ceil(pounds * 453.59237) + 1 }, 'lb', 1)).toBeGreaterThan(pounds)
    expect(parcelWeight({ weightGrams: Math.ceil(pounds * 453.59237) + 1 }, 'oz', 1)).toBeGreaterThan(pounds * 16)
  }
  for (const halves of counts(140))
    expect(parcelWeight({ weightGrams: halves * 500 + 1 }, 'kg', 1)).toBeGreaterThan(halves / 2)
})

test('no parcel is declared lighter than it is by more than half a gram, and none without weight', () => {
  expect([1, 28, 436, 31_751].map((weightGrams) => parcelWeight({ weightGrams }, 'oz', 1))).toEqual([
    0.1, 1, 15.4, 1_120,
  ])
  expect(parcelWeight({ weightGrams: 1 }, 'kg', 1)).toBe(0.1)
  for (let weightGrams = 1; weightGrams < 3_000; weightGrams++)
    expect(parcelWeight({ weightGrams }, 'oz', 1) * 28.349523125).toBeGreaterThanOrEqual(weightGrams - 0.501)
})

test('a whole inch stays that inch, known to the tenth of a millimetre and to the millimetre', () => {
  for (const inches of counts(108)) {
    expect(cubeSide(aCube(inches * 254), 'in', 0)).toBe(inches)
    expect(cubeSide(aCube(inches * 254), 'in', 1)).toBe(inches)
    expect(cubeSide(aCube(Math.round(inches * 25.4) * 10), 'in', 0)).toBe(inches)
  }
})

test('a whole centimetre stays that centimetre, and what is over it is the next', () => {
  for (const cm of counts(300)) {
    expect(cubeSide(aCube(cm * 100), 'cm', 0)).toBe(cm)
    expect(cubeSide(aCube(cm * 100 + 1), 'cm', 0)).toBe(cm + 1)
  }
  expect(cubeSide(aCube(264), 'in', 0)).toBe(2)
})

describe('a weight or side that the merchant sent in the unit of the carrier', () => {
  const grams = { weightGrams: 454 }
  test('is the number that was sent, as far as the carrier keeps its digits', () => {
    for (const pounds of counts(150)) {
      const sent = { weightGrams: Math.round(pounds * 453.59237), weightSent: `${pounds} lb` }
      expect(parcelWeight(sent, 'lb', 1)).toBe(pounds)
      expect(parcelWeight(sent, 'oz', 1)).toBe(pounds * 16)
    }
    for (const ounces of counts(2_400))
      expect(
        parcelWeight({ weightGrams: Math.round(ounces * 28.349523125), weightSent: `${ounces} oz` }, 'oz', 1),
      ).toBe(ounces)
    expect(parcelWeight({ ...grams, weightSent: '16.05 oz' }, 'oz', 2)).toBe(16.05)
    expect(parcelWeight({ ...grams, weightSent: '1.001 lb' }, 'lb', 1)).toBe(1.1)
  })

  test('is converted from the exact number otherwise: one pound is one pound, and 1.1023 lb half a kilogram', () => {
    expect(parcelWeight({ ...grams, weightSent: '0.45359237 kg' }, 'lb', 1)).toBe(1)
    expect(parcelWeight({ ...grams, weightSent: '0.45359237 kg' }, 'oz', 1)).toBe(16)
    expect(parcelWeight({ weightGrams: 500, weightSent: '1.1023 lb' }, 'kg', 1)).toBe(0.5)
    expect(parcelWeight({ weightGrams: 500, weightSent: '17.637 oz' }, 'kg', 1)).toBe(0.5)
    expect(parcelWeight({ weightGrams: 505, weightSent: '1.113 lb' }, 'kg', 1)).toBe(0.6)
  })

  test('also of sides', () => {
    const sent = { ...aCube(305), dimensionsSent: '12 12.25 305 in' }
    expect(parcelSides(sent, 'in', 1)).toEqual({ length: 12, width: 12.3, height: 305 })
    expect(parcelSides({ ...aCube(3_048), dimensionsSent: '12 12 12 in' }, 'cm', 0).length).toBe(31)
    expect(parcelSides({ ...aCube(3_050), dimensionsSent: '305 305 305 mm' }, 'in', 0).length).toBe(12)
  })
})
