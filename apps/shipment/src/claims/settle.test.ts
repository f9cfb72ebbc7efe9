import { finalShipmentStatuses, type Shipment } from '@waybill/contracts/shipment'
import { describe, expect, test } from 'vitest'
import {
  booked,
  end,
  free,
  heldBy,
  noCancellation,
  noCourier,
  readTypes,
  released,
  requested,
  updated,
} from '../testing/settlement.ts'
import { aClaim, aShipment, cause } from '../testing/shipment.ts'
import { type Outcome, settle } from './settle.ts'

describe('booked', () => {
  test.each(['book', 'dispatch'] as const)('a claim to %s ends and the shipment has its booking', (kind) => {
    const settlement = end(heldBy(kind), booked)
    expect(settlement).toMatchObject({ ended: true, cancelRequested: false, shipment: { ...free, bookingId: 'bkg_1' } })
    expect(settlement.shipment.status).toBe('ready')
    expect(readTypes(settlement)).toEqual(['shipment.updated'])
  })

  test('is refused after a cancellation was requested, and the claim stays', () => {
    const shipment = heldBy('book', requested)
    expect(end(shipment, booked)).toEqual({
      shipment,
      events: [],
      timeline: [],
      ended: false,
      cancelRequested: true,
    })
  })

  test('is accepted after the carrier refused that cancellation, which is dropped', () => {
    const settlement = end(heldBy('book', requested), booked, {}, true)
    expect(settlement.shipment).toMatchObject({ ...free, ...noCancellation, bookingId: 'bkg_1' })
  })
})

describe('a booking that was shown while it was pending', () => {
  const holding = (overrides: Partial<Shipment> = {}) => heldBy('book', { pendingBookingId: 'bkg_1', ...overrides })

  test('stays when it is booked, with a timeline entry and no event', () => {
    const { shipment, events, timeline } = end(holding({ sequence: 7 }), booked)
    expect(shipment).toMatchObject({ ...free, bookingId: 'bkg_1', pendingBookingId: null })
    expect(events).toEqual([])
    // By its sequence before reports of the same time.
    expect(timeline).toMatchObject([{ description: 'Booked', bookingId: 'bkg_1', sequence: 1 }])
  })

  test('goes when it has failed', () => {
    const { shipment, events, timeline } = end(holding(), released)
    expect(shipment).toMatchObject({ ...free, bookingId: null, pendingBookingId: null })
    expect(timeline).toMatchObject([{ type: 'details_changed', description: 'Booking failed', bookingId: 'bkg_1' }])
    expect(events.map(({ type }) => type)).toEqual(['shipment.updated'])
  })
})

describe('booking_cancelled', () => {
  const bookingCancelled: Outcome = { kind: 'booking_cancelled', reasonCode: 'too_dear', reasonNote: null }
  const holding = (overrides: Partial<Shipment> = {}) => heldBy('cancel_booking', { bookingId: 'bkg_1', ...overrides })

  test('leaves the shipment ready for another booking, and the timeline names the one before', () => {
    const { shipment, timeline } = end(holding(), bookingCancelled)
    expect(shipment).toMatchObject({ ...free, status: 'ready', bookingId: null })
    expect(timeline).toMatchObject([
      { description: 'Booking cancelled: too_dear', reason: 'booking_cancelled', bookingId: 'bkg_1' },
    ])
    const held = end(holding({ status: 'on_hold' }), bookingCancelled)
    expect(held.timeline).toMatchObject([{ type: 'status_changed', status: 'ready', reason: 'booking_cancelled' }])
  })

  test('leaves an on-demand shipment in transit, for another dispatch', () => {
    const { shipment } = end(holding({ onDemand: true, status: 'in_transit' }), bookingCancelled)
    expect(shipment).toMatchObject({ ...free, status: 'in_transit', bookingId: null })
  })

  test('cancels the shipment if that was requested since', () => {
    const settlement = end(holding(requested), bookingCancelled)
    expect(settlement).toMatchObject({ ended: true, cancelRequested: false })
    expect(settlement.shipment).toMatchObject({
      ...free,
      status: 'cancelled',
      bookingId: 'bkg_1',
      cancellationReasonCode: 'customer_request',
    })
  })

  test.each(finalShipmentStatuses)('keeps the final status %s', (status) => {
    expect(end(holding({ status }), bookingCancelled).shipment).toMatchObject({ ...free, status, bookingId: 'bkg_1' })
  })

  test('fails a shipment whose goods were picked up before the carrier cancelled', () => {
    const { shipment } = end(holding({ status: 'in_transit' }), bookingCancelled)
    expect(shipment).toMatchObject({ status: 'failed', failureReason: 'cancelled_after_pickup', bookingId: 'bkg_1' })
  })

  test('is no outcome of another claim', () => {
    expect(() => end(heldBy('cancel'), bookingCancelled)).toThrow('cannot end as booking_cancelled')
  })
})

describe('released', () => {
  test.each(['book', 'dispatch', 'update', 'cancel'] as const)(
    'a claim to %s leaves the shipment as it was',
    (kind) => {
      const { claimId, claimKind, ...before } = heldBy(kind)
      expect(end({ ...before, claimId, claimKind }, released)).toMatchObject({
        ended: true,
        shipment: { ...before, ...free },
        events: [],
      })
    },
  )

  test.each(['book', 'dispatch', 'update'] as const)(
    'a claim to %s without booking becomes the requested cancellation',
    (kind) => {
      const settlement = end(heldBy(kind, requested), released)
      expect(settlement.shipment).toMatchObject({
        ...free,
        status: 'cancelled',
        cancellationReasonCode: 'customer_request',
        cancellationReasonNote: 'Twice',
      })
      expect(readTypes(settlement)).toEqual(['shipment.updated', 'shipment.cancelled'])
    },
  )

  test('an update with an active booking must cancel it first', () => {
    expect(end(heldBy('update', { ...requested, bookingId: 'bkg_1' }), released)).toMatchObject({
      ended: false,
      cancelRequested: true,
    })
  })

  test('a refused cancellation is no longer shown', () => {
    const settlement = end(heldBy('cancel', { ...requested, bookingId: 'bkg_1' }), released)
    expect(settlement.shipment).toMatchObject({ ...free, ...noCancellation, bookingId: 'bkg_1', status: 'ready' })
    expect(readTypes(settlement)).toEqual(['shipment.updated'])
  })

  test('a cancellation overtaken by the end of the booking leaves the shipment free', () => {
    const settlement = end(heldBy('cancel', { bookingId: 'bkg_1', status: 'on_hold' }), released, {
      bookingEnded: true,
    })
    expect(settlement.shipment).toMatchObject({ ...free, bookingId: null, status: 'ready' })
  })
})

describe('updated', () => {
  const patch = { dropoffInstructions: 'Knock' }

  test('applies the patch stored with the claim', () => {
    const settlement = end(heldBy('update', { bookingId: 'bkg_1' }), updated, { patch })
    expect(settlement.shipment).toMatchObject({ ...free, dropoffInstructions: 'Knock', sequence: 2 })
    expect(readTypes(settlement)).toEqual(['shipment.updated'])
  })

  test('keeps changes made since the claim', () => {
    const shipment = heldBy('update', { metadata: { since: 'then' } })
    expect(end(shipment, updated, { patch: { metadata: { a: 'b' } } }).shipment.metadata).toEqual({
      since: 'then',
      a: 'b',
    })
  })

  test('is refused after a cancellation was requested', () => {
    const shipment = heldBy('update', { ...requested, bookingId: 'bkg_1' })
    expect(end(shipment, updated, { patch })).toMatchObject({ ended: false, cancelRequested: true, shipment })
  })

  test('is applied to a shipment that has been delivered since, even if a cancellation was requested', () => {
    const settlement = end(heldBy('update', { ...requested, status: 'delivered' }), updated, { patch })
    expect(settlement.shipment).toMatchObject({
      ...free,
      ...noCancellation,
      dropoffInstructions: 'Knock',
      status: 'delivered',
    })
  })
})

describe('twice', () => {
  test('a claim that has ended does not change', () => {
    const shipment = aShipment({ bookingId: 'bkg_1' })
    const ended = aClaim(shipment, { state: 'settled' })
    expect(settle(shipment, ended, { outcome: booked, cancellationRefused: false, cause })).toEqual({
      shipment,
      events: [],
      timeline: [],
      ended: true,
      cancelRequested: false,
    })
  })

  test('a claim followed by another one changes nothing', () => {
    const shipment = heldBy('cancel')
    const earlier = aClaim(shipment, { claimId: 'op_0', kind: 'book' })
    expect(settle(shipment, earlier, { outcome: booked, cancellationRefused: false, cause }).shipment).toBe(shipment)
  })
})

test.each([
  ['book', updated],
  ['book', noCourier],
  ['cancel', booked],
  ['update', booked],
  ['update', noCourier],
] as const)('a claim to %s cannot end as $kind', (kind, outcome) => {
  expect(() => end(heldBy(kind), outcome)).toThrow('cannot end as')
})
