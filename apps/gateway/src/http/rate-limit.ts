import type { RateLimit, SharedState, TokenOutcome } from '@waybill/chassis/state/shared-state'
import { AppError } from '@waybill/contracts/app-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Credential, rateLimitOf } from '../auth/credentials.ts'

/** Counts requests against a bucket and says so in the answer's headers. Both throw rate_limited when it is empty. */
export interface RateLimiter {
  takeForCredential(credential: Credential, reply: FastifyReply): Promise<void>
  /** For callers without a valid token. */
  takeForAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function createRateLimiter(options: { sharedState: SharedState; addressRateLimit: number }): RateLimiter {
  const { sharedState } = options
  const addressLimit = rateLimitOf(options.addressRateLimit)

  async function take(key: string, policy: string, limit: RateLimit, reply: FastifyReply): Promise<void> {
    const outcome = await sharedState.takeTokens(key, limit)
    reply.headers(rateLimitHeaders(policy, limit, outcome))
    if (outcome.allowed) return
    const { retryAfterSeconds } = outcome
    const message = `More than ${limit.ratePerSecond} requests a second. Try again in ${retryAfterSeconds} s.`
    throw new AppError('rate_limited', message, { retryAfterSeconds })
  }

  return {
    takeForCredential: ({ keyId, limit }, reply) => take(keyId, 'default', limit, reply),
    takeForAddress: (request, reply) => take(`address:${request.ip}`, 'address', addressLimit, reply),
  }
}

/** Structured fields of draft-ietf-httpapi-ratelimit-headers: quota and window of the policy, what remains of it. */
export const rateLimitHeaders = (policy: string, limit: RateLimit, outcome: TokenOutcome) => ({
  'ratelimit-policy': `"${policy}";q=${limit.ratePerSecond};w=1`,
  ratelimit: `"${policy}";r=${outcome.remaining};t=${outcome.resetSeconds}`,
})
