/** An OpenID Connect provider at which a test says who signs in. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type AccountClaims } from 'oidc-provider'

/** A person with an account at the provider: its claims. */
export interface PersonAtProvider {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The person who signs in next; null: the person cancels. */
  person: PersonAtProvider | null
  /** How long ago the person signed in at the provider, which does not ask anew. */
  signedInSecondsAgo: number
  /** Where its metadata says that its token endpoint is; null: where it is. */
  movedTokenEndpoint: string | null
  /** Answers of its token endpoint redirect here. */
  redirectedTo: string | null
  /** Those which the client has entered at the provider. */
  readonly redirectUris: Set<string>
  /** The redirect URI with the answer, as a browser reaches it from an authorization URL. */
  follow(authorizationUrl: string): Promise<URL>
  /** Requests so far, as `POST /token`. */
  readonly requests: string[]
  stop(): Promise<void>
}

const CLIENT = { client_id: 'waybill', client_secret: 'a secret of the tests, 32 characters' }

/**
 * `isUnusual`: the claims of the scopes are at the userinfo endpoint only, the client sends its secret in the body, and the
 * provider does not name itself in its answers.
 */
export async function startIdentityProvider(options: { isUnusual?: boolean } = {}): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, PersonAtProvider>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const isUnusual = options.isUnusual ?? false
  const token_endpoint_auth_method = isUnusual ? 'client_secret_post' : 'client_secret_basic'
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${issuer}/replaced-below`], token_endpoint_auth_method }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: isUnusual,
    clientAuthMethods: [token_endpoint_auth_method],
    cookies: { keys: ['cookies of the tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ ...people.get(accountId), sub: accountId }) as AccountClaims,
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    await next()
    if (context.oidc?.route === 'discovery')
      Object.assign(context.body as object, {
        authorization_response_iss_parameter_supported: !isUnusual,
        ...(running.movedTokenEndpoint && { token_endpoint: running.movedTokenEndpoint }),
      })
  })
  const redirectUris = new Set<string>()
  provider.Client.prototype.redirectUriAllowed = (uri) => redirectUris.has(uri)
  const running: IdentityProvider = {
    issuer,
    clientId: CLIENT.client_id,
    clientSecret: CLIENT.client_secret,
    person: null,
    signedInSecondsAgo: 0,
    movedTokenEndpoint: null,
    redirectedTo: null,
    requests: [],
    redirectUris,
    async follow(authorizationUrl) {
      const callback = await follow(authorizationUrl)
      if (isUnusual) callback.searchParams.delete('iss')
      return callback
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? '/'
    running.requests.push(`${request.method} ${path}`)
    if (path === '/token' && running.redirectedTo)
      return response.writeHead(307, { location: running.redirectedTo }).end()
    if (path === '/favicon.ico') return response.writeHead(204).end()
    if (!path.startsWith('/interaction/')) return answer(request, response)
    const { person } = running
    if (person) people.set(person.sub, person)
    const result = person
      ? {
          login: {
            accountId: person.sub,
            remember: false,
            ts: Math.floor(Date.now() / 1_000) - running.signedInSecondsAgo,
          },
        }
      : { error: 'access_denied', error_description: 'The person has cancelled.' }
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false }).catch((error) => {
      response.writeHead(500).end(String(error))
    })
  })
  return running
}

/** Follows redirects with cookies, as a browser does, until they leave the provider. */
async function follow(authorizationUrl: string): Promise<URL> {
  const { origin } = new URL(authorizationUrl)
  const cookies = new Map<string, string>()
  let url = new URL(authorizationUrl)
  while (url.origin === origin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const text of response.headers.getSetCookie()) {
      const [name = '', value = ''] = text.split(';')[0]?.split(/=(.*)/s) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}
