import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import type { CarrierDescriptor, CarrierService } from '@waybill/carriers/carrier-descriptor'
import { describe, expect, test } from 'vitest'
import { calculatePrice } from '../pricing/tariff.ts'
import { aJob, aJobBody, aWireAddress, aWireParcel } from '../testing/jobs.ts'
import type { Job } from './job.ts'
import { update } from './job-update.ts'

const at = new Date('2026-11-21T08:00:00Z')

const parcelJob = (overrides: Partial<Job> = {}) =>
  aJob({ carrierCode: 'eco_parcel', request: aJobBody({ service: 'eco_standard' }), ...overrides })

const getService = ({ request }: Job): CarrierService => {
  const carriers: readonly CarrierDescriptor[] = simulatedDescriptors
  const services = carriers.flatMap((carrier) => carrier.services)
  return services.find(({ serviceCode }) => serviceCode === request.service) ?? expect.fail('there is no such service')
}

function changed(job: Job, change: object): Job {
  const { pickup, dropoff, parcels, pickup_note, dropoff_note } = job.request
  const desired = { pickup, dropoff, parcels, pickup_note, dropoff_note, ...change }
  return update(job, desired, { service: getService(job), at })
}

test('a change that is already made is a no-op, even on the way to the door', () => {
  const job = aJob({ code: 'TO_DROPOFF' })
  expect(changed(job, {})).toBe(job)
  expect(() => changed(job, { dropoff_note: 'Ring twice' })).toThrow('cannot be changed like this')
})

test('once the goods are collected the dropoff can change, the pickup cannot', () => {
  const job = aJob({ code: 'COLLECTED' })
  const after = changed(job, { dropoff: aWireAddress({ address_line_1: '9 River Road' }) })
  expect(after.request.dropoff.address_line_1).toBe('9 River Road')
  expect(() => changed(job, { pickup: aWireAddress({ city: 'Leeds' }) })).toThrow('cannot be changed like this')
  expect(() => changed(job, { ready_at: '2098-01-01T09:00:00.000Z' })).toThrow('cannot be changed like this')
})

test('a later collection has a new window, which does not change with anything else', () => {
  const later = changed(parcelJob(), { ready_at: '2026-12-01T08:00:00.000Z' })
  expect(later.etaFromAt.getTime()).toBeGreaterThan(Date.parse('2026-12-01T08:00:00.000Z'))
  expect(later.etaToAt.getTime()).toBeGreaterThan(later.etaFromAt.getTime())
  expect(changed(later, { dropoff_note: 'Ring twice' })).toMatchObject({ etaFromAt: later.etaFromAt, charges: [] })
})

test('a courier on demand cannot be moved to another time', () => {
  expect(() => changed(aJob(), { ready_at: '2026-12-01T08:00:00.000Z' })).toThrow('cannot move the time')
})

test('heavier parcels cost the difference of the tariff, and lighter ones give it back', () => {
  const heavier = changed(parcelJob(), { parcels: [aWireParcel({ weight_grams: 9_500 })] })
  const [charge] = heavier.charges
  expect(charge).toMatchObject({
    type: 'weight_adjustment',
    currency: 'GBP',
    reason: 'The chargeable weight is 10 kg instead of 2 kg.',
  })
  expect(charge?.amount_minor).toBeGreaterThan(0)
  expect(changed(heavier, {}).charges).toEqual(heavier.charges)
  const back = changed(heavier, { parcels: [aWireParcel()] })
  expect(back.charges[1]).toMatchObject({
    amount_minor: -(charge?.amount_minor ?? 0),
    tax_minor: -(charge?.tax_minor ?? 0),
    reason: 'The chargeable weight is 2 kg instead of 10 kg.',
  })
  expect(new Set(back.charges.map(({ id }) => id)).size).toBe(2)
})

const oxford = aWireAddress({ city: 'Oxford', latitude: 51.752, longitude: -1.2577 })
const paris = aWireAddress({ city: 'Paris', post_code: '75001', country: 'FR' })
const berlin = aWireAddress({ city: 'Berlin', post_code: '10115', country: 'DE' })
const heavy = [aWireParcel({ weight_grams: 9_500 })]

describe.for(['van_same_day', 'eco_standard', 'eco_freight'])('a %s that is changed', (service) => {
  const job = aJob({ request: aJobBody({ service }) })

  test.for([
    ['another drop-off', { dropoff: oxford }, ['route_adjustment']],
    ['a drop-off abroad', { dropoff: paris }, ['route_adjustment']],
    ['another pickup', { pickup: oxford }, ['route_adjustment']],
    ['other parcels', { parcels: heavy }, ['weight_adjustment']],
    ['route and parcels', { dropoff: oxford, parcels: heavy }, ['weight_adjustment', 'route_adjustment']],
    ['another name', { dropoff: { ...job.request.dropoff, name: 'Alan Moor' } }, []],
  ] as const)('costs with %s what a new booking of it costs', ([, change, types]) => {
    const before = calculatePrice(service, job.request)
    const { charges, request } = changed(job, change)
    expect(charges.map(({ type }) => type)).toEqual(types)
    const sum = (field: 'amount_minor' | 'tax_minor') => charges.reduce((total, charge) => total + charge[field], 0)
    const { amountMinor, taxMinor } = calculatePrice(service, request)
    expect(before.amountMinor + sum('amount_minor')).toBe(amountMinor)
    expect(before.taxMinor + sum('tax_minor')).toBe(taxMinor)
    expect(charges.map(({ id }) => id)).toEqual(types.map((_, index) => `job_1-${index + 1}`))
  })

  test('costs nothing in the end if it is changed back', () => {
    const there = changed(job, { dropoff: oxford, parcels: heavy })
    const back = changed(there, { dropoff: job.request.dropoff, parcels: job.request.parcels })
    expect(back.charges.reduce((sum, charge) => sum + charge.amount_minor + charge.tax_minor, 0)).toBe(0)
  })
})

test('the reason of a route that is charged names both routes', () => {
  const { charges } = changed(parcelJob(), { dropoff: paris })
  expect(charges[0]?.reason).toMatch(/^The route is 4\d\d km by road \(GB to FR\) instead of 5 km by road \(GB\)\.$/)
})

test('a longer way moves the window of a courier by the time that it takes', () => {
  const windsor = aWireAddress({ city: 'Windsor', latitude: 51.4839, longitude: -0.6044 })
  const farther = changed(aJob(), { dropoff: windsor })
  // Some 42.5 km of road, at 2.4 minutes each, and a quarter of an hour until the courier is at the pickup.
  expect([farther.etaFromAt, farther.etaToAt]).toEqual([
    new Date('2026-11-21T09:57:00Z'),
    new Date('2026-11-21T10:17:00Z'),
  ])
})

test('a window that has passed is counted from the change', () => {
  const late = aJob({ code: 'COLLECTED', createdAt: new Date('2026-11-14T08:00:00Z') })
  const request = aJobBody({ service: 'eco_standard', ready_at: '2026-11-14T08:00:00.000Z' })
  const { etaFromAt } = changed({ ...late, request }, { dropoff: oxford })
  expect(etaFromAt.getTime()).toBeGreaterThan(at.getTime())
})

test('a van that would arrive on another day refuses the route', () => {
  const job = aJob({ request: aJobBody({ service: 'van_same_day', ready_at: '2026-11-21T15:00:00.000Z' }) })
  const manchester = aWireAddress({ city: 'Manchester', latitude: 53.4808, longitude: -2.2426 })
  expect(() => changed(job, { dropoff: manchester })).toThrow('on the day of the pickup')
})

test.for([
  [
    'swift_now',
    { pickup: paris, ready_at: '2026-11-23T08:00:00.000Z' },
    /^Goes at most 80 km and does not cross borders; by road it is 4\d\d km from FR to GB\.$/,
  ],
  ['swift_now', { dropoff: oxford }, /^Goes at most 80 km; by road it is 1\d\d km\.$/],
  ['van_same_day', { pickup: berlin }, /^Goes at most 800 km; by road it is 1[0-9]{3} km\.$/],
  ['eco_standard', { pickup: paris }, /^Bills this job in GBP; a pickup in FR is billed in EUR\.$/],
] as const)('%s refuses the route %o with its limit', ([service, change, message]) => {
  expect(() => changed(aJob({ request: aJobBody({ service }) }), change)).toThrow(message)
})

test.for([
  ['swift_now', /^Goes at most 30 km on demand; by road/],
  ['van_same_day', /^Goes at most 100 km on demand; by road/],
] as const)('%s that was booked on demand keeps the limits that it has on demand', ([service, message]) => {
  const job = aJob({ request: aJobBody({ service, on_demand: true }) })
  const bristol = aWireAddress({ city: 'Bristol', latitude: 51.4545, longitude: -2.5879 })
  const reading = aWireAddress({ city: 'Reading', latitude: 51.4543, longitude: -0.9781 })
  expect(() => changed(job, { dropoff: service === 'swift_now' ? reading : bristol })).toThrow(message)
})
