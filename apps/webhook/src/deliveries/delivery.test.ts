import { deliveryStatuses } from '@waybill/contracts/webhooks/delivery'
import { expect, test } from 'vitest'
import {
  type AttemptResult,
  attemptTrigger,
  decideDelivery,
  deliveryTransitions,
  isScheduled,
  isSuccessStatus,
} from './delivery.ts'

const now = new Date('2026-12-01T09:00:00.000Z')
const schedule = [0, 5_000, 300_000]
const at = { schedule, random: 0.5, now }

const aResult = (result: Partial<AttemptResult> = {}): AttemptResult => ({
  startedAt: now,
  durationMs: 12,
  responseStatus: 500,
  responseHeaders: {},
  responseBody: '',
  errorCode: 'http_error',
  ...result,
})
const anAttempt = (attemptsMade: number, result: Partial<AttemptResult> = {}) =>
  ({ trigger: 'event', attemptsMade, result: aResult(result) }) as const

test('every status has at least one transition', () => {
  expect(Object.keys(deliveryTransitions).sort()).toEqual([...deliveryStatuses].sort())
  expect(Object.values(deliveryTransitions).every((next) => next.length > 0)).toBe(true)
})

test.each([200, 201, 204, 299])('%i is success', (status) => expect(isSuccessStatus(status)).toBe(true))

test.each([100, 199, 300, 301, 302, 307, 308, 400, 404, 410, 429, 500, 503])('%i is not success', (status) =>
  expect(isSuccessStatus(status)).toBe(false),
)

test('an attempt without an error makes its delivery succeed', () => {
  expect(decideDelivery(anAttempt(3, { responseStatus: 204, errorCode: null }), at)).toEqual({ status: 'succeeded' })
})

test('retries a failed attempt until the schedule is exhausted', () => {
  expect(decideDelivery(anAttempt(1), at)).toEqual({ status: 'retrying', delayMs: 5_000 })
  expect(decideDelivery(anAttempt(2), at)).toEqual({ status: 'retrying', delayMs: 300_000 })
  expect(decideDelivery(anAttempt(3), at)).toEqual({ status: 'failed', gone: false })
})

test('retries an attempt that got no answer', () => {
  expect(decideDelivery(anAttempt(1, { responseStatus: null, errorCode: 'timeout' }), at)).toMatchObject({
    status: 'retrying',
  })
})

test('Retry-After postpones the next attempt', () => {
  const result = { responseStatus: 429, responseHeaders: { 'retry-after': '60' } }
  expect(decideDelivery(anAttempt(1, result), at)).toEqual({ status: 'retrying', delayMs: 60_000 })
})

test('410 fails the delivery at once and disables the subscription', () => {
  expect(decideDelivery(anAttempt(1, { responseStatus: 410 }), at)).toEqual({ status: 'failed', gone: true })
})

test('a test is never retried and never disables its subscription', () => {
  const attempt = { trigger: 'test', attemptsMade: 1 } as const
  expect(decideDelivery({ ...attempt, result: aResult() }, at)).toEqual({ status: 'failed', gone: false })
  expect(decideDelivery({ ...attempt, result: aResult({ responseStatus: 410 }) }, at)).toEqual({
    status: 'failed',
    gone: false,
  })
})

test('a manual redelivery is not retried, and 410 still disables the subscription', () => {
  const attempt = { trigger: 'manual', attemptsMade: 1 } as const
  expect(decideDelivery({ ...attempt, result: aResult() }, at)).toEqual({ status: 'failed', gone: false })
  expect(decideDelivery({ ...attempt, result: aResult({ responseStatus: 410 }) }, at)).toEqual({
    status: 'failed',
    gone: true,
  })
})

test('failed tests and manual redeliveries are not dead letters', () => {
  expect((['event', 'manual', 'test', 'replay'] as const).filter(isScheduled)).toEqual(['event', 'replay'])
})

test.for([
  [{ trigger: 'event', attemptsMade: 0, isBroughtForward: false }, 'event'],
  [{ trigger: 'event', attemptsMade: 1, isBroughtForward: false }, 'retry'],
  [{ trigger: 'event', attemptsMade: 0, isBroughtForward: true }, 'manual'],
  [{ trigger: 'replay', attemptsMade: 2, isBroughtForward: true }, 'manual'],
  [{ trigger: 'manual', attemptsMade: 0, isBroughtForward: false }, 'manual'],
  [{ trigger: 'test', attemptsMade: 0, isBroughtForward: false }, 'test'],
] as const)('an attempt of %o shows the trigger %s', ([delivery, shown]) => {
  expect(attemptTrigger(delivery)).toBe(shown)
})
