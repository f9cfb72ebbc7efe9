import { defaultDispatch } from '@waybill/contracts/dispatch'
import { type ClaimKind, finalShipmentStatuses, type Shipment } from '@waybill/contracts/shipment'
import { describe, expect, test } from 'vitest'
import { aClaim, aShipment, cause } from '../testing/shipment.ts'
import type { Claim } from './claim.ts'
import { type Outcome, settle } from './settle.ts'

const heldBy = (claimKind: ClaimKind, overrides: Partial<Shipment> = {}) =>
  aShipment({ claimKind, claimId: 'op_1', ...overrides })
const requested: Partial<Shipment> = {
  cancelRequested: true,
  cancellationRequestedAt: cause.at,
  cancellationReasonCode: 'customer_request',
  cancellationReasonNote: 'Twice',
}
const noCancellation = {
  cancelRequested: false,
  cancellationRequestedAt: null,
  cancellationReasonCode: null,
  cancellationReasonNote: null,
}
const free = { claimId: null, claimKind: null, cancelRequested: false }

const booked: Outcome = { kind: 'booked', bookingId: 'bkg_1' }
const released: Outcome = { kind: 'released' }
const updated: Outcome = { kind: 'updated' }
const cancelled: Outcome = { kind: 'cancelled', reasonCode: 'fraud', reasonNote: null }
const noCourier: Outcome = { kind: 'dispatch_failed', reason: 'no_courier_available' }
const pending: Outcome = { kind: 'cancellation_pending' }

const end = (shipment: Shipment, outcome: Outcome, claim: Partial<Claim> = {}, cancellationRefused = false) =>
  settle(shipment, aClaim(shipment, claim), { outcome, cancellationRefused, cause })
const readTypes = ({ events }: { events: { type: string }[] }) => events.map(({ type }) => type)

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

describe('cancelled', () => {
  test.each(['cancel', 'book', 'update', 'dispatch'] as const)('ends a claim to %s, last booking kept', (kind) => {
    const settlement = end(heldBy(kind, { bookingId: 'bkg_1' }), cancelled)
    expect(settlement.shipment).toMatchObject({
      ...free,
      status: 'cancelled',
      bookingId: 'bkg_1',
      cancellationReasonCode: 'fraud',
      cancellationReasonNote: null,
    })
    expect(readTypes(settlement)).toEqual(['shipment.updated', 'shipment.cancelled'])
  })

  test('the timeline says that the booking was cancelled, if there was one', () => {
    const getEntry = (shipment: Shipment, outcome: Outcome, claim: Partial<Claim> = {}) =>
      end(shipment, outcome, claim).timeline
    const entry = { type: 'status_changed', status: 'cancelled', description: 'fraud', bookingId: 'bkg_1' }
    const named = [{ ...entry, reason: 'booking_cancelled' }]
    expect(getEntry(heldBy('cancel', { bookingId: 'bkg_1' }), cancelled)).toMatchObject(named)
    expect(getEntry(heldBy('dispatch', { pendingBookingId: 'bkg_1' }), cancelled)).toMatchObject(named)
    const endedBefore = getEntry(heldBy('cancel', { bookingId: 'bkg_1' }), cancelled, { bookingEnded: true })
    expect(endedBefore).toMatchObject([{ ...entry, reason: null }])
    const unbooked = [{ status: 'cancelled', reason: null, bookingId: null }]
    expect(getEntry(heldBy('cancel'), cancelled)).toMatchObject(unbooked)
    const refused = heldBy('book', { ...requested, pendingBookingId: 'bkg_1' })
    expect(getEntry(refused, released)).toMatchObject(unbooked)
    const unfound = heldBy('dispatch', { ...requested, onDemand: true, pendingBookingId: 'bkg_1' })
    expect(getEntry(unfound, noCourier)).toMatchObject(unbooked)
  })

  test('without a reason has the requested one, else that of the claim', () => {
    const unreasoned: Outcome = { kind: 'cancelled', reasonCode: null, reasonNote: null }
    const byWish = end(heldBy('book', requested), unreasoned, { reasonCode: 'of_claim' })
    expect(byWish.shipment).toMatchObject({
      cancellationReasonCode: 'customer_request',
      cancellationReasonNote: 'Twice',
    })
    expect(end(heldBy('cancel'), unreasoned, { reasonCode: 'of_claim' }).shipment).toMatchObject({
      cancellationReasonCode: 'of_claim',
    })
  })

  test.each(finalShipmentStatuses)('does not change a shipment that is %s', (status) => {
    const settlement = end(heldBy('cancel', { status }), cancelled)
    expect(settlement).toMatchObject({ ended: true, shipment: { ...free, status }, events: [] })
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

describe('dispatch failed', () => {
  test('the shipment fails, with the reason', () => {
    const settlement = end(heldBy('dispatch', { onDemand: true, status: 'in_transit' }), noCourier)
    expect(settlement.shipment).toMatchObject({ ...free, status: 'failed', failureReason: 'no_courier_available' })
    expect(readTypes(settlement)).toEqual(['shipment.updated', 'shipment.failed'])
  })

  test.each([
    ['dispatch_window_over', 'No carrier accepted within the window of 10 minutes.'],
    ['dispatch_attempts_used_up', '5 bookings ended before the pickup; max_attempts allows no more.'],
    ['no_courier_available', 'Every carrier declined for a reason that time does not change.'],
    [
      'no_carrier_on_demand',
      'No carrier of this environment offers a service that may be booked. Add a carrier account, or name other services.',
    ],
    [
      'booking_cancelled',
      'A service whose booking was cancelled is not booked again, and no other service takes the shipment.',
    ],
  ] as const)('the timeline and the event say why: %s', (reason, why) => {
    const shipment = heldBy('dispatch', { onDemand: true, status: 'in_transit', dispatch: defaultDispatch })
    const { timeline, events } = end(shipment, { kind: 'dispatch_failed', reason })
    const description = `The search for a courier has ended. ${why}`
    expect(timeline).toMatchObject([{ type: 'status_changed', status: 'failed', reason, description }])
    expect(events.at(-1)?.public?.data.object).toMatchObject({ status: 'failed', failure_reason: reason })
  })

  test.each([
    [{ carrier_codes: ['own_fleet'] }],
    [{ service_codes: ['fleet_now'] }],
    [{ service_codes: ['fleet_now', 'fleet_same_day'] }],
  ])('the timeline asks for a rate card if only the own fleet may be booked: %j', (limits) => {
    const dispatch = { ...defaultDispatch, ...limits }
    const shipment = heldBy('dispatch', { onDemand: true, status: 'in_transit', dispatch })
    const { timeline } = end(shipment, { kind: 'dispatch_failed', reason: 'no_carrier_on_demand' })
    expect(timeline).toMatchObject([{ description: expect.stringContaining('Add a rate card') }])
  })

  test('the timeline asks for an account if other services may be booked too', () => {
    const dispatch = { ...defaultDispatch, service_codes: ['fleet_now', 'swift_now'] }
    const shipment = heldBy('dispatch', { onDemand: true, status: 'in_transit', dispatch })
    const { timeline } = end(shipment, { kind: 'dispatch_failed', reason: 'no_carrier_on_demand' })
    expect(timeline).toMatchObject([{ description: expect.stringContaining('Add a carrier account') }])
  })

  test('with the cancellation of its booking, which the timeline names', () => {
    const shipment = heldBy('cancel_booking', { onDemand: true, status: 'in_transit', bookingId: 'bkg_1' })
    const occurredAt = new Date('2026-12-01T08:00:00Z')
    const cancellation = { reasonCode: 'slow', reasonNote: null, occurredAt }
    const { timeline } = end(shipment, { kind: 'dispatch_failed', reason: 'booking_cancelled', cancellation })
    expect(timeline).toMatchObject([
      {
        type: 'status_changed',
        status: 'failed',
        description: 'Booking cancelled: slow',
        occurredAt,
        reason: 'booking_cancelled',
        bookingId: 'bkg_1',
      },
    ])
  })

  test('a shipment with a requested cancellation is cancelled', () => {
    const settlement = end(heldBy('dispatch', { ...requested, onDemand: true, status: 'in_transit' }), noCourier)
    expect(settlement.shipment).toMatchObject({
      status: 'cancelled',
      cancellationRequestedAt: null,
      failureReason: null,
    })
  })
})

describe('cancellation pending', () => {
  test('shows the cancellation with its reason, and the claim stays', () => {
    const settlement = end(heldBy('cancel', { bookingId: 'bkg_1' }), pending, {
      reasonCode: 'fraud',
      reasonNote: 'Stolen card',
    })
    expect(settlement).toMatchObject({
      ended: false,
      cancelRequested: false,
      shipment: {
        claimId: 'op_1',
        status: 'ready',
        cancelRequested: true,
        cancellationRequestedAt: cause.at,
        cancellationReasonCode: 'fraud',
        cancellationReasonNote: 'Stolen card',
      },
    })
    expect(readTypes(settlement)).toEqual(['shipment.updated'])
  })

  test('is idempotent', () => {
    expect(end(heldBy('cancel', requested), pending).events).toEqual([])
  })

  test('keeps the reason when settled as cancelled', () => {
    const shipment = end(heldBy('cancel'), pending, { reasonCode: 'fraud' }).shipment
    const unreasoned: Outcome = { kind: 'cancelled', reasonCode: null, reasonNote: null }
    expect(end(shipment, unreasoned).shipment).toMatchObject({
      status: 'cancelled',
      cancellationRequestedAt: null,
      cancellationReasonCode: 'fraud',
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

describe('expiry of one that has a booking', () => {
  const expiring = (overrides: Partial<Shipment> = {}) => heldBy('expire', { bookingId: 'bkg_1', ...overrides })

  test('when the carrier cancels, it expires, keeps its last booking and shows no cancellation', () => {
    const settlement = end(expiring(), cancelled)
    expect(settlement.shipment).toMatchObject({ ...free, ...noCancellation, status: 'expired', bookingId: 'bkg_1' })
    expect(readTypes(settlement)).toEqual(['shipment.updated', 'shipment.expired'])
  })

  test('when the carrier refuses, it stays ready without an event', () => {
    const settlement = end(expiring(), released)
    expect(settlement).toMatchObject({ ended: true, events: [], shipment: { ...free, status: 'ready' } })
  })

  test('while the carrier does not answer, it is held without an event', () => {
    expect(end(expiring(), pending)).toMatchObject({ ended: false, cancelRequested: false, events: [], timeline: [] })
  })

  test('a cancellation requested since makes it cancelled, with its reason', () => {
    const settlement = end(expiring(requested), cancelled)
    expect(settlement.shipment).toMatchObject({ status: 'cancelled', cancellationReasonCode: 'customer_request' })
  })

  test('a refusal also drops a cancellation requested since', () => {
    const settlement = end(expiring(requested), released)
    expect(settlement).toMatchObject({ ended: true, cancelRequested: false, shipment: { ...free, ...noCancellation } })
  })
})
