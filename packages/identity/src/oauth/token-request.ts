/** Pure: requests for access tokens, as RFC 6749 describes them. */
import { FORM_TYPE } from '@waybill/contracts/requests/media-types'
import { isScope, type Scope } from '@waybill/contracts/requests/scopes'

/** Codes of RFC 6749, 5.2, and `temporarily_unavailable` of 4.1.2.1. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'

export class OAuthError extends Error {
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, description: string) {
    super(description)
    this.code = code
  }
}

interface TokenRequest {
  clientId: string
  clientSecret: string
  /** Null: all scopes of the client. */
  scopes: Scope[] | null
}

const PARAMETERS = ['grant_type', 'client_id', 'client_secret', 'scope'] as const
type Parameter = (typeof PARAMETERS)[number]

/** Reads the body and the Authorization header. Unknown parameters are ignored (RFC 6749, 3.2). Throws an OAuthError. */
export function readTokenRequest(sent: {
  body: string
  contentType: string | undefined
  authorization: string | undefined
}): TokenRequest {
  if (sent.contentType?.split(';', 1)[0]?.trim().toLowerCase() !== FORM_TYPE)
    throw new OAuthError('invalid_request', `Send the parameters as ${FORM_TYPE}.`)
  const form = new URLSearchParams(sent.body)
  const repeated = PARAMETERS.filter((name) => form.getAll(name).length > 1)
  if (repeated.length > 0) throw new OAuthError('invalid_request', `Send ${repeated.join(' and ')} once.`)
  // An empty parameter counts as omitted (RFC 6749, 3.2).
  const value = (name: Parameter): string | undefined => form.get(name) || undefined
  const grantType = value('grant_type')
  if (grantType === undefined)
    throw new OAuthError('invalid_request', 'grant_type is missing: send client_credentials.')
  if (grantType !== 'client_credentials')
    throw new OAuthError('unsupported_grant_type', 'Only the grant type client_credentials is supported.')
  return { ...createClient(value, sent.authorization), scopes: parseScopes(value('scope')) }
}

function createClient(value: (name: Parameter) => string | undefined, authorization: string | undefined) {
  const [clientId, clientSecret] = [value('client_id'), value('client_secret')]
  if (authorization === undefined) {
    if (clientId && clientSecret) return { clientId, clientSecret }
    const missing = 'Send the id of a key as client_id, and its token as client_secret.'
    throw new OAuthError('invalid_client', missing)
  }
  if (clientSecret !== undefined)
    throw new OAuthError(
      'invalid_request',
      'Send the credentials in the Authorization header or in the body, not in both.',
    )
  const basic = basicCredentials(authorization)
  if (basic === undefined)
    throw new OAuthError('invalid_client', 'The Authorization header is not "Basic base64(client_id:client_secret)".')
  if (clientId !== undefined && clientId !== basic.clientId)
    throw new OAuthError('invalid_request', 'client_id differs from that of the Authorization header.')
  return basic
}

/** Both parts are form-encoded before they are joined (RFC 6749, 2.3.1). */
function basicCredentials(authorization: string): { clientId: string; clientSecret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const at = text.indexOf(':')
  const [clientId, clientSecret] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)].map(decodeForm)
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}

const decodeForm = (text: string): string => new URLSearchParams(`value=${text}`).get('value') ?? ''

function parseScopes(text: string | undefined): Scope[] | null {
  if (text === undefined) return null
  const named = [...new Set(text.split(' ').filter((name) => name !== ''))]
  const unknown = named.filter((name) => !isScope(name))
  if (named.length === 0 || unknown.length > 0)
    throw new OAuthError('invalid_scope', `Unknown scope: ${(unknown[0] ?? '').slice(0, 100)}.`)
  return named.filter(isScope)
}
