import type { SharedState, TokenOutcome } from '@waybill/chassis/state/shared-state'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createRateLimiter, rateLimitHeaders } from './rate-limit.ts'

/** A limiter on a state with one outcome, and what it asked and set. */
function limiterWith(outcome: TokenOutcome) {
  const taken: unknown[] = []
  const headers: Record<string, string> = {}
  const sharedState = {
    takeTokens: async (...call: unknown[]) => {
      taken.push(call)
      return outcome
    },
  } as unknown as SharedState
  const reply = { headers: (set: object) => Object.assign(headers, set) } as unknown as FastifyReply
  return { limiter: createRateLimiter({ sharedState, addressRateLimit: 5 }), reply, taken, headers }
}

const allowed: TokenOutcome = { allowed: true, remaining: 7, resetSeconds: 1, retryAfterSeconds: 0 }
const exhausted: TokenOutcome = { allowed: false, remaining: 0, resetSeconds: 2, retryAfterSeconds: 3 }
const credential = { keyId: 'key_1', limit: { ratePerSecond: 10, burst: 20 } } as never
const request = { ip: '192.0.2.1' } as FastifyRequest

test('a key takes from its own bucket, with its own limit', async () => {
  const { limiter, reply, taken, headers } = limiterWith(allowed)
  await limiter.takeForCredential(credential, reply)
  expect(taken).toEqual([['key_1', { ratePerSecond: 10, burst: 20 }]])
  expect(headers).toEqual({ 'ratelimit-policy': '"default";q=10;w=1', ratelimit: '"default";r=7;t=1' })
})

test('an address takes from its own bucket, with a burst of two seconds', async () => {
  const { limiter, reply, taken, headers } = limiterWith(allowed)
  await limiter.takeForAddress(request, reply)
  expect(taken).toEqual([['address:192.0.2.1', { ratePerSecond: 5, burst: 10 }]])
  expect(headers['ratelimit-policy']).toBe('"address";q=5;w=1')
})

test('an empty bucket is rate_limited with the time to wait, and the headers are set all the same', async () => {
  const { limiter, reply, headers } = limiterWith(exhausted)
  await expect(limiter.takeForCredential(credential, reply)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 3,
    message: 'More than 10 requests per second. Retry in 3 s.',
  })
  expect(headers.ratelimit).toBe('"default";r=0;t=2')
})

test('headers are structured fields', () => {
  expect(rateLimitHeaders('default', { ratePerSecond: 100, burst: 200 }, allowed)).toEqual({
    'ratelimit-policy': '"default";q=100;w=1',
    ratelimit: '"default";r=7;t=1',
  })
})
