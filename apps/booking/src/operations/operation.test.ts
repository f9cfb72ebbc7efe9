import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'
import type { BookRecovery } from '@waybill/carriers/carrier-descriptor'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import { expect, test } from 'vitest'
import { offerFault } from '../saga/offer-fault.ts'
import { anOption, aQuote, aShipment, minutesAfterNoon, noon } from '../testing/booking-records.ts'
import { desiredText, parsePosition } from './codec.ts'
import { bookingRefused, errorFromStored, storedError } from './errors.ts'
import {
  firstCarrierStep,
  mayBeginAgain,
  newHolding,
  type OpenOperation,
  type Operation,
  type Outcome,
  type Position,
  rankForDispatch,
  resumedStep,
  roundPauseMs,
} from './operation.ts'

const failure: CarrierFailure = {
  carrierCode: 'city_van',
  code: 'refused',
  message: 'no',
  httpStatus: 422,
  retryable: false,
  retryAfterMs: null,
}
const offered = { ...newHolding, quote: aQuote(), option: anOption(), bookingId: null }
const anOperation = (overrides: object = {}): OpenOperation =>
  ({
    environmentId: 'env_1',
    opId: 'op_1',
    kind: 'book',
    shipmentId: 'shp_1',
    bookingId: null,
    claimId: 'op_1',
    state: 'open',
    step: 'claim',
    desired: offered,
    context: {},
    attempts: 0,
    ...overrides,
  }) as unknown as OpenOperation

const anEndedOperation = (outcome: Outcome): Operation => ({
  ...anOperation(),
  state: 'ended',
  kind: 'book',
  outcome,
  desired: {},
})

test('a booking call that may have been made is recovered, not repeated', () => {
  expect(resumedStep(anOperation({ step: 'call' }))).toBe('recover')
  expect(resumedStep(anOperation({ kind: 'dispatch', step: 'call' }))).toBe('recover')
  expect(resumedStep(anOperation({ step: 'settle' }))).toBe('settle')
  // Cancelling and updating are idempotent.
  expect(resumedStep(anOperation({ kind: 'cancel', step: 'call' }))).toBe('call')
})

const sameKey: BookRecovery = { kind: 'same_key', keyLifetimeMs: 60 * 60_000 }

test('a draft precedes the call if the carrier makes drafts; a resumed operation makes a new one', () => {
  expect(firstCarrierStep({ kind: 'prepared_id' })).toBe('draft')
  expect(firstCarrierStep(sameKey)).toBe('call')
  expect(resumedStep(anOperation({ step: 'draft' }))).toBe('draft')
})

test('dispatch takes the earliest arrival, then the cheapest, whatever the exponents', () => {
  const late = anOption({ quoteOptionId: 'late', etaTo: minutesAfterNoon(90), amountMinor: 1 })
  const whole = anOption({
    quoteOptionId: 'whole',
    etaTo: minutesAfterNoon(30),
    amountMinor: 13,
    taxMinor: 0,
    exponent: 0,
  })
  const dear = anOption({ quoteOptionId: 'dear', etaTo: minutesAfterNoon(30), taxMinor: 900 })
  const cheap = anOption({ quoteOptionId: 'cheap', etaTo: minutesAfterNoon(30) })
  expect(rankForDispatch([late, whole, dear, cheap]).map(({ quoteOptionId }) => quoteOptionId)).toEqual([
    'cheap',
    'whole',
    'dear',
    'late',
  ])
})

test('a pause between rounds lasts at least a second and at most until the end of the window', () => {
  const pauseMs = (leftMs: number) => roundPauseMs(5_000, new Date(noon.getTime() + leftMs), noon)
  expect([60_000, 3_000, 400, 0, -12_000].map(pauseMs)).toEqual([5_000, 3_000, 1_000, 1_000, 1_000])
})

test('an option can be booked until it expires, while its quote is for the present route', () => {
  const soon = anOption({ expiresAt: minutesAfterNoon(15) })
  const later = anOption({ quoteOptionId: 'later', expiresAt: minutesAfterNoon(60) })
  const fault = (quote: object, now = noon, option = soon) =>
    offerFault({ quote: aQuote({ options: [soon, later], ...quote }), option }, aShipment({ routeRevision: 2 }), now)
  const code = (...given: Parameters<typeof fault>) => fault(...given)?.code
  const open = { routeRevision: 2 }
  expect(code(open)).toBeUndefined()
  expect(fault({ routeRevision: 1, status: 'pending' })).toMatchObject({
    code: 'quote_superseded',
    meta: { current_status: 'superseded' },
  })
  expect(code({ ...open, status: 'superseded' })).toBe('quote_superseded')
  expect(code({ ...open, status: 'accepted' })).toBe('quote_already_used')
  expect(code({ routeRevision: 1, status: 'accepted' })).toBe('quote_already_used')
  expect(code(open, minutesAfterNoon(15))).toBe('quote_option_expired')
  expect(code(open, minutesAfterNoon(15), later)).toBeUndefined()
  expect(code(open, minutesAfterNoon(60), later)).toBe('quote_expired')
  expect(code({ ...open, status: 'expired' }, minutesAfterNoon(60))).toBe('quote_expired')
  expect(code({ ...open, status: 'expired' }, minutesAfterNoon(15), later)).toBeUndefined()
})

test('a refusal is a 422 that names the carrier; a failure that may pass is a 503', () => {
  expect(bookingRefused(failure)).toMatchObject({
    code: 'carrier_refused',
    kind: { status: 422, retryable: false },
    carrier: { carrier_code: 'city_van', code: 'refused', message: 'no', http_status: 422 },
  })
  const busy = bookingRefused({ ...failure, retryable: true, retryAfterMs: 1_500 })
  const kind = { status: 503, retryable: true }
  expect(busy).toMatchObject({ code: 'carrier_unavailable', kind, retryAfterSeconds: 2 })
})

test('an error is restored as it was stored', () => {
  const error = bookingRefused(failure)
  expect(errorFromStored(storedError(error))).toMatchObject({ code: error.code, carrier: error.carrier, meta: {} })
})

test('only a failure that may pass starts over under the same key', () => {
  const ended = (code: ErrorCode) =>
    anEndedOperation({ kind: 'failed', error: { code, message: '', meta: {}, carrier: null, retryAfterSeconds: null } })
  for (const code of ['carrier_unavailable', 'shipment_busy'] as const) {
    expect(mayBeginAgain(ended(code))).toBe(true)
  }
  for (const code of ['carrier_refused', 'quote_expired'] as const) {
    expect(mayBeginAgain(ended(code))).toBe(false)
  }
  expect(mayBeginAgain(anOperation())).toBe(false)
  expect(mayBeginAgain(anEndedOperation({ kind: 'done' }))).toBe(false)
})

/** A position after a round trip through its stored form. */
const readBack = (position: Position): Position =>
  parsePosition({ ...position, bookingId: position.desired.bookingId }, JSON.parse(desiredText(position)))

test('every kind of position survives a round trip through its stored form', () => {
  const candidates = [anOption({ carrierRateId: 'rate_1' })]
  const round = { quoteId: 'qte_2', candidates, rounds: 3, isHopeful: true, refused: ['a/b'] }
  const search = { ...round, untilAt: noon, endedBy: 'dispatch_window_over' } as const
  const prepared = { ...offered, shipment: aShipment(), bookingId: 'bkg_1' }
  const patch = { ...newHolding, document: '{"metadata":{}}', mayCost: false, bookingId: null }
  const change = { ...patch, shipment: aShipment(), readyAt: noon }
  const cancel = { reasonCode: 'x', reasonNote: null, doubt: null, bookingId: null, holderClaimId: 'op_2' }
  const cancelBooking = { ...newHolding, reasonCode: 'x', reasonNote: null, bookingId: 'bkg_1' }
  const job = { attemptId: 'att_1', carrierCode: 'city_van', carrierAccountId: 'cac_1', bookingId: 'bkg_1' }
  const recall = { ...job, carrierOfferId: 'rate_1', parcels: [{ trackingNumber: '1Z1' }] }
  const positions: Position[] = [
    { kind: 'book', step: 'claim', desired: offered },
    { kind: 'book', step: 'call', desired: prepared },
    { kind: 'dispatch', step: 'settle', desired: { ...prepared, ...search } },
    { kind: 'cancel', step: 'await_holder', desired: cancel },
    { kind: 'cancel_booking', step: 'call', desired: { ...cancelBooking, untilAt: noon } },
    { kind: 'cancel_booking', step: 'claim', desired: { ...cancelBooking, untilAt: null } },
    { kind: 'update', step: 'pursue', desired: change },
    { kind: 'recall', step: 'call', desired: { ...recall, carrierJobId: 'job_1' } },
  ]
  for (const position of positions) expect(readBack(position)).toMatchObject(position)
})

test('a step that the previous version wrote is read with defaults', () => {
  const key = { step: 'quote', kind: 'dispatch', bookingId: null } as const
  const { desired } = parsePosition(key, { quoteId: 'qte_2', untilAt: noon.toISOString() })
  expect(desired).toMatchObject({ rounds: 0, doubt: null, quote: null, untilAt: noon })
  const patch = { ...newHolding, document: '{}', mayCost: false, bookingId: null }
  const {
    readyAt: _,
    mayCost: __,
    ...update
  } = JSON.parse(desiredText({ kind: 'update', desired: { ...patch, shipment: aShipment(), readyAt: noon } }))
  const read = parsePosition({ kind: 'update', step: 'call', bookingId: null }, update)
  expect(read.desired).toMatchObject({ readyAt: null, mayCost: true, document: '{}' })
})

test('an undo without a reason is read as one without a reason code', () => {
  const stored = JSON.parse(desiredText({ kind: 'book', desired: { ...offered, shipment: aShipment() } as never }))
  const { desired } = parsePosition({ kind: 'book', step: 'undo', bookingId: 'bkg_1' }, stored)
  expect(desired).toMatchObject({ wish: { reasonCode: null, reasonNote: null }, bookingId: 'bkg_1' })
})

test('a step whose fields are missing is refused', () => {
  const stored = JSON.parse(desiredText({ kind: 'book', desired: offered }))
  expect(() => parsePosition({ kind: 'book', step: 'call', bookingId: null }, stored)).toThrow(
    'book at step call lacks shipment, bookingId',
  )
  expect(() => parsePosition({ kind: 'recall', step: 'pend', bookingId: null }, {})).toThrow('recall has no step pend')
})

test('fields of other steps are stored as null, as the previous version expects', () => {
  expect(JSON.parse(desiredText({ kind: 'book', desired: offered }))).toMatchObject({
    failure: null,
    wish: null,
    turnedBackFrom: null,
    cancellationRefused: null,
    doubt: null,
  })
  const cancel = { reasonCode: 'x', reasonNote: null, doubt: null, bookingId: null }
  expect(JSON.parse(desiredText({ kind: 'cancel', desired: cancel }))).toEqual({
    reasonCode: 'x',
    reasonNote: null,
    holderClaimId: null,
    failure: null,
    doubt: null,
  })
})
