import type { BookRecovery, CarrierFailure } from '@waybill/carriers/carrier-adapter'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import { expect, test } from 'vitest'
import { anOption, aQuote, aShipment, minutesAfterNoon, noon } from '../testing/booking-records.ts'
import { desiredOf, desiredText } from './codec.ts'
import {
  bookingRefused,
  errorFromStored,
  firstCall,
  mayBeginAgain,
  type Operation,
  offerFault,
  rankForDispatch,
  resumedStep,
  roundPauseMs,
  storedError,
  straight,
} from './operation.ts'

const failure: CarrierFailure = {
  carrierCode: 'city_van',
  code: 'refused',
  message: 'no',
  httpStatus: 422,
  retryable: false,
  retryAfterMs: null,
}
const bookDesired = { ...straight, quote: aQuote(), option: anOption(), shipment: null }
const anOperation = (overrides: object = {}): Operation =>
  ({
    environmentId: 'env_1',
    opId: 'op_1',
    kind: 'book',
    shipmentId: 'shp_1',
    bookingId: null,
    claimId: 'op_1',
    state: 'open',
    step: 'claim',
    desired: bookDesired,
    context: {},
    outcome: null,
    attempts: 0,
    ...overrides,
  }) as Operation

test('a call that may have been made is found out about, never made as if for the first time', () => {
  expect(resumedStep(anOperation({ step: 'call' }))).toBe('recover')
  expect(resumedStep(anOperation({ kind: 'dispatch', step: 'call' }))).toBe('recover')
  expect(resumedStep(anOperation({ step: 'settle' }))).toBe('settle')
  // Cancelling and changing twice is the same as once.
  expect(resumedStep(anOperation({ kind: 'cancel', step: 'call' }))).toBe('call')
})

const sameKey: BookRecovery = { kind: 'same_key', keyLifetimeMs: 60 * 60_000 }

test('a draft comes before the call where the carrier makes one, and is made anew by whoever takes it up', () => {
  expect(firstCall({ kind: 'prepared_id' })).toBe('draft')
  expect(firstCall(sameKey)).toBe('call')
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

test('no pause between rounds of a dispatch is longer than the window has left, or shorter than a second', () => {
  const pauseMs = (leftMs: number) => roundPauseMs(5_000, new Date(noon.getTime() + leftMs), noon)
  expect([60_000, 3_000, 400, 0, -12_000].map(pauseMs)).toEqual([5_000, 3_000, 1_000, 1_000, 1_000])
})

test('an offer is booked while its quote is open, unexpired and of the present route', () => {
  const code = (quote: object, now = noon) => offerFault(aQuote(quote), aShipment({ routeRevision: 2 }), now)?.code
  const open = { routeRevision: 2 }
  expect(code(open)).toBeUndefined()
  expect(code({ routeRevision: 1 })).toBe('quote_superseded')
  expect(code({ ...open, status: 'superseded' })).toBe('quote_superseded')
  expect(code({ ...open, status: 'accepted' })).toBe('quote_superseded')
  expect(code({ ...open, status: 'expired' })).toBe('quote_expired')
  expect(code(open, minutesAfterNoon(15))).toBe('quote_expired')
})

test('a refusal is a 502 that names the carrier, not to be repeated; what may succeed later is a 503', () => {
  expect(bookingRefused(failure)).toMatchObject({
    code: 'carrier_error',
    kind: { status: 502, retryable: false },
    carrier: { carrier_code: 'city_van', code: 'refused', message: 'no', http_status: 422 },
  })
  const busy = bookingRefused({ ...failure, retryable: true, retryAfterMs: 1_500 })
  const kind = { status: 503, retryable: true }
  expect(busy).toMatchObject({ code: 'carrier_unavailable', kind, retryAfterSeconds: 2 })
})

test('an error is thrown again as it was stored', () => {
  const error = bookingRefused(failure)
  expect(errorFromStored(storedError(error))).toMatchObject({ code: error.code, carrier: error.carrier, meta: {} })
})

test('only what may succeed now is begun again under the same key', () => {
  const ended = (code: ErrorCode) =>
    anOperation({
      state: 'ended',
      outcome: { kind: 'failed', error: { code, message: '', meta: {}, carrier: null, retryAfterSeconds: null } },
    })
  for (const code of ['carrier_error', 'carrier_unavailable', 'shipment_busy'] as const) {
    expect(mayBeginAgain(ended(code))).toBe(true)
  }
  expect(mayBeginAgain(ended('quote_expired'))).toBe(false)
  expect(mayBeginAgain(anOperation())).toBe(false)
  expect(mayBeginAgain(anOperation({ state: 'ended', outcome: { kind: 'done' } }))).toBe(false)
})

test('what an operation wants is read back as it was written', () => {
  const dispatch = {
    ...bookDesired,
    shipment: aShipment(),
    untilAt: noon,
    quoteId: 'qte_2',
    candidates: [anOption({ carrierRateId: 'rate_1' })],
    rounds: 3,
  }
  const cancel = { reasonCode: 'x', reasonNote: null, holderClaimId: null, failure: null, doubt: null }
  const update = { ...straight, document: '{"metadata":{}}', shipment: aShipment(), readyAt: noon }
  expect(desiredOf('book', JSON.parse(desiredText(bookDesired)))).toEqual(bookDesired)
  expect(desiredOf('dispatch', JSON.parse(desiredText(dispatch)))).toEqual(dispatch)
  expect(desiredOf('cancel', JSON.parse(desiredText(cancel)))).toEqual(cancel)
  expect(desiredOf('update', JSON.parse(desiredText(update)))).toEqual(update)
  const { readyAt: _, ...before } = JSON.parse(desiredText(update))
  expect(desiredOf('update', before)).toEqual({ ...update, readyAt: null })
})

test('a dispatch that the version before has written is at its first round', () => {
  expect(desiredOf('dispatch', { quoteId: 'qte_2', untilAt: noon.toISOString() })).toMatchObject({ rounds: 0 })
})
