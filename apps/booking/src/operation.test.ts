import type { BookRecovery, CarrierFailure } from '@waybill/carriers/carrier-adapter'
import { expect, test } from 'vitest'
import { desiredOf, desiredText } from './codec.ts'
import {
  afterBooking,
  afterLookup,
  bookingRefused,
  errorFromStored,
  firstCall,
  mayBeginAgain,
  type Operation,
  offerFault,
  rankForDispatch,
  recoveryPlan,
  resumedStep,
  storedError,
  straight,
} from './operation.ts'
import { anOption, aQuote, aShipment, minutesAfterNoon, noon } from './testing/a-booking.ts'

const failure: CarrierFailure = {
  carrierCode: 'city_van',
  code: 'refused',
  message: 'no',
  httpStatus: 422,
  retryable: false,
  retryAfterMs: null,
}
const job = {
  carrierJobId: 'job_1',
  trackingNumber: null,
  status: 'assigned',
  driver: null,
  label: null,
  etaFromAt: null,
  etaToAt: null,
} as const

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

test('a draft comes before the call where the carrier makes one, and is made anew by whoever takes it up', () => {
  expect(firstCall({ kind: 'prepared_id' })).toBe('draft')
  expect(firstCall(sameKey)).toBe('call')
  expect(resumedStep(anOperation({ step: 'draft' }))).toBe('draft')
})

test('a call that was surely not sent is no booking, unless one was sent before it', () => {
  expect(afterBooking({ kind: 'not_sent', failure }, true).kind).toBe('refused')
  expect(afterBooking({ kind: 'not_sent', failure }, false).kind).toBe('unknown')
  expect(afterBooking({ kind: 'unknown', failure }, true).kind).toBe('unknown')
  expect(afterBooking({ kind: 'refused', failure }, false).kind).toBe('refused')
  expect(afterBooking({ kind: 'booked', job }, false)).toEqual({ kind: 'accepted', job })
})

const attempt = { sentAt: noon, draftId: null, reportedJobId: null, notFoundSeen: 0 }
const sameKey: BookRecovery = { kind: 'same_key', keyLifetimeMs: 60 * 60_000 }
const lookup: BookRecovery = { kind: 'lookup_by_reference', settleMs: 60_000 }

test('the same key is sent again while the carrier surely remembers it, then never more', () => {
  expect(recoveryPlan(sameKey, attempt, minutesAfterNoon(53))).toBe('send_again')
  expect(recoveryPlan(sameKey, attempt, minutesAfterNoon(55))).toBe('look_up')
  expect(recoveryPlan(sameKey, { ...attempt, reportedJobId: 'job_1' }, noon)).toBe('look_up')
  expect(recoveryPlan({ kind: 'none' }, attempt, noon)).toBe('wait')
  expect(recoveryPlan({ kind: 'none' }, { ...attempt, reportedJobId: 'job_1' }, noon)).toBe('look_up')
  expect(recoveryPlan(lookup, attempt, noon)).toBe('look_up')
})

test('the draft that may have been bought is bought again, for ever, and no other one', () => {
  const drafted = { ...attempt, draftId: 'drf_1' }
  expect(recoveryPlan({ kind: 'prepared_id' }, drafted, minutesAfterNoon(60 * 24 * 90))).toBe('send_again')
  expect(recoveryPlan({ kind: 'prepared_id' }, { ...drafted, reportedJobId: 'job_1' }, noon)).toBe('look_up')
  expect(recoveryPlan({ kind: 'prepared_id' }, attempt, noon)).toBe('look_up')
})

test('"not found" is proof only where the carrier says so, after its settle time, and seen twice', () => {
  const look = (recovery: BookRecovery, minutes: number, notFoundSeen: number) =>
    afterLookup({ kind: 'not_found' }, recovery, { ...attempt, notFoundSeen }, 'city_van', minutesAfterNoon(minutes))
      .kind
  expect(look(lookup, 0.5, 1)).toBe('unknown')
  expect(look(lookup, 2, 0)).toBe('not_found_once')
  expect(look(lookup, 2, 1)).toBe('refused')
  expect(look(sameKey, 600, 5)).toBe('unknown')
  expect(look({ kind: 'prepared_id' }, 600, 5)).toBe('unknown')
})

test('a job that a call-back has named is one, even if the carrier cannot be asked', () => {
  const reported = { ...attempt, reportedJobId: 'job_7' }
  const found = afterLookup({ kind: 'failed', failure }, { kind: 'none' }, reported, 'city_van', noon)
  expect(found).toMatchObject({ kind: 'accepted', job: { carrierJobId: 'job_7', driver: null, label: null } })
  expect(afterLookup({ kind: 'found', job }, { kind: 'none' }, reported, 'city_van', noon)).toEqual({
    kind: 'accepted',
    job,
  })
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

test('a refusal is a 502 that names the carrier; what may succeed later is a 503', () => {
  expect(bookingRefused(failure)).toMatchObject({
    code: 'carrier_error',
    carrier: { carrier_code: 'city_van', code: 'refused', message: 'no', http_status: 422 },
  })
  const busy = bookingRefused({ ...failure, retryable: true, retryAfterMs: 1_500 })
  expect(busy).toMatchObject({ code: 'carrier_unavailable', retryAfterSeconds: 2 })
})

test('an error is thrown again as it was stored', () => {
  const error = bookingRefused(failure)
  expect(errorFromStored(storedError(error))).toMatchObject({ code: error.code, carrier: error.carrier, meta: {} })
})

test('only what may succeed now is begun again under the same key', () => {
  const ended = (code: 'carrier_error' | 'quote_expired') =>
    anOperation({
      state: 'ended',
      outcome: { kind: 'failed', error: { code, message: '', meta: {}, carrier: null, retryAfterSeconds: null } },
    })
  expect(mayBeginAgain(ended('carrier_error'))).toBe(true)
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
  }
  const cancel = { reasonCode: 'x', reasonNote: null, holderClaimId: null, failure: null }
  const update = { ...straight, document: '{"metadata":{}}', shipment: aShipment() }
  expect(desiredOf('book', JSON.parse(desiredText(bookDesired)))).toEqual(bookDesired)
  expect(desiredOf('dispatch', JSON.parse(desiredText(dispatch)))).toEqual(dispatch)
  expect(desiredOf('cancel', JSON.parse(desiredText(cancel)))).toEqual(cancel)
  expect(desiredOf('update', JSON.parse(desiredText(update)))).toEqual(update)
})
