/** Teams: roles, invitations, links, passwords and sessions of people. */
import type { Role } from '@waybill/contracts/requests/roles'
import { isScope } from '@waybill/contracts/requests/scopes'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { up as makeViewers } from '../../../migrations/0010-viewers.ts'
import { openAuditEntries } from '../../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../../testing/running-identity.ts'
import { type SignedIn, signedIn, signInOwner } from '../../testing/signed-in.ts'
import type { Tenant } from '../../testing/tenants.ts'

const MEMBERS = '/api/v1/team/members'
const INVITATIONS = '/api/v1/team/invitations'
const password = 'four unrelated words here'
let identity: TestIdentity
let tenant: Tenant
let owner: SignedIn
let entries: ReturnType<typeof openAuditEntries>
beforeAll(async () => {
  identity = await startTestIdentity()
  tenant = await identity.createTenant()
  owner = await signInOwner(identity)
  entries = openAuditEntries(identity)
})
afterAll(async () => {
  await entries.close()
  await identity.stop()
})

const getToken = (url: string) => new URL(url).hash.replace('#token=', '')
const getCode = async (reply: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await reply
  return [status, body?.error?.code]
}
const post = (path: string, body: unknown) => identity.call('POST', path, { token: null, body })

/** Stored answers that contain a text. */
async function storedAnswersWith(text: string): Promise<number> {
  const { rows } = await sql`
    select 1 from idempotency_record where position(${Buffer.from(text)}::bytea in body) > 0`.execute(entries.db)
  return rows.length
}

let people = 0
/** Invites a person, who accepts. */
async function join(role: Role, by = owner): Promise<SignedIn & { email: string }> {
  people += 1
  const email = `person-${people}@example.com`
  const { body } = await by.call('POST', INVITATIONS, { body: { email: email.toUpperCase(), role } })
  const acceptance = { token: getToken(body.data.url), name: 'Grace Hill', password }
  return { ...signedIn(identity, await post('/api/v1/session/invitation', acceptance)), email }
}

test('an invited person joins with a password, and signs in with it', async () => {
  const { email, session } = await join('operations')
  expect(session).toMatchObject({ user: { email, name: 'Grace Hill', has_password: true }, role: 'operations' })
  expect((await post('/api/v1/session', { email: ` ${email.toUpperCase()}`, password })).status).toBe(201)
  const wrong = await post('/api/v1/session', { email, password: 'not the password' })
  const unknown = await post('/api/v1/session', { email: 'nobody@example.com', password })
  expect([wrong.status, wrong.body.error.code]).toEqual([401, 'sign_in_failed'])
  expect({ ...unknown.body.error, request_id: '' }).toEqual({ ...wrong.body.error, request_id: '' })
})

test('an invitation is listed without its link, works once, and can be replaced and revoked', async () => {
  const invite = async () =>
    (await owner.call('POST', INVITATIONS, { body: { email: 'new@example.com', role: 'support' } })).body.data
  const accept = (url: string) =>
    getCode(post('/api/v1/session/invitation', { token: getToken(url), name: 'New', password }))
  const [first, second] = [await invite(), await invite()]
  const { data } = (await owner.call('GET', INVITATIONS)).body
  expect(data).toMatchObject([{ invitation_id: second.invitation_id, email: 'new@example.com' }])
  expect(JSON.stringify(data)).not.toContain(getToken(second.url))
  expect(await accept(first.url)).toEqual([410, 'link_not_valid'])
  expect((await owner.call('DELETE', `${INVITATIONS}/${second.invitation_id}`)).status).toBe(204)
  expect(await accept(second.url)).toEqual([410, 'link_not_valid'])
  const third = await invite()
  expect(await accept(third.url)).toEqual([201, undefined])
  expect(await accept(third.url)).toEqual([410, 'link_not_valid'])
  expect(
    await getCode(owner.call('POST', INVITATIONS, { body: { email: 'new@example.com', role: 'support' } })),
  ).toEqual([409, 'email_in_use'])
})

test('short and common passwords are refused, and the link stays valid', async () => {
  const { body } = await owner.call('POST', INVITATIONS, { body: { email: 'weak@example.com', role: 'support' } })
  const accept = (text: string) =>
    post('/api/v1/session/invitation', { token: getToken(body.data.url), name: 'Weak', password: text })
  for (const text of ['short', 'password12345']) {
    const refused = await accept(text)
    expect([refused.status, refused.body.error.details[0].field]).toEqual([422, 'password'])
  }
  expect((await accept(password)).status).toBe(201)
})

test('a change of role and a deactivation reach open sessions', async () => {
  const member = await join('support')
  const createKey = () => member.call('POST', '/api/v1/api-keys', { body: { name: 'Mine' } })
  const mayCreateKeys = () => getCode(createKey())
  expect(await mayCreateKeys()).toEqual([403, 'insufficient_scope'])
  await owner.call('PATCH', `${MEMBERS}/${member.userId}`, { body: { role: 'developer' } })
  const { scopes } = (await createKey()).body.data
  expect(scopes).toContain('webhooks:write')
  expect(scopes.filter((scope: string) => !isScope(scope))).toEqual([])
  const ended = await owner.call('PATCH', `${MEMBERS}/${member.userId}`, { body: { active: false } })
  expect(ended.body.data).toMatchObject({ role: 'developer', active: false })
  expect(await mayCreateKeys()).toEqual([401, 'session_ended'])
  expect(await getCode(post('/api/v1/session', { email: member.email, password }))).toEqual([401, 'sign_in_failed'])
})

test('the last owner cannot step down; of two who remove each other at once, one stays', async () => {
  const florist = await signInOwner(identity, tenant.merchantId)
  const stepDown = { body: { role: 'support' } }
  const own = (user: SignedIn) => `${MEMBERS}/${user.userId}`
  expect(await getCode(florist.call('PATCH', own(florist), stepDown))).toEqual([409, 'last_owner'])
  expect(await getCode(florist.call('PATCH', own(florist), { body: { active: false } }))).toEqual([409, 'last_owner'])
  const second = await join('owner', florist)
  await Promise.all([florist.call('PATCH', own(second), stepDown), second.call('PATCH', own(florist), stepDown)])
  const [one, other] = await Promise.all([florist.call('GET', MEMBERS), second.call('GET', MEMBERS)])
  const members = (one.body.data ?? other.body.data) as { role: string }[]
  expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1)
})

test('a repeat with the same key gets the same invitation, role or link; the link is not stored in clear', async () => {
  const headers = { 'idempotency-key': 'repeat-1' }
  const member = await join('support')
  const calls: [string, string, object | undefined][] = [
    ['POST', INVITATIONS, { email: 'once@example.com', role: 'support' }],
    ['PATCH', `${MEMBERS}/${member.userId}`, { role: 'developer' }],
    ['POST', `${MEMBERS}/${member.userId}/password-reset`, undefined],
  ]
  for (const [method, path, body] of calls) {
    const [first, second] = [
      await owner.call(method, path, { body, headers }),
      await owner.call(method, path, { body, headers }),
    ]
    expect(first.status).toBeLessThan(300)
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    const { url } = first.body.data
    if (url) expect(await storedAnswersWith(getToken(url))).toBe(0)
  }
  const { data } = (await owner.call('GET', INVITATIONS)).body
  expect(data.filter(({ email }: { email: string }) => email === 'once@example.com')).toHaveLength(1)
  const other = { body: { email: 'other@example.com', role: 'support' }, headers }
  expect(await getCode(owner.call('POST', INVITATIONS, other))).toEqual([422, 'idempotency_key_reused'])
  // Another merchant's key of the same text is another key.
  const florist = await signInOwner(identity, tenant.merchantId)
  const own = await florist.call('POST', INVITATIONS, other)
  expect([own.status, own.headers.get('idempotency-replayed')]).toEqual([201, null])
})

test('a change of the own password can be repeated, by who knows the new one', async () => {
  const member = await join('operations')
  const change = { password: 'another four unrelated words', current_password: password }
  const update = (body: object) => member.call('PATCH', '/api/v1/session/user', { body })
  expect((await update(change)).status).toBe(200)
  expect((await update(change)).status).toBe(200)
  expect((await update({ ...change, password: 'yet another four words here' })).status).toBe(422)
})

test('the members and invitations of another team are not found', async () => {
  const florist = await signInOwner(identity, tenant.merchantId)
  const { body } = await owner.call('POST', INVITATIONS, { body: { email: 'ours@example.com', role: 'support' } })
  expect(await getCode(florist.call('PATCH', `${MEMBERS}/${owner.userId}`, { body: { role: 'support' } }))).toEqual([
    404,
    'member_not_found',
  ])
  expect(await getCode(florist.call('POST', `${MEMBERS}/${owner.userId}/password-reset`))).toEqual([
    404,
    'member_not_found',
  ])
  expect(await getCode(florist.call('DELETE', `${INVITATIONS}/${body.data.invitation_id}`))).toEqual([
    404,
    'invitation_not_found',
  ])
  expect(await getCode(florist.call('DELETE', `/api/v1/sessions/${owner.sessionId}`))).toEqual([
    404,
    'session_not_found',
  ])
  expect(JSON.stringify((await florist.call('GET', MEMBERS)).body)).not.toContain(owner.userId)
})

test('a link resets a password, and ends the sessions until then', async () => {
  const member = await join('operations')
  const { data } = (await owner.call('POST', `${MEMBERS}/${member.userId}/password-reset`)).body
  const reset = { token: getToken(data.url), password: 'another four unrelated words' }
  const again = signedIn(identity, await post('/api/v1/session/password-reset', reset))
  expect(await getCode(member.call('GET', '/api/v1/session'))).toEqual([401, 'session_ended'])
  expect((await again.call('GET', '/api/v1/session')).status).toBe(200)
  expect(await getCode(post('/api/v1/session/password-reset', reset))).toEqual([410, 'link_not_valid'])
  expect(await getCode(post('/api/v1/session', { email: member.email, password }))).toEqual([401, 'sign_in_failed'])
})

test('users change their own name and password, and end their other sessions', async () => {
  const member = await join('operations')
  const other = signedIn(identity, await post('/api/v1/session', { email: member.email, password }))
  const update = (body: object) => member.call('PATCH', '/api/v1/session/user', { body })
  expect((await update({ name: 'Grace Miller' })).body.data.user.name).toBe('Grace Miller')
  const next = 'another four unrelated words'
  const refused = await update({ password: next, current_password: 'not the password' })
  expect([refused.status, refused.body.error.details[0].field]).toEqual([422, 'current_password'])
  const { data } = (await member.call('GET', '/api/v1/sessions')).body
  expect(data.map((one: { current: boolean; method: string }) => [one.current, one.method])).toEqual([
    [false, 'password'],
    [true, 'link'],
  ])
  expect((await update({ password: next, current_password: password })).status).toBe(200)
  expect(await getCode(other.call('GET', '/api/v1/session'))).toEqual([401, 'session_ended'])
  const third = signedIn(identity, await post('/api/v1/session', { email: member.email, password: next }))
  expect((await member.call('DELETE', `/api/v1/sessions/${third.sessionId}`)).status).toBe(204)
  expect(await getCode(third.call('GET', '/api/v1/session'))).toEqual([401, 'session_ended'])
  const fourth = signedIn(identity, await post('/api/v1/session', { email: member.email, password: next }))
  expect((await member.call('DELETE', '/api/v1/sessions')).status).toBe(204)
  expect(await getCode(fourth.call('GET', '/api/v1/session'))).toEqual([401, 'session_ended'])
  expect((await member.call('GET', '/api/v1/session')).status).toBe(200)
})

test('sign-ins and changes of the team are in the audit log', async () => {
  const member = await join('support')
  await owner.call('PATCH', `${MEMBERS}/${member.userId}`, { body: { role: 'operations' } })
  const { data } = (await identity.admin('GET', `/admin/audit-log?target=${identity.merchantId}&limit=100`)).body
  const entries = data as { actor: string; action: string; target_id: string }[]
  expect(entries).toContainEqual(
    expect.objectContaining({ actor: owner.userId, action: 'updateMember', target_id: member.userId }),
  )
  expect(entries).toContainEqual(
    expect.objectContaining({ actor: member.userId, action: 'acceptInvitation', target_id: member.sessionId }),
  )
})

test('guesses are limited; a browser that signed in before is not locked out by a stranger', async () => {
  const { email } = await join('operations')
  const known = await post('/api/v1/session', { email, password })
  const cookie = known.headers.getSetCookie().find((text) => text.startsWith('waybill_device_')) ?? ''
  await eventually(async () =>
    expect(await getCode(post('/api/v1/session', { email, password: 'a guess' }))).toEqual([429, 'rate_limited']),
  )
  expect((await post('/api/v1/session', { email, password })).status).toBe(429)
  const headers = { cookie: cookie.split(';')[0] ?? '' }
  const again = await identity.call('POST', '/api/v1/session', { token: null, body: { email, password }, headers })
  expect(again.status).toBe(201)
})

test('an upgrade gives nobody more: who had the role support until it wrote is a viewer', async () => {
  const member = await join('support')
  await makeViewers(entries.admin as never)
  const { body } = await owner.call('GET', MEMBERS)
  const found = body.data.find((one: { user_id: string }) => one.user_id === member.userId)
  expect(found).toMatchObject({ role: 'viewer' })
  const may = async () => (await member.call('GET', '/api/v1/session')).body.data.scopes
  await eventually(async () => expect(await may()).toContain('shipments:read'))
  expect(await may()).not.toContain('shipments:change')
})
