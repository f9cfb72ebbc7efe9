/** Requests with an access token of the account. */
import type { Caller } from '../carrier-adapter.ts'
import type { HttpClient, HttpOutcome, HttpRequest } from '../http/client.ts'
import { createAccessTokens, type OAuthLogin } from './access-tokens.ts'

/** Sends the request within the call's deadline. The token is added to its headers. */
export type SendAuthorized = (call: Caller, request: HttpRequest) => Promise<HttpOutcome>

/** A token that the carrier refuses with 401 is replaced once: it may have been revoked before it expired. */
export function createAuthorizedCalls(http: HttpClient, login: OAuthLogin): SendAuthorized {
  const tokens = createAccessTokens(http, login)

  async function sendOnce(call: Caller, request: HttpRequest) {
    const token = await tokens.get(call)
    if (token.kind !== 'token') return { outcome: token, isTokenRefused: false }
    const headers = { ...request.headers, authorization: `Bearer ${token.accessToken}` }
    const outcome = await http({ ...request, headers })
    const isTokenRefused = outcome.kind === 'answered' && outcome.status === 401
    if (isTokenRefused) tokens.drop(call, token)
    return { outcome, isTokenRefused }
  }

  return async (given, request) => {
    const call = { ...given, deadlineAt: request.deadlineAt }
    const first = await sendOnce(call, request)
    if (!first.isTokenRefused) return first.outcome
    const { outcome } = await sendOnce(call, request)
    const mayHaveHadEffect = first.outcome.kind !== 'unknown' && first.outcome.ambiguous
    return outcome.kind === 'unknown' ? outcome : { ...outcome, ambiguous: outcome.ambiguous || mayHaveHadEffect }
  }
}
