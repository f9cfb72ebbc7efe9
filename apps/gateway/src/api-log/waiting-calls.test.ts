import { expect, test } from 'vitest'
import { createWaitingCalls } from './waiting-calls.ts'

const bounds = { perEnvironment: { items: 3, bytes: 100 }, allBytes: 250 }
const waiting = () =>
  createWaitingCalls<{ environment_id: string; id: number; bytes: number }>(bounds, ({ bytes }) => bytes)
const call = (environment_id: string, id: number, bytes = 10) => ({ environment_id, id, bytes })

test('an environment that is full loses calls, and others do not', () => {
  const calls = waiting()
  expect([1, 2, 3, 4].map((id) => calls.add(call('a', id)))).toEqual([true, true, true, false])
  expect(calls.add(call('b', 5))).toBe(true)
  expect(calls.size()).toBe(4)
})

test('bytes are bounded for each environment, and for all together', () => {
  const calls = waiting()
  expect([calls.add(call('a', 1, 60)), calls.add(call('a', 2, 60))]).toEqual([true, false])
  expect([calls.add(call('b', 3, 100)), calls.add(call('c', 4, 100))]).toEqual([true, false])
  calls.take(1)
  expect(calls.add(call('c', 4, 100))).toBe(true)
})

test('a batch takes from each environment in turn, oldest first', () => {
  const calls = waiting()
  for (const id of [1, 2, 3]) calls.add(call('a', id))
  for (const id of [4, 5]) calls.add(call('b', id))
  expect(calls.take(4).map(({ id }) => id)).toEqual([1, 2, 4, 5])
  expect(calls.take(4).map(({ id }) => id)).toEqual([3])
  expect([calls.take(4), calls.size()]).toEqual([[], 0])
})

test('what could not be written waits again', () => {
  const calls = waiting()
  calls.add(call('a', 1))
  calls.giveBack(calls.take(5))
  expect(calls.take(5).map(({ id }) => id)).toEqual([1])
})
