import { type ClaimKind, finalShipmentStatuses, type Shipment } from '@waybill/contracts/shipment'
import { describe, expect, test } from 'vitest'
import { aClaim, aShipment, cause } from '../testing/shipment.ts'
import type { Claim } from './claim.ts'
import { type Outcome, settle } from './settle.ts'

const heldBy = (claimKind: ClaimKind, overrides: Partial<Shipment> = {}) =>
  aShipment({ claimKind, claimId: 'op_1', ...overrides })
const wished: Partial<Shipment> = {
  cancelRequested: true,
  cancellationRequestedAt: cause.at,
  cancellationReasonCode: 'customer_request',
  cancellationReasonNote: 'Twice',
}
const unwished = {
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
const typesOf = ({ events }: { events: { type: string }[] }) => events.map(({ type }) => type)

describe('booked', () => {
  test.each(['book', 'dispatch'] as const)('a claim to %s ends and the shipment has its booking', (kind) => {
    const settlement = end(heldBy(kind), booked)
    expect(settlement).toMatchObject({ ended: true, cancelRequested: false, shipment: { ...free, bookingId: 'bkg_1' } })
    expect(settlement.shipment.status).toBe('ready')
    expect(typesOf(settlement)).toEqual(['shipment.updated'])
  })

  test('is refused once a cancellation was asked for, and the claim stays', () => {
    const shipment = heldBy('book', wished)
    expect(end(shipment, booked)).toEqual({
      shipment,
      events: [],
      timeline: [],
      ended: false,
      cancelRequested: true,
    })
  })

  test('stands after the carrier refused that cancellation, and the wish is forgotten', () => {
    const settlement = end(heldBy('book', wished), booked, {}, true)
    expect(settlement.shipment).toMatchObject({ ...free, ...unwished, bookingId: 'bkg_1' })
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
    'a claim to %s without booking becomes the cancellation asked for',
    (kind) => {
      const settlement = end(heldBy(kind, wished), released)
      expect(settlement.shipment).toMatchObject({
        ...free,
        status: 'cancelled',
        cancellationReasonCode: 'customer_request',
        cancellationReasonNote: 'Twice',
      })
      expect(typesOf(settlement)).toEqual(['shipment.updated', 'shipment.cancelled'])
    },
  )

  test('an update whose booking lives goes on to cancel it', () => {
    expect(end(heldBy('update', { ...wished, bookingId: 'bkg_1' }), released)).toMatchObject({
      ended: false,
      cancelRequested: true,
    })
  })

  test('a refused cancellation is no longer shown', () => {
    const settlement = end(heldBy('cancel', { ...wished, bookingId: 'bkg_1' }), released)
    expect(settlement.shipment).toMatchObject({ ...free, ...unwished, bookingId: 'bkg_1', status: 'ready' })
    expect(typesOf(settlement)).toEqual(['shipment.updated'])
  })

  test('a cancellation meanwhile overtaken by the end of the booking leaves the shipment free', () => {
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
    expect(typesOf(settlement)).toEqual(['shipment.updated', 'shipment.cancelled'])
  })

  test('without a reason it is for the one that was wished, else the one of the claim', () => {
    const unreasoned: Outcome = { kind: 'cancelled', reasonCode: null, reasonNote: null }
    const byWish = end(heldBy('book', wished), unreasoned, { reasonCode: 'of_claim' })
    expect(byWish.shipment).toMatchObject({
      cancellationReasonCode: 'customer_request',
      cancellationReasonNote: 'Twice',
    })
    expect(end(heldBy('cancel'), unreasoned, { reasonCode: 'of_claim' }).shipment).toMatchObject({
      cancellationReasonCode: 'of_claim',
    })
  })

  test.each(finalShipmentStatuses)('comes too late for a shipment that is %s', (status) => {
    const settlement = end(heldBy('cancel', { status }), cancelled)
    expect(settlement).toMatchObject({ ended: true, shipment: { ...free, status }, events: [] })
  })
})

describe('updated', () => {
  const patch = { dropoffInstructions: 'Knock' }

  test('applies what the claim was kept with', () => {
    const settlement = end(heldBy('update', { bookingId: 'bkg_1' }), updated, { patch })
    expect(settlement.shipment).toMatchObject({ ...free, dropoffInstructions: 'Knock', sequence: 2 })
    expect(typesOf(settlement)).toEqual(['shipment.updated'])
  })

  test('keeps what changed beside it meanwhile', () => {
    const shipment = heldBy('update', { metadata: { since: 'then' } })
    expect(end(shipment, updated, { patch: { metadata: { a: 'b' } } }).shipment.metadata).toEqual({
      since: 'then',
      a: 'b',
    })
  })

  test('is refused once a cancellation was asked for', () => {
    const shipment = heldBy('update', { ...wished, bookingId: 'bkg_1' })
    expect(end(shipment, updated, { patch })).toMatchObject({ ended: false, cancelRequested: true, shipment })
  })

  test('is recorded even of a shipment that was delivered meanwhile, whatever was wished', () => {
    const settlement = end(heldBy('update', { ...wished, status: 'delivered' }), updated, { patch })
    expect(settlement.shipment).toMatchObject({
      ...free,
      ...unwished,
      dropoffInstructions: 'Knock',
      status: 'delivered',
    })
  })
})

describe('dispatch failed', () => {
  test('the shipment fails, with the reason', () => {
    const settlement = end(heldBy('dispatch', { onDemand: true, status: 'in_transit' }), noCourier)
    expect(settlement.shipment).toMatchObject({ ...free, status: 'failed', failureReason: 'no_courier_available' })
    expect(typesOf(settlement)).toEqual(['shipment.updated', 'shipment.failed'])
  })

  test('one that was to be cancelled anyway is cancelled', () => {
    const settlement = end(heldBy('dispatch', { ...wished, onDemand: true, status: 'in_transit' }), noCourier)
    expect(settlement.shipment).toMatchObject({
      status: 'cancelled',
      cancellationRequestedAt: null,
      failureReason: null,
    })
  })
})

describe('cancellation pending', () => {
  test('shows the wish with its reason, and the claim stays', () => {
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
    expect(typesOf(settlement)).toEqual(['shipment.updated'])
  })

  test('told twice shows once', () => {
    expect(end(heldBy('cancel', wished), pending).events).toEqual([])
  })

  test('then settled as cancelled, it keeps the reason', () => {
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
  test('a claim that has ended stays as it ended', () => {
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

  test('a claim that another has followed touches nothing', () => {
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

  test('the carrier has cancelled: it is expired, keeps its last booking, and shows no cancellation', () => {
    const settlement = end(expiring(), cancelled)
    expect(settlement.shipment).toMatchObject({ ...free, ...unwished, status: 'expired', bookingId: 'bkg_1' })
    expect(typesOf(settlement)).toEqual(['shipment.updated', 'shipment.expired'])
  })

  test('the carrier has refused: it is ready as before, and nobody hears of it', () => {
    const settlement = end(expiring(), released)
    expect(settlement).toMatchObject({ ended: true, events: [], shipment: { ...free, status: 'ready' } })
  })

  test('while the carrier does not answer, it is held and nothing is shown', () => {
    expect(end(expiring(), pending)).toMatchObject({ ended: false, cancelRequested: false, events: [], timeline: [] })
  })

  test('a cancellation wished meanwhile makes it cancelled, for the reason wished', () => {
    const settlement = end(expiring(wished), cancelled)
    expect(settlement.shipment).toMatchObject({ status: 'cancelled', cancellationReasonCode: 'customer_request' })
  })

  test('a refusal answers a cancellation wished meanwhile too', () => {
    const settlement = end(expiring(wished), released)
    expect(settlement).toMatchObject({ ended: true, cancelRequested: false, shipment: { ...free, ...unwished } })
  })
})
