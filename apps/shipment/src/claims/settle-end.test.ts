/** Outcomes that end the shipment: cancelled, expired, and a search without a courier. */
import { defaultDispatch } from '@waybill/contracts/dispatch'
import { finalShipmentStatuses, type Shipment } from '@waybill/contracts/shipment'
import { describe, expect, test } from 'vitest'
import {
  cancelled,
  end,
  free,
  heldBy,
  noCancellation,
  noCourier,
  pending,
  readTypes,
  released,
  requested,
} from '../testing/settlement.ts'
import { cause } from '../testing/shipment.ts'
import type { Claim } from './claim.ts'
import type { Outcome } from './settle.ts'

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
