/** Pure: who may call an operation, in the document. */
import type { Access } from '@waybill/contracts/requests/operation'
import { scopes } from '@waybill/contracts/requests/scopes'
import { sessionCookieName } from '@waybill/contracts/requests/session-cookie'
import type { Audience } from './audiences.ts'
import { TOKEN_PATH } from './token-operation.ts'
import type { OpenApiDocument } from './types.ts'

export const securitySchemes = (publicUrl: string): OpenApiDocument['components']['securitySchemes'] => ({
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key: wb_test_… or wb_live_….' },
  oauth: oauthScheme(publicUrl),
  client: { type: 'http', scheme: 'basic', description: 'The id of an API key, and the key.' },
  driver: { type: 'http', scheme: 'bearer', description: 'The token of a driver: wb_driver_….' },
  session: sessionScheme(publicUrl),
})

/** The URL is absolute: a relative one is resolved against the server of the document, which may be another. */
const oauthScheme = (publicUrl: string) => ({
  type: 'oauth2' as const,
  description: 'Access tokens for 15 minutes. `client_id` is the id of an API key, `client_secret` the key.',
  flows: {
    clientCredentials: {
      tokenUrl: publicUrl + TOKEN_PATH,
      scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])),
    },
  },
})

const sessionScheme = (publicUrl: string) => ({
  type: 'apiKey' as const,
  in: 'cookie',
  name: sessionCookieName(publicUrl),
  description:
    'The session of a person, for pages of this installation. Calls name their environment in the header `Waybill-Environment`, and changes repeat the cookie `waybill_csrf` in `X-Waybill-Csrf`.',
})

/** Merchants do not read that the console calls with a session what they call with a key. */
export function toSecurity(access: Access, audience: Audience | undefined): Record<string, string[]>[] {
  const session = audience === 'merchants' ? [] : [{ session: [] }]
  switch (access.kind) {
    case 'token':
      return [{ bearer: [] }, { oauth: [access.scope] }, ...session]
    case 'token_or_signature':
      return [{ bearer: [] }, { oauth: [access.scope] }, ...session, {}]
    case 'session':
      return [{ session: [] }]
    case 'driver':
      return [{ driver: [] }]
    default:
      return []
  }
}
