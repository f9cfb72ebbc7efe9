import { attemptTriggers, deliveryStatuses } from '@waybill/contracts/webhooks/delivery'
import { expect, test } from 'vitest'
import { type AttemptResult, decide, deliveryTransitions, isDeadLetter, isSuccessStatus } from './delivery.ts'

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

test('every status has its transitions, and none leads nowhere', () => {
  expect(Object.keys(deliveryTransitions).sort()).toEqual([...deliveryStatuses].sort())
  expect(Object.values(deliveryTransitions).every((next) => next.length > 0)).toBe(true)
})

test.each([200, 201, 204, 299])('%i is success', (status) => expect(isSuccessStatus(status)).toBe(true))

test.each([100, 199, 300, 301, 302, 307, 308, 400, 404, 410, 429, 500, 503])('%i is not', (status) =>
  expect(isSuccessStatus(status)).toBe(false),
)

test('an attempt without an error ends its delivery well', () => {
  expect(decide(anAttempt(3, { responseStatus: 204, errorCode: null }), at)).toEqual({ status: 'succeeded' })
})

test('a failed attempt is followed by the next of the schedule, until there is none', () => {
  expect(decide(anAttempt(1), at)).toEqual({ status: 'retrying', delayMs: 5_000 })
  expect(decide(anAttempt(2), at)).toEqual({ status: 'retrying', delayMs: 300_000 })
  expect(decide(anAttempt(3), at)).toEqual({ status: 'failed', gone: false })
})

test('an attempt that got no answer is retried like one that got a bad one', () => {
  expect(decide(anAttempt(1, { responseStatus: null, errorCode: 'timeout' }), at)).toMatchObject({ status: 'retrying' })
})

test('Retry-After puts the next attempt off', () => {
  const result = { responseStatus: 429, responseHeaders: { 'retry-after': '60' } }
  expect(decide(anAttempt(1, result), at)).toEqual({ status: 'retrying', delayMs: 60_000 })
})

test('410 ends the delivery at once and takes the subscription with it', () => {
  expect(decide(anAttempt(1, { responseStatus: 410 }), at)).toEqual({ status: 'failed', gone: true })
})

test('a test is never sent again and disables nothing', () => {
  const attempt = { trigger: 'test', attemptsMade: 1 } as const
  expect(decide({ ...attempt, result: aResult() }, at)).toEqual({ status: 'failed', gone: false })
  expect(decide({ ...attempt, result: aResult({ responseStatus: 410 }) }, at)).toEqual({
    status: 'failed',
    gone: false,
  })
})

test('one sent by hand stands outside the schedule: it is not sent again by itself, and 410 counts', () => {
  const attempt = { trigger: 'manual', attemptsMade: 1 } as const
  expect(decide({ ...attempt, result: aResult() }, at)).toEqual({ status: 'failed', gone: false })
  expect(decide({ ...attempt, result: aResult({ responseStatus: 410 }) }, at)).toEqual({ status: 'failed', gone: true })
})

test('what fails by hand, or as a test, is no dead letter', () => {
  expect(attemptTriggers.filter(isDeadLetter)).toEqual(['event', 'retry', 'replay'])
})
