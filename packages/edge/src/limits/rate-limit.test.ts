import type { SharedState, TokenBucket, TokenOutcome } from '@waybill/chassis/state/shared-state'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createRateLimiter, getTokens, rateLimitHeaders } from './rate-limit.ts'

/** A limiter on a state with one outcome, and what it asked and set. */
function limiterWith(outcome: Omit<TokenOutcome, 'bucket'>, tightest = 0) {
  const taken: unknown[] = []
  const headers: Record<string, string> = {}
  const sharedState = {
    takeTokens: async (...call: unknown[]) => {
      taken.push(call)
      const [buckets] = call as [TokenBucket[]]
      return { ...outcome, bucket: buckets[tightest] as TokenBucket }
    },
  } as unknown as SharedState
  const reply = { headers: (set: object) => Object.assign(headers, set) } as unknown as FastifyReply
  return { limiter: createRateLimiter({ sharedState, addressRateLimit: 5 }), reply, taken, headers }
}

const allowed = { allowed: true, remaining: 7, resetSeconds: 1, retryAfterSeconds: 0 }
const exhausted = { allowed: false, remaining: 0, resetSeconds: 2, retryAfterSeconds: 3 }
const credential = {
  keyId: 'key_1',
  limit: { ratePerSecond: 10, burst: 20 },
  environmentId: 'env_1',
  environmentLimit: { ratePerSecond: 40, burst: 80 },
} as never
const request = { ip: '192.0.2.1', headers: {} } as FastifyRequest

test('a key takes from its own bucket and that of its environment, each with its own limit', async () => {
  const { limiter, reply, taken, headers } = limiterWith(allowed)
  await limiter.takeForCredential(credential, reply, 3)
  const own = expect.objectContaining({ key: 'key_1', limit: { ratePerSecond: 10, burst: 20 } })
  const shared = expect.objectContaining({ key: 'env_1', limit: { ratePerSecond: 40, burst: 80 } })
  expect(taken).toEqual([[[own, shared], 3, undefined]])
  expect(headers).toEqual({ 'ratelimit-policy': '"default";q=20;w=2', ratelimit: '"default";r=7;t=1' })
})

test('the items of a batch need a token each', async () => {
  const { limiter, reply, taken } = limiterWith(exhausted)
  await expect(limiter.takeForItems(credential, reply, 300)).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('each item of a batch counts as one'),
  })
  expect(taken).toEqual([[[expect.anything(), expect.anything()], 300, 300]])
})

test('an address takes from its own bucket, with a burst of two seconds', async () => {
  const { limiter, reply, taken, headers } = limiterWith(allowed)
  await limiter.takeForAddress(request, reply)
  const bucket = expect.objectContaining({ key: 'address:192.0.2.1', limit: { ratePerSecond: 5, burst: 10 } })
  expect(taken).toEqual([[[bucket], 1, undefined]])
  expect(headers['ratelimit-policy']).toBe('"address";q=10;w=2')
})

test('an empty bucket is rate_limited with the time to wait, and the headers are set all the same', async () => {
  const { limiter, reply, headers } = limiterWith(exhausted)
  await expect(limiter.takeForCredential(credential, reply, 3)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 3,
    message: 'This key has sent more than 10 requests per second. Retry in 3 s.',
  })
  expect(headers.ratelimit).toBe('"default";r=0;t=2')
})

test('the headers and the message name the environment if its bucket is the tighter one', async () => {
  const { limiter, reply, headers } = limiterWith(exhausted, 1)
  await expect(limiter.takeForCredential(credential, reply, 3)).rejects.toMatchObject({
    message: 'This environment has sent more than 40 requests per second. Retry in 3 s.',
  })
  expect(headers).toEqual({ 'ratelimit-policy': '"environment";q=80;w=2', ratelimit: '"environment";r=0;t=2' })
})

test.each([
  [0, 1],
  [1, 1],
  [16 * 1024, 1],
  [16 * 1024 + 1, 2],
  [384 * 1024, 24],
])('a body of %i bytes costs %i tokens', (bytes, cost) => {
  expect(getTokens(bytes)).toBe(cost)
})

test('headers are structured fields', () => {
  expect(rateLimitHeaders('default', { ratePerSecond: 100, burst: 200 }, allowed)).toEqual({
    'ratelimit-policy': '"default";q=200;w=2',
    ratelimit: '"default";r=7;t=1',
  })
})

test.each([
  [{}, 1],
  [{ 'content-length': '3000000' }, 3],
  // The connection ends before more is read.
  [{ 'content-length': '99999999999' }, 8],
])('a body that nobody reads costs an address a token for each MiB', async (headers, cost) => {
  const { limiter, reply, taken } = limiterWith(allowed)
  await limiter.takeForAddress({ ip: '192.0.2.1', headers } as FastifyRequest, reply)
  expect(taken).toEqual([[[expect.anything()], cost, undefined]])
})

test('an address has no more requests in work than its bucket can be charged for', async () => {
  const { limiter, reply } = limiterWith(allowed)
  const hold = (cost = 4) => limiter.holdForAddress(request, reply, cost)
  // Ten tokens of the burst, and as many of debt.
  const held = [await hold(), await hold(), await hold(), await hold(), await hold()]
  await expect(hold(1)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
  await limiter.holdForAddress({ ip: '192.0.2.2', headers: {} } as FastifyRequest, reply, 4)
  for (const release of held) release()
  // One that costs more than the bucket has is worked on alone.
  const release = await hold(1_000)
  await expect(hold(1)).rejects.toMatchObject({ code: 'rate_limited' })
  release()
  await hold()
})
