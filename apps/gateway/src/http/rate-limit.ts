import type { RateLimit, SharedState, TokenOutcome } from '@waybill/chassis/state/shared-state'
import { AppError } from '@waybill/contracts/app-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Credential, toRateLimit } from '../auth/credentials.ts'

/** Takes a token from a bucket and sets the RateLimit headers. Both functions throw rate_limited if it is empty. */
export interface RateLimiter {
  takeForCredential(credential: Credential, reply: FastifyReply): Promise<void>
  /** For callers without a valid token. */
  takeForAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function createRateLimiter(options: { sharedState: SharedState; addressRateLimit: number }): RateLimiter {
  const { sharedState } = options
  const addressLimit = toRateLimit(options.addressRateLimit)

  async function take(
    { key, policy, limit }: { key: string; policy: string; limit: RateLimit },
    reply: FastifyReply,
  ): Promise<void> {
    const outcome = await sharedState.takeTokens(key, limit)
    reply.headers(rateLimitHeaders(policy, limit, outcome))
    if (outcome.allowed) return
    const { retryAfterSeconds } = outcome
    const message = `More than ${limit.ratePerSecond} requests per second. Retry in ${retryAfterSeconds} s.`
    throw new AppError('rate_limited', message, { retryAfterSeconds })
  }

  return {
    takeForCredential: ({ keyId, limit }, reply) => take({ key: keyId, policy: 'default', limit }, reply),
    takeForAddress: (request, reply) =>
      take({ key: `address:${request.ip}`, policy: 'address', limit: addressLimit }, reply),
  }
}

/** Structured fields of draft-ietf-httpapi-ratelimit-headers: the policy's quota and window, and what remains. */
export const rateLimitHeaders = (policy: string, limit: RateLimit, outcome: TokenOutcome) => ({
  'ratelimit-policy': `"${policy}";q=${limit.ratePerSecond};w=1`,
  ratelimit: `"${policy}";r=${outcome.remaining};t=${outcome.resetSeconds}`,
})
