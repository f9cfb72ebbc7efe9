/** Passkeys: added, used to sign in and to confirm, renamed and removed. */
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditEntries } from '../../testing/audit-entries.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { startTestIdentity, type TestIdentity } from '../../testing/running-identity.ts'
import { type SignedIn, signedIn, signInOwner } from '../../testing/signed-in.ts'
import type { Tenant } from '../../testing/tenants.ts'

const SESSION = '/api/v1/session'
const PASSKEYS = `${SESSION}/passkeys`
let identity: TestIdentity
let tenant: Tenant
let owner: SignedIn
let rows: ReturnType<typeof openAuditEntries>
beforeAll(async () => {
  identity = await startTestIdentity()
  rows = openAuditEntries(identity)
  tenant = await identity.createTenant()
  owner = await signInOwner(identity)
})
afterAll(async () => {
  await rows?.close()
  await identity?.stop()
})

const post = (path: string, body?: unknown, headers = {}) => identity.call('POST', path, { token: null, body, headers })
const getCode = async (reply: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await reply
  return [status, body?.error?.code]
}
type Authenticator = ReturnType<typeof createAuthenticator>

const optionsFor = async (person: SignedIn, path = `${SESSION}/passkey-registration`) => {
  const { status, body } = await person.call('POST', path)
  expect(status).toBe(200)
  return body.data.options
}
const register = (person: SignedIn, credential: object, name = 'Phone') =>
  person.call('POST', PASSKEYS, { body: { name, credential } })

/** A member with a passkey. */
async function withPasskey(merchantId = identity.merchantId) {
  const person = await signInOwner(identity, merchantId)
  const authenticator = createAuthenticator()
  const created = await register(person, authenticator.register(await optionsFor(person)))
  expect(created.status).toBe(201)
  return { person, authenticator, passkeyId: created.body.data.passkey_id as string }
}

const signInOptions = async () => (await post(`${SESSION}/passkey/options`)).body.data.options
const signIn = (credential: object) => post(`${SESSION}/passkey`, { credential })
const sign = async (authenticator: Authenticator, signing: Parameters<Authenticator['sign']>[1] = {}) =>
  signIn(authenticator.sign(await signInOptions(), signing))

test('a passkey signs its member in without a name or password, and without a code', async () => {
  const { person, authenticator } = await withPasskey()
  const options = await signInOptions()
  expect(options).toMatchObject({ rpId: 'api.example.com', allowCredentials: [], userVerification: 'required' })
  const reply = await signIn(authenticator.sign(options))
  const session = signedIn(identity, reply)
  expect(session.session.user).toMatchObject({ user_id: person.userId, passkeys_count: 1 })
  const [own] = (await session.call('GET', '/api/v1/sessions')).body.data
  expect(own).toMatchObject({ current: true, method: 'passkey' })
  await sql`
    insert into totp (merchant_id, user_id, secret, sealed_with, enabled_at)
    values (${identity.merchantId}, ${person.userId}, 'x', 'x', now())`.execute(rows.db)
  expect((await sign(authenticator)).status).toBe(201)
  const [passkey] = (await person.call('GET', PASSKEYS)).body.data
  expect(passkey).toMatchObject({ name: 'Phone', synced: false, last_used_at: expect.any(String) })
})

test('a passkey is asked to verify its user and to need no name', async () => {
  const options = await optionsFor(owner)
  expect(options).toMatchObject({
    rp: { id: 'api.example.com', name: 'Waybill' },
    user: { name: owner.session.user.email, displayName: 'Olive Owner' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
  const { person, authenticator } = await withPasskey()
  expect((await optionsFor(person)).excludeCredentials).toEqual([
    expect.objectContaining({ id: authenticator.id, transports: ['internal'] }),
  ])
})

test('a challenge works once, for its purpose, its member and its time', async () => {
  const { person, authenticator } = await withPasskey()
  const gone = [410, 'challenge_not_valid']
  const used = authenticator.sign(await signInOptions())
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => signIn(used)))
  expect(outcomes.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
  expect(await getCode(signIn(used))).toEqual(gone)
  const forConfirmation = await optionsFor(person, `${SESSION}/confirmation/options`)
  expect(await getCode(signIn(authenticator.sign(forConfirmation)))).toEqual(gone)
  const expired = await signInOptions()
  await sql`update sign_in_challenge set expires_at = now() - interval '1 s'`.execute(rows.db)
  expect(await getCode(signIn(authenticator.sign(expired)))).toEqual(gone)
  const ofOwner = await optionsFor(owner)
  expect(await getCode(register(person, createAuthenticator().register(ofOwner)))).toEqual(gone)
  expect((await register(owner, createAuthenticator().register(ofOwner))).status).toBe(201)
  expect(await getCode(signIn(authenticator.sign({ challenge: 'unknown', rpId: 'api.example.com' })))).toEqual(gone)
})

test.each([
  ['by an unknown authenticator', {}, true],
  ['without a verified user', { verifiesUser: false }, false],
  ['on a page of another origin', { origin: 'https://api.example.com.evil.test' }, false],
])('a signature %s opens nothing', async (_, signing, isUnknown) => {
  const { person, authenticator } = await withPasskey()
  const reply = await sign(isUnknown ? createAuthenticator() : authenticator, signing)
  expect([reply.status, reply.body.error.code]).toEqual([401, 'sign_in_failed'])
  expect(reply.headers.getSetCookie()).toEqual([])
  expect(reply.body.error.message).toBe(
    'The passkey is unknown here, or its signature is not valid. Sign in another way.',
  )
  // The log of the merchant has it if the passkey is a member's.
  await eventually(async () => {
    const { rows: entries } = await sql`
      select outcome, code from audit_entry
      where actor = ${person.userId} and action = 'createSessionWithPasskey'`.execute(rows.db)
    expect(entries).toEqual(isUnknown ? [] : [{ outcome: 'failed', code: 'sign_in_failed' }])
  })
})

test('a signature under another host name opens nothing', async () => {
  const { authenticator } = await withPasskey()
  const { challenge } = await signInOptions()
  const credential = authenticator.sign({ challenge, rpId: 'example.com' })
  expect(await getCode(signIn(credential))).toEqual([401, 'sign_in_failed'])
})

test('a counter that does not grow betrays a copy', async () => {
  const { authenticator } = await withPasskey()
  expect((await sign(authenticator, { counter: 5 })).status).toBe(201)
  expect(await getCode(sign(authenticator, { counter: 5 }))).toEqual([401, 'sign_in_failed'])
  expect(await getCode(sign(authenticator, { counter: 4 }))).toEqual([401, 'sign_in_failed'])
  expect((await sign(authenticator, { counter: 6 })).status).toBe(201)
})

test('a registration without a verified user or from another page is refused', async () => {
  for (const signing of [{ verifiesUser: false }, { origin: 'https://evil.test' }]) {
    const credential = createAuthenticator().register(await optionsFor(owner), signing)
    const reply = await register(owner, credential)
    expect([reply.status, reply.body.error.details[0].field]).toEqual([422, 'credential'])
  }
})

test('a passkey is stored once', async () => {
  const { person, authenticator } = await withPasskey()
  expect(await getCode(register(person, authenticator.register(await optionsFor(person))))).toEqual([
    409,
    'passkey_in_use',
  ])
})

test('a member has at most 20 passkeys', async () => {
  const { person } = await withPasskey()
  const options = await optionsFor(person)
  await sql`
    insert into passkey (merchant_id, user_id, passkey_id, name, credential_id, public_key, use_count, transports, synced)
    select ${identity.merchantId}, ${person.userId}, 'pky_' || n, 'x', 'x' || n, 'x', 0, '{}', false
    from generate_series(1, 19) as n`.execute(rows.db)
  expect(await getCode(person.call('POST', `${SESSION}/passkey-registration`))).toEqual([409, 'passkey_limit_reached'])
  expect(await getCode(register(person, createAuthenticator().register(options)))).toEqual([
    409,
    'passkey_limit_reached',
  ])
})

test('changes need a recent proof, which a passkey gives too', async () => {
  const { person, authenticator, passkeyId } = await withPasskey()
  const { authenticator: ofOther } = await withPasskey()
  const options = await optionsFor(person)
  await sql`
    update session set created_at = now() - interval '11 minutes' where session_id = ${person.sessionId}`.execute(
    rows.db,
  )
  const refused = [403, 'confirmation_required']
  expect(await getCode(person.call('POST', `${SESSION}/passkey-registration`))).toEqual(refused)
  expect(await getCode(register(person, createAuthenticator().register(options)))).toEqual(refused)
  expect(await getCode(person.call('DELETE', `${PASSKEYS}/${passkeyId}`))).toEqual(refused)
  const first = { body: { password: 'four unrelated words here' } }
  expect(await getCode(person.call('PATCH', `${SESSION}/user`, first))).toEqual(refused)
  const confirm = async (one: Authenticator) =>
    person.call('POST', `${SESSION}/confirmation`, {
      body: { credential: one.sign(await optionsFor(person, `${SESSION}/confirmation/options`)) },
    })
  const wrong = await confirm(ofOther)
  expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'credential'])
  expect(await getCode(person.call('DELETE', `${PASSKEYS}/${passkeyId}`))).toEqual(refused)
  expect((await confirm(authenticator)).status).toBe(204)
  expect((await person.call('DELETE', `${PASSKEYS}/${passkeyId}`)).status).toBe(204)
})

test('a passkey is renamed and removed by its member only, and then opens nothing', async () => {
  const { person, authenticator, passkeyId } = await withPasskey()
  const { person: florist } = await withPasskey(tenant.merchantId)
  const path = `${PASSKEYS}/${passkeyId}`
  for (const other of [owner, florist]) {
    expect(await getCode(other.call('PATCH', path, { body: { name: 'Mine' } }))).toEqual([404, 'passkey_not_found'])
    expect(await getCode(other.call('DELETE', path))).toEqual([404, 'passkey_not_found'])
    expect(JSON.stringify((await other.call('GET', PASSKEYS)).body)).not.toContain(passkeyId)
  }
  expect((await person.call('PATCH', path, { body: { name: ' Old phone ' } })).body.data.name).toBe('Old phone')
  expect((await person.call('PATCH', path, { body: { name: ' ' } })).body.error.details[0].field).toBe('name')
  expect((await person.call('DELETE', path)).status).toBe(204)
  expect(await getCode(person.call('DELETE', path))).toEqual([404, 'passkey_not_found'])
  expect(await getCode(sign(authenticator))).toEqual([401, 'sign_in_failed'])
  expect((await person.call('GET', SESSION)).body.data.user.passkeys_count).toBe(0)
  const { rows: entries } = await sql<{ action: string }>`
    select action from audit_entry where target_id = ${passkeyId} and actor = ${person.userId} order by position`.execute(
    rows.db,
  )
  expect(entries.map(({ action }) => action)).toEqual(['createPasskey', 'updatePasskey', 'deletePasskey'])
})

test('a deactivated member and one whose factors were reset cannot use the passkey', async () => {
  const { person, authenticator } = await withPasskey()
  const member = `/api/v1/team/members/${person.userId}`
  await owner.call('PATCH', member, { body: { active: false } })
  expect(await getCode(sign(authenticator))).toEqual([401, 'sign_in_failed'])
  await owner.call('PATCH', member, { body: { active: true } })
  expect((await sign(authenticator)).status).toBe(201)
  const reset = await owner.call('POST', `${member}/second-factor-reset`)
  expect(reset.body.data.passkeys_count).toBe(0)
  expect(await getCode(sign(authenticator))).toEqual([401, 'sign_in_failed'])
})

test('pages of other origins begin no sign-in, and an address gets so many challenges', async () => {
  const foreign = { 'sec-fetch-site': 'cross-site' }
  expect(await getCode(post(`${SESSION}/passkey/options`, undefined, foreign))).toEqual([403, 'csrf_failed'])
  let answered = 0
  const outcomes = new Set<number>()
  while (!outcomes.has(429) && answered < 500) {
    outcomes.add((await post(`${SESSION}/passkey/options`)).status)
    answered += 1
  }
  expect([...outcomes]).toEqual([200, 429])
})
