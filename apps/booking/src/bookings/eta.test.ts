import type { Eta } from '@waybill/contracts/booking'
import { publicEta } from '@waybill/contracts/booking'
import { expect, test } from 'vitest'
import { aBooking, anOption, minutesAfterNoon } from '../testing/booking-records.ts'
import type { Tracking } from './booking.ts'
import { dueTimes, etaAfter, etaAfterChange } from './eta.ts'

type Reached = Extract<Tracking, { statusAt: Date }>

const aTracking = (overrides: Partial<Reached> = {}): Tracking => ({
  status: 'en_route_to_dropoff',
  statusAt: minutesAfterNoon(0),
  pickedUp: true,
  driver: null,
  incident: null,
  condition: null,
  pod: null,
  reportedEta: null,
  position: null,
  ...overrides,
})
const reported = (from: number, to: number, at = 0): Eta => ({
  fromAt: minutesAfterNoon(from),
  toAt: minutesAfterNoon(to),
  updatedAt: minutesAfterNoon(at),
  source: 'carrier',
})

const { shipment } = aBooking()
const dropoff = { ...shipment.dropoff_address, latitude: 51.5, longitude: -0.1 }
const courier = aBooking({
  shipment: { ...shipment, dropoff_address: dropoff },
  quoteOption: anOption({ etaFrom: minutesAfterNoon(30), etaTo: minutesAfterNoon(50) }),
})
const parcel = { ...courier, quoteOption: anOption({ etaFrom: minutesAfterNoon(0), etaTo: minutesAfterNoon(2_880) }) }
/** 4 km in a straight line are 5.2 km by road: 12.5 minutes at 25 km/h. */
const fourKmAway = (at: number) => ({ latitude: 51.5 + 4 / 111.195, longitude: -0.1, at: minutesAfterNoon(at) })

test('is that of the option until the carrier reports another, and null once the booking has ended', () => {
  const { etaFrom, etaTo } = courier.quoteOption
  expect(etaAfter(courier, aTracking())).toBeNull()
  expect(publicEta({ ...courier, status: 'assigned', eta: null })).toEqual({
    from: etaFrom.toISOString(),
    to: etaTo.toISOString(),
    updated_at: courier.bookedAt.toISOString(),
    source: 'quote',
  })
  expect(publicEta({ ...courier, status: 'assigned', eta: reported(20, 40) })).toMatchObject({ source: 'carrier' })
  for (const status of ['delivered', 'returned', 'failed', 'cancelled', 'returning'] as const) {
    expect(publicEta({ ...courier, status, eta: reported(20, 40) })).toBeNull()
  }
})

test('is what the carrier reports', () => {
  expect(etaAfter(courier, aTracking({ reportedEta: reported(20, 40) }))).toEqual(reported(20, 40))
})

test('follows from a position of a courier on the way to the drop-off that is later than the report', () => {
  const position = fourKmAway(10)
  const expected = {
    fromAt: minutesAfterNoon(20),
    toAt: minutesAfterNoon(32),
    updatedAt: position.at,
    source: 'position',
  }
  expect(etaAfter(courier, aTracking({ position }))).toEqual(expected)
  expect(etaAfter(courier, aTracking({ position, reportedEta: reported(25, 45, 5) }))).toEqual(expected)
  const later = reported(25, 45, 10)
  expect(etaAfter(courier, aTracking({ position, reportedEta: later }))).toEqual(later)
})

test.each<[string, Partial<Reached>]>([
  ['on the way to the pickup', { status: 'en_route_to_pickup' }],
  ['at the door', { status: 'arrived_at_dropoff' }],
  ['after a failed attempt', { condition: 'delivery_attempted' }],
])('does not follow from a position %s', (_, fields) => {
  expect(etaAfter(courier, aTracking({ position: fourKmAway(10), ...fields }))).toBeNull()
})

test('does not follow from the position of a parcel, whose van has other stops', () => {
  expect(etaAfter(parcel, aTracking({ position: fourKmAway(10) }))).toBeNull()
})

test('does not follow from a position if the place of the drop-off is unknown', () => {
  const unknown = { ...shipment, dropoff_address: { ...dropoff, latitude: null, longitude: null } }
  expect(etaAfter({ ...courier, shipment: unknown }, aTracking({ position: fourKmAway(10) }))).toBeNull()
})

test('stays while it moves by less than 2 minutes for couriers and 15 for parcels', () => {
  const before = reported(20, 40)
  const after = (booking: typeof courier, to: number) =>
    etaAfter({ ...booking, eta: before }, aTracking({ reportedEta: reported(20, to, 10) }))
  expect(after(courier, 42)).toEqual(before)
  expect(after(courier, 43)).toEqual(reported(20, 43, 10))
  expect(after(parcel, 55)).toEqual(before)
  expect(after(parcel, 56)).toEqual(reported(20, 56, 10))
})

test('is the window that the carrier names when it accepts a change, and older reports do not undo it', () => {
  const { etaFrom: fromAt, etaTo: toAt } = parcel.quoteOption
  expect(etaAfterChange(parcel, null, minutesAfterNoon(5))).toBeNull()
  expect(etaAfterChange(parcel, { fromAt, toAt }, minutesAfterNoon(5))).toBeNull()
  const window = { fromAt: minutesAfterNoon(1_440), toAt: minutesAfterNoon(4_320) }
  const eta = etaAfterChange(parcel, window, minutesAfterNoon(5))
  expect(eta).toEqual({ ...window, updatedAt: minutesAfterNoon(5), source: 'carrier' })
  const moved = { ...parcel, eta }
  expect(etaAfter(moved, aTracking({ reportedEta: reported(0, 2_880, 4) }))).toBe(eta)
  expect(etaAfter(moved, aTracking({ reportedEta: reported(2_880, 4_320, 6) }))).toEqual(reported(2_880, 4_320, 6))
})

test('the delivery is due at the end of its ETA, the pickup at the end of its day or when the delivery may begin', () => {
  const bookedAt = new Date('2026-12-01T22:30:00Z')
  const inBerlin = { ...shipment.pickup_address, country: 'DE', latitude: null, longitude: null }
  const booked = (collection_date: string, from: string, overrides = {}) =>
    dueTimes(
      aBooking({
        status: 'assigned',
        carrierJobId: 'job',
        bookedAt,
        shipment: { ...shipment, collection_date, pickup_address: inBerlin },
        quoteOption: anOption({ etaFrom: new Date(from), etaTo: new Date('2026-12-05T17:00:00Z') }),
        ...overrides,
      }),
    )
  const deliveryBy = new Date('2026-12-05T17:00:00Z')
  // The day ends at midnight in Berlin.
  expect(booked('2026-12-03', '2026-12-05T08:00:00Z')).toEqual({
    pickupBy: new Date('2026-12-03T23:00:00Z'),
    deliveryBy,
  })
  expect(booked('2026-12-01', '2026-12-05T08:00:00Z').pickupBy).toEqual(new Date('2026-12-01T23:00:00Z'))
  expect(booked('2026-11-20', '2026-12-05T08:00:00Z').pickupBy).toEqual(new Date('2026-12-01T23:00:00Z'))
  expect(booked('2026-12-03', '2026-12-01T23:00:00Z').pickupBy).toEqual(new Date('2026-12-01T23:00:00Z'))
  expect(booked('2026-12-03', '2026-12-05T08:00:00Z', { status: 'picked_up', pickedUp: true })).toEqual({
    pickupBy: null,
    deliveryBy,
  })
  const none = { pickupBy: null, deliveryBy: null }
  const aReturn = { shipment: { ...shipment, direction: 'return' as const } }
  expect(booked('2026-12-03', '2026-12-05T08:00:00Z', aReturn)).toEqual(none)
  expect(booked('2026-12-03', '2026-12-05T08:00:00Z', { ...aReturn, status: 'picked_up', pickedUp: true })).toEqual({
    pickupBy: null,
    deliveryBy,
  })
  for (const status of ['returning', 'delivered', 'returned'])
    expect(booked('2026-12-03', '2026-12-05T08:00:00Z', { status, pickedUp: true })).toEqual(none)
})
