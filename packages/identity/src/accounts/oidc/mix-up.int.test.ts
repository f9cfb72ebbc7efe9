/** The answer of a provider belongs to a sign-in with that provider: RFC 9700, 4.4. */
import { type DeceivingProvider, startDeceivingProvider } from '@waybill/testing/deceiving-provider'
import { type IdentityProvider, startIdentityProvider } from '@waybill/testing/identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  answerAt,
  newPerson,
  OIDC,
  refused,
  type SingleSignOn,
  startSingleSignOn,
} from '../../testing/single-sign-on.ts'

let sso: SingleSignOn
let nameless: IdentityProvider
let deceiver: DeceivingProvider
beforeAll(async () => {
  sso = await startSingleSignOn()
  nameless = await startIdentityProvider({ isUnusual: true })
  deceiver = await startDeceivingProvider()
})
afterAll(async () => {
  await sso?.stop()
  await nameless?.stop()
  await deceiver?.stop()
})

/** An owner whose provider sends people on to the provider of another team, one of whose members follows its link. */
async function prepareAttack() {
  const victims = await sso.newTeam(nameless)
  const victimsProvider = await victims.setUp()
  victims.provider.person = newPerson({ email: victims.owner.session.user.email })
  const { owner } = await sso.newTeam()
  const { clientId: client_id, clientSecret: client_secret } = victims.provider
  const body = { issuer: deceiver.issuer, client_id, client_secret }
  const { data } = (await owner.call('POST', '/api/v1/team/oidc-providers', { body })).body
  // The attacker begins a sign-in and keeps its nonce and challenge. The code will be made for them.
  const own = await victims.begin(victimsProvider)
  const victim = await victims.begin(data.provider_id)
  const state = new URL(victim.url).searchParams.get('state') ?? ''
  const deceived = new URL(own.url)
  deceived.searchParams.set('state', state)
  return { victims, own, victim, deceived, attackersUri: data.redirect_uri as string }
}

test('a member of another team whom a provider sends on to the provider of that team gives it no code', async () => {
  const { victims, own, victim, deceived } = await prepareAttack()
  const callback = await victims.provider.follow(deceived.href)
  expect(callback.searchParams.get('code')).toBeTruthy()
  expect(callback.searchParams.get('iss')).toBeNull()
  expect(refused(await victims.finish(callback, victim.cookie)).slice(0, 2)).toEqual([410, 'challenge_not_valid'])
  expect(deceiver.codes).toEqual([])
  // The code is worth stealing: with nonce and challenge of the attacker it opens a session of the victim.
  const answer = answerAt(callback)
  const query = new URLSearchParams(answer.query)
  query.set('state', new URL(own.url).searchParams.get('state') ?? '')
  const stolen = { ...answer, query: query.toString() }
  expect((await sso.post(`${OIDC}/callback`, stolen, { cookie: own.cookie })).status).toBe(201)
})

test('the provider of a team sends nobody to the redirect URI of another one', async () => {
  const { victims, deceived, attackersUri } = await prepareAttack()
  deceived.searchParams.set('redirect_uri', attackersUri)
  await expect(victims.provider.follow(deceived.href)).rejects.toThrow('redirect_uri')
  expect(deceiver.codes).toEqual([])
})

test('a provider that names itself in its answer must be the one of the sign-in, and keep its promise to do so', async () => {
  const team = await sso.newTeam()
  const providerId = await team.setUp()
  team.provider.person = newPerson({ email: team.owner.session.user.email })
  const { url, cookie } = await team.begin(providerId)
  const callback = await team.provider.follow(url)
  expect(callback.searchParams.get('iss')).toBe(team.provider.issuer)
  const tokenRequests = () => team.provider.requests.filter((request) => request === 'POST /token').length
  const before = tokenRequests()
  for (const iss of ['https://login.example.com', null]) {
    const changed = new URL(callback)
    if (iss === null) changed.searchParams.delete('iss')
    else changed.searchParams.set('iss', iss)
    expect(refused(await team.finish(changed, cookie)).slice(0, 2)).toEqual([401, 'oidc_sign_in_failed'])
  }
  expect(tokenRequests()).toBe(before)
  expect((await team.finish(callback, cookie)).status).toBe(201)
})
