/** The token endpoint of RFC 6749: exchanges the token of a key for a short-lived access token. */
import { AppError } from '@waybill/contracts/app-error'
import { TOKEN_SECONDS } from '@waybill/contracts/requests/access-token'
import { JSON_TYPE } from '@waybill/contracts/requests/media-types'
import { scopes } from '@waybill/contracts/requests/scopes'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { KeyCredential } from '../credentials/key-credential.ts'
import { hasTokenForm } from '../credentials/token.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { SigningKeys } from './signing-keys.ts'
import { OAuthError, type OAuthErrorCode, readTokenRequest } from './token-request.ts'

export interface OAuth {
  /** Errors have the form of RFC 6749, 5.2. */
  createToken(call: Pick<Call, 'bytes' | 'headers'>): Promise<Reply>
  publishedKeys(): Promise<Reply>
  metadata(): Reply
}

/** How long verifiers may keep keys: shorter than a key is published ahead. */
const KEYS_MAX_AGE_SECONDS = 3_600

const STATUS: Record<OAuthErrorCode, number> = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  temporarily_unavailable: 503,
}

export function createOAuth(dependencies: {
  credentials: { get(token: string): Promise<KeyCredential> }
  accessTokens: Pick<AccessTokens, 'issue'>
  signingKeys: Pick<SigningKeys, 'published'>
  publicUrl: string
}): OAuth {
  const { credentials, accessTokens, signingKeys, publicUrl } = dependencies

  async function authenticate(clientId: string, clientSecret: string): Promise<KeyCredential> {
    // An access token cannot be exchanged for another.
    if (!hasTokenForm(clientSecret)) throw unknownClient()
    const credential = await credentials.get(clientSecret).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      if (error.kind.status >= 500) throw new OAuthError('temporarily_unavailable', error.message)
      throw error.code === 'invalid_token' ? unknownClient() : new OAuthError('invalid_client', error.message)
    })
    if (credential.keyId !== clientId) throw unknownClient()
    return credential
  }

  async function issue({ bytes, headers }: Pick<Call, 'bytes' | 'headers'>) {
    const request = readTokenRequest({
      body: bytes.toString(),
      contentType: headers['content-type'],
      authorization: headers.authorization,
    })
    const credential = await authenticate(request.clientId, request.clientSecret)
    const excess = request.scopes?.find((scope) => !credential.scopes.has(scope))
    if (excess !== undefined) throw new OAuthError('invalid_scope', `The key lacks the scope ${excess}.`)
    const granted = request.scopes ?? [...credential.scopes]
    const access_token = await accessTokens.issue({ ...credential, scopes: granted })
    return { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: granted.join(' ') }
  }

  return {
    async createToken(call) {
      try {
        return answer(200, await issue(call))
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error
        const status = STATUS[error.code]
        return answer(
          status,
          { error: error.code, error_description: error.message },
          toChallenge(status, call.headers),
        )
      }
    },

    async publishedKeys() {
      const headers = { 'cache-control': `public, max-age=${KEYS_MAX_AGE_SECONDS}` }
      return { status: 200, body: JSON.stringify(await signingKeys.published()), contentType: JSON_TYPE, headers }
    },

    metadata: () => ({
      status: 200,
      contentType: JSON_TYPE,
      body: JSON.stringify({
        issuer: publicUrl,
        token_endpoint: `${publicUrl}/oauth/token`,
        jwks_uri: `${publicUrl}/.well-known/jwks.json`,
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        response_types_supported: [],
        scopes_supported: scopes,
        service_documentation: `${publicUrl}/docs/authentication`,
      }),
    }),
  }
}

const unknownClient = () =>
  new OAuthError('invalid_client', 'client_id and client_secret are not the id and the token of a key.')

/** RFC 6749, 5.1: no cache may keep a token. */
const answer = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  body: JSON.stringify(body),
  contentType: JSON_TYPE,
  headers: { 'cache-control': 'no-store', pragma: 'no-cache', ...headers },
})

/** RFC 6749, 5.2: a client that used the Authorization header is asked for it again. */
const toChallenge = (status: number, { authorization }: Call['headers']): Record<string, string> =>
  status === 401 && authorization !== undefined ? { 'www-authenticate': 'Basic realm="waybill"' } : {}
