import type { AppError } from '@waybill/contracts/app-error'
import { type ClaimKind, finalShipmentStatuses, type Shipment, shipmentStatuses } from '@waybill/contracts/shipment'
import { describe, expect, test } from 'vitest'
import { aClaim, aShipment, cause } from '../testing/shipment.ts'
import { assertQuotable, claim, desiredShipment, type Intent } from './claim.ts'

const cancel: Intent = { kind: 'cancel', reasonCode: 'customer_request', reasonNote: 'Twice' }
const newRoute: Intent = { kind: 'update', patch: { dropoffAddress: { address_line_1: '9 Hill Street' } } }
const newMetadata: Intent = { kind: 'update', patch: { metadata: { a: 'b' } } }
const newSchedule: Intent = { kind: 'update', patch: { readyAt: new Date('2026-12-05T10:00:00Z') } }
const book: Intent = { kind: 'book' }
const dispatch: Intent = { kind: 'dispatch' }

const ask = (shipment: Shipment, intent: Intent, ifMatch: string | null = null) =>
  claim(shipment, { claimId: 'op_new', intent, ifMatch }, cause)

function refusalOf(work: () => unknown): Pick<AppError, 'code' | 'meta' | 'retryAfterSeconds'> {
  try {
    work()
  } catch (error) {
    const { code, meta, retryAfterSeconds } = error as AppError
    return { code, meta, retryAfterSeconds }
  }
  throw new Error('it was not refused')
}
const codeOf = (work: () => unknown) => refusalOf(work).code

const heldBy = (claimKind: ClaimKind, overrides: Partial<Shipment> = {}) =>
  aShipment({ claimKind, claimId: 'op_holder', ...overrides })
const pending: Partial<Shipment> = { cancelRequested: true, cancellationRequestedAt: cause.at }
const courierless = (overrides: Partial<Shipment> = {}) =>
  aShipment({ onDemand: true, status: 'in_transit', ...overrides })

describe('If-Match', () => {
  test.each([book, cancel, newRoute])('of an older version refuses $kind', (wish) => {
    expect(refusalOf(() => ask(aShipment({ sequence: 5 }), wish, '4'))).toMatchObject({
      code: 'version_conflict',
      meta: { current_version: '5' },
    })
  })

  test('of the present version does not stand in the way', () => {
    expect(ask(aShipment({ sequence: 5 }), book, '5').state).toBe('held')
  })
})

describe('a claim to book', () => {
  test('holds a ready shipment, silently', () => {
    const { state, shipment, events, timeline } = ask(aShipment(), book)
    expect(state).toBe('held')
    expect(shipment).toMatchObject({ claimKind: 'book', claimId: 'op_new', status: 'ready', sequence: 1 })
    expect([...events, ...timeline]).toEqual([])
  })

  test.each(shipmentStatuses.filter((status) => status !== 'ready'))('is refused while it is %s', (status) => {
    expect(refusalOf(() => ask(aShipment({ status }), book))).toMatchObject({
      code: 'shipment_not_bookable',
      meta: { current_status: status },
    })
  })

  test('is refused while the shipment is being cancelled', () => {
    expect(refusalOf(() => ask(heldBy('cancel', pending), book))).toMatchObject({
      code: 'shipment_not_bookable',
      meta: { current_status: 'ready', cancellation_pending: true },
    })
  })

  test('is refused while another booking lives', () => {
    expect(refusalOf(() => ask(aShipment({ bookingId: 'bkg_1' }), book))).toMatchObject({
      code: 'shipment_already_booked',
      meta: { current_status: 'ready', booking_id: 'bkg_1' },
    })
  })

  test.each(['book', 'cancel', 'update', 'dispatch'] as const)('waits while a claim to %s holds', (kind) => {
    expect(refusalOf(() => ask(heldBy(kind), book))).toMatchObject({ code: 'shipment_busy', retryAfterSeconds: 1 })
  })
})

describe('a claim to dispatch', () => {
  test('holds an on-demand shipment that has lost its courier', () => {
    expect(ask(courierless(), dispatch)).toMatchObject({ state: 'held', shipment: { claimKind: 'dispatch' } })
  })

  test('waits until the end of the last booking has arrived', () => {
    expect(codeOf(() => ask(courierless({ bookingId: 'bkg_1' }), dispatch))).toBe('shipment_busy')
  })

  test.each(finalShipmentStatuses)('is refused once it is %s', (status) => {
    expect(codeOf(() => ask(courierless({ status }), dispatch))).toBe('shipment_not_bookable')
  })

  test('is refused for a scheduled shipment, and while a cancellation is wished', () => {
    expect(codeOf(() => ask(aShipment(), dispatch))).toBe('shipment_not_bookable')
    expect(codeOf(() => ask(courierless(pending), dispatch))).toBe('shipment_not_bookable')
  })

  test('waits for another holder', () => {
    expect(codeOf(() => ask(courierless({ claimKind: 'cancel', claimId: 'op_2' }), dispatch))).toBe('shipment_busy')
  })
})

describe('a claim to cancel', () => {
  test.each(shipmentStatuses.filter((status) => !(finalShipmentStatuses as readonly string[]).includes(status)))(
    'holds a shipment that is %s',
    (status) => {
      expect(ask(aShipment({ status, bookingId: 'bkg_1' }), cancel)).toMatchObject({
        state: 'held',
        shipment: { status, claimKind: 'cancel', cancelRequested: false },
      })
    },
  )

  test.each(finalShipmentStatuses)('is refused once it is %s', (status) => {
    expect(refusalOf(() => ask(aShipment({ status }), cancel))).toMatchObject({
      code: 'shipment_not_cancellable',
      meta: { current_status: status },
    })
  })

  test.each(['book', 'update', 'dispatch'] as const)('is left to the holder of a claim to %s, and shows', (kind) => {
    const { state, shipment, events } = ask(heldBy(kind), cancel)
    expect(state).toBe('deferred')
    expect(shipment).toMatchObject({
      claimId: 'op_holder',
      cancelRequested: true,
      cancellationRequestedAt: cause.at,
      cancellationReasonCode: 'customer_request',
      cancellationReasonNote: 'Twice',
      status: 'ready',
    })
    expect(events.map(({ type }) => type)).toEqual(['shipment.updated'])
  })

  test('a second one joins the first that waits for the holder', () => {
    const { state, shipment, events } = ask(heldBy('book', { ...pending, cancellationReasonCode: 'first' }), cancel)
    expect(state).toBe('deferred')
    expect(shipment.cancellationReasonCode).toBe('first')
    expect(events).toEqual([])
  })

  test('a second one waits while the first holds', () => {
    expect(codeOf(() => ask(heldBy('cancel'), cancel))).toBe('shipment_busy')
  })
})

describe('a claim to update', () => {
  test('changes at once what no carrier was told', () => {
    const { state, shipment, events } = ask(aShipment(), newRoute)
    expect(state).toBe('applied')
    expect(shipment).toMatchObject({ claimId: null, routeRevision: 2, sequence: 2 })
    expect(shipment.dropoffAddress.address_line_1).toBe('9 Hill Street')
    expect(events).toMatchObject([{ type: 'shipment.updated', internal: { route_revision: 2 } }])
  })

  test('changes at once what the carrier need not know', () => {
    expect(ask(aShipment({ bookingId: 'bkg_1' }), newMetadata)).toMatchObject({
      state: 'applied',
      shipment: { claimId: null },
    })
  })

  test.each([newRoute, newSchedule])(
    'holds the shipment while its carrier is asked, and changes nothing yet',
    (wish) => {
      const before = aShipment({ bookingId: 'bkg_1' })
      const { state, shipment, events } = ask(before, wish)
      expect(state).toBe('held')
      expect(shipment).toEqual({ ...before, claimKind: 'update', claimId: 'op_new' })
      expect(events).toEqual([])
    },
  )

  test('says how the shipment will be once the carrier agrees', () => {
    const shipment = heldBy('update', { bookingId: 'bkg_1' })
    const held = aClaim(shipment, { patch: newRoute.patch })
    expect(desiredShipment(shipment, held)).toMatchObject({ routeRevision: 2 })
    expect(desiredShipment(shipment, { ...held, state: 'settled' })).toBeNull()
  })

  test('of nothing is done at once, whoever holds the shipment', () => {
    const shipment = heldBy('book')
    expect(ask(shipment, { kind: 'update', patch: {} })).toEqual({
      shipment,
      events: [],
      timeline: [],
      state: 'applied',
    })
  })

  test.each(['book', 'update', 'dispatch', 'cancel'] as const)('passes a claim to %s with metadata alone', (kind) => {
    expect(ask(heldBy(kind), newMetadata).state).toBe('applied')
    expect(codeOf(() => ask(heldBy(kind), newRoute))).toBe('shipment_busy')
    expect(codeOf(() => ask(heldBy(kind), newSchedule))).toBe('shipment_busy')
  })

  test.each(finalShipmentStatuses)('is refused once it is %s', (status) => {
    expect(refusalOf(() => ask(aShipment({ status }), newMetadata))).toMatchObject({
      code: 'shipment_not_updatable',
      meta: { current_status: status },
    })
  })

  test('is refused while the shipment is being cancelled', () => {
    expect(refusalOf(() => ask(heldBy('cancel', pending), newMetadata))).toMatchObject({
      code: 'shipment_not_updatable',
      meta: { cancellation_pending: true },
    })
  })
})

describe('a quote', () => {
  test.each([
    ['on-demand or under way', { status: 'in_transit' }],
    ['booked', { bookingId: 'bkg_1' }],
    ['being cancelled', pending],
  ] as const)('is refused for a shipment that is %s', (_, overrides) => {
    expect(codeOf(() => assertQuotable(aShipment(overrides)))).toBe('shipment_not_bookable')
  })

  test('is fine while another operation holds the shipment', () => {
    expect(() => assertQuotable(heldBy('book'))).not.toThrow()
  })
})
