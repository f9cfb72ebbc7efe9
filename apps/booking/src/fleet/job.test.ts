import { expect, test } from 'vitest'
import {
  type BusyDriver,
  declined,
  type FleetJob,
  isBeforePickup,
  isPricedAlike,
  mayReport,
  openJob,
  rankDrivers,
  reported,
  searchOn,
  withDriver,
} from './job.ts'

const now = new Date('2026-12-01T09:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const times = { offerMs: 60_000, pauseMs: 15_000 }

const aDriver = (driverId: string, changes: Partial<BusyDriver> = {}): BusyDriver => ({
  environmentId: 'env_1',
  driverId,
  name: 'Dora',
  telephone: null,
  email: null,
  capacity: 2,
  openJobs: 0,
  available: true,
  active: true,
  position: null,
  version: 1,
  createdAt: now,
  updatedAt: now,
  ...changes,
})
const at = (latitude: number) => ({ latitude, longitude: 0, at: now })

const address = {
  name: null,
  company: null,
  addressLine1: '12 Market Street',
  addressLine2: null,
  town: null,
  city: 'London',
  province: null,
  postCode: 'N1 8AB',
  country: 'GB',
  phone: null,
  email: null,
  latitude: 51.5,
  longitude: 0,
}
const request = {
  pickup: address,
  dropoff: address,
  parcels: [],
  merchantOrderRef: '1',
  pickupInstructions: null,
  dropoffInstructions: null,
}
const opened = (drivers: BusyDriver[], serviceCode = 'fleet_now'): FleetJob =>
  openJob(
    { environmentId: 'env_1', jobId: 'flj_1', reference: 'att_1', serviceCode, readyAt: now, request, at: now },
    drivers,
  )

test('the nearest driver comes first, then those with fewer jobs; unknown positions come last', () => {
  const drivers = [
    aDriver('unknown'),
    aDriver('far', { position: at(51.6) }),
    aDriver('near', { position: at(51.51) }),
    aDriver('near_and_busy', { position: at(51.51), openJobs: 1 }),
  ]
  const ids = rankDrivers(drivers, { request, declinedBy: [] }).map(({ driverId }) => driverId)
  expect(ids).toEqual(['near', 'near_and_busy', 'far', 'unknown'])
})

test.for([{ active: false }, { available: false }, { openJobs: 2 }])('a driver with %j is not free', (changes) => {
  expect(rankDrivers([aDriver('one', changes)], { request, declinedBy: [] })).toEqual([])
})

test('another place, weight, size or time costs another price; contacts and titles do not', () => {
  const parcel = { parcelId: 'par_1', title: null, weightGrams: 1, lengthTenthMm: 1, widthTenthMm: 1, heightTenthMm: 1 }
  const before = { request: { ...request, parcels: [parcel] }, readyAt: now }
  const same = { pickup: address, dropoff: address, parcels: [parcel], readyAt: null }
  expect(isPricedAlike(before, same)).toBe(true)
  expect(isPricedAlike(before, { ...same, dropoff: { ...address, name: 'Ada', addressLine2: '2nd floor' } })).toBe(true)
  expect(isPricedAlike(before, { ...same, parcels: [{ ...parcel, title: 'Bread' }], readyAt: now })).toBe(true)
  expect(isPricedAlike(before, { ...same, dropoff: { ...address, city: 'Cambridge' } })).toBe(false)
  expect(isPricedAlike(before, { ...same, parcels: [{ ...parcel, weightGrams: 2 }] })).toBe(false)
  expect(isPricedAlike(before, { ...same, parcels: [parcel, parcel] })).toBe(false)
  expect(isPricedAlike(before, { ...same, readyAt: later(60_000) })).toBe(false)
})

test('a job on demand is refused without a free driver, one on a round waits', () => {
  expect(opened([])).toMatchObject({ status: 'refused', dueAt: null })
  expect(opened([], 'fleet_same_day')).toMatchObject({ status: 'searching', dueAt: now })
  expect(opened([aDriver('one')])).toMatchObject({ status: 'searching', dueAt: now })
})

test('each driver is asked once, silence counts as a decline, and then the search ends', () => {
  const drivers = [aDriver('a'), aDriver('b')]
  const first = searchOn(opened(drivers), drivers, times, now)
  expect(first).toMatchObject({ offeredDriverId: 'a', dueAt: later(60_000), version: 2 })
  const second = searchOn(first, drivers, times, later(60_000))
  expect(second).toMatchObject({ offeredDriverId: 'b', declinedBy: ['a'] })
  const answered = declined(second, 'b', later(61_000))
  expect(answered).toMatchObject({ offeredDriverId: null, declinedBy: ['a', 'b'], dueAt: later(61_000) })
  expect(searchOn(answered, drivers, times, later(61_000))).toMatchObject({ status: 'failed', incident: 'capacity' })
})

test('a job on a round is looked at again until its search ends', () => {
  const job = opened([], 'fleet_same_day')
  expect(searchOn(job, [], times, now)).toMatchObject({ status: 'searching', dueAt: later(15_000), version: 1 })
  expect(searchOn(job, [aDriver('a')], times, job.searchUntil)).toMatchObject({ status: 'failed' })
})

test('a driver who takes over before the pickup begins anew; after it, the job stays where it is', () => {
  const job = { ...opened([aDriver('a')]), driverId: 'a' }
  const afterwards = (status: FleetJob['status']) => withDriver({ ...job, status }, 'b', later(1))
  expect(afterwards('arrived_at_pickup')).toMatchObject({ status: 'accepted', driverId: 'b', version: 2 })
  expect(afterwards('en_route_to_dropoff')).toMatchObject({ status: 'en_route_to_dropoff', driverId: 'b', version: 2 })
  expect(afterwards('returning')).toMatchObject({ status: 'returning', driverId: 'b' })
})

test('reports follow the way of the goods', () => {
  const job = { ...opened([aDriver('a')]), status: 'picked_up' as const, driverId: 'a' }
  expect(isBeforePickup(job)).toBe(false)
  expect(mayReport(job, 'arrived_at_pickup')).toBe(false)
  expect(mayReport(job, 'delivery_attempted')).toBe(true)
  const attempted = reported(job, { status: 'delivery_attempted', incident: 'business_closed' }, now)
  expect(attempted).toMatchObject({ status: 'arrived_at_dropoff', incident: 'business_closed' })
  expect(mayReport(attempted, 'delivery_attempted')).toBe(true)
  expect(mayReport({ ...job, status: 'delivered' }, 'failed')).toBe(false)
})
