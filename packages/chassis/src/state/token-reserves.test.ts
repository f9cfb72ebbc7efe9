import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { prefetchLimit, type TokenGrant, TokenReserves } from './token-reserves.ts'

const limit = { ratePerSecond: 100, burst: 200 }

/** Reserves over a bucket that gives what it is asked for, and counts how often it was. */
function aReserve(answer: (ahead: number) => Promise<TokenGrant> = async (ahead) => ({ taken: 0, ahead, left: 150 })) {
  const asked: number[] = []
  let nowMs = 5_000
  const ask = (_key: string, _limit: object, ahead: number) => {
    asked.push(ahead)
    return answer(ahead)
  }
  const reserves = new TokenReserves(ask, () => nowMs)
  const add = (ahead: number, left = 150) => reserves.add('key', limit, { taken: 1, ahead, left })
  const take = () => reserves.take('key', limit)
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { reserves, asked, add, take, pass }
}

test('a small bucket has no reserve, a large one at most 64', () => {
  expect(prefetchLimit({ ratePerSecond: 5, burst: 10 })).toBe(0)
  expect(prefetchLimit(limit)).toBe(10)
  expect(prefetchLimit({ ratePerSecond: 10_000, burst: 20_000 })).toBe(64)
})

test('as many requests are paid for as tokens were taken ahead, each saying what is left', () => {
  const { add, take } = aReserve(() => new Promise(() => {}))
  expect(take()).toBeNull()
  add(3)
  expect([take(), take(), take(), take()].map((outcome) => outcome?.remaining)).toEqual([152, 151, 150, undefined])
})

test('what the bucket has filled by since counts as left, up to a full one', () => {
  const { add, take, pass } = aReserve()
  add(10)
  pass(200)
  expect(take()?.remaining).toBe(150 + 20 + 9)
  pass(700)
  expect(take()?.remaining).toBe(200)
})

test('tokens are given up after a second, and do not come back with those taken later', () => {
  const { add, take, pass } = aReserve(() => new Promise(() => {}))
  add(10)
  pass(1_000)
  expect(take()).toBeNull()
  add(1, 100)
  expect(take()).toMatchObject({ allowed: true, remaining: 100 })
  expect(take()).toBeNull()
})

test('a reserve half used is filled up by one question, while requests go on being paid for', async () => {
  const gate = Promise.withResolvers<TokenGrant>()
  const { add, take, asked } = aReserve(() => gate.promise)
  add(10)
  for (let count = 0; count < 5; count++) take()
  expect(asked).toEqual([])
  for (let count = 0; count < 5; count++) expect(take()).not.toBeNull()
  expect(asked).toEqual([10])
  expect(take()).toBeNull()
  gate.resolve({ taken: 0, ahead: 10, left: 140 })
  await eventually(async () => expect(take()).not.toBeNull())
})

test('a question that fails leaves the next request to ask itself', async () => {
  const { add, take, asked } = aReserve(() => Promise.reject(new Error('away')))
  add(1)
  expect(take()).not.toBeNull()
  await eventually(async () => expect(asked).toEqual([10]))
  expect(take()).toBeNull()
})

test('another limit of the same key is another bucket', () => {
  const { add, reserves } = aReserve()
  add(10)
  expect(reserves.take('key', { ratePerSecond: 50, burst: 100 })).toBeNull()
})
