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

test('failures count from the beginning of the first one', () => {
  expect(healthAfter(untried, [failure(20), failure(10)])).toEqual({
    failingSince: at(10),
    failureCount: 2,
    lastSuccessAt: null,
  })
})

test('a success wipes out what came before', () => {
  const failing = healthAfter(untried, [failure(10), failure(20)])
  expect(healthAfter(failing, [success(30)])).toEqual({ failingSince: null, failureCount: 0, lastSuccessAt: at(31) })
})

test('a failure that began before the last success does not count, in whatever order they are told', () => {
  const slowFailure = failure(10, 25)
  const inTurn = healthAfter(healthAfter(untried, [success(19)]), [slowFailure])
  expect(inTurn).toEqual({ failingSince: null, failureCount: 0, lastSuccessAt: at(20) })
  expect(healthAfter(untried, [slowFailure, success(19)])).toEqual(inTurn)
})

test('a success that was told late does not wipe out the failures after it', () => {
  const failing = healthAfter(untried, [failure(20), failure(30)])
  expect(healthAfter(failing, [success(10)])).toMatchObject({ failingSince: at(20), failureCount: 2 })
})

test('only five days of nothing but failures, twenty of them, give a receiver up', () => {
  const failing = { failingSince: at(0), failureCount: 20, lastSuccessAt: null }
  expect(isFailingForGood(failing, at(5 * DAY))).toBe(true)
  expect(isFailingForGood(failing, at(5 * DAY - 1))).toBe(false)
  expect(isFailingForGood({ ...failing, failureCount: 19 }, at(9 * DAY))).toBe(false)
  expect(isFailingForGood(untried, at(9 * DAY))).toBe(false)
})

test('a healthy receiver is written once a minute, a failing one each time', () => {
  const healthy = healthAfter(untried, [success(0)])
  expect(isWorthWriting(untried, healthy)).toBe(true)
  expect(isWorthWriting(healthy, healthAfter(healthy, [success(30)]))).toBe(false)
  expect(isWorthWriting(healthy, healthAfter(healthy, [success(60)]))).toBe(true)
  expect(isWorthWriting(healthy, healthAfter(healthy, [failure(30)]))).toBe(true)
})
