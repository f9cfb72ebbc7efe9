import type { RateLimit, SharedState, TokenBucket, TokenOutcome } from '@waybill/chassis/state/shared-state'
import { AppError } from '@waybill/contracts/app-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Credential, toRateLimit } from '../credential.ts'
import { LARGEST_DROPPED_BYTES } from '../http/body.ts'
import { callerAddress } from './caller-address.ts'

const BYTES_PER_TOKEN = 16 * 1024

/** Tokens that a request costs: one for each part of its body that has begun, 16 KiB unless given. */
export const getTokens = (bodyBytes: number, bytesPerToken = BYTES_PER_TOKEN): number =>
  Math.max(1, Math.ceil(bodyBytes / bytesPerToken))

/** Length of the body by its header; 0 if it comes in chunks. */
export const declaredBytes = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0) || 0

const DROPPED_BYTES_PER_TOKEN = 1024 * 1024

/** Tokens of a request whose body is dropped unread. */
const droppedTokens = (request: FastifyRequest): number =>
  getTokens(Math.min(declaredBytes(request), LARGEST_DROPPED_BYTES), DROPPED_BYTES_PER_TOKEN)

/** Tokens of a request from anybody: of what its route reads, and of what is too large. */
export const anonymousTokens = (request: FastifyRequest): number =>
  Math.max(getTokens(Math.min(declaredBytes(request), request.routeOptions.bodyLimit)), droppedTokens(request))

/** A bucket with its name in the RateLimit headers and in messages. */
interface PolicyBucket extends TokenBucket {
  policy: string
  owner: string
}

/** Takes tokens from buckets. Those that may throw rate_limited set the RateLimit headers. */
export interface RateLimiter {
  /** From the buckets of its key and of its environment, or from neither. */
  takeForCredential(credential: Credential, reply: FastifyReply, cost: number): Promise<void>
  /** For the items of a batch, of the same buckets: throws unless they have a token for each, or are half full. */
  takeForItems(credential: Credential, reply: FastifyReply, items: number): Promise<void>
  /** For callers without a valid token. `cost`: that of a body that is dropped unread, unless given. */
  takeForAddress(request: FastifyRequest, reply: FastifyReply, cost?: number): Promise<void>
  /**
   * As `checkAddress`, for a request that may be charged once it is known to be genuine or not. Until the returned function is
   * called it counts: an address has no more of them at a time than its bucket can be charged for, down to its deepest debt.
   */
  holdForAddress(request: FastifyRequest, reply: FastifyReply, cost: number): Promise<() => void>
  /** Throws rate_limited if the bucket of the address is empty. Takes nothing. */
  checkAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Adds to the cost of a request that was admitted. */
  charge(credential: Credential, cost: number): Promise<void>
  chargeAddress(request: FastifyRequest, cost?: number): Promise<void>
}

export function createRateLimiter(options: { sharedState: SharedState; addressRateLimit: number }): RateLimiter {
  const { sharedState } = options
  const addressLimit = toRateLimit(options.addressRateLimit)

  async function take(
    buckets: readonly PolicyBucket[],
    { cost, needed }: { cost: number; needed?: number },
    reply: FastifyReply,
  ): Promise<void> {
    const outcome = await sharedState.takeTokens(buckets, cost, needed)
    const { policy, owner } = buckets.find(({ key }) => key === outcome.bucket.key) as PolicyBucket
    const { limit } = outcome.bucket
    reply.headers(rateLimitHeaders(policy, limit, outcome))
    if (outcome.allowed) return
    const { retryAfterSeconds } = outcome
    const counted = needed === undefined ? '' : ', and each item of a batch counts as one'
    const message = `${owner} has sent more than ${limit.ratePerSecond} requests per second${counted}. Retry in ${retryAfterSeconds} s.`
    throw new AppError('rate_limited', message, { retryAfterSeconds, meta: { policy } })
  }

  function listBuckets({ keyId, limit, environmentId, environmentLimit, session }: Credential): PolicyBucket[] {
    const own = { key: keyId, limit, policy: 'default', owner: session ? 'This session' : 'This key' }
    if (environmentId === '') return [own]
    return [own, { key: environmentId, limit: environmentLimit, policy: 'environment', owner: 'This environment' }]
  }
  const addressBuckets = ({ ip }: FastifyRequest): PolicyBucket[] => [
    { key: `address:${callerAddress(ip)}`, limit: addressLimit, policy: 'address', owner: 'This IP address' },
  ]

  const held = new Map<string, number>()
  async function holdForAddress(request: FastifyRequest, reply: FastifyReply, cost: number): Promise<() => void> {
    const buckets = addressBuckets(request)
    await take(buckets, { cost: 0 }, reply)
    const [{ key, limit }] = buckets as [PolicyBucket]
    const before = held.get(key) ?? 0
    if (before > 0 && before + cost > 2 * limit.burst)
      throw new AppError('rate_limited', 'Too many requests of this IP address are being worked on. Retry in 1 s.', {
        retryAfterSeconds: 1,
        meta: { policy: 'address' },
      })
    held.set(key, before + cost)
    return () => {
      const left = (held.get(key) ?? 0) - cost
      if (left > 0) held.set(key, left)
      else held.delete(key)
    }
  }

  return {
    holdForAddress,
    takeForCredential: (credential, reply, cost) => take(listBuckets(credential), { cost }, reply),
    takeForItems: (credential, reply, items) => take(listBuckets(credential), { cost: items, needed: items }, reply),
    takeForAddress: (request, reply, cost = droppedTokens(request)) => take(addressBuckets(request), { cost }, reply),
    checkAddress: (request, reply) => take(addressBuckets(request), { cost: 0 }, reply),
    charge: (credential, cost) => sharedState.chargeTokens(listBuckets(credential), cost),
    chargeAddress: (request, cost = droppedTokens(request)) => sharedState.chargeTokens(addressBuckets(request), cost),
  }
}

/**
 * Structured fields of draft-ietf-httpapi-ratelimit-headers: the policy's quota and window, and what remains. The quota is
 * the burst and the window the time in which it fills, so that no more than the quota ever remains.
 */
export const rateLimitHeaders = (policy: string, limit: RateLimit, outcome: Omit<TokenOutcome, 'bucket'>) => ({
  'ratelimit-policy': `"${policy}";q=${limit.burst};w=${limit.burst / limit.ratePerSecond}`,
  ratelimit: `"${policy}";r=${outcome.remaining};t=${outcome.resetSeconds}`,
})
