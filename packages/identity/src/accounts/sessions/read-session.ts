/** The session of a request, as its credential. */
import { toRateLimit } from '@waybill/edge/credential'
import type { DefaultRateLimits } from '../../credentials/default-rate-limits.ts'
import type { SessionReader } from '../../credentials/session-reader.ts'
import { assertOwnPage, readSessionToken } from './cookies.ts'
import { credentialIn, merchantCredential } from './session.ts'
import type { Sessions } from './sessions.ts'

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
