import { finalShipmentStatuses, type Shipment } from '@waybill/contracts/shipment'
import { describe, expect, test } from 'vitest'
import { aShipment, cause } from '../testing/shipment.ts'
import { type BookingUpdate, canMoveShipment, project, type TrackingFact, trackingEntries } from './projection.ts'

const fact = (overrides: Partial<TrackingFact> = {}): TrackingFact => ({
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

test('the timeline has each fact once, for every booking', () => {
  const [entry] = trackingEntries(booked({ status: 'in_transit' }), update({ tracking: [fact()] }), cause)
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

test('an event without status or end does not change the shipment', () => {
  expect(canMoveShipment(update({ tracking: [fact()] }))).toBe(false)
  expect(canMoveShipment(update({ shipmentStatus: 'on_hold' }))).toBe(true)
  expect(canMoveShipment(update({ endedBeforePickup: true }))).toBe(true)
})
