/** The identity provider of a team as its owners set it up, and what its changes end. */
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { startIdentityProvider } from '@waybill/testing/identity-provider'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestIdentity } from '../../testing/running-identity.ts'
import { signedIn, signInOwner } from '../../testing/signed-in.ts'
import {
  newPerson,
  OIDC,
  PROVIDERS,
  refused,
  type SingleSignOn,
  startSingleSignOn,
  type Team,
} from '../../testing/single-sign-on.ts'

let sso: SingleSignOn
let team: Team
beforeAll(async () => {
  sso = await startSingleSignOn()
})
afterAll(() => sso?.stop())
beforeEach(async () => {
  team = await sso.newTeam()
})

test('with a required provider only owners may sign in another way, and open sessions of others are refused', async () => {
  const invitation = await team.owner.call('POST', '/api/v1/team/invitations', {
    body: { email: 'packer@example.net', role: 'operations' },
  })
  const token = new URL(invitation.body.data.url).hash.replace('#token=', '')
  const password = 'four unrelated words here'
  const accepted = await sso.post('/api/v1/session/invitation', { token, name: 'Pat Packer', password })
  const packer = signedIn(sso.identity, accepted)
  const providerId = await team.setUp({ required: true })
  expect((await packer.call('GET', '/api/v1/session')).body.error.code).toBe('session_ended')
  expect((await team.owner.call('GET', '/api/v1/session')).status).toBe(200)
  const email = 'packer@example.net'
  const byPassword = await sso.post('/api/v1/session', { email, password })
  expect(refused(byPassword).slice(0, 2)).toEqual([403, 'oidc_sign_in_required'])
  const wrong = await sso.post('/api/v1/session', { email, password: 'a wrong password of nobody' })
  expect(wrong.body.error.code).toBe('sign_in_failed')
  signedIn(sso.identity, await team.signIn(providerId, newPerson({ email })))
  await signInOwner(sso.identity, team.merchantId)
})

test('changing the client unlinks all members, and removing the provider ends its sessions', async () => {
  const providerId = await team.setUp()
  const { person, member } = await team.withMember(providerId)
  expect((await team.owner.call('PATCH', team.path, { body: { email_trusted: true } })).status).toBe(200)
  expect((await member.call('GET', '/api/v1/session')).status).toBe(200)
  await team.owner.call('PATCH', team.path, { body: { client_id: 'another' } })
  expect((await member.call('GET', '/api/v1/session')).status).toBe(401)
  expect((await team.readMembers()).filter(({ has_oidc }: { has_oidc: boolean }) => has_oidc)).toEqual([])
  await team.owner.call('PATCH', team.path, { body: { client_id: team.provider.clientId } })
  const again = signedIn(sso.identity, await team.signIn(providerId, person))
  expect((await team.owner.call('DELETE', team.path)).status).toBe(204)
  expect((await again.call('GET', '/api/v1/session')).status).toBe(401)
  expect((await team.owner.call('GET', team.path)).status).toBe(404)
  expect((await team.owner.call('GET', PROVIDERS)).body.data).toEqual([])
  expect((await sso.post(OIDC, { provider_id: providerId })).status).toBe(404)
})

test('the settings are shown without the secret, kept encrypted, made once and audited', async () => {
  const headers = { 'idempotency-key': 'set-up-once' }
  const first = await team.owner.call('POST', PROVIDERS, {
    body: team.settings({ email_domains: ['Example.com'] }),
    headers,
  })
  const again = await team.owner.call('POST', PROVIDERS, {
    body: team.settings({ email_domains: ['Example.com'] }),
    headers,
  })
  expect(again.text).toBe(first.text)
  expect(first.body.data).toMatchObject({
    issuer: team.provider.issuer,
    client_id: 'waybill',
    email_domains: ['example.com'],
    default_role: null,
    required: false,
    email_trusted: false,
    redirect_uri: team.redirectUri,
    sign_in_url: `https://api.example.com/console/sign-in?provider=${first.body.data.provider_id}`,
  })
  const own = `${PROVIDERS}/${first.body.data.provider_id}`
  expect((await team.owner.call('GET', own)).body.data).toEqual(first.body.data)
  expect((await team.owner.call('GET', PROVIDERS)).body.data).toEqual([first.body.data])
  expect(first.text).not.toContain(team.provider.clientSecret)
  const stored = await sso.rows.db
    .selectFrom('oidc_provider')
    .selectAll()
    .where('merchant_id', '=', team.merchantId)
    .execute()
  expect(stored[0]?.client_secret.toString('latin1')).not.toContain(team.provider.clientSecret)
  expect(refused(await team.owner.call('POST', PROVIDERS, { body: team.settings() })).slice(0, 2)).toEqual([
    409,
    'oidc_provider_exists',
  ])
  const { body } = await team.owner.call('GET', '/api/v1/audit-log')
  expect(body.data).toContainEqual(
    expect.objectContaining({ action: 'createOidcProvider', object_id: first.body.data.provider_id }),
  )
})

test('wrong settings are named, all of them', async () => {
  const body = {
    issuer: 'ftp://login.example.com',
    client_id: '',
    email_domains: ['not a domain'],
    default_role: 'owner',
    required: 'yes',
    extra: 1,
  }
  const { status, body: answer } = await team.owner.call('POST', PROVIDERS, { body })
  expect(status).toBe(422)
  const fields = answer.error.details.map(({ field }: { field: string }) => field)
  expect(fields.sort()).toEqual(
    ['client_id', 'client_secret', 'default_role', 'email_domains[0]', 'extra', 'issuer', 'required'].sort(),
  )
})

test('members who are not owners cannot see or change the settings', async () => {
  const providerId = await team.setUp()
  const { member } = await team.withMember(providerId, 'developer')
  for (const [method, called] of [
    ['GET', team.path],
    ['GET', PROVIDERS],
    ['PATCH', team.path],
    ['DELETE', team.path],
    ['POST', `${team.path}/check`],
    ['DELETE', `/api/v1/team/members/${team.owner.userId}/oidc-identity`],
  ] as const) {
    const body = method === 'PATCH' ? { required: true } : undefined
    expect((await member.call(method, called, { body })).status).toBe(403)
  }
})

test('a check says what is wrong with the provider', async () => {
  await team.setUp()
  expect((await team.owner.call('POST', `${team.path}/check`)).body.data).toEqual({ reachable: true, problem: null })
  const check = async (issuer: string) => {
    await team.owner.call('PATCH', team.path, { body: { issuer, client_secret: 'of that one' } })
    return (await team.owner.call('POST', `${team.path}/check`)).body.data
  }
  expect(await check('http://127.0.0.1:9443')).toEqual({
    reachable: false,
    problem: expect.stringContaining('reached'),
  })
  expect(await check(`${team.provider.issuer}/elsewhere`)).toEqual({ reachable: false, problem: expect.any(String) })
  expect(await check('http://169.254.169.254')).toEqual({
    reachable: false,
    problem: expect.stringContaining('not public'),
  })
})

test('the secret of one provider is not sent to another: a new issuer needs a new one', async () => {
  await team.setUp()
  const changed = await team.owner.call('PATCH', team.path, { body: { issuer: 'https://elsewhere.example.com' } })
  expect(changed.status).toBe(422)
  expect(changed.body.error.details).toMatchObject([{ field: 'client_secret', code: 'required' }])
  expect(
    (await team.owner.call('PATCH', team.path, { body: { issuer: team.provider.issuer, required: true } })).status,
  ).toBe(200)
})

test('the secret goes to the token endpoint for which it was entered, and through no redirect', async () => {
  const elsewhere = await startHttpReceiver()
  const provider = await startIdentityProvider()
  onTestFinished(async () => {
    await elsewhere.stop()
    await provider.stop()
  })
  const own = await sso.newTeam(provider)
  const providerId = await own.setUp()
  await own.withMember(providerId)
  const { url, cookie } = await own.begin(providerId)
  const callback = await provider.follow(url)

  provider.redirectedTo = `${elsewhere.url}/token`
  expect((await own.finish(callback, cookie)).body.error.code).toBe('oidc_sign_in_failed')
  provider.redirectedTo = null

  provider.movedTokenEndpoint = `${elsewhere.url}/token`
  const moved = `has moved from ${provider.issuer} to ${elsewhere.url}`
  expect((await own.finish(callback, cookie)).body.error.message).toContain(moved)
  expect((await sso.post(OIDC, { provider_id: providerId })).body.error.message).toContain(moved)
  expect((await own.owner.call('POST', `${own.path}/check`)).body.data.problem).toContain(moved)
  expect(elsewhere.requests).toEqual([])

  const body = { client_secret: 'a secret for that address' }
  expect((await own.owner.call('PATCH', own.path, { body })).status).toBe(200)
  await own.finish(callback, cookie)
  expect(elsewhere.requests).toHaveLength(1)
})

test('a provider that did not answer when its secret was entered is bound to the first token endpoint that it names', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(() => receiver.stop())
  receiver.answerAlways({ status: 503 })
  const providerId = await team.setUp({ issuer: receiver.url })
  const name = (token_endpoint: string) => {
    const [authorization_endpoint, jwks_uri] = [`${receiver.url}/auth`, `${receiver.url}/keys`]
    const body = JSON.stringify({ issuer: receiver.url, authorization_endpoint, token_endpoint, jwks_uri })
    receiver.answerAlways({ headers: { 'content-type': 'application/json' }, body })
  }
  name('https://tokens.example.com/token')
  await team.begin(providerId)
  name('https://tokens.example.net/token')
  expect((await sso.post(OIDC, { provider_id: providerId })).body.error.message).toContain('has moved')
})

test('a demoted owner loses a session that began another way if the provider is required', async () => {
  const second = await signInOwner(sso.identity, team.merchantId)
  await team.setUp({ required: true })
  expect((await second.call('GET', '/api/v1/session')).status).toBe(200)
  const demoted = await team.owner.call('PATCH', `/api/v1/team/members/${second.userId}`, {
    body: { role: 'operations' },
  })
  expect(demoted.status).toBe(200)
  expect((await second.call('GET', '/api/v1/session')).body.error.code).toBe('session_ended')
})

test('what a provider answers is limited, whole, and of the issuer that was entered', async () => {
  const metadata = (issuer: string, more: object = {}) => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    ...more,
  })
  const receiver = await startHttpReceiver()
  onTestFinished(() => receiver.stop())
  const readProblem = async (answer: { headers?: Record<string, string>; body: string }) => {
    receiver.answerAlways({ ...answer, headers: { 'content-type': 'application/json', ...answer.headers } })
    return (await team.owner.call('POST', `${team.path}/check`)).body.data.problem
  }
  await team.setUp({ issuer: receiver.url })
  expect(await readProblem({ body: JSON.stringify(metadata(receiver.url)) })).toBe(null)
  expect(await readProblem({ headers: { 'content-encoding': 'gzip' }, body: 'not even gzip' })).toContain('compresses')
  const long = metadata(receiver.url, { padding: 'x'.repeat(300_000) })
  expect(await readProblem({ body: JSON.stringify(long) })).toEqual(expect.any(String))
  const withoutEnd = metadata(receiver.url, { authorization_endpoint: undefined })
  expect(await readProblem({ body: JSON.stringify(withoutEnd) })).toContain('no authorization_endpoint')
  expect(await readProblem({ body: JSON.stringify(metadata('https://login.example.com')) })).toEqual(expect.any(String))
})

test('by default, providers are at public addresses over https', async () => {
  const strict = await startTestIdentity()
  try {
    const asker = await signInOwner(strict)
    const check = async (issuer: string) => {
      const { data } = (await asker.call('POST', PROVIDERS, { body: team.settings({ issuer }) })).body
      const own = `${PROVIDERS}/${data.provider_id}`
      const { problem } = (await asker.call('POST', `${own}/check`)).body.data
      expect((await asker.call('DELETE', own)).status).toBe(204)
      return problem
    }
    expect(await check(team.provider.issuer)).toContain('must begin with https://')
    expect(await check('https://127.0.0.1:9443')).toContain('not public')
    expect(await check('https://localhost:9443')).toContain('not public')
  } finally {
    await strict.stop()
  }
})

test.each([
  ['is deactivated', { active: false }],
  ['is no owner any more', { role: 'developer' }],
])('a provider that an owner has entered who %s lets nobody in, until another owner saves it', async (_, change) => {
  const leaver = await signInOwner(sso.identity, team.merchantId)
  const made = await leaver.call('POST', PROVIDERS, {
    body: team.settings({ email_domains: ['example.com'], default_role: 'operations' }),
  })
  const { provider_id } = made.body.data
  const { email } = team.owner.session.user
  const begun = await team.begin(provider_id)
  await team.owner.call('PATCH', `/api/v1/team/members/${leaver.userId}`, { body: change })
  // The provider says of the leaver what the leaver likes, such as being an owner who never signed in there.
  team.provider.person = newPerson({ email })
  const finished = await team.finish(await team.provider.follow(begun.url), begun.cookie)
  expect(refused(finished)).toEqual([401, 'oidc_sign_in_failed', expect.stringContaining('has left the team')])
  const again = await sso.post(OIDC, { provider_id })
  expect(refused(again)).toEqual([401, 'oidc_sign_in_failed', expect.stringContaining('has left the team')])
  const path = `${PROVIDERS}/${provider_id}`
  expect((await team.owner.call('GET', path)).body.data.needs_confirmation).toBe(true)
  expect((await team.owner.call('PATCH', path, { body: {} })).body.data.needs_confirmation).toBe(false)
  expect((await team.owner.call('GET', path)).body.data.needs_confirmation).toBe(false)
  expect((await team.signIn(provider_id, newPerson({ email }))).status).toBe(201)
})
