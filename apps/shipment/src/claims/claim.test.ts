import { AppError } from '@waybill/contracts/app-error'
import {
  type ServiceOptions,
  serviceOptionsSchema,
  toServiceOptions,
} from '@waybill/contracts/requests/service-options'
import { type ClaimKind, finalShipmentStatuses, type Shipment, shipmentStatuses } from '@waybill/contracts/shipment'
import { customs, parcelItem } from '@waybill/contracts/testing/customs'
import { toItem } from '@waybill/contracts/values/customs/items'
import { describe, expect, test } from 'vitest'
import { aClaim, aShipment, cause } from '../testing/shipment.ts'
import { assertQuotable, claim, desiredShipment, endsClaim, type Intent } from './claim.ts'

const cancel: Intent = { kind: 'cancel', reasonCode: 'customer_request', reasonNote: 'Twice' }
const newRoute: Intent = { kind: 'update', patch: { dropoffAddress: { address_line_1: '9 Hill Street' } } }
const newMetadata: Intent = { kind: 'update', patch: { metadata: { a: 'b' } } }
const newSchedule: Intent = { kind: 'update', patch: { readyAt: new Date('2026-12-05T10:00:00Z') } }
const book: Intent = { kind: 'book' }
const dispatch: Intent = { kind: 'dispatch' }

const ask = (shipment: Shipment, intent: Intent, ifMatch: string | null = null) =>
  claim(shipment, { claimId: 'op_new', intent, ifMatch }, cause)

function readRefusal(work: () => unknown): Pick<AppError, 'code' | 'meta' | 'retryAfterSeconds'> {
  try {
    work()
  } catch (error) {
    const { code, meta, retryAfterSeconds } = error as AppError
    return { code, meta, retryAfterSeconds }
  }
  throw new Error('expected a refusal')
}
const getCode = (work: () => unknown) => readRefusal(work).code

const heldBy = (claimKind: ClaimKind, overrides: Partial<Shipment> = {}) =>
  aShipment({ claimKind, claimId: 'op_holder', ...overrides })
const pending: Partial<Shipment> = { cancelRequested: true, cancellationRequestedAt: cause.at }
const courierless = (overrides: Partial<Shipment> = {}) =>
  aShipment({ onDemand: true, status: 'in_transit', ...overrides })

describe('If-Match', () => {
  test.each([book, cancel, newRoute])('rejects $kind with an older version', (intent) => {
    expect(readRefusal(() => ask(aShipment({ sequence: 5 }), intent, '4'))).toMatchObject({
      code: 'version_conflict',
      meta: { current_etag: '"5"' },
    })
  })

  test('accepts the current version', () => {
    expect(ask(aShipment({ sequence: 5 }), book, '5').state).toBe('held')
  })
})

describe('a claim to book', () => {
  test('holds a ready shipment without an event', () => {
    const { state, shipment, events, timeline } = ask(aShipment(), book)
    expect(state).toBe('held')
    expect(shipment).toMatchObject({ claimKind: 'book', claimId: 'op_new', status: 'ready', sequence: 1 })
    expect([...events, ...timeline]).toEqual([])
  })

  test.each(shipmentStatuses.filter((status) => status !== 'ready'))('is refused while it is %s', (status) => {
    expect(readRefusal(() => ask(aShipment({ status }), book))).toMatchObject({
      code: 'shipment_not_bookable',
      meta: { current_status: status },
    })
  })

  test('is refused while the shipment is being cancelled', () => {
    expect(readRefusal(() => ask(heldBy('cancel', pending), book))).toMatchObject({
      code: 'shipment_not_bookable',
      meta: { current_status: 'ready', cancellation_pending: true },
    })
  })

  test('is refused while there is an active booking', () => {
    expect(readRefusal(() => ask(aShipment({ bookingId: 'bkg_1' }), book))).toMatchObject({
      code: 'shipment_already_booked',
      meta: { current_status: 'ready', booking_id: 'bkg_1' },
    })
  })

  test.each(['book', 'cancel', 'update', 'dispatch'] as const)('is busy while a claim to %s holds', (kind) => {
    expect(readRefusal(() => ask(heldBy(kind), book))).toMatchObject({ code: 'shipment_busy', retryAfterSeconds: 1 })
  })
})

describe('a claim to dispatch', () => {
  test('holds an on-demand shipment that has lost its courier', () => {
    expect(ask(courierless(), dispatch)).toMatchObject({ state: 'held', shipment: { claimKind: 'dispatch' } })
  })

  test('is busy until the end of the last booking has arrived', () => {
    expect(getCode(() => ask(courierless({ bookingId: 'bkg_1' }), dispatch))).toBe('shipment_busy')
  })

  test.each(finalShipmentStatuses)('is refused once it is %s', (status) => {
    expect(getCode(() => ask(courierless({ status }), dispatch))).toBe('shipment_not_bookable')
  })

  test('is refused for a scheduled shipment, and after a cancellation was requested', () => {
    expect(getCode(() => ask(aShipment(), dispatch))).toBe('shipment_not_bookable')
    expect(getCode(() => ask(courierless(pending), dispatch))).toBe('shipment_not_bookable')
  })

  test('is busy while another claim holds', () => {
    expect(getCode(() => ask(courierless({ claimKind: 'cancel', claimId: 'op_2' }), dispatch))).toBe('shipment_busy')
  })
})

describe('a claim to cancel a booking', () => {
  const cancelBooking: Intent = { kind: 'cancel_booking', bookingId: 'bkg_1' }

  test('holds the shipment that has the booking', () => {
    const { state, shipment, events } = ask(aShipment({ bookingId: 'bkg_1' }), cancelBooking)
    expect(state).toBe('held')
    expect(shipment).toMatchObject({ claimKind: 'cancel_booking', cancelRequested: false, bookingId: 'bkg_1' })
    expect(events).toEqual([])
  })

  test.each([null, 'bkg_2'])('is refused while the shipment has booking %s', (bookingId) => {
    expect(getCode(() => ask(aShipment({ bookingId }), cancelBooking))).toBe('booking_not_cancellable')
  })

  test.each(finalShipmentStatuses)('is refused once the shipment is %s', (status) => {
    expect(getCode(() => ask(aShipment({ status, bookingId: 'bkg_1' }), cancelBooking))).toBe('booking_not_cancellable')
  })

  test('is busy while another operation holds the shipment', () => {
    expect(getCode(() => ask(heldBy('update', { bookingId: 'bkg_1' }), cancelBooking))).toBe('shipment_busy')
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
    expect(readRefusal(() => ask(aShipment({ status }), cancel))).toMatchObject({
      code: 'shipment_not_cancellable',
      meta: { current_status: status },
    })
  })

  test.each(['book', 'update', 'dispatch'] as const)(
    'is deferred to the holder of a claim to %s, and shown',
    (kind) => {
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
    },
  )

  test('a second one joins the first, which was deferred', () => {
    const { state, shipment, events } = ask(heldBy('book', { ...pending, cancellationReasonCode: 'first' }), cancel)
    expect(state).toBe('deferred')
    expect(shipment.cancellationReasonCode).toBe('first')
    expect(events).toEqual([])
  })

  test('a second one is busy while the first holds', () => {
    expect(getCode(() => ask(heldBy('cancel'), cancel))).toBe('shipment_busy')
  })
})

describe('a claim to update', () => {
  test('is applied at once if no carrier has the data', () => {
    const { state, shipment, events } = ask(aShipment(), newRoute)
    expect(state).toBe('applied')
    expect(shipment).toMatchObject({ claimId: null, routeRevision: 2, sequence: 2 })
    expect(shipment.dropoffAddress.address_line_1).toBe('9 Hill Street')
    expect(events).toMatchObject([{ type: 'shipment.updated', internal: { route_revision: 2 } }])
  })

  test('is applied at once if the carrier does not need the data', () => {
    expect(ask(aShipment({ bookingId: 'bkg_1' }), newMetadata)).toMatchObject({
      state: 'applied',
      shipment: { claimId: null },
    })
  })

  test.each([newRoute, newSchedule])(
    'holds the shipment until the carrier answers, and changes nothing yet',
    (intent) => {
      const before = aShipment({ bookingId: 'bkg_1' })
      const { state, shipment, events } = ask(before, intent)
      expect(state).toBe('held')
      expect(shipment).toEqual({ ...before, claimKind: 'update', claimId: 'op_new' })
      expect(events).toEqual([])
    },
  )

  test('returns the shipment as it will be when the carrier accepts', () => {
    const shipment = heldBy('update', { bookingId: 'bkg_1' })
    const held = aClaim(shipment, { patch: newRoute.patch })
    expect(desiredShipment(shipment, held)).toMatchObject({ routeRevision: 2 })
    expect(desiredShipment(shipment, { ...held, state: 'settled' })).toBeNull()
  })

  test('without a change is applied at once, under any claim', () => {
    const shipment = heldBy('book')
    expect(ask(shipment, { kind: 'update', patch: {} })).toEqual({
      shipment,
      events: [],
      timeline: [],
      state: 'applied',
    })
  })

  test.each(['book', 'update', 'dispatch', 'cancel'] as const)(
    'is applied during a claim to %s if only metadata changes',
    (kind) => {
      expect(ask(heldBy(kind), newMetadata).state).toBe('applied')
      expect(getCode(() => ask(heldBy(kind), newRoute))).toBe('shipment_busy')
      expect(getCode(() => ask(heldBy(kind), newSchedule))).toBe('shipment_busy')
    },
  )

  test('during the search for a courier says to wait longer than a second', () => {
    expect(readRefusal(() => ask(heldBy('dispatch'), newRoute))).toMatchObject({
      code: 'shipment_busy',
      retryAfterSeconds: 15,
    })
  })

  test('of options is refused while a carrier has the booking, and the stored ones are taken back', () => {
    const serviceOptions = toServiceOptions(serviceOptionsSchema.parse({ signature: 'required' }))
    const booked = aShipment({ bookingId: 'bkg_1', serviceOptions })
    const withOptions = (options: ServiceOptions | null): Intent => ({
      kind: 'update',
      patch: { serviceOptions: options },
    })
    expect(getCode(() => ask(booked, withOptions(null)))).toBe('shipment_not_updatable')
    expect(ask(booked, withOptions(serviceOptions)).state).toBe('applied')
    const { shipment, events } = ask(aShipment(), withOptions(serviceOptions))
    expect(shipment).toMatchObject({ routeRevision: 2, serviceOptions: { signature: 'required' } })
    expect(events[0]?.public?.data.previous_attributes).toMatchObject({ service_options: null })
    expect(ask(shipment, withOptions(null)).shipment).toMatchObject({ routeRevision: 3, serviceOptions: null })
  })

  test('of customs and items is refused while a carrier has the booking', () => {
    const [parcel] = aShipment().parcels
    const items = [toItem({ ...parcelItem(), unit_value: { amount: 9.5, currency: 'GBP' }, unit_weight: null })]
    const booked = aShipment({ bookingId: 'bkg_1', customs: customs() })
    const removed = () => ask(booked, { kind: 'update', patch: { customs: null } })
    expect(getCode(removed)).toBe('shipment_not_updatable')
    expect(removed).toThrow('whose customs are part of what was booked')
    const listed = parcel ? [{ ...parcel, items }] : []
    expect(getCode(() => ask(booked, { kind: 'update', patch: { parcels: listed } }))).toBe('shipment_not_updatable')
    expect(ask(booked, { kind: 'update', patch: { customs: customs() } }).state).toBe('applied')
  })

  test.each(finalShipmentStatuses)('is refused once it is %s', (status) => {
    expect(readRefusal(() => ask(aShipment({ status }), newMetadata))).toMatchObject({
      code: 'shipment_not_updatable',
      meta: { current_status: status },
    })
  })

  test('is refused while the shipment is being cancelled', () => {
    expect(readRefusal(() => ask(heldBy('cancel', pending), newMetadata))).toMatchObject({
      code: 'shipment_not_updatable',
      meta: { cancellation_pending: true },
    })
  })
})

describe('a quote', () => {
  test.each([
    ['in transit', { status: 'in_transit' }],
    ['being cancelled', pending],
  ] as const)('is refused for a shipment that is %s', (_, overrides) => {
    expect(getCode(() => assertQuotable(aShipment(overrides)))).toBe('shipment_not_bookable')
  })

  test('is refused while there is an active booking', () => {
    const quote = () => assertQuotable(aShipment({ bookingId: 'bkg_1' }))
    expect(readRefusal(quote)).toMatchObject({
      code: 'shipment_already_booked',
      meta: { current_status: 'ready', booking_id: 'bkg_1' },
    })
    expect(quote).toThrow('To quote it again, cancel that booking')
  })

  test('is refused on demand, where carriers are chosen for the shipment', () => {
    const quote = () => assertQuotable(courierless())
    expect(getCode(quote)).toBe('shipment_not_bookable')
    expect(quote).toThrow('carriers are asked and booked for it')
  })

  test('is allowed while another operation holds the shipment', () => {
    expect(() => assertQuotable(heldBy('book'))).not.toThrow()
  })
})

describe('a refusal', () => {
  const busy = new AppError('shipment_busy', 'Busy.')
  const notBookable = new AppError('shipment_not_bookable', 'Delivered.')

  test('ends the claim, except that a dispatch waits for a shipment that is busy', () => {
    expect([endsClaim('book', busy), endsClaim('cancel', busy), endsClaim('update', busy)]).toEqual([true, true, true])
    expect([endsClaim('dispatch', busy), endsClaim('dispatch', notBookable)]).toEqual([false, true])
  })
})
