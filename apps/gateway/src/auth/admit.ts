import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '@waybill/contracts/app-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseBearerToken } from '../http/headers.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { Admit } from '../routing/register.ts'
import type { Access } from '../routing/route.ts'
import type { Credentials } from './credentials.ts'
import type { Scope } from './scopes.ts'

const CHALLENGE = 'Bearer realm="waybill"'

type Scoped = Extract<Access, { scope: Scope }>

const missingTokenMessages: Record<Scoped['kind'], string> = {
  token: 'Send the header "Authorization: Bearer <ACCESS_TOKEN>".',
  token_or_signature: 'Send the header "Authorization: Bearer <ACCESS_TOKEN>", or use the signed URL in the booking.',
}

/** Whether the request has a signature instead of a token. The owning service verifies the signature. */
const isSigned = ({ headers, query }: FastifyRequest): boolean =>
  headers.authorization === undefined && Boolean((query as { signature?: unknown }).signature)

/** Admits merchants: authenticates the token, counts the request against its rate limit, then checks the scope. */
export function admitMerchants(options: { credentials: Credentials; limiter: RateLimiter }): Admit {
  const { credentials, limiter } = options

  async function authenticate({ kind }: Scoped, request: FastifyRequest, reply: FastifyReply) {
    try {
      const token = parseBearerToken(request.headers.authorization)
      if (token !== undefined) return await credentials.get(token)
      throw new AppError('unauthenticated', missingTokenMessages[kind])
    } catch (error) {
      if (!(error instanceof AppError) || error.kind.status !== 401) throw error
      const problem = error.code === 'unauthenticated' ? '' : ', error="invalid_token"'
      reply.header('www-authenticate', CHALLENGE + problem)
      await limiter.takeForAddress(request, reply)
      throw error
    }
  }

  async function requireToken(access: Scoped, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { scope } = access
    const credential = await authenticate(access, request, reply)
    request.credential = credential
    await limiter.takeForCredential(credential, reply)
    if (credential.scopes.has(scope)) return
    reply.header('www-authenticate', `${CHALLENGE}, error="insufficient_scope", scope="${scope}"`)
    throw new AppError('insufficient_scope', `The token lacks the scope ${scope}. Use a key that has it.`, {
      meta: { scope },
    })
  }

  return async (access, request, reply) => {
    switch (access.kind) {
      case 'token':
        return requireToken(access, request, reply)
      case 'token_or_signature':
        return isSigned(request) ? limiter.takeForAddress(request, reply) : requireToken(access, request, reply)
      case 'anyone':
        return access.limited ? limiter.takeForAddress(request, reply) : undefined
      case 'operator':
        throw new Error('an operator route is registered on the public server')
    }
  }
}

/** Admits the operator, by the admin token. Compares in constant time. */
export function admitOperator(adminToken: string): Admit {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(adminToken)
  return async (_access, request, reply) => {
    const token = parseBearerToken(request.headers.authorization)
    if (token !== undefined && timingSafeEqual(digest(token), expected)) return
    reply.header('www-authenticate', CHALLENGE)
    const message =
      token === undefined
        ? 'Send the header "Authorization: Bearer <ADMIN_TOKEN>".'
        : 'The token is not the admin token (WAYBILL_ADMIN_TOKEN).'
    throw new AppError(token === undefined ? 'unauthenticated' : 'invalid_token', message)
  }
}
