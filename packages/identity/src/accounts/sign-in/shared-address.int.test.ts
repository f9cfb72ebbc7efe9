/** One e-mail address in the teams of several merchants. */
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditEntries } from '../../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../../testing/running-identity.ts'
import { type SignedIn, signedIn, signInOwner } from '../../testing/signed-in.ts'

const SESSION = '/api/v1/session'
const INVITATIONS = '/api/v1/team/invitations'
const password = 'four unrelated words here'
const another = 'five other unrelated words here'

let identity: TestIdentity
let bakery: SignedIn
let florist: SignedIn
let rows: ReturnType<typeof openAuditEntries>
beforeAll(async () => {
  identity = await startTestIdentity()
  rows = openAuditEntries(identity)
  bakery = await signInOwner(identity)
  florist = await signInOwner(identity, (await identity.createTenant()).merchantId)
})
afterAll(async () => {
  await rows?.close()
  await identity?.stop()
})

const getToken = (url: string) => new URL(url).hash.replace('#token=', '')
const post = (path: string, body: unknown, headers = {}) => identity.call('POST', path, { token: null, body, headers })
const signIn = (body: object, headers = {}) => post(SESSION, body, headers)
const getOutcome = async (reply: ReturnType<typeof post>) => {
  const { status, body } = await reply
  return status === 201 ? body.data.user.user_id : body.error.code
}
const invite = (owner: SignedIn, email: string) => owner.call('POST', INVITATIONS, { body: { email, role: 'support' } })

async function join(owner: SignedIn, email: string, own = password): Promise<SignedIn> {
  const { status, body } = await invite(owner, email)
  expect(status).toBe(201)
  const acceptance = { token: getToken(body.data.url), name: 'Grace Hill', password: own }
  // Other tests use up the tries of their network.
  const reply = await eventually(async () => {
    const answer = await post(`${SESSION}/invitation`, acceptance)
    expect(answer.status).not.toBe(429)
    return answer
  })
  return signedIn(identity, reply)
}

test('an address that another merchant has taken can be invited, and each password opens its own team', async () => {
  const email = 'victim@example.com'
  const taken = await join(bakery, email, another)
  const person = await join(florist, email)
  expect(person.userId).not.toBe(taken.userId)
  expect(await getOutcome(signIn({ email, password }))).toBe(person.userId)
  expect(await getOutcome(signIn({ email, password: another }))).toBe(taken.userId)
  expect(await getOutcome(signIn({ email, password: 'neither of the two' }))).toBe('sign_in_failed')
  const again = await invite(florist, email)
  expect([again.status, again.body.error.code]).toEqual([409, 'email_in_use'])
})

test('the operator and the answer to an invitation do not tell who is a member elsewhere', async () => {
  await join(bakery, 'known@example.com')
  const fields = async (email: string) => Object.keys((await invite(florist, email)).body.data)
  expect(await fields('known@example.com')).toEqual(await fields('unknown@example.com'))
  const { merchantId } = await identity.createTenant()
  const body = { email: 'known@example.com', name: 'Olive' }
  const owner = await identity.admin('POST', `/admin/merchants/${merchantId}/owners`, { body })
  const twice = await identity.admin('POST', `/admin/merchants/${merchantId}/owners`, { body })
  expect([owner.status, twice.status, twice.body.error.code]).toEqual([201, 409, 'email_in_use'])
})

test('a person with one password in two teams chooses the merchant, after the password', async () => {
  const email = 'both@example.com'
  const [one, other] = [await join(bakery, email), await join(florist, email)]
  const asked = await signIn({ email, password })
  expect(asked).toMatchObject({ status: 409, body: { error: { code: 'merchant_choice_required', retryable: false } } })
  const { merchant: first } = one.session
  const { merchant: second } = other.session
  expect(asked.body.error.meta.merchants).toEqual([
    { merchant_id: first.merchant_id, name: 'Corner Bakery' },
    { merchant_id: second.merchant_id, name: 'Florist' },
  ])
  const choose = (merchant_id: string, own = password) => getOutcome(signIn({ email, password: own, merchant_id }))
  expect(await choose(first.merchant_id)).toBe(one.userId)
  expect(await choose(second.merchant_id)).toBe(other.userId)
  expect(await choose('mer_of_nobody')).toBe('sign_in_failed')
  expect(await choose(first.merchant_id, 'not the password')).toBe('sign_in_failed')
  await bakery.call('PATCH', `/api/v1/team/members/${one.userId}`, { body: { active: false } })
  expect(await getOutcome(signIn({ email, password }))).toBe(other.userId)
})

test('the members of an address have one salt, so that a sign-in computes one hash; others have their own', async () => {
  const email = 'salt@example.com'
  const [one, other, alone] = [
    await join(bakery, email),
    await join(florist, email, another),
    await join(florist, 'alone@example.com'),
  ]
  const reset = await florist.call('POST', `/api/v1/team/members/${other.userId}/password-reset`)
  const token = getToken(reset.body.data.url)
  expect((await post(`${SESSION}/password-reset`, { token, password: 'a third of unrelated words' })).status).toBe(201)
  const change = { password: 'a fourth of unrelated words', current_password: password }
  expect((await one.call('PATCH', `${SESSION}/user`, { body: change })).status).toBe(200)
  const stored = await rows.db.selectFrom('member').select(['user_id', 'password_hash']).execute()
  const salt = (userId: string) => stored.find(({ user_id }) => user_id === userId)?.password_hash?.split('$')[4]
  expect(salt(one.userId)).toMatch(/^[\w+/]{22}$/)
  expect(salt(other.userId)).toBe(salt(one.userId))
  expect(salt(alone.userId)).not.toBe(salt(one.userId))
})

test('a browser that is known to one member guesses at another with the address as a stranger does', async () => {
  const email = 'guessed@example.com'
  const mine = await join(bakery, email, another)
  const other = await join(florist, email)
  const known = await signIn({ email, password: another })
  const cookie = known.headers.getSetCookie().find((text) => text.startsWith('waybill_device_')) ?? ''
  const headers = { cookie: cookie.split(';')[0] ?? '' }
  expect(await getOutcome(signIn({ email, password }, headers))).toBe(other.userId)
  await eventually(async () => expect(await getOutcome(signIn({ email, password: 'a guess' }))).toBe('rate_limited'))
  expect(await getOutcome(signIn({ email, password }, headers))).toBe('rate_limited')
  expect(await getOutcome(signIn({ email, password: another }, headers))).toBe(mine.userId)
})

test('a wrong password is in the log of each team; the address is only in that of a member who knows the browser', async () => {
  const email = 'logged@example.com'
  await join(bakery, email, another)
  await join(florist, email)
  const known = await signIn({ email, password })
  const cookie = known.headers.getSetCookie().find((text) => text.startsWith('waybill_device_')) ?? ''
  expect(await getOutcome(signIn({ email, password: 'mistyped' }, { cookie: cookie.split(';')[0] ?? '' }))).toBe(
    'sign_in_failed',
  )
  const failures = async (owner: SignedIn) => {
    const { data } = (await owner.call('GET', '/api/v1/audit-log?action=createSession&limit=100')).body
    const entries = data as { outcome: string; actor: { email: string }; address: string | null }[]
    return entries.filter((one) => one.outcome === 'failed' && one.actor.email === email).map((one) => one.address)
  }
  await eventually(async () => expect(await failures(florist)).toEqual([expect.stringMatching(/^(127|::)/)]))
  await eventually(async () => expect(await failures(bakery)).toEqual([null]))
  expect(await getOutcome(signIn({ email, password: 'a guess' }))).toBe('sign_in_failed')
  await eventually(async () => expect(await failures(bakery)).toEqual([null, null]))
})

const getDevice = (reply: Awaited<ReturnType<typeof signIn>>) =>
  reply.headers.getSetCookie().flatMap((text) => (text.startsWith('waybill_device_') ? [text.split(';')[0] ?? ''] : []))
/** Wrong passwords from another browser, until it gets no further try. */
const exhaust = (email: string) =>
  eventually(async () => expect(await getOutcome(signIn({ email, password: 'a guess' }))).toBe('rate_limited'))

test('a browser is known to each member who has signed in with it, so strangers slow down neither', async () => {
  const email = 'two-teams@example.com'
  const one = await join(bakery, email, another)
  const other = await join(florist, email)
  const cookies: string[] = []
  for (const own of [another, password])
    cookies.push(...getDevice(await signIn({ email, password: own }, { cookie: cookies.join('; ') })))
  const headers = { cookie: cookies.join('; ') }
  await exhaust(email)
  expect(await getOutcome(signIn({ email, password: another }, headers))).toBe(one.userId)
  expect(await getOutcome(signIn({ email, password }, headers))).toBe(other.userId)
  expect(await getOutcome(signIn({ email, password: 'a guess' }, headers))).toBe('sign_in_failed')
})

test('a browser that is known to one member does not learn by its own password what that of another is', async () => {
  const email = 'alike@example.com'
  const mine = await join(bakery, email)
  await join(florist, email)
  const headers = {
    cookie: getDevice(await signIn({ email, password, merchant_id: mine.session.merchant.merchant_id })).join(),
  }
  expect(await getOutcome(signIn({ email, password }, headers))).toBe('merchant_choice_required')
  await exhaust(email)
  expect(await getOutcome(signIn({ email, password }, headers))).toBe(mine.userId)
})

test('a member signs in with an address that hundreds of other teams have, too', async () => {
  const email = 'agency@example.com'
  const last = await join(florist, email)
  await sql`
    with teams as (
      insert into merchant (merchant_id, name) select 'mer_' || n, 'Team ' || n from generate_series(1, 300) n returning merchant_id
    )
    insert into member (merchant_id, user_id, email, name, role, password_hash, created_at)
    select merchant_id, 'usr_' || merchant_id, ${email}, 'A', 'owner',
      (select left(password_hash, -1) || '_' from member where user_id = ${last.userId}), now() - interval '1 day'
    from teams`.execute(rows.admin)
  await eventually(async () => expect(await getOutcome(signIn({ email, password }))).toBe(last.userId))
})
