import { expect, test } from 'vitest'
import { onceASecond } from './readiness.ts'

test('a check runs once a second, however often it is asked for', async () => {
  const results = [true, false, true]
  let [checks, nowMs] = [0, 5_000]
  const isReady = onceASecond(
    async () => results[checks++] as boolean,
    () => nowMs,
  )
  expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([true, true, true])
  nowMs += 999
  expect([await isReady(), checks]).toEqual([true, 1])
  nowMs += 1
  expect([await isReady(), await isReady(), checks]).toEqual([false, false, 2])
})
