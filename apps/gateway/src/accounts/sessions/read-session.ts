/** The session of a request, as its credential. */
import type { FastifyRequest } from 'fastify'
import { type Credential, type DefaultRateLimits, toRateLimit } from '../../auth/credentials.ts'
import { assertOwnPage, readSessionToken } from './cookies.ts'
import { credentialIn, merchantCredential } from './session.ts'
import type { Sessions } from './sessions.ts'

/**
 * Undefined if the request has no cookie of a session. `isOfTeam`: the request is about the team or the account, not about an
 * environment. Throws `session_ended`, `csrf_failed`, `environment_required`, `environment_not_found`, `access_suspended`.
 */
export type SessionReader = (
  request: FastifyRequest,
  options: { isOfTeam: boolean; beforeLookup: () => Promise<void> },
) => Promise<Credential | undefined>

export function sessionReader(options: {
  sessions: Pick<Sessions, 'get'>
  publicUrl: string
  rateLimits: DefaultRateLimits
}): SessionReader {
  const { sessions, publicUrl, rateLimits } = options
  const limits = {
    ofSession: toRateLimit(rateLimits.ofKey),
    ofEnvironment: toRateLimit(rateLimits.ofEnvironment),
  }
  return async (request, { isOfTeam, beforeLookup }) => {
    const { headers } = request
    const token = readSessionToken(headers, publicUrl)
    if (token === undefined) return undefined
    const session = await sessions.get(token, beforeLookup)
    assertOwnPage(request, token, publicUrl)
    if (isOfTeam) return merchantCredential(session, token, limits)
    return credentialIn(session, { token, header: headers['waybill-environment'], limits })
  }
}
