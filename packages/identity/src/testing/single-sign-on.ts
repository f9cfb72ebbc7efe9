/** Teams of the gateway that sign in with an identity provider, which runs beside it. */
import { type IdentityProvider, type PersonAtProvider, startIdentityProvider } from '@waybill/testing/identity-provider'
import type { Reply } from './api-caller.ts'
import { openAuditEntries } from './audit-entries.ts'
import { startTestIdentity } from './running-identity.ts'
import { type SignedIn, signedIn, signInOwner } from './signed-in.ts'

export const PROVIDERS = '/api/v1/team/oidc-providers'
export const OIDC = '/api/v1/session/oidc'
const REDIRECT_URI = 'https://api.example.com/console/sign-in/callback'
const FLOW_COOKIE = '__Host-waybill_oidc'

export type SingleSignOn = Awaited<ReturnType<typeof startSingleSignOn>>
export type Team = Awaited<ReturnType<SingleSignOn['newTeam']>>

export async function startSingleSignOn() {
  const identity = await startTestIdentity({ privateIssuersAllowed: true })
  const usual = await startIdentityProvider()
  const rows = openAuditEntries(identity)
  const post = (path: string, body?: unknown, headers = {}) =>
    identity.call('POST', path, { token: null, body, headers })

  /** A new merchant with an owner. */
  async function newTeam(provider: IdentityProvider = usual) {
    const { merchantId } = await identity.createTenant()
    const owner = await signInOwner(identity, merchantId)
    const redirectUri = `${REDIRECT_URI}/${merchantId}`
    provider.redirectUris.add(redirectUri)

    const team = {
      merchantId,
      owner,
      provider,
      redirectUri,
      /** Path of the provider that `setUp` has made. */
      path: '',
      settings: (more: object = {}) => ({
        issuer: provider.issuer,
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
        ...more,
      }),
      /** Resolves to the id of the provider. */
      async setUp(more: object = {}): Promise<string> {
        const { data } = expectStatus(await owner.call('POST', PROVIDERS, { body: team.settings(more) }), 201)
        team.path = `${PROVIDERS}/${data.provider_id}`
        return data.provider_id
      },
      async begin(providerId: string, more: object = {}) {
        const reply = await post(OIDC, { provider_id: providerId, ...more })
        const { data } = expectStatus(reply, 200)
        return { url: data.authorization_url as string, cookie: getFlowCookie(reply) }
      },
      finish: (callback: URL, cookie: string) => post(`${OIDC}/callback`, answerAt(callback), { cookie }),
      /** The reply to a sign-in of a person. */
      async signIn(providerId: string, person: PersonAtProvider | null, more: object = {}): Promise<Reply> {
        const { url, cookie } = await team.begin(providerId, more)
        provider.person = person
        return team.finish(await provider.follow(url), cookie)
      },
      readMembers: async (asker: SignedIn = owner) => (await asker.call('GET', '/api/v1/team/members')).body.data,
      async invite(email: string, role = 'operations') {
        const body = { email, role }
        return expectStatus(await owner.call('POST', '/api/v1/team/invitations', { body }), 201).data
      },
      /** A member who has signed in with the provider once. */
      async withMember(providerId: string, role = 'operations') {
        const person = newPerson()
        await team.invite(person.email as string, role)
        return { person, member: signedIn(identity, await team.signIn(providerId, person)) }
      },
    }
    return team
  }

  return {
    identity,
    rows,
    post,
    newTeam,
    async stop() {
      await rows.close()
      await identity.stop()
      await usual.stop()
    },
  }
}

/** Message that the page at the redirect URI sends. */
export const answerAt = ({ pathname, search }: URL) => ({
  merchant_id: pathname.split('/').at(-1),
  query: search.slice(1),
})

let people = 0

/** Has an account at the provider, and a verified address. */
export function newPerson(more: Partial<PersonAtProvider> = {}): PersonAtProvider {
  people += 1
  const email = `person-${people}@example.com`
  return { sub: `subject-${people}`, email, email_verified: true, name: `Person ${people}`, ...more }
}

/** The cookie that ties a sign-in to its browser, as a browser sends it. */
export const getFlowCookie = ({ headers }: Reply): string =>
  headers
    .getSetCookie()
    .map((text) => text.split(';')[0] ?? '')
    .find((text) => text.startsWith(`${FLOW_COOKIE}=`)) ?? ''

/** Status, code and message of a refusal. */
export const refused = ({ status, body }: Reply): unknown[] => [status, body?.error?.code, body?.error?.message]

function expectStatus({ status, body, text }: Reply, expected: number) {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${text}`)
  return body
}
