/** Signing in with the identity provider of a team: who is let in, and what a stranger cannot do. */
import { eventually } from '@waybill/testing/eventually'
import { type PersonAtProvider, startIdentityProvider } from '@waybill/testing/identity-provider'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedIn, signedIn, signInOwner } from '../../testing/signed-in.ts'
import {
  getFlowCookie,
  newPerson,
  OIDC,
  PROVIDERS,
  refused,
  type SingleSignOn,
  startSingleSignOn,
  type Team,
} from '../../testing/single-sign-on.ts'
import { eraseMember } from '../members/erasure-repository.ts'
import { admitPerson } from './admit-person.ts'
import { findProvider } from './provider-repository.ts'

let sso: SingleSignOn
let team: Team
beforeAll(async () => {
  sso = await startSingleSignOn()
})
afterAll(() => sso?.stop())
beforeEach(async () => {
  team = await sso.newTeam()
})

test('an invited person signs in with the provider, and later by the same account whatever its address', async () => {
  const providerId = await team.setUp()
  const { person, member } = await team.withMember(providerId)
  expect(member.session).toMatchObject({ user: { email: person.email, name: person.name }, role: 'operations' })
  const [own] = (await member.call('GET', '/api/v1/sessions')).body.data
  expect(own).toMatchObject({ current: true, method: 'oidc' })
  expect((await team.owner.call('GET', '/api/v1/team/invitations')).body.data).toEqual([])
  const again = signedIn(
    sso.identity,
    await team.signIn(providerId, { ...person, email: 'new@example.org', email_verified: false }),
  )
  expect(again.userId).toBe(member.userId)
  expect(await team.readMembers()).toContainEqual(
    expect.objectContaining({ user_id: member.userId, email: person.email, has_oidc: true }),
  )
})

test('a member with the same verified address is linked, and only once', async () => {
  const providerId = await team.setUp()
  const { email } = team.owner.session.user
  const first = signedIn(sso.identity, await team.signIn(providerId, newPerson({ email })))
  expect(first.userId).toBe(team.owner.userId)
  expect(first.session.role).toBe('owner')
  const other = await team.signIn(providerId, newPerson({ email }))
  expect(refused(other)).toEqual([401, 'oidc_sign_in_failed', expect.stringContaining('linked to another account')])
  expect((await team.owner.call('DELETE', `/api/v1/team/members/${team.owner.userId}/oidc-identity`)).status).toBe(204)
  expect(signedIn(sso.identity, await team.signIn(providerId, newPerson({ email }))).userId).toBe(team.owner.userId)
})

test('an address that is not verified, missing, malformed or of another domain is refused', async () => {
  const providerId = await team.setUp({ email_domains: ['example.com'] })
  const { email } = team.owner.session.user
  const cases: [Partial<PersonAtProvider>, string][] = [
    [{ email, email_verified: false }, 'has not verified'],
    [{ email, email_verified: undefined }, 'has not verified'],
    [{ email: undefined }, 'did not send'],
    [{ email: 'no address' }, 'did not send'],
    [{ email: 'someone@example.com.evil.org' }, 'in no domain'],
  ]
  for (const [claims, message] of cases)
    expect(refused(await team.signIn(providerId, newPerson(claims)))).toEqual([
      401,
      'oidc_sign_in_failed',
      expect.stringContaining(message),
    ])
  expect(await team.readMembers()).toHaveLength(1)
})

test('an address that the provider does not mention as verified counts if the owner trusts it; a denied one does not', async () => {
  const providerId = await team.setUp({ email_trusted: true })
  const { email } = team.owner.session.user
  expect(refused(await team.signIn(providerId, newPerson({ email, email_verified: false })))[1]).toBe(
    'oidc_sign_in_failed',
  )
  signedIn(sso.identity, await team.signIn(providerId, newPerson({ email, email_verified: undefined })))
})

test('somebody of the domain becomes a member with the default role; without one, nobody does', async () => {
  const providerId = await team.setUp({ email_domains: ['example.com'] })
  const person = newPerson({ name: '  ' })
  expect(refused(await team.signIn(providerId, person))).toEqual([
    401,
    'oidc_sign_in_failed',
    expect.stringContaining('invite'),
  ])
  expect((await team.owner.call('PATCH', team.path, { body: { default_role: 'support' } })).status).toBe(200)
  const member = signedIn(sso.identity, await team.signIn(providerId, person))
  expect(member.session).toMatchObject({ role: 'support', user: { name: person.email?.split('@')[0] } })
  await team.owner.call('PATCH', team.path, { body: { email_domains: [] } })
  expect(refused(await team.signIn(providerId, newPerson()))[1]).toBe('oidc_sign_in_failed')
})

test('a member of another merchant is not linked: the team gets its own member, or refuses a stranger', async () => {
  const other = await signInOwner(sso.identity, (await sso.identity.createTenant()).merchantId)
  const { email } = other.session.user
  const providerId = await team.setUp({ email_domains: ['example.com'], default_role: null })
  const stranger = refused(await team.signIn(providerId, newPerson({ email })))
  const unknown = refused(await team.signIn(providerId, newPerson({ email: 'nobody@example.com' })))
  const withoutAddress = ([status, code, message]: unknown[]) => [status, code, String(message).replace(/\S+@\S+/, '')]
  expect(withoutAddress(stranger)).toEqual(withoutAddress(unknown))
  await team.owner.call('PATCH', team.path, { body: { default_role: 'developer' } })
  const { status, body } = await team.signIn(providerId, newPerson({ email }))
  expect([status, body.data?.user.user_id === other.userId, body.data?.role]).toEqual([201, false, 'developer'])
  expect((await team.readMembers(other)).map(({ has_oidc }: { has_oidc: boolean }) => has_oidc)).toEqual([false])
  expect((await other.call('GET', PROVIDERS)).body.data).toEqual([])
  expect((await other.call('GET', team.path)).status).toBe(404)
  expect((await other.call('PATCH', team.path, { body: { required: true } })).status).toBe(404)
  expect((await other.call('POST', `${team.path}/check`)).status).toBe(404)
  expect((await other.call('DELETE', team.path)).status).toBe(404)
  expect((await other.call('DELETE', `/api/v1/team/members/${team.owner.userId}/oidc-identity`)).status).toBe(404)
})

test('a deactivated member is refused, as is a person who cancels at the provider', async () => {
  const providerId = await team.setUp()
  const { person, member } = await team.withMember(providerId)
  await team.owner.call('PATCH', `/api/v1/team/members/${member.userId}`, { body: { active: false } })
  expect(refused(await team.signIn(providerId, person))[2]).toContain('deactivated')
  expect(refused(await team.signIn(providerId, null))[2]).toContain('access_denied')
})

test('a wrong client secret, and a provider that is away, are named', async () => {
  const providerId = await team.setUp()
  const { person } = await team.withMember(providerId)
  await team.owner.call('PATCH', team.path, { body: { client_secret: 'a secret of before' } })
  expect(refused(await team.signIn(providerId, person))[2]).toBe(
    'The identity provider refused the client id or the client secret.',
  )
  const away = await startIdentityProvider()
  await away.stop()
  const moved = await team.owner.call('PATCH', team.path, {
    body: { issuer: away.issuer, client_secret: 'x'.repeat(20) },
  })
  const reason =
    moved.status === 200 ? (await team.owner.call('POST', `${team.path}/check`)).body.data.problem : refused(moved)[2]
  expect(reason).toContain('ECONNREFUSED')
})

test('a callback works once, in the browser that began, for its own sign-in', async () => {
  const providerId = await team.setUp()
  const { person } = await team.withMember(providerId)
  team.provider.person = person
  const begun = await team.begin(providerId)
  const callback = await team.provider.follow(begun.url)
  const other = await team.begin(providerId)
  expect((await team.finish(callback, '')).status).toBe(410)
  expect((await team.finish(callback, other.cookie)).status).toBe(410)
  const forged = new URL(callback)
  forged.searchParams.set('state', new URL(other.url).searchParams.get('state') ?? '')
  // The code was made for another challenge of PKCE.
  expect(refused(await team.finish(forged, other.cookie)).slice(0, 2)).toEqual([401, 'oidc_sign_in_failed'])
  const reply = await team.finish(callback, begun.cookie)
  expect(reply.status).toBe(201)
  expect(getFlowCookie(reply)).toBe('__Host-waybill_oidc=')
  expect((await team.finish(callback, begun.cookie)).status).toBe(410)
})

test('a page of another origin begins and finishes no sign-in', async () => {
  const providerId = await team.setUp()
  const headers = { origin: 'https://evil.example' }
  for (const [call, body] of [
    [OIDC, { provider_id: providerId }],
    [`${OIDC}/callback`, { merchant_id: team.merchantId, query: 'code=x&state=y' }],
  ] as const)
    expect((await sso.post(call, body, headers)).body.error.code).toBe('csrf_failed')
  const unknown = await sso.post(OIDC, { provider_id: 'oip_01k5xw2m8cf4v9n6t3qzr7hydr' })
  expect(refused(unknown).slice(0, 2)).toEqual([404, 'oidc_provider_not_found'])
})

test('the claims may be at the userinfo endpoint, and a provider may take the secret in the body', async () => {
  const strict = await startIdentityProvider({ isUnusual: true })
  try {
    const team = await sso.newTeam(strict)
    const providerId = await team.setUp()
    const { email } = team.owner.session.user
    signedIn(sso.identity, await team.signIn(providerId, newPerson({ email })))
    expect(strict.requests).toContain('GET /me')
  } finally {
    await strict.stop()
  }
})

const setPassword = (who: SignedIn) =>
  who.call('PATCH', '/api/v1/session/user', { body: { password: 'four unrelated words here' } })

test('the page of the provider comes with the name of the merchant whose team signs in there', async () => {
  const provider_id = await team.setUp()
  const { data } = (await sso.post(OIDC, { provider_id })).body
  expect(data.merchant_name).toBe(team.owner.session.merchant.name)
})

test('a sign-in confirms the session if the provider was asked for a new one', async () => {
  const providerId = await team.setUp()
  const { person, member } = await team.withMember(providerId)
  // The provider may have let the person in by a session that was open there.
  expect(refused(await setPassword(member)).slice(0, 2)).toEqual([403, 'confirmation_required'])
  const { url } = await team.begin(providerId, { confirm: true })
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
  const confirmed = signedIn(sso.identity, await team.signIn(providerId, person, { confirm: true }))
  expect((await setPassword(confirmed)).status).toBe(200)
})

test('a provider that did not ask anew says so, and confirms nothing', async () => {
  const providerId = await team.setUp()
  const { person } = await team.withMember(providerId)
  team.provider.signedInSecondsAgo = 11 * 60
  try {
    const member = signedIn(sso.identity, await team.signIn(providerId, person, { confirm: true }))
    expect(refused(await setPassword(member)).slice(0, 2)).toEqual([403, 'confirmation_required'])
  } finally {
    team.provider.signedInSecondsAgo = 0
  }
})

test('a member who is erased during a sign-in is refused, and nothing of the account at the provider is stored', async () => {
  const providerId = await team.setUp()
  const { person, member } = await team.withMember(providerId)
  const first = newPerson({ email: (await signInOwner(sso.identity, team.merchantId)).session.user.email })
  const [{ user_id: unlinked }] = (await team.readMembers()).filter(
    ({ email }: { email: string }) => email === first.email,
  )
  for (const [userId, who] of [
    [member.userId, person],
    [unlinked, first],
  ] as const) {
    const { url, cookie } = await team.begin(providerId)
    team.provider.person = who
    const callback = await team.provider.follow(url)
    const reply = await sso.rows.db.transaction().execute(async (trx) => {
      await eraseMember(trx, { merchantId: team.merchantId, userId })
      const answer = team.finish(callback, cookie)
      await eventually(async () => {
        // The sign-in waits for the erasure.
        const { rows } = await sql`
          select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)
        expect(rows).toHaveLength(1)
      })
      return { answer }
    })
    expect(refused(await reply.answer).slice(0, 2)).toEqual([401, 'oidc_sign_in_failed'])
    const stored = await sso.rows.db
      .selectFrom('oidc_identity')
      .select('user_id')
      .where('user_id', '=', userId)
      .execute()
    expect(stored).toEqual([])
  }
})

test('a Google account must be managed by a domain of the team, however the issuer is written', async () => {
  await team.setUp({ email_domains: ['example.com'], default_role: 'support' })
  const stored = await findProvider(sso.rows.db, team.merchantId)
  if (stored === undefined) throw new Error('the provider is not stored')
  const admit = (issuer: string, hostedDomain: string | null) => {
    const { sub: subject, email = '', name = '' } = newPerson()
    const person = { subject, email, emailVerified: true, name, hostedDomain }
    return sso.rows.db.transaction().execute((trx) => admitPerson(trx, { ...stored, issuer }, person))
  }
  for (const issuer of ['https://accounts.google.com', 'https://accounts.google.com/', 'https://ACCOUNTS.google.com']) {
    for (const domain of [null, 'example.org'])
      await expect(admit(issuer, domain)).rejects.toMatchObject({ code: 'oidc_sign_in_failed' })
    expect(await admit(issuer, 'example.com')).toMatchObject({ role: 'support' })
  }
  expect(await admit('https://login.example.com', null)).toMatchObject({ role: 'support' })
})
