import { hash } from 'node:crypto'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { TOKEN_SECONDS } from '@waybill/contracts/requests/access-token'
import { type Scope, scopes } from '@waybill/contracts/requests/scopes'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { cannotCheck } from '../credentials/known-keys.ts'
import { ALGORITHM, type SigningKeys } from './signing-keys.ts'

/** RFC 9068, 2.1. */
const TYPE = 'at+jwt'
const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/
/** A token with every scope has about 900 characters. */
const MOST_CHARACTERS = 4_096
const CACHED_TOKENS = 20_000
const CLOCK_TOLERANCE_SECONDS = 5

/** Claims of an access token: the key that it stands for, and the scopes of that key that it has. */
export interface AccessToken {
  environmentId: string
  keyId: string
  scopes: ReadonlySet<Scope>
  expiresAt: Date
}

export interface AccessTokens {
  /** A signed token for the key. */
  issue(owner: { environmentId: string; keyId: string; scopes: Iterable<Scope> }): Promise<string>
  /**
   * Verifies form, signature, issuer, audience and expiry. Throws `invalid_token`, `token_expired`,
   * `service_unavailable`. Whether the key still
   * works is for the caller to find out. `beforeVerification` runs before the work on a token that this replica has never
   * seen, and may throw.
   */
  verify(token: string, beforeVerification?: () => Promise<void>): Promise<AccessToken>
}

/** Whether the text has the form of a signed access token, as opposed to the token of a key. */
export const isAccessToken = (text: string): boolean => text.length <= MOST_CHARACTERS && FORM.test(text)

/** Access tokens are JWTs as in RFC 9068, issued by this installation for itself. */
export function createAccessTokens({
  signingKeys,
  publicUrl,
}: {
  signingKeys: SigningKeys
  publicUrl: string
}): AccessTokens {
  const verified = new LRUCache<string, AccessToken>({ max: CACHED_TOKENS })

  async function read(token: string): Promise<AccessToken> {
    const { kid = '' } = decodeProtectedHeader(token)
    const key = await signingKeys.verifier(kid)
    if (key === undefined) throw invalidToken()
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: publicUrl,
      audience: publicUrl,
      requiredClaims: ['sub', 'exp', 'scope', 'environment_id'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    const named = String(payload.scope).split(' ')
    return {
      environmentId: String(payload.environment_id),
      keyId: String(payload.sub),
      scopes: new Set(scopes.filter((scope) => named.includes(scope))),
      expiresAt: new Date(Number(payload.exp) * 1_000),
    }
  }

  return {
    async issue({ environmentId, keyId, scopes: granted }) {
      const { signingKeyId, key } = await signingKeys.signer()
      return new SignJWT({ client_id: keyId, scope: [...granted].join(' '), environment_id: environmentId })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: signingKeyId })
        .setIssuer(publicUrl)
        .setAudience(publicUrl)
        .setSubject(keyId)
        .setJti(newId('tok'))
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_SECONDS} s`)
        .sign(key)
    },

    async verify(token, beforeVerification) {
      const id = hash('sha256', token)
      let found = verified.get(id)
      if (found === undefined) {
        await beforeVerification?.()
        found = await read(token).catch((error: unknown) => {
          if (error instanceof errors.JWTExpired) throw expired()
          if (error instanceof errors.JOSEError || error instanceof TypeError) throw invalidToken()
          throw error instanceof AppError ? error : cannotCheck(error)
        })
        verified.set(id, found)
      }
      if (found.expiresAt.getTime() + CLOCK_TOLERANCE_SECONDS * 1_000 <= Date.now()) throw expired()
      return found
    },
  }
}

const invalidToken = () =>
  new AppError('invalid_token', 'The access token was not issued by this installation. Request one at /oauth/token.')

const expired = () => new AppError('token_expired', 'The access token has expired. Request a new one at /oauth/token.')
