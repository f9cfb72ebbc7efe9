import { expect, test } from 'vitest'
import { chooseEndpoints } from './endpoint-choice.ts'

const endpoint = (id: string, { inFlight = 0, isTestWaiting = false } = {}) => ({
  id,
  environmentId: id.slice(0, 1),
  inFlight,
  isTestWaiting,
})
const choose = (endpoints: ReturnType<typeof endpoint>[], free: number, random = () => 0) =>
  chooseEndpoints(endpoints, { freeFor: () => free, random }).map(({ id }) => id)

test('chooses as many endpoints of each environment as it has free slots', () => {
  const endpoints = ['a1', 'a2', 'a3', 'b1'].map((id) => endpoint(id))
  expect(choose(endpoints, 2)).toEqual(['a1', 'a2', 'b1'])
  expect(choose(endpoints, 9)).toEqual(['a1', 'a2', 'a3', 'b1'])
  expect(choose(endpoints, 0)).toEqual([])
})

test('prefers endpoints where a test waits, then those with the fewest deliveries in flight', () => {
  const endpoints = [
    endpoint('a1', { inFlight: 2 }),
    endpoint('a2', { inFlight: 1 }),
    endpoint('a3', { inFlight: 3, isTestWaiting: true }),
  ]
  expect(choose(endpoints, 2)).toEqual(['a3', 'a2'])
})

test('of equals any may be chosen', () => {
  const draws = [0.9, 0.1, 0.5]
  expect(
    choose(
      ['a1', 'a2', 'a3'].map((id) => endpoint(id)),
      1,
      () => draws.shift() ?? 0,
    ),
  ).toEqual(['a2'])
})
