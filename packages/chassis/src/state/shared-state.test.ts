import { expect, test } from 'vitest'
import { createMemoryState, LocalBuckets } from './memory.ts'

const limit = { ratePerSecond: 10, burst: 3 }

test('allows the burst of a bucket, then rejects until a token is refilled', () => {
  const buckets = new LocalBuckets()
  const take = (nowMs: number) => buckets.take('key', limit, nowMs)
  expect(take(0)).toEqual({ allowed: true, remaining: 2, resetSeconds: 1, retryAfterSeconds: 0 })
  expect(take(0)).toMatchObject({ allowed: true, remaining: 1 })
  expect(take(0)).toMatchObject({ allowed: true, remaining: 0 })
  expect(take(0)).toEqual({ allowed: false, remaining: 0, resetSeconds: 1, retryAfterSeconds: 1 })
  expect(take(99)).toMatchObject({ allowed: false })
  expect(take(100)).toMatchObject({ allowed: true, remaining: 0 })
})

test('never fills a bucket beyond its burst', () => {
  const buckets = new LocalBuckets()
  buckets.take('key', limit, 0)
  expect(buckets.take('key', limit, 3_600_000)).toMatchObject({ allowed: true, remaining: 2 })
})

test('adds no tokens when the clock goes back', () => {
  const buckets = new LocalBuckets()
  for (let i = 0; i < 3; i++) buckets.take('key', limit, 1_000)
  expect(buckets.take('key', limit, 0)).toMatchObject({ allowed: false })
  expect(buckets.take('key', limit, 1_050)).toMatchObject({ allowed: false })
})

test('returns the time to wait for a slow limit', () => {
  const buckets = new LocalBuckets()
  const slow = { ratePerSecond: 0.1, burst: 1 }
  buckets.take('key', slow, 0)
  expect(buckets.take('key', slow, 4_000)).toMatchObject({ allowed: false, retryAfterSeconds: 6, resetSeconds: 6 })
})

test('keeps a separate bucket per key', async () => {
  const state = createMemoryState()
  const one = { ratePerSecond: 1, burst: 1 }
  expect(await state.takeTokens('a', one)).toMatchObject({ allowed: true })
  expect(await state.takeTokens('a', one)).toMatchObject({ allowed: false })
  expect(await state.takeTokens('b', one)).toMatchObject({ allowed: true })
})

test('delivers a message to every subscriber of its channel until it unsubscribes', async () => {
  const state = createMemoryState()
  const seen: string[] = []
  const leave = await state.subscribe('revoked', (message) => void seen.push(`first ${message}`))
  await state.subscribe('revoked', (message) => void seen.push(`second ${message}`))
  await state.publish('revoked', 'key_1')
  await state.publish('other', 'key_2')
  await expect.poll(() => seen).toEqual(['first key_1', 'second key_1'])
  await leave()
  await state.publish('revoked', 'key_3')
  await expect.poll(() => seen).toEqual(['first key_1', 'second key_1', 'second key_3'])
})

test('returns a text until it expires', async () => {
  const state = createMemoryState()
  await state.remember('a', 'one', 60_000)
  await state.remember('b', 'two', 1)
  expect(await state.recall('a')).toBe('one')
  expect(await state.recall('never')).toBeNull()
  await expect.poll(() => state.recall('b')).toBeNull()
})
