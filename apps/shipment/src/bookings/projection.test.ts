import { finalShipmentStatuses, publicShipment, type Shipment } from '@waybill/contracts/shipment'
import { describe, expect, test } from 'vitest'
import { aShipment, cause } from '../testing/shipment.ts'
import {
  type BookingUpdate,
  canMoveShipment,
  project,
  type TrackingFact,
  trackingEntries,
  withPendingBooking,
} from './projection.ts'

const fact = (overrides: Partial<TrackingFact> = {}): TrackingFact => ({
  shipmentStatus: null,
  factKey: 'fact-1',
  status: 'picked_up',
  description: 'Collected',
  incident: null,
  location: { latitude: 51.5, longitude: -0.1 },
  occurredAt: new Date('2026-12-01T08:30:00Z'),
  carrierCode: 'city_van',
  ...overrides,
})
const update = (overrides: Partial<BookingUpdate> = {}): BookingUpdate => ({
  bookingId: 'bkg_1',
  sequence: 3,
  endedBeforePickup: false,
  shipmentStatus: null,
  incident: null,
  failureReason: null,
  eta: null,
  tracking: [],
  ...overrides,
})
const booked = (overrides: Partial<Shipment> = {}) => aShipment({ bookingId: 'bkg_1', ...overrides })

describe('the shipment follows its booking', () => {
  test('to the status that follows from the facts, with its event', () => {
    const { shipment, events } = project(booked(), update({ shipmentStatus: 'in_transit' }), cause)
    expect(shipment).toMatchObject({ status: 'in_transit', sequence: 3 })
    expect(events.map(({ type }) => type)).toEqual(['shipment.updated', 'shipment.in_transit'])
  })

  test('across statuses that the carrier skipped', () => {
    expect(project(booked(), update({ shipmentStatus: 'out_for_delivery' }), cause).shipment.status).toBe(
      'out_for_delivery',
    )
  })

  test('not while its events imply no status, or the current one', () => {
    const shipment = booked({ status: 'in_transit' })
    expect(project(shipment, update(), cause).shipment).toBe(shipment)
    expect(project(shipment, update({ shipmentStatus: 'in_transit' }), cause).shipment).toBe(shipment)
  })

  test('and the timeline has the time of the last fact', () => {
    const tracking = [fact({ occurredAt: new Date('2026-12-01T08:50:00Z') }), fact({ factKey: 'fact-0' })]
    const { timeline } = project(booked(), update({ shipmentStatus: 'in_transit', tracking }), cause)
    expect(timeline).toMatchObject([
      {
        type: 'status_changed',
        status: 'in_transit',
        occurredAt: new Date('2026-12-01T08:50:00Z'),
        recordedAt: cause.at,
      },
    ])
  })

  test('and the time of the event, if it has no fact', () => {
    const { timeline } = project(booked(), update({ shipmentStatus: 'out_for_delivery' }), cause)
    expect(timeline).toMatchObject([{ carrierCode: null, occurredAt: cause.at, recordedAt: cause.at }])
  })

  test('to failed after pickup, with the reported reason', () => {
    const failed = update({ shipmentStatus: 'failed', incident: 'lost' })
    expect(project(booked({ status: 'in_transit' }), failed, cause).shipment).toMatchObject({
      status: 'failed',
      failureReason: 'lost',
      bookingId: 'bkg_1',
    })
    const reasoned = update({ ...failed, failureReason: 'van burnt' })
    expect(project(booked({ status: 'in_transit' }), reasoned, cause).shipment.failureReason).toBe('van burnt')
  })

  test('when the carrier corrects a final status', () => {
    const failed = booked({ status: 'failed', failureReason: 'lost' })
    expect(project(failed, update({ shipmentStatus: 'delivered' }), cause).shipment).toMatchObject({
      status: 'delivered',
      failureReason: null,
    })
    expect(
      project(booked({ status: 'delivered' }), update({ shipmentStatus: 'returned' }), cause).shipment.status,
    ).toBe('returned')
  })
})

describe('a final status is kept', () => {
  test.each(finalShipmentStatuses)('%s, against facts of a parcel in transit', (status) => {
    const shipment = booked({ status })
    const projection = project(shipment, update({ shipmentStatus: 'in_transit' }), cause)
    expect(projection).toMatchObject({ shipment, contradicted: true, events: [] })
  })
})

describe('a booking that ended before pickup', () => {
  const ended = update({ endedBeforePickup: true })

  test.each(['ready', 'on_hold'] as const)(
    'leaves a scheduled shipment ready for another booking, from %s',
    (status) => {
      expect(project(booked({ status }), ended, cause).shipment).toMatchObject({ status: 'ready', bookingId: null })
    },
  )

  test('is named in the timeline', () => {
    const { timeline } = project(booked(), update({ endedBeforePickup: true, incident: 'vehicle_issue' }), cause)
    const description = 'Booking ended before the pickup'
    expect(timeline).toMatchObject([
      { type: 'details_changed', description, bookingId: 'bkg_1', incident: 'vehicle_issue' },
    ])
  })

  test('leaves an on-demand shipment in transit, so that dispatch continues', () => {
    const shipment = booked({ onDemand: true, status: 'in_transit' })
    expect(project(shipment, ended, cause).shipment).toMatchObject({ status: 'in_transit', bookingId: null })
  })

  test.each([
    ['held to be cancelled', { claimKind: 'cancel', claimId: 'op_1' }],
    ['held while a cancellation is requested', { claimKind: 'update', claimId: 'op_1', cancelRequested: true }],
  ] as const)('leaves a shipment %s to the holder', (_, overrides) => {
    const shipment = booked(overrides)
    expect(project(shipment, ended, cause)).toMatchObject({ shipment, bookingEnded: true, events: [] })
  })

  test('stays the last booking of a cancelled shipment', () => {
    const shipment = booked({ status: 'cancelled' })
    expect(project(shipment, ended, cause)).toMatchObject({ shipment, bookingEnded: false })
  })
})

describe('another booking than the shipment’s', () => {
  const moving = update({ bookingId: 'bkg_other', shipmentStatus: 'in_transit' })

  test('does not move it', () => {
    const shipment = booked()
    expect(project(shipment, moving, cause).shipment).toBe(shipment)
    expect(project(shipment, { ...moving, endedBeforePickup: true }, cause).shipment).toBe(shipment)
  })

  test.each(['book', 'dispatch'] as const)(
    'is redelivered later while a claim to %s is about to settle',
    (claimKind) => {
      const shipment = aShipment({ claimKind, claimId: 'op_1' })
      expect(() => project(shipment, moving, cause)).toThrow('before it is settled')
      expect(project(shipment, { ...moving, shipmentStatus: null, endedBeforePickup: true }, cause).shipment).toBe(
        shipment,
      )
    },
  )
})

describe('a shipment that a booking has freed', () => {
  const lost = update({ shipmentStatus: 'failed', incident: 'lost' })

  test.each([
    ['ready', false],
    ['in_transit', true],
  ] as const)('takes it back, from %s, when the courier had the goods after all', (status, onDemand) => {
    const { shipment, events } = project(aShipment({ status, onDemand }), lost, cause)
    expect(shipment).toMatchObject({ status: 'failed', failureReason: 'lost', bookingId: 'bkg_1' })
    expect(events.map(({ type }) => type)).toEqual(['shipment.updated', 'shipment.failed'])
  })

  test('keeps another booking, and its own end', () => {
    for (const shipment of [booked({ bookingId: 'bkg_2' }), aShipment({ status: 'cancelled' })]) {
      expect(project(shipment, lost, cause).shipment).toBe(shipment)
    }
  })

  test('takes it back only once no operation holds the shipment', () => {
    const held = aShipment({ claimKind: 'cancel', claimId: 'op_1' })
    expect(() => project(held, lost, cause)).toThrow('while an operation holds it')
  })
})

test('the timeline has each fact once, for every booking', () => {
  const tracking = [fact()]
  const [entry] = trackingEntries(booked(), update({ tracking }), () => 'in_transit', cause)
  expect(entry).toMatchObject({
    entryKey: 'bkg_1/fact-1',
    type: 'tracking',
    status: 'in_transit',
    trackingStatus: 'picked_up',
    description: 'Collected',
    carrierCode: 'city_van',
    bookingId: 'bkg_1',
    location: { latitude: 51.5, longitude: -0.1 },
    occurredAt: new Date('2026-12-01T08:30:00Z'),
    recordedAt: cause.at,
  })
})

test('each entry has the status that its own fact gives the shipment', () => {
  const steps = [null, 'in_transit', 'out_for_delivery', 'delivered'] as const
  const tracking = steps.map((shipmentStatus) => fact({ factKey: `fact-${shipmentStatus}`, shipmentStatus }))
  const statuses = (shipment: Shipment) =>
    trackingEntries(shipment, update({ tracking }), () => 'ready', cause).map(({ status }) => status)
  expect(statuses(booked({ status: 'delivered' }))).toEqual(['ready', 'in_transit', 'out_for_delivery', 'delivered'])
  expect(statuses(booked({ status: 'delivered', bookingId: 'bkg_2' }))).toEqual(['ready', 'ready', 'ready', 'ready'])
  expect(statuses(booked({ status: 'cancelled' })).at(-1)).toBe('ready')
})

test('an event without status or end does not change the shipment', () => {
  expect(canMoveShipment(update({ tracking: [fact()] }))).toBe(false)
  expect(canMoveShipment(update({ shipmentStatus: 'on_hold' }))).toBe(true)
  expect(canMoveShipment(update({ endedBeforePickup: true }))).toBe(true)
})

describe('a booking that no carrier has taken yet', () => {
  const opened = { bookingId: 'bkg_1', claimId: 'op_1' }
  const shownId = (shipment: Shipment) => publicShipment(shipment).booking_id

  test.each(['book', 'dispatch'] as const)('is shown while its claim to %s holds the shipment', (claimKind) => {
    const { shipment, events } = withPendingBooking(aShipment({ claimKind, claimId: 'op_1' }), opened, cause)
    expect([shownId(shipment), shipment.bookingId]).toEqual(['bkg_1', null])
    expect(events.map(({ type }) => type)).toEqual(['shipment.updated'])
    expect(withPendingBooking(shipment, opened, cause)).toMatchObject({ shipment, events: [] })
    expect(shownId({ ...shipment, claimKind: null, claimId: null })).toBeNull()
  })

  test('is requested once in the timeline, however often and late its event arrives', () => {
    const occurredAt = new Date('2026-12-01T08:00:00Z')
    const requested = { entryKey: 'bkg_1/requested', description: 'Booking requested', status: 'ready', occurredAt }
    const held = aShipment({ claimKind: 'book', claimId: 'op_1' })
    for (const shipment of [held, { ...held, pendingBookingId: 'bkg_1' }, booked({ status: 'delivered' })]) {
      const { timeline } = withPendingBooking(shipment, opened, { ...cause, occurredAt })
      expect(timeline).toMatchObject([{ ...requested, recordedAt: cause.at }])
    }
  })

  test('is not shown once its claim has ended, or if the shipment has its booking', () => {
    for (const shipment of [aShipment(), aShipment({ claimKind: 'book', claimId: 'op_2' }), booked()]) {
      expect(withPendingBooking(shipment, opened, cause).shipment).toBe(shipment)
    }
  })
})
