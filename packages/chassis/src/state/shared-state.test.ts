import { expect, test } from 'vitest'
import { createMemoryState, LocalBuckets } from './memory.ts'

const limit = { ratePerSecond: 10, burst: 3 }
const bucket = { key: 'key', limit }

test('allows the burst of a bucket, then rejects until a token is refilled', () => {
  const buckets = new LocalBuckets()
  const take = (nowMs: number) => buckets.take([bucket], { cost: 1 }, nowMs)
  expect(take(0)).toEqual({ allowed: true, bucket, remaining: 2, resetSeconds: 1, retryAfterSeconds: 0 })
  expect(take(0)).toMatchObject({ allowed: true, remaining: 1 })
  expect(take(0)).toMatchObject({ allowed: true, remaining: 0 })
  expect(take(0)).toEqual({ allowed: false, bucket, remaining: 0, resetSeconds: 1, retryAfterSeconds: 1 })
  expect(take(99)).toMatchObject({ allowed: false })
  expect(take(100)).toMatchObject({ allowed: true, remaining: 0 })
})

test('never fills a bucket beyond its burst', () => {
  const buckets = new LocalBuckets()
  buckets.take([bucket], { cost: 1 }, 0)
  expect(buckets.take([bucket], { cost: 1 }, 3_600_000)).toMatchObject({ allowed: true, remaining: 2 })
})

test('adds no tokens when the clock goes back', () => {
  const buckets = new LocalBuckets()
  for (let i = 0; i < 3; i++) buckets.take([bucket], { cost: 1 }, 1_000)
  expect(buckets.take([bucket], { cost: 1 }, 0)).toMatchObject({ allowed: false })
  expect(buckets.take([bucket], { cost: 1 }, 1_050)).toMatchObject({ allowed: false })
})

test('returns the time to wait for a slow limit', () => {
  const buckets = new LocalBuckets()
  const slow = { key: 'key', limit: { ratePerSecond: 0.1, burst: 1 } }
  buckets.take([slow], { cost: 1 }, 0)
  expect(buckets.take([slow], { cost: 1 }, 4_000)).toMatchObject({
    allowed: false,
    retryAfterSeconds: 6,
    resetSeconds: 6,
  })
})

test('allows a costly request while a token is left, and then rejects until its debt is paid', () => {
  const buckets = new LocalBuckets()
  expect(buckets.take([bucket], { cost: 5 }, 0)).toMatchObject({ allowed: true, remaining: 0 })
  expect(buckets.take([bucket], { cost: 1 }, 0)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
  expect(buckets.take([bucket], { cost: 1 }, 299)).toMatchObject({ allowed: false })
  expect(buckets.take([bucket], { cost: 1 }, 310)).toMatchObject({ allowed: true })
  expect(buckets.charge([bucket], 1_000, 310)).toEqual([-3])
})

test('rejects a request that needs more tokens than there are, unless the bucket is half full', () => {
  const buckets = new LocalBuckets()
  const half = { key: 'half', limit: { ratePerSecond: 10, burst: 20 } }
  const take = (cost: number, nowMs: number) => buckets.take([half], { cost, needed: cost }, nowMs)
  expect(take(15, 0)).toMatchObject({ allowed: true, remaining: 5 })
  expect(take(6, 0)).toMatchObject({ allowed: false, remaining: 5, retryAfterSeconds: 1 })
  expect(take(500, 0)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
  expect(take(500, 500)).toMatchObject({ allowed: true, remaining: 0 })
  expect(buckets.take([half], {}, 49_000)).toMatchObject({ allowed: false })
  expect(buckets.take([half], {}, 49_700)).toMatchObject({ allowed: true })
})

test('takes from all buckets or from none, and returns the state of the tightest', () => {
  const buckets = new LocalBuckets()
  const wide = { key: 'wide', limit: { ratePerSecond: 10, burst: 4 } }
  const narrow = (key: string) => ({ key, limit })
  const take = (key: string) => buckets.take([narrow(key), wide], { cost: 1 }, 0)
  for (let count = 0; count < 3; count++) expect(take('a')).toMatchObject({ allowed: true, bucket: narrow('a') })
  expect(take('a')).toMatchObject({ allowed: false, bucket: narrow('a'), retryAfterSeconds: 1 })
  expect(take('b')).toMatchObject({ allowed: true, bucket: wide, remaining: 0 })
  expect(take('b')).toMatchObject({ allowed: false, bucket: wide, remaining: 0, retryAfterSeconds: 1 })
  expect(buckets.take([narrow('b')], { cost: 1 }, 0)).toMatchObject({ allowed: true, remaining: 1 })
})

test('a bucket that rejects does not keep those after it from refilling', () => {
  const buckets = new LocalBuckets()
  const [first, second] = [
    { key: 'first', limit: { ratePerSecond: 1, burst: 1 } },
    { key: 'second', limit: { ratePerSecond: 10, burst: 10 } },
  ]
  buckets.charge([first, second], 20, 0)
  // A second later both have paid their debt, of 1 and of 10 tokens.
  const outcome = buckets.take([first, second], {}, 1_000)
  expect(outcome).toMatchObject({ allowed: false, bucket: first, retryAfterSeconds: 1 })
  const unseen = { key: 'unseen', limit: { ratePerSecond: 10, burst: 10 } }
  expect(buckets.take([first, unseen], {}, 1_000)).toMatchObject({ allowed: false, bucket: first })
})

test('keeps a separate bucket per key', async () => {
  const state = createMemoryState()
  const one = { ratePerSecond: 1, burst: 1 }
  expect(await state.takeTokens([{ key: 'a', limit: one }])).toMatchObject({ allowed: true })
  expect(await state.takeTokens([{ key: 'a', limit: one }])).toMatchObject({ allowed: false })
  expect(await state.takeTokens([{ key: 'b', limit: one }])).toMatchObject({ allowed: true })
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
