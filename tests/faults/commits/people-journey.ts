/** An owner and a new member in the console, who repeat by hand what has no answer. */
import { createAuthenticator } from '@waybill/identity/testing/authenticator'
import { eventually } from '@waybill/testing/eventually'
import { startIdentityProvider } from '@waybill/testing/identity-provider'
import { Secret, TOTP } from 'otpauth'
import { fetch, type Response } from 'undici'
import type { Sandbox } from '../../support/running-system.ts'
import type { Definite } from '../merchant.ts'

const SESSION = '/api/v1/session'
const TEAM = '/api/v1/team'
const PATIENT = { timeoutMs: 70_000, intervalMs: 200 }
const PASSWORD = 'a long journey through lost answers'

interface Person {
  cookie: string
  csrf: string
}

/** Everything that sessions and the team store. */
export async function workTogether(sandbox: Sandbox, operate: Definite): Promise<void> {
  const { merchant_id } = (await operate('POST', '/admin/merchants', { name: 'Team on a journey' })).body.data
  const admin = `/admin/merchants/${merchant_id}`
  await operate('POST', `${admin}/environments`, { mode: 'test' })
  const [owner, guest] = ['owner', 'guest'].map((name) => `${name}-${merchant_id}@example.com`) as [string, string]
  // The owner of a lost answer exists: the second try is refused, and a link signs the owner in.
  await operate('POST', `${admin}/owners`, { email: owner, name: 'Olive Owner' }).catch(() => {})
  const freshLink = async () =>
    tokenIn((await operate('POST', `${admin}/sign-in-links`, { email: owner })).body.data.sign_in_url)
  const ada = await opened(sandbox, async () => [`${SESSION}/link`, { token: await freshLink() }])

  // A repeated invitation replaces the one before, whose link is unknown.
  const invite = async () => {
    const { data } = await repeated(sandbox, ada, `POST ${TEAM}/invitations`, { email: guest, role: 'support' })
    return data
  }
  const { invitation_id } = await invite()
  await repeated(sandbox, ada, `DELETE ${TEAM}/invitations/${invitation_id}`)
  const sam = await opened(
    sandbox,
    once([`${SESSION}/invitation`, await acceptance(invite)], [SESSION, toPassword(guest)]),
  )

  const { data: members } = await repeated(sandbox, ada, `GET ${TEAM}/members`)
  const { user_id } = members.find(({ email }: { email: string }) => email === guest)
  await repeated(sandbox, ada, `PATCH ${TEAM}/members/${user_id}`, { role: 'operations' })
  await repeated(sandbox, sam, `PATCH ${SESSION}/user`, { name: 'Sam Guest' })
  const { data: reset } = await repeated(sandbox, ada, `POST ${TEAM}/members/${user_id}/password-reset`)
  const again = { token: tokenIn(reset.url), password: PASSWORD }
  const back = await opened(sandbox, once([`${SESSION}/password-reset`, again], [SESSION, toPassword(guest)]))
  await useFactors(sandbox, { ada, back, email: guest, user_id })
  await useProvider(sandbox, { ada, email: guest, user_id })
  await repeated(sandbox, back, 'DELETE /api/v1/sessions')
  await repeated(sandbox, back, `DELETE ${SESSION}`)
}

/** An authenticator app, a passkey, and what signs in with them. */
async function useFactors(
  sandbox: Sandbox,
  { ada, back, email, user_id }: { ada: Person; back: Person; email: string; user_id: string },
): Promise<void> {
  const { data: setUp } = await repeated(sandbox, back, `POST ${SESSION}/totp`)
  const totp = new TOTP({ secret: Secret.fromBase32(setUp.secret) })
  const { data: codes } = await repeated(sandbox, back, `POST ${SESSION}/totp/enable`, { code: totp.generate() })
  const unused: string[] = [...codes.recovery_codes]
  await opened(sandbox, async () => {
    const begun = await send(sandbox, null, { method: 'POST', path: SESSION, body: toPassword(email) })
    const { data } = (await begun.json()) as { data?: { challenge: string } }
    return [`${SESSION}/second-factor`, { challenge: data?.challenge ?? 'lost', code: unused.shift() ?? '' }]
  })
  await repeated(sandbox, back, `POST ${SESSION}/confirmation`, { password: PASSWORD })
  const { data: renewed } = await repeated(sandbox, back, `POST ${SESSION}/totp/recovery-codes`)

  let authenticator = createAuthenticator()
  const { data: passkey } = await eventually(async () => {
    // A lost answer has stored the passkey, whose challenge is used: another one.
    authenticator = createAuthenticator()
    const { data } = await repeated(sandbox, back, `POST ${SESSION}/passkey-registration`)
    const credential = authenticator.register(data.options, { origin: getOrigin(sandbox, data.options.rp.id) })
    const body = { name: 'Phone', credential }
    const response = await send(sandbox, back, { method: 'POST', path: `${SESSION}/passkeys`, body })
    if (response.status !== 201) throw new Error(`passkeys: ${response.status} ${await response.text()}`)
    return (await response.json()) as { data: { passkey_id: string } }
  }, PATIENT)
  await opened(sandbox, async () => {
    const begun = await send(sandbox, null, { method: 'POST', path: `${SESSION}/passkey/options` })
    const { data } = (await begun.json()) as { data: { options: { rpId: string } } }
    const credential = authenticator.sign(data.options, { origin: getOrigin(sandbox, data.options.rpId) })
    return [`${SESSION}/passkey`, { credential }]
  })
  await repeated(sandbox, back, `PATCH ${SESSION}/passkeys/${passkey.passkey_id}`, { name: 'Old phone' })
  await repeated(sandbox, back, `DELETE ${SESSION}/passkeys/${passkey.passkey_id}`)
  await repeated(sandbox, back, `POST ${SESSION}/totp/disable`, { code: renewed.recovery_codes[0] })
  await repeated(sandbox, ada, `POST ${TEAM}/members/${user_id}/second-factor-reset`)
}

/** The identity provider of the team, and a member who signs in with it. */
async function useProvider(
  sandbox: Sandbox,
  { ada, email, user_id }: { ada: Person; email: string; user_id: string },
): Promise<void> {
  const identities = await startIdentityProvider()
  const { issuer, clientId: client_id, clientSecret: client_secret } = identities
  const providers = `${TEAM}/oidc-providers`
  const { provider_id, redirect_uri } = await eventually(async () => {
    // A lost answer has stored it: the second try is refused.
    await send(sandbox, ada, { method: 'POST', path: providers, body: { issuer, client_id, client_secret } })
    const { data } = await repeated(sandbox, ada, `GET ${providers}`)
    if (data.length === 0) throw new Error('the identity provider is not stored')
    return data[0] as { provider_id: string; redirect_uri: string }
  }, PATIENT)
  identities.redirectUris.add(redirect_uri)
  const path = `${providers}/${provider_id}`
  await repeated(sandbox, ada, `PATCH ${path}`, { email_domains: ['example.com'] })
  identities.person = { sub: user_id, email, email_verified: true }
  await opened(sandbox, async () => {
    const begun = await send(sandbox, null, { method: 'POST', path: `${SESSION}/oidc`, body: { provider_id } })
    const { data } = (await begun.json()) as { data: { authorization_url: string } }
    const cookie = begun.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
    const { pathname, search } = await identities.follow(data.authorization_url)
    const answer = { merchant_id: pathname.split('/').at(-1), query: search.slice(1) }
    return [`${SESSION}/oidc/callback`, answer, cookie.join('; ')]
  })
  await repeated(sandbox, ada, `DELETE ${TEAM}/members/${user_id}/oidc-identity`)
  await repeated(sandbox, ada, `DELETE ${path}`)
  await identities.stop()
}

const getOrigin = ({ base_url }: Sandbox, host: string): string => {
  const url = new URL(base_url)
  url.hostname = host
  return url.origin
}

const toPassword = (email: string) => ({ email, password: PASSWORD })
const acceptance = async (invite: () => Promise<{ url: string }>) => ({
  token: tokenIn((await invite()).url),
  name: 'Sam',
  password: PASSWORD,
})
const tokenIn = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''

type Attempt = [path: string, body: object, cookie?: string]

/** First by the link; if its answer was lost, the account exists, and the password opens it. */
function once(first: Attempt, then: Attempt): () => Promise<Attempt> {
  let tries = 0
  return async () => {
    tries += 1
    return tries % 2 === 1 ? first : then
  }
}

/** A session, tried until one is opened. */
async function opened(sandbox: Sandbox, next: () => Promise<Attempt>): Promise<Person> {
  return eventually(async () => {
    const [path, body, cookie] = await next()
    const person = cookie === undefined ? null : { cookie, csrf: '' }
    const response = await send(sandbox, person, { method: 'POST', path, body })
    const text = await response.text()
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${text}`)
    const pairs = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
    const csrf = pairs.find((pair) => pair.startsWith('waybill_csrf='))?.slice('waybill_csrf='.length) ?? ''
    return { cookie: pairs.join('; '), csrf }
  }, PATIENT)
}

/** Answer of a call, repeated until it succeeds. A deleted resource may be gone by then. */
async function repeated(sandbox: Sandbox, person: Person, route: string, body?: object) {
  const [method = '', path = ''] = route.split(' ')
  return eventually(async () => {
    const response = await send(sandbox, person, { method, path, body })
    const text = await response.text()
    const isGone = method === 'DELETE' && (response.status === 404 || response.status === 401)
    if (!response.ok && !isGone) throw new Error(`${route}: ${response.status} ${text}`)
    // biome-ignore lint/suspicious/noExplicitAny: an answer has any shape until it is checked
    return (text === '' ? {} : JSON.parse(text)) as { data?: any }
  }, PATIENT)
}

const send = (
  { base_url }: Sandbox,
  person: Person | null,
  { method, path, body }: { method: string; path: string; body?: object | undefined },
): Promise<Response> =>
  fetch(new URL(path, base_url), {
    method,
    headers: {
      ...(person && { cookie: person.cookie, 'x-waybill-csrf': person.csrf }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
