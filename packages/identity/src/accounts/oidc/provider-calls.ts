/** Calls to identity providers, which merchants name: at public addresses over https, unless the operator allows more. */
import { createAddressPolicy, createTrustingPolicy } from '@waybill/chassis/outbound/address-policy'
import { BlockedAddress, createVettedConnector } from '@waybill/chassis/outbound/connector'
import { createNameResolver, resolveBySystem } from '@waybill/chassis/outbound/name-resolver'
import { AppError } from '@waybill/contracts/app-error'
import * as client from 'openid-client'
import { Agent, fetch, type RequestInit } from 'undici'
import { authenticationTime } from './authentication-time.ts'

const TIMEOUT_MS = 5_000
/** Metadata and keys of the largest providers are under 20 KB. */
const LONGEST_ANSWER_BYTES = 256 * 1_024
const LONGEST_REASON = 200

/** How the provider knows Waybill. */
export interface ProviderClient {
  issuer: string
  clientId: string
  clientSecret: string
  /** Origin of the token endpoint to which the secret may be sent; null: not known yet. */
  tokenOrigin: string | null
  redirectUri: string
}

/** State between the way to the provider and back. */
export interface SignInSecrets {
  state: string
  nonce: string
  codeVerifier: string
  /** The person confirms an open session: the provider asks for the password anew. */
  confirms: boolean
}

/** A person, as the provider knows them. */
export interface Person {
  /** Never changes, and never becomes another person's. */
  subject: string
  email: string | null
  /** null: the provider does not say. */
  emailVerified: boolean | null
  name: string | null
  /** For Google: the domain that manages the account; null: nobody does. */
  hostedDomain: string | null
}

interface SignedInPerson extends Person {
  /** null: the provider does not say. */
  authenticatedAt: Date | null
}

export interface ProviderCalls {
  /**
   * Returns the origin of the token endpoint. Throws `oidc_sign_in_failed` if the provider does not answer, is another one, or
   * has moved the endpoint from `tokenOrigin`.
   */
  discover(provider: Pick<ProviderClient, 'issuer' | 'tokenOrigin'>): Promise<string>
  /** The page of the provider to open, and the origin of its token endpoint. Throws as `discover`. */
  authorizationUrl(provider: ProviderClient, secrets: SignInSecrets): Promise<{ url: string; tokenOrigin: string }>
  /** Who has signed in, by the query with which the provider sent the browser back. Throws `oidc_sign_in_failed`. */
  exchange(provider: ProviderClient, secrets: SignInSecrets, query: string): Promise<SignedInPerson>
  close(): Promise<void>
}

function createAgent(privateAllowed: boolean): Agent {
  return new Agent({
    connect: createVettedConnector({
      policy: privateAllowed ? createTrustingPolicy() : createAddressPolicy({ allowedCidrs: [] }),
      resolve: privateAllowed ? resolveBySystem : createNameResolver(),
      timeoutMs: TIMEOUT_MS,
    }),
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    maxResponseSize: LONGEST_ANSWER_BYTES,
  })
}

export function createProviderCalls({ privateAllowed }: { privateAllowed: boolean }): ProviderCalls {
  const agent = createAgent(privateAllowed)
  /** The agent counts the bytes on the wire: what is compressed would have no limit. */
  const viaAgent: client.CustomFetch = async (url, { headers, ...init }) => {
    const answer = await fetch(url, {
      ...(init as RequestInit),
      headers: { ...headers, 'accept-encoding': 'identity' },
      dispatcher: agent,
    })
    if ((answer.headers.get('content-encoding') ?? 'identity') === 'identity') return answer as unknown as Response
    await answer.body?.cancel()
    throw failed('The identity provider compresses its answers although it was asked not to.')
  }
  const common = {
    [client.customFetch]: viaAgent,
    timeout: TIMEOUT_MS / 1_000,
    // Keys of the provider sign what it says of the person, though it comes over TLS.
    execute: [client.enableNonRepudiationChecks, ...(privateAllowed ? [client.allowInsecureRequests] : [])],
  }

  async function discovered({
    issuer,
    tokenOrigin,
  }: Pick<ProviderClient, 'issuer' | 'tokenOrigin'>): Promise<client.ServerMetadata> {
    if (!privateAllowed && !issuer.startsWith('https:'))
      throw failed('The issuer must begin with https://, unless the operator of this installation allows http.')
    const answer = await answered(client.discovery(new URL(issuer), 'waybill', undefined, client.None(), common))
    const metadata = answer.serverMetadata()
    assertMetadata(metadata, { issuer, tokenOrigin })
    return metadata
  }

  async function configured({ clientId, clientSecret, ...provider }: ProviderClient): Promise<client.Configuration> {
    const metadata = await discovered(provider)
    const methods = metadata.token_endpoint_auth_methods_supported
    const byBasic = !Array.isArray(methods) || methods.includes('client_secret_basic')
    const authentication = byBasic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret)
    const config = new client.Configuration(metadata, clientId, { client_secret: clientSecret }, authentication)
    config[client.customFetch] = viaAgent
    config.timeout = common.timeout
    for (const extend of common.execute) extend(config)
    return config
  }

  return {
    discover: async (provider) => getTokenOrigin(await discovered(provider)),

    async authorizationUrl(provider, { state, nonce, codeVerifier, confirms }) {
      const config = await configured(provider)
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: provider.redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        // The second has the ID token say when it was: OpenID Connect Core 1.0, 3.1.2.1.
        ...(confirms && { prompt: 'login', max_age: '0' }),
      })
      // The browser opens it: it must not be a script.
      if (url.protocol === 'https:' || (privateAllowed && url.protocol === 'http:'))
        return { url: url.href, tokenOrigin: getTokenOrigin(config.serverMetadata()) }
      throw failed('The authorization endpoint of the identity provider does not begin with https://.')
    },

    async exchange(provider, { state, nonce, codeVerifier }, query) {
      if (provider.tokenOrigin === null) throw failed('The identity provider was changed in the meantime. Try again.')
      const config = await configured(provider)
      const tokens = await answered(
        client.authorizationCodeGrant(config, new URL(`${provider.redirectUri}?${query}`), {
          pkceCodeVerifier: codeVerifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        }),
      )
      const claims = tokens.claims()
      if (claims === undefined) throw failed('The identity provider sent no ID token.')
      // Providers may keep the claims of the scopes for this endpoint: OpenID Connect Core 1.0, 5.4.
      const isElsewhere = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
      const more = isElsewhere
        ? await answered(client.fetchUserInfo(config, tokens.access_token, claims.sub), { isOfUserInfo: true })
        : undefined
      const authenticatedAt = authenticationTime(claims.auth_time, new Date())
      return { ...toPerson({ ...claims, ...more }), authenticatedAt }
    },

    close: () => agent.close(),
  }
}

/** Throws `oidc_sign_in_failed` for metadata of another provider, and if the secret would go elsewhere. */
function assertMetadata(
  metadata: client.ServerMetadata,
  { issuer, tokenOrigin }: Pick<ProviderClient, 'issuer' | 'tokenOrigin'>,
): void {
  // The library lets some issuers pass that stand for many, whose people are strangers.
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== new URL(issuer).href)
    throw failed(
      `Issuer mismatch: the metadata of the identity provider says ${metadata.issuer}. Enter the issuer of your own organisation.`,
    )
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (!URL.canParse(String(metadata[name]))) throw failed(`The metadata of the identity provider has no ${name}.`)
  const found = getTokenOrigin(metadata)
  // Anyone who can change the metadata would otherwise get the secret.
  if (tokenOrigin !== null && found !== tokenOrigin)
    throw failed(
      `The token endpoint of the identity provider has moved from ${tokenOrigin} to ${found}. An owner of the team has to enter the client secret again.`,
    )
}

const getTokenOrigin = ({ token_endpoint }: client.ServerMetadata): string => new URL(String(token_endpoint)).origin

function toPerson(claims: client.UserInfoResponse): Person {
  const { sub, email, email_verified, hd, name } = claims
  // OpenID Connect Core 1.0, 2.
  if (!/^[\x20-\x7e]{1,255}$/.test(sub)) throw failed('The identity provider sent an invalid subject (sub).')
  return {
    subject: sub,
    email: typeof email === 'string' ? email.trim().toLowerCase() : null,
    // Some providers send it as text.
    emailVerified: email_verified === undefined ? null : String(email_verified) === 'true',
    name: typeof name === 'string' ? name : null,
    hostedDomain: typeof hd === 'string' ? hd.toLowerCase() : null,
  }
}

const failed = (message: string, cause?: unknown) => new AppError('oidc_sign_in_failed', message, { cause })

async function answered<T>(call: Promise<T>, { isOfUserInfo = false } = {}): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw error instanceof AppError ? error : failed(explainReason(error, isOfUserInfo), error)
  }
}

/** Without what the provider sent, but for the codes of OAuth: RFC 6749, 4.1.2.1 and 5.2. */
function explainReason(error: unknown, isOfUserInfo: boolean): string {
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError)
    return `The identity provider refused the sign-in: ${error.error.slice(0, LONGEST_REASON)}.`
  // Before the body: a 401 of the token endpoint has a challenge.
  if (error instanceof client.WWWAuthenticateChallengeError)
    return error.status === 401 && !isOfUserInfo
      ? 'The identity provider refused the client id or the client secret.'
      : `The identity provider refused the sign-in (${error.status}).`
  const own = listCauses(error).find((cause) => cause instanceof AppError)
  if (own) return (own as AppError).message
  const blocked = listCauses(error).find((cause) => cause instanceof BlockedAddress)
  if (blocked) return 'The address of the identity provider is not public. Ask the operator of this installation.'
  const codes = listCauses(error).map((cause) => (cause as { code?: unknown }).code)
  if (codes.includes('OAUTH_TIMEOUT')) return 'The identity provider did not answer in time. Try again.'
  if (error instanceof client.ClientError)
    return `The answer of the identity provider is not that of this OpenID Connect provider: ${error.message.slice(0, LONGEST_REASON)}.`
  const code = codes.find((one) => typeof one === 'string')
  return `The identity provider could not be reached${code === undefined ? '' : ` (${code})`}. Try again.`
}

function listCauses(error: unknown): unknown[] {
  const found: unknown[] = []
  for (let one = error; one instanceof Error && found.length < 5; one = one.cause) found.push(one)
  return found
}
