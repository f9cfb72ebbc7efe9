/** Pure: the token endpoint in the document. Its request and its errors have the form of RFC 6749, not that of the API. */
import { TOKEN_SECONDS } from '@waybill/contracts/requests/access-token'
import { FORM_TYPE } from '@waybill/contracts/requests/media-types'
import { scopes } from '@waybill/contracts/requests/scopes'
import { SERVER_ERRORS } from './components.ts'
import { anyOfKnown } from './enums.ts'
import type { DocumentedOperation, JsonSchema, ResponseObject } from './types.ts'

export const TOKEN_PATH = '/oauth/token'

const text = (description: string): JsonSchema => ({ type: 'string', description })

const request: JsonSchema = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { const: 'client_credentials', description: 'The only grant that is supported.' },
    client_id: text('The id of an API key, key_…, unless the Authorization header has it.'),
    client_secret: text('The token of the key, unless the Authorization header has it.'),
    scope: text('Scopes of the key, separated by spaces. Default: all of them.'),
  },
}

const token: JsonSchema = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
  properties: {
    access_token: text('Send it as `Authorization: Bearer …`.'),
    token_type: { const: 'Bearer', description: 'Always `Bearer`.' },
    expires_in: { type: 'integer', description: `Seconds until it expires: ${TOKEN_SECONDS}.` },
    scope: text('The scopes of the token, separated by spaces.'),
  },
}

const oauthError: JsonSchema = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: {
    error: {
      description: 'The code of RFC 6749.',
      ...anyOfKnown([
        ...['invalid_request', 'invalid_client', 'invalid_scope'],
        ...['unsupported_grant_type', 'temporarily_unavailable'],
      ]),
    },
    error_description: text('What is wrong, in words.'),
  },
}

/** `others`: the errors of the checks that every request passes. */
export function tokenOperation(
  others: Record<string, ResponseObject>,
): Omit<DocumentedOperation, 'responses'> & { responses: Record<string, ResponseObject> } {
  const failure = (description: string): ResponseObject => ({
    description,
    content: { 'application/json': { schema: oauthError } },
  })
  const unavailable = others[SERVER_ERRORS]?.content?.['application/json']?.schema
  return {
    operationId: 'createAccessToken',
    tags: ['API keys'],
    summary: 'Exchange the token of an API key for an access token',
    description: `The client credentials grant of OAuth 2.0 (RFC 6749, 4.4): \`client_id\` is the id of an API key and \`client_secret\` its token, in the Authorization header (Basic) or in the body. The request is a form, and neither the response nor its errors have the envelope of the API.\n\nScopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`,
    security: [{ client: [] }, {}],
    parameters: [],
    requestBody: { required: true, content: { [FORM_TYPE]: { schema: request } } },
    responses: {
      200: { description: 'The access token.', content: { 'application/json': { schema: token } } },
      ...others,
      400: failure('`invalid_request`, `invalid_scope` or `unsupported_grant_type`.'),
      401: failure('`invalid_client`: the id and the token are not those of a key that is valid.'),
      503: {
        ...failure('`temporarily_unavailable`, or an error of the API: try again.'),
        content: { 'application/json': { schema: { anyOf: [oauthError, ...(unavailable ? [unavailable] : [])] } } },
      },
    },
  }
}
