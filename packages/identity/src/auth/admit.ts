import { AppError } from '@waybill/contracts/app-error'
import { type Access, scopeForMembers } from '@waybill/contracts/requests/operation'
import { roleLacks } from '@waybill/contracts/requests/roles'
import type { MemberScope } from '@waybill/contracts/requests/scopes'
import { parseBearerToken } from '@waybill/edge/http/headers'
import type { FreeCalls } from '@waybill/edge/limits/free-calls'
import { anonymousTokens, declaredBytes, getTokens, type RateLimiter } from '@waybill/edge/limits/rate-limit'
import type { Admit } from '@waybill/edge/routing/register'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Suspended } from '../credentials/refusal.ts'
import type { SessionReader } from '../credentials/session-reader.ts'
import type { Credentials } from './credentials.ts'
import type { FindDriver } from './driver-credentials.ts'

const CHALLENGE = 'Bearer realm="waybill"'

const CARRIER_ACCOUNT_ID = /^cac_[A-Za-z0-9_-]{1,80}$/

type Scoped = Extract<Access, { scope: MemberScope | null }>
/** How a caller with a token or session may be admitted. */
type TokenKind = Scoped['kind'] | 'driver'

const missingTokenMessages: Record<TokenKind, string> = {
  driver: 'Send the header "Authorization: Bearer <TOKEN OF THE DRIVER>".',
  token: 'Send the header "Authorization: Bearer <ACCESS_TOKEN>".',
  token_or_signature: 'Send the header "Authorization: Bearer <ACCESS_TOKEN>", or use the signed URL in the booking.',
  session: 'Only a session opens this: sign in, and send its cookie without an Authorization header.',
}

/** Throws before the body is read. */
function assertAccountId({ params }: FastifyRequest): void {
  if (CARRIER_ACCOUNT_ID.test((params as { carrier_account_id: string }).carrier_account_id)) return
  throw new AppError(
    'route_not_found',
    'Invalid carrier_account_id: expected cac_ followed by 1 to 80 letters, digits, _ or -.',
  )
}

/** A photo of 5 MiB costs a driver as much as five other requests. */
const DRIVER_BYTES_PER_TOKEN = 1024 * 1024

/** Statuses of call-backs that no carrier sends: wrong signature, unknown account, far too large. */
const FORGED: ReadonlySet<number> = new Set([401, 404, 413])

/** Releases call-backs, which are charged only if they are forged. */
const held = new WeakMap<FastifyRequest, () => void>()

/** Tokens that batches have paid for their items, until they are settled. */
const paidForItems = new WeakMap<FastifyRequest, number>()

/** Counts the items of an admitted batch that its body has not paid for. Throws rate_limited. */
export function payForItems(limiter: RateLimiter) {
  return async (request: FastifyRequest, reply: FastifyReply, items: number): Promise<void> => {
    const due = items - getTokens(declaredBytes(request))
    if (!request.credential || due <= 0) return
    await limiter.takeForItems(request.credential, reply, due)
    paidForItems.set(request, due)
  }
}

/** Whether the request has a signature instead of a token. The owning service verifies the signature. */
const isSigned = ({ headers, query }: FastifyRequest): boolean =>
  headers.authorization === undefined && Boolean((query as { signature?: unknown }).signature)

/** Tells whether an environment or its merchant is suspended; null: neither, or there is no such environment. */
export type FindSuspended = (environmentId: string) => Promise<Suspended | null>

/** Admits merchants: authenticates the token, counts the request against its rate limit, then checks the scope. */
export function admitMerchants(options: {
  credentials: Credentials
  limiter: RateLimiter
  freeCalls: FreeCalls
  findDriver: FindDriver
  readSession: SessionReader
  findSuspended: FindSuspended
}): Admit {
  const { credentials, limiter, freeCalls, findDriver, readSession, findSuspended } = options

  async function authenticate(kind: TokenKind, request: FastifyRequest, reply: FastifyReply) {
    let wasLookedUp = false
    const beforeLookup = async () => {
      await limiter.checkAddress(request, reply)
      wasLookedUp = true
    }
    try {
      const { authorization } = request.headers
      if (kind !== 'driver' && authorization === undefined) {
        const found = await readSession(request, { isOfTeam: kind === 'session', beforeLookup })
        if (found !== undefined) return found
      }
      const token = kind === 'session' ? undefined : parseBearerToken(authorization)
      if (token === undefined) throw new AppError('unauthenticated', missingTokenMessages[kind])
      return await (kind === 'driver' ? findDriver : credentials.get)(token, beforeLookup)
    } catch (error) {
      if (!(error instanceof AppError) || (error.kind.status !== 401 && error.code !== 'access_suspended')) throw error
      const problem = error.code === 'unauthenticated' ? '' : ', error="invalid_token"'
      if (error.kind.status === 401) reply.header('www-authenticate', CHALLENGE + problem)
      // Look-ups at the same time all find the last token in the bucket: each is charged, and the bucket ends in debt.
      if (wasLookedUp) await limiter.chargeAddress(request)
      else await limiter.takeForAddress(request, reply)
      throw error
    }
  }

  async function requireToken(access: Scoped, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { scope } = access
    const credential = await authenticate(access.kind, request, reply)
    request.credential = credential
    await limiter.takeForCredential(credential, reply, getTokens(declaredBytes(request)))
    const needed = credential.session ? scopeForMembers(access) : scope
    if (scope === null || needed === null || credential.scopes.has(needed)) return
    if (credential.session) throw roleLacks(needed)
    reply.header('www-authenticate', `${CHALLENGE}, error="insufficient_scope", scope="${scope}"`)
    throw new AppError('insufficient_scope', `The token lacks the scope ${scope}. Use a key that has it.`, {
      meta: { scope },
    })
  }

  /** The owning service verifies the signature, which covers the environment. */
  async function admitSigned(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await limiter.takeForAddress(request, reply)
    const { environment } = request.query as { environment?: unknown }
    const suspended = typeof environment === 'string' ? await findSuspended(environment) : null
    if (suspended)
      throw new AppError('access_suspended', `The ${suspended} that shared this URL is suspended.`, {
        meta: { suspended },
      })
  }

  async function requireDriver(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const credential = await authenticate('driver', request, reply)
    request.credential = credential
    await limiter.takeForCredential(credential, reply, getTokens(declaredBytes(request), DRIVER_BYTES_PER_TOKEN))
  }

  return async (access, request, reply) => {
    switch (access.kind) {
      case 'token':
      case 'session':
        return requireToken(access, request, reply)
      case 'token_or_signature':
        return isSigned(request) ? admitSigned(request, reply) : requireToken(access, request, reply)
      case 'driver':
        return requireDriver(request, reply)
      case 'anyone':
        if (access.limited)
          await limiter.takeForAddress(request, reply, anonymousTokens(request) + (access.tokens ?? 0))
        else await freeCalls.admit(request, reply)
        return
      case 'carrier':
        held.set(request, await limiter.holdForAddress(request, reply, anonymousTokens(request)))
        return assertAccountId(request)
      case 'operator':
        throw new Error('an operator route is registered on the public server')
    }
  }
}

/**
 * Returns a function that is called with the status of each answer, and charges what was not known at admission:
 * - the address, the tokens of a call-back that was forged, and one of a free call that failed;
 * - the caller, the tokens of a body whose length the header did not give, as far as the items of a batch have not paid for
 *   it;
 * - the caller, the tokens of the body once more if it was invalid (422).
 */
export function settleMerchants(limiter: RateLimiter, freeCalls: FreeCalls) {
  return (access: Access, request: FastifyRequest, status: number): void => {
    const { kind } = access
    if (kind === 'anyone' && !access.limited) {
      freeCalls.settle(request, status)
      return
    }
    const { credential, body } = request
    held.get(request)?.()
    held.delete(request)
    const cost = getTokens(Buffer.isBuffer(body) ? body.length : 0)
    if (kind === 'carrier' && FORGED.has(status))
      void limiter.chargeAddress(request, Math.max(cost, anonymousTokens(request)))
    // Photos of drivers are paid for at admission.
    if (kind === 'driver') return
    const paid = getTokens(declaredBytes(request)) + (paidForItems.get(request) ?? 0)
    const due = Math.max(0, cost - paid) + (status === 422 ? cost : 0)
    if (due === 0) return
    if (credential) void limiter.charge(credential, due)
    else if (kind === 'anyone') void limiter.chargeAddress(request, due)
  }
}
