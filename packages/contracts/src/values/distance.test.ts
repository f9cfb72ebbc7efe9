import { expect, test } from 'vitest'
import { distanceM } from './distance.ts'

const at = (latitude: number | null, longitude: number | null) => ({ latitude, longitude })
const door = at(51.5308, -0.0973)

test('a degree of latitude is 111.195 km, a degree of longitude half of that at 60° north', () => {
  expect(distanceM(at(0, 0), at(1, 0))).toBe(111_195)
  expect(distanceM(at(60, 10), at(60, 11))).toBe(55_597)
})

test('doors a few metres apart, and antipodes', () => {
  expect(distanceM(door, at(51.5308, -0.0973))).toBe(0)
  expect(distanceM(door, at(51.5309, -0.0973))).toBe(11)
  expect(distanceM(at(90, 0), at(-90, 0))).toBe(20_015_114)
})

test('takes the short way across the date line', () => {
  expect(distanceM(at(0, 179.5), at(0, -179.5))).toBe(111_195)
})

test('is unknown if one of the places is', () => {
  expect(distanceM(door, at(null, null))).toBeNull()
  expect(distanceM(at(null, null), door)).toBeNull()
})
