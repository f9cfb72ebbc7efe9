import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aWireAddress } from '../testing/jobs.ts'
import { findCoordinates, greatCircleM } from './coordinates.ts'
import { inventCoordinates, roadDistanceM } from './geography.ts'

const aPoint = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('a distance is symmetric, not negative, and at most half the circumference of the earth', () => {
  fc.assert(
    fc.property(aPoint, aPoint, (a, b) => {
      const distanceM = greatCircleM(a, b)
      expect(distanceM).toBe(greatCircleM(b, a))
      expect(distanceM).toBeGreaterThanOrEqual(0)
      expect(distanceM).toBeLessThanOrEqual(20_015_115)
    }),
  )
})

test('a point is at no distance from itself', () => {
  fc.assert(
    fc.property(aPoint, (point) => {
      expect(greatCircleM(point, point)).toBe(0)
    }),
  )
})

test('invented places lie on the earth', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (city, street) => {
      const { latitude, longitude } = inventCoordinates(aWireAddress({ city, address_line_1: street }))
      expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
    }),
  )
})

test('a road is 1.3 times as long as the straight line', () => {
  const from = aWireAddress({ latitude: 51.5392, longitude: -0.1426 })
  const to = aWireAddress({ latitude: 51.5308, longitude: -0.0973 })
  const straightM = greatCircleM({ latitude: 51.5392, longitude: -0.1426 }, { latitude: 51.5308, longitude: -0.0973 })
  expect(roadDistanceM(from, to)).toBe(Math.round(straightM * 1.3))
})

test('coordinates need latitude and longitude', () => {
  expect(findCoordinates(aWireAddress({ latitude: 1, longitude: null }))).toBeNull()
  expect(findCoordinates(aWireAddress({ latitude: 0, longitude: 0 }))).toEqual({ latitude: 0, longitude: 0 })
})
