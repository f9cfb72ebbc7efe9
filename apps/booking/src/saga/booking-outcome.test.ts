import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'
import type { BookRecovery } from '@waybill/carriers/carrier-descriptor'
import { expect, test } from 'vitest'
import { minutesAfterNoon, noon } from '../testing/booking-records.ts'
import { afterBooking, afterLookup, recoveryPlan } from './booking-outcome.ts'

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

test('a call that was not sent proves no booking, unless an earlier call was made', () => {
  expect(afterBooking({ kind: 'not_sent', failure }, true).kind).toBe('refused')
  expect(afterBooking({ kind: 'not_sent', failure }, false).kind).toBe('unknown')
  expect(afterBooking({ kind: 'unknown', failure }, true).kind).toBe('unknown')
  expect(afterBooking({ kind: 'refused', failure }, false).kind).toBe('refused')
  expect(afterBooking({ kind: 'booked', job }, false)).toEqual({ kind: 'accepted', job })
  const forbidden = { ...failure, httpStatus: 403 }
  expect(afterBooking({ kind: 'refused', failure: forbidden }, true).kind).toBe('refused')
  expect(afterBooking({ kind: 'refused', failure: forbidden }, false).kind).toBe('unknown')
})

const attempt = { carrierCode: 'city_van', sentAt: noon, draftId: null, reportedJobId: null, notFoundSeen: 0 }
const sameKey: BookRecovery = { kind: 'same_key', keyLifetimeMs: 60 * 60_000 }
const lookup: BookRecovery = { kind: 'lookup_by_reference', settleMs: 60_000 }

test('the same key is sent again only while the carrier certainly remembers it', () => {
  expect(recoveryPlan(sameKey, attempt, minutesAfterNoon(53))).toBe('send_again')
  expect(recoveryPlan(sameKey, attempt, minutesAfterNoon(55))).toBe('look_up')
  expect(recoveryPlan(sameKey, { ...attempt, reportedJobId: 'job_1' }, noon)).toBe('look_up')
  expect(recoveryPlan({ kind: 'none' }, attempt, noon)).toBe('wait')
  expect(recoveryPlan({ kind: 'none' }, { ...attempt, reportedJobId: 'job_1' }, noon)).toBe('look_up')
  expect(recoveryPlan(lookup, attempt, noon)).toBe('look_up')
})

test('the draft that may have been bought is bought again, and never another one', () => {
  const drafted = { ...attempt, draftId: 'drf_1' }
  expect(recoveryPlan({ kind: 'prepared_id' }, drafted, minutesAfterNoon(60 * 24 * 90))).toBe('send_again')
  expect(recoveryPlan({ kind: 'prepared_id' }, { ...drafted, reportedJobId: 'job_1' }, noon)).toBe('look_up')
  expect(recoveryPlan({ kind: 'prepared_id' }, attempt, noon)).toBe('look_up')
})

test('"not found" is proof only if the descriptor says so, after the settle time, the second time', () => {
  const look = (recovery: BookRecovery, minutes: number, notFoundSeen: number) =>
    afterLookup({ kind: 'not_found' }, recovery, { ...attempt, notFoundSeen }, minutesAfterNoon(minutes)).kind
  expect(look(lookup, 0.5, 1)).toBe('unknown')
  expect(look(lookup, 2, 0)).toBe('not_found_once')
  expect(look(lookup, 2, 1)).toBe('refused')
  expect(look(sameKey, 600, 5)).toBe('unknown')
  expect(look({ kind: 'lookup_by_reference', settleMs: null }, 600, 5)).toBe('unknown')
  expect(look({ kind: 'prepared_id' }, 600, 5)).toBe('unknown')
})

test('a booking that the carrier decided against later is refused, unless a call-back has named its job', () => {
  const refused = { kind: 'refused', failure } as const
  expect(afterLookup(refused, lookup, attempt, noon)).toEqual(refused)
  expect(afterLookup(refused, lookup, { ...attempt, reportedJobId: 'job_7' }, noon).kind).toBe('accepted')
})

test('a job named by a call-back is proven, even if the lookup fails', () => {
  const reported = { ...attempt, reportedJobId: 'job_7' }
  const found = afterLookup({ kind: 'failed', failure }, { kind: 'none' }, reported, noon)
  expect(found).toMatchObject({ kind: 'accepted', job: { carrierJobId: 'job_7', driver: null, label: null } })
  expect(afterLookup({ kind: 'found', job }, { kind: 'none' }, reported, noon)).toEqual({
    kind: 'accepted',
    job,
  })
})
