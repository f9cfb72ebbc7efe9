import type { TimelineEntry } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { between, distanceM, toPlace, toRoute, toStage, toTrail, unwrap } from './places.ts'

const camden = { latitude: 51.5392, longitude: -0.1426 }
const islington = { latitude: 51.5308, longitude: -0.0973 }
const halfWay = { latitude: 51.535, longitude: -0.12 }

const entry = (occurred_at: string, location: object | null, booking_id: string | null = 'bkg_1') =>
  ({ occurred_at, location, booking_id }) as TimelineEntry

test('an address has a place only with both coordinates', () => {
  expect(toPlace({ latitude: 51.5, longitude: null })).toBeNull()
  expect(toPlace({ latitude: null, longitude: null })).toBeNull()
  expect(toPlace({ latitude: 0, longitude: 0 })).toEqual({ latitude: 0, longitude: 0 })
})

test('the trail is that of one booking, oldest first, and does not stand still', () => {
  const timeline = [
    entry('2026-11-24T12:03:00.000Z', halfWay),
    entry('2026-11-24T12:02:00.000Z', camden),
    entry('2026-11-24T12:01:00.000Z', camden),
    entry('2026-11-24T12:00:00.000Z', null),
    entry('2026-11-24T12:00:00.000Z', islington, 'bkg_0'),
  ]
  expect(toTrail(timeline, 'bkg_1')).toEqual([camden, halfWay])
})

test('a courier goes to the pickup first, then to the drop-off', () => {
  const places = { pickup: camden, dropoff: islington, courier: halfWay, trail: [camden] }
  expect(toRoute(places, 'collecting').ahead).toEqual([halfWay, camden, islington])
  expect(toRoute(places, 'delivering')).toEqual({ travelled: [camden, halfWay], ahead: [halfWay, islington] })
  expect(toRoute(places, 'returning').ahead).toEqual([halfWay, camden])
  expect(toRoute({ ...places, courier: null }, 'delivering')).toEqual({ travelled: [], ahead: [camden, islington] })
  expect(toRoute({ ...places, courier: null, trail: [camden, islington] }, 'ended')).toEqual({
    travelled: [camden, islington],
    ahead: [],
  })
})

test('a status that this version does not know is before the pickup', () => {
  expect(['assigned', 'picked_up', 'returning', 'delivered', 'beamed_up'].map(toStage)).toEqual([
    'collecting',
    'delivering',
    'returning',
    'ended',
    'collecting',
  ])
})

test('distances are those of the sphere', () => {
  expect(Math.round(distanceM(camden, islington))).toBe(3270)
  // A quarter of the circumference.
  expect(Math.round(distanceM({ latitude: 0, longitude: 0 }, { latitude: 90, longitude: 0 }) / 1_000)).toBe(10_008)
})

test('a way over the date line takes the short side', () => {
  const tokyo = { latitude: 35.7, longitude: 139.7 }
  const losAngeles = { latitude: 34, longitude: -118.2 }
  expect(unwrap([tokyo, losAngeles])[1]?.longitude).toBeCloseTo(241.8)
  expect(between(tokyo, losAngeles, 0.5).longitude).toBeCloseTo(190.75)
  expect(between(tokyo, losAngeles, 1).latitude).toBe(34)
})
