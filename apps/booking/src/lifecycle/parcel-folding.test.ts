import type { FactStatus, TrackingFact } from '@waybill/carriers/tracking-fact'
import { publicBooking } from '@waybill/contracts/booking'
import { publicShipment } from '@waybill/contracts/shipment'
import { parcel } from '@waybill/contracts/testing/records'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingTransitions } from '../bookings/booking.ts'
import { follow } from '../bookings/changes.ts'
import { deriveShipmentStatus } from '../bookings/consequences.ts'
import { type Fact, toFact } from '../facts/stored-fact.ts'
import { aBooking, aShipment, minutesAfterNoon, noon } from '../testing/booking-records.ts'
import { foldReports, foldUntilEach } from './parcel-folding.ts'

const source = { environmentId: 'env_1', carrierAccountId: 'cac_1' }
const numbers = ['T1', 'T2', 'T3']
const twoParcels = publicShipment(aShipment({ parcels: [parcel(), parcel({ parcelId: 'pcl_2' })] }))
const nothingYet = { trackingUrl: null, status: null, incident: null, price: null, refund: null }
const booking = aBooking({
  shipment: twoParcels,
  parcels: numbers.slice(0, 2).map((trackingNumber) => ({ ...nothingYet, trackingNumber })),
})

const isEnd = (status: FactStatus) => ['delivered', 'returned', 'failed', 'cancelled'].includes(status)

/** A report about one parcel, as adapters make it. */
function about(number: number, status: FactStatus, minutes: number, overrides: Partial<TrackingFact> = {}): Fact {
  const report: TrackingFact = {
    carrierEventId: null,
    carrierJobId: 'job_1',
    reference: null,
    rawCode: `${status}#${number}`,
    status: isEnd(status) ? 'unknown' : status,
    condition: null,
    incident: null,
    occurredAt: minutesAfterNoon(minutes),
    utcOffsetMinutes: null,
    location: null,
    driver: null,
    pod: null,
    description: null,
    parcel: {
      position: number,
      trackingNumber: numbers[number - 1] ?? null,
      status,
      incident: overrides.incident ?? null,
    },
    ...overrides,
  }
  return toFact(report, source, minutesAfterNoon(600))
}

const fold = (facts: readonly Fact[]) => foldReports(facts, booking)
const shipmentStatusAfter = (facts: readonly Fact[]) => {
  const { status, pickedUp, condition } = fold(facts)
  return status && deriveShipmentStatus({ status, pickedUp, closedByUs: false }, condition)
}

test.for<[string, Fact[], FactStatus | null, string | null]>([
  ['one picked up, one not seen', [about(1, 'picked_up', 1)], 'picked_up', 'in_transit'],
  [
    'one at the door, one in transit',
    [about(1, 'en_route_to_dropoff', 2), about(2, 'picked_up', 1)],
    'picked_up',
    'in_transit',
  ],
  [
    'one delivered, one at the door',
    [about(1, 'delivered', 3), about(2, 'arrived_at_dropoff', 2)],
    'arrived_at_dropoff',
    'out_for_delivery',
  ],
  ['one delivered, one in transit', [about(1, 'delivered', 3), about(2, 'picked_up', 1)], 'picked_up', 'in_transit'],
  ['one delivered, one not seen', [about(1, 'delivered', 3)], 'picked_up', 'in_transit'],
  [
    'one delivered, one held',
    [
      about(1, 'delivered', 3),
      about(2, 'picked_up', 1),
      about(2, 'unknown', 2, { condition: 'on_hold', incident: 'damaged' }),
    ],
    'picked_up',
    'on_hold',
  ],
  ['one returning, one in transit', [about(1, 'returning', 3), about(2, 'picked_up', 1)], 'picked_up', 'in_transit'],
  ['one returning, one delivered', [about(1, 'returning', 3), about(2, 'delivered', 1)], 'returning', 'returning'],
  ['both delivered', [about(1, 'delivered', 3), about(2, 'delivered', 4)], 'delivered', 'delivered'],
  ['one delivered, one returned', [about(1, 'delivered', 3), about(2, 'returned', 4)], 'returned', 'returned'],
  [
    'one delivered, one lost',
    [about(1, 'delivered', 3), about(2, 'failed', 4, { incident: 'lost' })],
    'failed',
    'failed',
  ],
  ['one delivered, one label void', [about(1, 'delivered', 3), about(2, 'cancelled', 0)], 'delivered', 'delivered'],
  ['both labels void', [about(1, 'cancelled', 3), about(2, 'cancelled', 0)], 'cancelled', null],
])('%s', ([, facts, status, shipmentStatus]) => {
  for (const order of [facts, facts.toReversed()]) {
    expect(fold(order).status).toBe(status)
    expect(shipmentStatusAfter(order)).toBe(shipmentStatus)
  }
})

test('each parcel has its own status, and reports name it by its number, whatever their position', () => {
  const facts = [about(1, 'delivered', 3), about(2, 'picked_up', 1)]
  const swapped = facts.map((fact) => ({
    ...fact,
    parcel: fact.parcel && { ...fact.parcel, position: 3 - fact.parcel.position },
  }))
  for (const order of [facts, swapped]) {
    const after = follow(booking, fold(order), noon).booking
    expect(publicBooking(after, 'http://localhost/label?signature=1').parcels).toMatchObject([
      { parcel_id: 'pcl_1', number: 1, status: 'delivered', tracking_number: 'T1', label_url: null },
      { parcel_id: 'pcl_2', number: 2, status: 'picked_up', tracking_number: 'T2' },
    ])
  }
})

const ofWholeJob = (status: FactStatus, minutes: number, overrides: Partial<TrackingFact> = {}) =>
  about(0, status, minutes, { rawCode: `whole_${status}`, status, parcel: null, ...overrides })

test('how all parcels ended together changes no parcel that has ended itself', () => {
  const whole = ofWholeJob('returned', 3, { rawCode: 'all_returned' })
  expect(fold([about(1, 'delivered', 3), whole]).parcels?.map(({ status }) => status)).toEqual([
    'delivered',
    'returned',
  ])
})

test('a void label counts for a parcel that is lost later, as if both were reported of the parcel', () => {
  const facts = [ofWholeJob('cancelled', 1), about(1, 'delivered', 2), about(2, 'failed', 3, { incident: 'lost' })]
  expect(fold(facts.slice(0, 2)).status).toBe('delivered')
  expect(fold(facts)).toMatchObject({
    status: 'delivered',
    parcels: [{ status: 'delivered' }, { status: 'cancelled' }],
  })
})

test('the proof of a parcel is that of the booking, once all parcels are delivered', () => {
  const proven = (number: number, minutes: number) =>
    about(number, 'delivered', minutes, {
      pod: {
        type: 'delivery',
        photos: [],
        signature: null,
        pin: null,
        barcodes: [],
        location: null,
        notes: null,
        capturedAt: minutesAfterNoon(minutes),
        recipient: { name: `Recipient ${number}`, relationship: null },
      },
    })
  const facts = [proven(1, 3), about(2, 'picked_up', 2)]
  expect(fold(facts)).toMatchObject({ status: 'picked_up', pod: null })
  expect(fold([...facts, about(2, 'failed', 4)])).toMatchObject({ status: 'failed', pod: null })
  const delivered = [...facts, proven(2, 4)]
  for (const order of [delivered, delivered.toReversed()]) {
    expect(fold(order)).toMatchObject({ status: 'delivered', pod: { recipient: { name: 'Recipient 2' } } })
  }
  expect(fold([...facts, about(2, 'delivered', 4)]).pod?.recipient?.name).toBe('Recipient 1')
})

test('without reports about parcels the job is folded as a whole', () => {
  expect(foldReports([{ ...about(1, 'picked_up', 1), parcel: null }], booking)).not.toHaveProperty('parcels')
})

test('of all reports about 99 parcels that are known at once, each is folded once for itself and those before it', () => {
  const many = Array.from({ length: 99 }, (_, index) => ({ ...nothingYet, trackingNumber: `T${index + 1}` }))
  const shipment = publicShipment(aShipment({ parcels: many.map((_, index) => parcel({ parcelId: `pcl_${index}` })) }))
  const facts = many.flatMap(({ trackingNumber }, index) =>
    Array.from({ length: 15 }, (_, step) => {
      const status = step === 14 ? 'delivered' : 'picked_up'
      const ofParcel = { position: index + 1, trackingNumber, status, incident: null } as const
      return about(index + 1, status, (step * 99 + index) / 3, { parcel: ofParcel })
    }),
  )
  const countReads = (reports: readonly Fact[]) => {
    let reads = 0
    const counted = reports.map(
      ({ occurredAt, ...fact }): Fact => ({
        ...fact,
        get occurredAt() {
          reads++
          return occurredAt
        },
      }),
    )
    const folded = foldUntilEach(counted, counted, { shipment, parcels: many })
    expect(folded.map(([fact]) => fact)).toEqual(counted)
    if (reports === facts) expect(folded.at(-1)?.[1].status).toBe('delivered')
    return reads
  }
  // Twice the reports are sorted with little more than twice the comparisons.
  expect(countReads(facts) / countReads(facts.slice(0, facts.length / 2))).toBeLessThan(3)
})

test('what reports meant at their time is what a fold of them and those before them says', () => {
  const reports = [
    about(1, 'picked_up', 1),
    ofWholeJob('assigned', 0),
    about(2, 'unknown', 2, { condition: 'on_hold', incident: 'damaged' }),
    about(1, 'delivered', 2.5),
    ofWholeJob('cancelled', 3),
    about(2, 'failed', 5, { incident: 'lost' }),
    about(2, 'delivered', 4),
  ]
  for (const [fact, position] of foldUntilEach(reports, reports, booking)) {
    const { status, pickedUp, condition } = fold(reports.filter(({ occurredAt }) => occurredAt <= fact.occurredAt))
    expect(position).toMatchObject({ status, pickedUp, condition })
  }
})

test('what becomes of a refund is known of each parcel, also after we cancelled the booking', () => {
  const refund = (state: 'requested' | 'rejected', minutes: number) =>
    about(2, 'cancelled', minutes, {
      parcel: { position: 2, trackingNumber: 'T2', status: 'cancelled', incident: null, refund: state },
    })
  const cancelled = aBooking({ ...booking, status: 'cancelled', closedByUs: true, cancelledAt: noon })
  const tracking = fold([refund('rejected', 9), { ...refund('requested', 3), factKey: 'earlier' }])
  const shown = publicBooking(follow(cancelled, tracking, noon).booking, null)
  expect(shown).toMatchObject({
    status: 'cancelled',
    parcels: [{ refund_status: null }, { refund_status: 'rejected' }],
  })
})

test('whatever is reported in whichever order, each further report leads to a status that may follow', () => {
  const statuses = [
    'unknown',
    'assigned',
    'picked_up',
    'arrived_at_dropoff',
    'returning',
    'delivered',
    'returned',
    'failed',
    'cancelled',
  ] as const
  const report = fc.record({
    number: fc.constantFrom(0, 1, 2),
    status: fc.constantFrom(...statuses),
    minutes: fc.nat(9),
  })
  fc.assert(
    fc.property(fc.array(report, { minLength: 1, maxLength: 12 }), (reports) => {
      const facts = reports.map(({ number, status, minutes }) =>
        number === 0 ? ofWholeJob(status, minutes) : about(number, status, minutes),
      )
      let before = booking.status
      for (let known = 1; known <= facts.length; known++) {
        const status = fold(facts.slice(0, known)).status ?? before
        if (status !== before)
          expect([before, bookingTransitions[before]]).toEqual([before, expect.arrayContaining([status])])
        before = status
      }
      expect(fold(facts.toReversed())).toEqual(fold(facts))
    }),
  )
})
