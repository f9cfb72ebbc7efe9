import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { prefetchLimit, type TokenGrant, TokenReserves } from './token-reserves.ts'

const buckets = [{ key: 'key', limit: { ratePerSecond: 100, burst: 200 } }]
const together = (...limits: number[]) =>
  limits.map((ratePerSecond) => ({ key: 'key', limit: { ratePerSecond, burst: 2 * ratePerSecond } }))

/** Reserves over a bucket that grants every request and counts the requests. */
function aReserve(
  answer: (ahead: number) => Promise<TokenGrant> = async (ahead) => ({ taken: 0, ahead, left: [150] }),
) {
  const asked: number[] = []
  let nowMs = 5_000
  const ask = (_buckets: object, ahead: number) => {
    asked.push(ahead)
    return answer(ahead)
  }
  const reserves = new TokenReserves(ask, () => nowMs)
  const add = (ahead: number, left = 150) => reserves.add(buckets, { taken: 1, ahead, left: [left] })
  const take = () => reserves.take(buckets)
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { reserves, asked, add, take, pass }
}

test('reserves nothing of a small bucket, and at most 64 tokens of a large one', () => {
  expect(prefetchLimit(together(5))).toBe(0)
  expect(prefetchLimit(buckets)).toBe(10)
  expect(prefetchLimit(together(10_000))).toBe(64)
})

test('reserves as many tokens of buckets that are taken from together as the smallest allows', () => {
  expect(prefetchLimit(together(100, 400))).toBe(10)
})

test('returns the remaining tokens of the tightest bucket', () => {
  const { reserves } = aReserve()
  const pair = together(100, 400)
  reserves.add(pair, { taken: 1, ahead: 10, left: [150, 20] })
  expect(reserves.take(pair)).toMatchObject({ bucket: pair[1], remaining: 29 })
})

test('serves one request per prefetched token, each with the remaining tokens', () => {
  const { add, take } = aReserve(() => new Promise(() => {}))
  expect(take()).toBeNull()
  add(3)
  expect([take(), take(), take(), take()].map((outcome) => outcome?.remaining)).toEqual([152, 151, 150, undefined])
})

test('adds tokens refilled since to the remaining tokens, up to a full bucket', () => {
  const { add, take, pass } = aReserve()
  add(10)
  pass(200)
  expect(take()?.remaining).toBe(150 + 20 + 9)
  pass(700)
  expect(take()?.remaining).toBe(200)
})

test('drops tokens after a second, and does not restore them at the next prefetch', () => {
  const { add, take, pass } = aReserve(() => new Promise(() => {}))
  add(10)
  pass(1_000)
  expect(take()).toBeNull()
  add(1, 100)
  expect(take()).toMatchObject({ allowed: true, remaining: 100 })
  expect(take()).toBeNull()
})

test('refills a half-used reserve with one request, and serves from it in the meantime', async () => {
  const gate = Promise.withResolvers<TokenGrant>()
  const { add, take, asked } = aReserve(() => gate.promise)
  add(10)
  for (let count = 0; count < 5; count++) take()
  expect(asked).toEqual([])
  for (let count = 0; count < 5; count++) expect(take()).not.toBeNull()
  expect(asked).toEqual([10])
  expect(take()).toBeNull()
  gate.resolve({ taken: 0, ahead: 10, left: [140] })
  await eventually(async () => expect(take()).not.toBeNull())
})

test('asks the bucket for the next request after a failed refill', async () => {
  const { add, take, asked } = aReserve(() => Promise.reject(new Error('unavailable')))
  add(1)
  expect(take()).not.toBeNull()
  await eventually(async () => expect(asked).toEqual([10]))
  expect(take()).toBeNull()
})

test('treats another limit of the same key as another bucket', () => {
  const { add, reserves } = aReserve()
  add(10)
  expect(reserves.take(together(50))).toBeNull()
})
