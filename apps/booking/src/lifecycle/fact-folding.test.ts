import type { FactStatus, TrackingFact } from '@waybill/carriers/tracking-fact'
import { isFinalShipmentStatus } from '@waybill/contracts/shipment'
import { afterBooking } from '@waybill/contracts/shipments/after-booking'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BookingRecord } from '../bookings/booking.ts'
import { follow } from '../bookings/changes.ts'
import { deriveShipmentStatus, endedBeforePickup, finalShipmentStatus } from '../bookings/consequences.ts'
import { type Fact, toFact } from '../facts/stored-fact.ts'
import { aBooking, minutesAfterNoon, noon } from '../testing/booking-records.ts'
import { compareFacts, foldFacts } from './fact-folding.ts'
import { foldUntilEach } from './parcel-folding.ts'

const source = { environmentId: 'env_1', carrierAccountId: 'cac_1' }

const aReport = (overrides: Partial<TrackingFact> = {}): TrackingFact => ({
  carrierEventId: 'f1',
  carrierJobId: 'job_1',
  reference: 'att_1',
  rawCode: 'COLLECTED',
  status: 'picked_up',
  condition: null,
  incident: null,
  occurredAt: noon,
  utcOffsetMinutes: null,
  location: null,
  driver: null,
  pod: null,
  description: null,
  ...overrides,
})

const aFact = (status: FactStatus, minutes: number, overrides: Partial<Fact> = {}): Fact => ({
  ...toFact(
    aReport({ status, occurredAt: minutesAfterNoon(minutes), carrierEventId: `${status}-${minutes}` }),
    source,
    minutesAfterNoon(60),
  ),
  ...overrides,
})

test('a decisive report whose status only a later version knows leaves the status of the booking', () => {
  const newer = 'at_depot' as FactStatus
  const facts = [aFact('picked_up', 0), aFact(newer, 10), aFact('unknown', 20)]
  for (const order of [facts, facts.toReversed()]) {
    expect(foldFacts(order)).toMatchObject({ status: null, pickedUp: true })
    expect(foldFacts([...order, aFact('arrived_at_dropoff', 15)])).toMatchObject({ status: 'arrived_at_dropoff' })
  }
  const stored = aBooking({ status: 'picked_up', carrierJobId: 'job_1' })
  const { booking } = follow(stored, foldFacts(facts), noon)
  expect(booking.status).toBe('picked_up')
})

test('of reports known at once, each counts with those before it', () => {
  const [late, ...steps] = [
    aFact('unknown', 9),
    aFact('arrived_at_pickup', 1),
    aFact('picked_up', 2),
    aFact('arrived_at_dropoff', 2),
    aFact('delivered', 3),
  ] as const
  const statusAt = (last: Fact) => foldUntilEach([late, ...steps], [last], aBooking())[0]?.[1].status
  expect(steps.map(statusAt)).toEqual(['arrived_at_pickup', 'picked_up', 'arrived_at_dropoff', 'delivered'])
  expect(statusAt(late)).toBe('delivered')
})

test('clamps a report from the future to five minutes after its receipt', () => {
  const report = aReport({ occurredAt: minutesAfterNoon(600) })
  expect(toFact(report, source, noon).occurredAt).toEqual(minutesAfterNoon(5))
  expect(toFact(aReport({ occurredAt: minutesAfterNoon(4) }), source, noon).occurredAt).toEqual(minutesAfterNoon(4))
})

test('a report without an event id is identified by its code, time and place', () => {
  const key = (overrides: Partial<TrackingFact>) =>
    toFact(aReport({ carrierEventId: null, ...overrides }), source, noon).factKey
  expect(key({})).toBe(key({}))
  expect(key({ description: 'other words' })).toBe(key({}))
  expect(key({ rawCode: 'DELIVERED' })).not.toBe(key({}))
  expect(key({ occurredAt: minutesAfterNoon(1) })).not.toBe(key({}))
  expect(key({ location: { latitude: 1, longitude: 2, accuracyM: null, city: null, country: null } })).not.toBe(key({}))
})

test('a driver has one id per carrier account', () => {
  const driver = { carrierDriverId: 'd1', name: 'Sam', email: null, telephone: null }
  const id = (account = source) => toFact(aReport({ driver }), account, noon).driver?.driverId
  expect(id()).toMatch(/^drv_[0-9a-f]{32}$/)
  expect(id()).toBe(id())
  expect(id({ ...source, carrierAccountId: 'cac_2' })).not.toBe(id())
})

test('the latest by time of occurrence wins, in any order of arrival', () => {
  const tracking = foldFacts([aFact('en_route_to_dropoff', 5), aFact('en_route_to_pickup', 1)])
  expect(tracking).toMatchObject({ status: 'en_route_to_dropoff', statusAt: minutesAfterNoon(5) })
})

test('of two reports of the same time, the one further along wins', () => {
  expect(foldFacts([aFact('picked_up', 1), aFact('arrived_at_pickup', 1)]).status).toBe('picked_up')
})

test('a non-final report never outranks a final one; a delivery corrects a loss, and a return both', () => {
  expect(foldFacts([aFact('delivered', 5), aFact('arrived_at_dropoff', 9)]).status).toBe('delivered')
  expect(foldFacts([aFact('delivered', 5), aFact('returned', 9)]).status).toBe('returned')
  expect(foldFacts([aFact('failed', 5), aFact('delivered', 9)]).status).toBe('delivered')
})

test('a return is not corrected by a delivery, nor a delivery by a loss or a cancellation', () => {
  expect(foldFacts([aFact('returned', 5), aFact('delivered', 9)]).status).toBe('returned')
  const delivered = aFact('delivered', 5)
  expect(foldFacts([delivered, aFact('failed', 9, { incident: 'lost' })])).toMatchObject({
    status: 'delivered',
    statusAt: delivered.occurredAt,
    incident: null,
  })
  expect(foldFacts([delivered, aFact('cancelled', 9)]).status).toBe('delivered')
  expect(foldFacts([aFact('failed', 5), aFact('cancelled', 9)]).status).toBe('failed')
})

test('a report after pickup implies the pickup', () => {
  expect(foldFacts([aFact('arrived_at_dropoff', 5)]).pickedUp).toBe(true)
  expect(foldFacts([aFact('arrived_at_pickup', 5)]).pickedUp).toBe(false)
  expect(foldFacts([aFact('failed', 5)]).pickedUp).toBe(false)
})

test('an unmapped code sets no status; its incident holds until the next report', () => {
  expect(foldFacts([aFact('unknown', 5)])).toMatchObject({ status: null, incident: null })
  const trouble = aFact('unknown', 5, { incident: 'weather', condition: 'on_hold' })
  expect(foldFacts([aFact('picked_up', 1), trouble])).toMatchObject({
    status: 'picked_up',
    incident: 'weather',
    condition: 'on_hold',
  })
  expect(foldFacts([trouble, aFact('en_route_to_dropoff', 6)])).toMatchObject({ incident: null, condition: null })
})

test('a final report has no condition but keeps its incident', () => {
  const lost = aFact('failed', 5, { incident: 'lost', condition: 'on_hold' })
  expect(foldFacts([lost])).toMatchObject({ status: 'failed', incident: 'lost', condition: null })
})

test('keeps the last driver and the last proof, captured by that driver', () => {
  const sam = { driverId: 'drv_1', name: 'Sam', email: '', telephone: '' }
  const proof = {
    type: 'delivery',
    capturedAt: noon,
    recipient: null,
    photos: [],
    signature: null,
    pin: null,
    barcodes: [],
    location: null,
    notes: null,
  } as const
  const delivered = toFact(
    aReport({ status: 'delivered', carrierEventId: 'end', pod: { ...proof, photos: [], barcodes: [] } }),
    source,
    noon,
  )
  const tracking = foldFacts([aFact('assigned', 0, { driver: sam }), delivered])
  expect(tracking.driver).toEqual(sam)
  expect(tracking.pod).toMatchObject({ type: 'delivery', captured_by: null })
  expect(tracking.pod?.pod_id).toMatch(/^pod_/)
  const { booking } = follow(aBooking(), tracking, noon)
  expect(booking.pod).toMatchObject({ captured_by: { driver_id: 'drv_1', name: 'Sam' } })
})

const statuses: FactStatus[] = [
  'assigned',
  'reassigning',
  'en_route_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'returning',
  'delivered',
  'returned',
  'failed',
  'cancelled',
  'unknown',
]

const anyFact: fc.Arbitrary<Fact> = fc
  .record({
    status: fc.constantFrom(...statuses),
    minutes: fc.integer({ min: 0, max: 12 }),
    id: fc.integer({ min: 0, max: 30 }),
    driver: fc.option(fc.constantFrom('sam', 'kim'), { nil: null }),
    incident: fc.option(fc.constantFrom('weather' as const, 'lost' as const), { nil: null }),
    condition: fc.option(fc.constantFrom('on_hold' as const, 'delivery_attempted' as const), { nil: null }),
  })
  .map(({ status, minutes, id, driver, incident, condition }) =>
    aFact(status, minutes, {
      factKey: `f${id}`,
      incident,
      condition,
      driver: driver && { driverId: `drv_${driver}`, name: driver, email: '', telephone: '' },
    }),
  )

/** A job's facts, each key once, as in the table. */
const aHistory = fc.uniqueArray(anyFact, { selector: ({ factKey }) => factKey, minLength: 1, maxLength: 12 })

const anArrival = aHistory.chain((facts) =>
  fc.record({
    facts: fc.constant(facts),
    // Shuffled, with duplicates.
    arrival: fc
      .shuffledSubarray([...facts, ...facts], { minLength: facts.length, maxLength: facts.length * 2 })
      .filter((arrived) => new Set(arrived.map(({ factKey }) => factKey)).size === facts.length),
  }),
)

/** As the service does: stores each arrival if new, then folds all facts into the booking. */
function receive(arrival: readonly Fact[]): BookingRecord {
  const kept = new Map<string, Fact>()
  return arrival.reduce((booking, fact) => {
    if (kept.has(fact.factKey)) return booking
    kept.set(fact.factKey, fact)
    return follow(booking, foldFacts([...kept.values()]), noon).booking
  }, aBooking())
}

const readState = ({ sequence: _, ...state }: BookingRecord) => state

test('any order of arrival with any duplicates ends in the same state', () => {
  fc.assert(
    fc.property(anArrival, ({ facts, arrival }) => {
      expect(readState(receive(arrival))).toEqual(readState(receive(facts.toSorted(compareFacts))))
    }),
    { numRuns: 2_000 },
  )
}, 60_000)

test('no arrival leads from a final status back to a non-final one', () => {
  const ends = ['delivered', 'returned', 'failed', 'cancelled']
  fc.assert(
    fc.property(aHistory, (facts) => {
      let ended = false
      for (let count = 1; count <= facts.length; count++) {
        const { status } = foldFacts(facts.slice(0, count))
        if (ended) expect(ends).toContain(status)
        ended = status !== null && ends.includes(status)
      }
    }),
    { numRuns: 2_000 },
  )
})

/** The booking and its shipment after each arrival. */
function receiveBoth(arrival: readonly Fact[], onDemand: boolean) {
  const bookingId = aBooking().bookingId
  let booking = aBooking()
  let shipment = { status: onDemand ? 'in_transit' : 'ready', bookingId, onDemand } as Parameters<
    typeof afterBooking
  >[0]
  const kept = new Map<string, Fact>()
  return arrival.map((fact) => {
    kept.set(fact.factKey, fact)
    const tracking = foldFacts([...kept.values()])
    booking = follow(booking, tracking, noon).booking
    const effect = {
      bookingId,
      endedBeforePickup: endedBeforePickup(booking),
      shipmentStatus: deriveShipmentStatus(booking, tracking.condition),
      failureReason: booking.failureReason,
    }
    shipment = { ...shipment, ...afterBooking(shipment, effect).fields }
    return { booking, shipment }
  })
}

test('whatever reports arrive in whichever order, a booking and its shipment never end differently', () => {
  fc.assert(
    fc.property(anArrival, fc.boolean(), ({ facts, arrival }, onDemand) => {
      const steps = receiveBoth(arrival, onDemand)
      for (const { booking, shipment } of steps) {
        if (endedBeforePickup(booking)) expect(shipment).toMatchObject({ bookingId: null })
        else expect(shipment.bookingId).toBe(booking.bookingId)
        expect(isFinalShipmentStatus(shipment.status) ? shipment.status : null).toBe(finalShipmentStatus(booking))
      }
      const inOrder = receiveBoth(facts.toSorted(compareFacts), onDemand)
      expect(steps.at(-1)?.shipment.bookingId).toBe(inOrder.at(-1)?.shipment.bookingId)
      expect(getFinalStatus(steps)).toBe(getFinalStatus(inOrder))
    }),
    { numRuns: 2_000 },
  )
}, 60_000)

const getFinalStatus = (steps: ReturnType<typeof receiveBoth>) => {
  const status = steps.at(-1)?.shipment.status
  return status !== undefined && isFinalShipmentStatus(status) ? status : null
}
