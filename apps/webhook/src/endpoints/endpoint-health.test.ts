import { expect, test } from 'vitest'
import {
  type AttemptOutcome,
  type EndpointHealth,
  healthAfter,
  isFailingForGood,
  isWorthWriting,
} from './endpoint-health.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 11, 1) + seconds * 1_000)
const DAY = 86_400
const untried: EndpointHealth = { failingSince: null, failureCount: 0, lastSuccessAt: null }
const failure = (from: number, to = from + 1): AttemptOutcome => ({
  success: false,
  startedAt: at(from),
  finishedAt: at(to),
})
const success = (from: number, to = from + 1): AttemptOutcome => ({ ...failure(from, to), success: true })

test('counts failures from the start of the first one', () => {
  expect(healthAfter(untried, [failure(20), failure(10)])).toEqual({
    failingSince: at(10),
    failureCount: 2,
    lastSuccessAt: null,
  })
})

test('a success clears earlier failures', () => {
  const failing = healthAfter(untried, [failure(10), failure(20)])
  expect(healthAfter(failing, [success(30)])).toEqual({ failingSince: null, failureCount: 0, lastSuccessAt: at(31) })
})

test('a failure that began before the last success does not count, in any order', () => {
  const slowFailure = failure(10, 25)
  const inTurn = healthAfter(healthAfter(untried, [success(19)]), [slowFailure])
  expect(inTurn).toEqual({ failingSince: null, failureCount: 0, lastSuccessAt: at(20) })
  expect(healthAfter(untried, [slowFailure, success(19)])).toEqual(inTurn)
})

test('a success recorded late does not clear the failures after it', () => {
  const failing = healthAfter(untried, [failure(20), failure(30)])
  expect(healthAfter(failing, [success(10)])).toMatchObject({ failingSince: at(20), failureCount: 2 })
})

test('an endpoint counts as failing after five days with at least 20 failures and no success', () => {
  const failing = { failingSince: at(0), failureCount: 20, lastSuccessAt: null }
  expect(isFailingForGood(failing, at(5 * DAY))).toBe(true)
  expect(isFailingForGood(failing, at(5 * DAY - 1))).toBe(false)
  expect(isFailingForGood({ ...failing, failureCount: 19 }, at(9 * DAY))).toBe(false)
  expect(isFailingForGood(untried, at(9 * DAY))).toBe(false)
})

test('writes the state of a healthy endpoint once a minute, of a failing one each time', () => {
  const healthy = healthAfter(untried, [success(0)])
  expect(isWorthWriting(untried, healthy)).toBe(true)
  expect(isWorthWriting(healthy, healthAfter(healthy, [success(30)]))).toBe(false)
  expect(isWorthWriting(healthy, healthAfter(healthy, [success(60)]))).toBe(true)
  expect(isWorthWriting(healthy, healthAfter(healthy, [failure(30)]))).toBe(true)
})
