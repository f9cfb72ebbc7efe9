/** OAuth access tokens (RFC 6749, 4.4: client credentials), cached for each account and its credentials. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Caller, CarrierAccount } from '../carrier-adapter.ts'
import type { HttpClient, HttpOutcome, HttpRequest } from '../http/client.ts'
import type { JsonAnswers } from '../http/json-answers.ts'

const MAX_TOKENS = 10_000
const FETCH_TIMEOUT_MS = 10_000
/** Lifetime of a token whose answer does not say. */
const DEFAULT_LIFETIME_MS = 30 * 60_000
/** A token is replaced this long before it expires, or a tenth of its life if that is shorter. */
const EARLY_MS = 5 * 60_000

/** `expires_in` counts seconds. Some carriers send it as text, some leave it out. */
const wireToken = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().nonnegative().nullable().catch(null),
})

/** How an account logs in at its carrier. */
export interface OAuthLogin {
  carrierCode: string
  /** Name of the carrier in messages to merchants. */
  name: string
  /** Reads the login service's answers, errors included. */
  answers: Pick<JsonAnswers, 'read'>
  /** The request for a token. It is cached by all of this, so that other credentials get another token. */
  tokenRequest(account: CarrierAccount): Required<Pick<HttpRequest, 'url' | 'headers' | 'form'>>
}

interface Token {
  kind: 'token'
  accessToken: string
  staleAtMs: number
}

/** Why the call itself was not sent, as an outcome of it. */
type NoToken = HttpOutcome

interface AccessTokens {
  /** A token, or why there is none: a refusal of the credentials counts as a 401 of the call, everything else as not sent. */
  get(call: Caller): Promise<Token | NoToken>
  /** Forgets a token that the carrier has refused, unless it was replaced already. */
  drop(call: Caller, token: Token): void
}

/** Tokens are fetched once at a time for each account. */
export function createAccessTokens(http: HttpClient, login: OAuthLogin): AccessTokens {
  const tokens = new LRUCache<string, Token>({ max: MAX_TOKENS })
  const pending = new Map<string, Promise<Token | NoToken>>()
  const keyFor = ({ account }: Caller) => hashKey(account.carrierAccountId, login.tokenRequest(account))

  async function fetchToken(call: Caller, key: string): Promise<Token | NoToken> {
    // Without the signal of the first caller: others may wait for the same token.
    const outcome = await http(toHttpRequest(call, login))
    const token = toToken(outcome, login, Date.now())
    if (token.kind === 'token') tokens.set(key, token)
    return token
  }

  return {
    async get(call) {
      const key = keyFor(call)
      const known = tokens.get(key)
      if (known && Date.now() < known.staleAtMs) return known
      let fetching = pending.get(key)
      if (fetching === undefined) {
        fetching = fetchToken(call, key).finally(() => pending.delete(key))
        pending.set(key, fetching)
      }
      return await endsBefore(fetching, call, login.name)
    },
    drop(call, token) {
      const key = keyFor(call)
      if (tokens.get(key)?.accessToken === token.accessToken) tokens.delete(key)
    },
  }
}

/** The key holds no secret in plain text, as it may appear in a heap dump. */
const hashKey = (carrierAccountId: string, request: ReturnType<OAuthLogin['tokenRequest']>): string =>
  createHash('sha256')
    .update(JSON.stringify([carrierAccountId, request]))
    .digest('base64')

const toHttpRequest = ({ account, requestId }: Caller, login: OAuthLogin): HttpRequest => ({
  method: 'POST',
  ...login.tokenRequest(account),
  subject: {
    environmentId: account.environmentId,
    carrierAccountId: account.carrierAccountId,
    carrierCode: login.carrierCode,
    operation: 'token',
    requestId,
    reference: null,
  },
  idempotent: true,
  deadlineAt: new Date(Date.now() + FETCH_TIMEOUT_MS),
})

function toToken(outcome: HttpOutcome, { answers, name }: OAuthLogin, nowMs: number): Token | NoToken {
  const found = answers.read(outcome, wireToken, ({ access_token, expires_in }): Token => {
    const lifetimeMs = expires_in === null ? DEFAULT_LIFETIME_MS : expires_in * 1_000
    const staleAtMs = nowMs + lifetimeMs - Math.min(EARLY_MS, lifetimeMs / 10)
    return { kind: 'token', accessToken: access_token, staleAtMs }
  })
  if (found.kind === 'token') return found
  const { code, message } = found.failure
  if (outcome.kind === 'answered' && outcome.status === 429) return { ...outcome, ambiguous: false }
  // A refusal. RFC 6749 lets the service choose between 400 and 401.
  if (outcome.kind === 'answered' && [400, 401, 403].includes(outcome.status)) {
    return { ...outcome, status: 401, ambiguous: false }
  }
  return { kind: 'not_sent', code, message: `${name}’s login service: ${message}`, ambiguous: false }
}

/** The token, or nothing sent once the time of this caller is over. */
async function endsBefore(fetching: Promise<Token | NoToken>, call: Caller, name: string): Promise<Token | NoToken> {
  const late: NoToken = {
    kind: 'not_sent',
    code: 'timeout',
    ambiguous: false,
    message: `The login service of ${name} did not answer in time.`,
  }
  const timeLeftMs = Math.max(0, call.deadlineAt.getTime() - Date.now())
  const timeout = AbortSignal.timeout(timeLeftMs)
  const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout
  const { promise, resolve } = Promise.withResolvers<NoToken>()
  const end = () => resolve(late)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([fetching, promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
