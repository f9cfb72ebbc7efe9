/** OAuth 2.0 for programs: RFC 6749 (client credentials), RFC 7517 (keys) and RFC 8414 (metadata). */
import { defineRoute, type Route } from '@waybill/edge/routing/route'
import type { IdentityServices } from '../services.ts'

const tag = 'API keys'
/** A request has about 200 bytes. */
const LIMIT_BYTES = 8 * 1024

/** Not in the OpenAPI document as routes of the API: `openapi/token-operation.ts` describes the token endpoint, and the security scheme is `oauth`. */
const common = { tag, access: { kind: 'anyone', limited: true }, errors: [], hidden: true } as const

export const oauthRoutes: Route<IdentityServices>[] = [
  defineRoute({
    ...common,
    operationId: 'createAccessToken',
    method: 'POST',
    path: '/oauth/token',
    summary: 'Exchange the token of an API key for an access token',
    body: { kind: 'raw', limitBytes: LIMIT_BYTES },
    success: [{ status: 200, description: 'The access token.' }],
    handle: (call, { oauth }) => oauth.createToken(call),
  }),
  defineRoute({
    ...common,
    operationId: 'getSigningKeys',
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'The keys that sign access tokens',
    success: [{ status: 200, description: 'A JWK Set.' }],
    handle: (_call, { oauth }) => oauth.publishedKeys(),
  }),
  defineRoute({
    ...common,
    operationId: 'getAuthorizationServer',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    summary: 'Where and how to get access tokens',
    success: [{ status: 200, description: 'The metadata.' }],
    handle: async (_call, { oauth }) => oauth.metadata(),
  }),
]
