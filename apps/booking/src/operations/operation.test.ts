import type { BookRecovery, CarrierFailure } from '@waybill/carriers/carrier-adapter'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import { expect, test } from 'vitest'
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
  offerFault,
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

test('dispatch takes the earliest arrival, then the cheapest', () => {
  const late = anOption({ quoteOptionId: 'late', etaTo: minutesAfterNoon(90), amountMinor: 1 })
  const dear = anOption({ quoteOptionId: 'dear', etaTo: minutesAfterNoon(30), taxMinor: 900 })
  const cheap = anOption({ quoteOptionId: 'cheap', etaTo: minutesAfterNoon(30) })
  expect(rankForDispatch([late, dear, cheap]).map(({ quoteOptionId }) => quoteOptionId)).toEqual([
    'cheap',
    'dear',
    'late',
  ])
})

test('a pause between rounds lasts at least a second and at most until the end of the window', () => {
  const pauseMs = (leftMs: number) => roundPauseMs(5_000, new Date(noon.getTime() + leftMs), noon)
  expect([60_000, 3_000, 400, 0, -12_000].map(pauseMs)).toEqual([5_000, 3_000, 1_000, 1_000, 1_000])
})

test('an offer can be booked while its quote is pending, unexpired and for the present route', () => {
  const code = (quote: object, now = noon) => offerFault(aQuote(quote), aShipment({ routeRevision: 2 }), now)?.code
  const open = { routeRevision: 2 }
  expect(code(open)).toBeUndefined()
  expect(code({ routeRevision: 1 })).toBe('quote_superseded')
  expect(code({ ...open, status: 'superseded' })).toBe('quote_superseded')
  expect(code({ ...open, status: 'accepted' })).toBe('quote_superseded')
  expect(code({ ...open, status: 'expired' })).toBe('quote_expired')
  expect(code(open, minutesAfterNoon(15))).toBe('quote_expired')
})

test('a refusal is a 502 that names the carrier; a failure that may pass is a 503', () => {
  expect(bookingRefused(failure)).toMatchObject({
    code: 'carrier_error',
    kind: { status: 502, retryable: false },
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
  for (const code of ['carrier_error', 'carrier_unavailable', 'shipment_busy'] as const) {
    expect(mayBeginAgain(ended(code))).toBe(true)
  }
  expect(mayBeginAgain(ended('quote_expired'))).toBe(false)
  expect(mayBeginAgain(anOperation())).toBe(false)
  expect(mayBeginAgain(anEndedOperation({ kind: 'done' }))).toBe(false)
})

/** A position after a round trip through its stored form. */
const readBack = (position: Position): Position =>
  parsePosition({ ...position, bookingId: position.desired.bookingId }, JSON.parse(desiredText(position)))

test('every kind of position survives a round trip through its stored form', () => {
  const search = { untilAt: noon, quoteId: 'qte_2', candidates: [anOption({ carrierRateId: 'rate_1' })], rounds: 3 }
  const prepared = { ...offered, shipment: aShipment(), bookingId: 'bkg_1' }
  const change = { ...newHolding, document: '{"metadata":{}}', shipment: aShipment(), readyAt: noon, bookingId: null }
  const cancel = { reasonCode: 'x', reasonNote: null, doubt: null, bookingId: null, holderClaimId: 'op_2' }
  const recall = { attemptId: 'att_1', carrierCode: 'city_van', carrierAccountId: 'cac_1', bookingId: 'bkg_1' }
  const positions: Position[] = [
    { kind: 'book', step: 'claim', desired: offered },
    { kind: 'book', step: 'call', desired: prepared },
    { kind: 'dispatch', step: 'settle', desired: { ...prepared, ...search } },
    { kind: 'cancel', step: 'await_holder', desired: cancel },
    { kind: 'update', step: 'pursue', desired: change },
    { kind: 'recall', step: 'call', desired: { ...recall, carrierJobId: 'job_1' } },
  ]
  for (const position of positions) expect(readBack(position)).toMatchObject(position)
})

test('a step that the previous version wrote is read with defaults', () => {
  const key = { step: 'quote', kind: 'dispatch', bookingId: null } as const
  const { desired } = parsePosition(key, { quoteId: 'qte_2', untilAt: noon.toISOString() })
  expect(desired).toMatchObject({ rounds: 0, doubt: null, quote: null, untilAt: noon })
  const { readyAt: _, ...update } = JSON.parse(
    desiredText({
      kind: 'update',
      desired: { ...newHolding, document: '{}', shipment: aShipment(), readyAt: noon, bookingId: null },
    }),
  )
  const read = parsePosition({ kind: 'update', step: 'call', bookingId: null }, update)
  expect(read.desired).toMatchObject({ readyAt: null, document: '{}' })
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
