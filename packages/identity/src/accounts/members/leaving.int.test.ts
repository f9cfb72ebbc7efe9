/** What a member or a key made ends with the right to make it: a test for each row of the table in docs/security.md. */
import type { Role } from '@waybill/contracts/requests/roles'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestIdentity, type TestIdentity } from '../../testing/running-identity.ts'
import { type SignedIn, signedIn, signInOwner } from '../../testing/signed-in.ts'

const MEMBERS = '/api/v1/team/members'
const INVITATIONS = '/api/v1/team/invitations'
const KEYS = '/api/v1/api-keys'
const password = 'four unrelated words here'
let identity: TestIdentity
let owner: SignedIn
beforeAll(async () => {
  identity = await startTestIdentity()
  owner = await signInOwner(identity)
})
afterAll(() => identity?.stop())

const post = (path: string, body: unknown) => identity.call('POST', path, { token: null, body })
const getToken = (url: string) => new URL(url).hash.replace('#token=', '')

let people = 0
async function join(role: Role, by = owner): Promise<SignedIn & { email: string }> {
  people += 1
  const email = `leaver-${people}@example.com`
  const { body } = await by.call('POST', INVITATIONS, { body: { email, role } })
  const acceptance = { token: getToken(body.data.url), name: 'Grace Hill', password }
  return { ...signedIn(identity, await post('/api/v1/session/invitation', acceptance)), email }
}

const change = async (member: SignedIn, body: object) => {
  const reply = await owner.call('PATCH', `${MEMBERS}/${member.userId}`, { body })
  expect(reply.status).toBe(200)
}
const deactivate = (member: SignedIn) => change(member, { active: false })
const erase = async ({ userId }: SignedIn) => {
  const path = `/admin/merchants/${identity.merchantId}/member-erasures`
  expect((await identity.admin('POST', path, { body: { user_id: userId } })).status).toBe(200)
}
/** Ways to leave, each with what the member is no longer after it. */
const leave: [how: string, (member: SignedIn) => Promise<void>][] = [
  ['deactivated', deactivate],
  ['erased', erase],
]
const leaveOrStepDown: typeof leave = [...leave, ['a developer', (member) => change(member, { role: 'developer' })]]

interface Key {
  key_id: string
  access_token: string
}
const makeKey = async (by: SignedIn | Key, body: object = {}): Promise<Key> => {
  const call = 'call' in by ? by.call : identity.call
  const token = 'access_token' in by ? by.access_token : null
  const reply = await call('POST', KEYS, { token, body: { name: 'Made', ...body } })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.data
}
const statusWith = async (token: string) => (await identity.call('GET', '/api/v1/shipments', { token })).status
const MANAGER = { scopes: ['shipments:read', 'api_keys:read', 'api_keys:write'] }

async function suspended<T>(path: string, during: () => Promise<T>): Promise<T> {
  expect((await identity.admin('POST', `${path}/suspend`, { body: { reason: 'Unpaid' } })).status).toBe(200)
  try {
    return await during()
  } finally {
    await identity.admin('POST', `${path}/resume`)
  }
}
const suspendables = () => [`/admin/merchants/${identity.merchantId}`, `/admin/environments/${identity.environmentId}`]

test('sessions end with the membership, stay ended when it begins again, and are refused during a suspension', async () => {
  const member = await join('support')
  const isOpen = async () => (await member.call('GET', '/api/v1/shipments')).status
  expect(await isOpen()).toBe(200)
  for (const path of suspendables()) expect(await suspended(path, isOpen)).toBe(403)
  await deactivate(member)
  expect(await isOpen()).toBe(401)
  await change(member, { active: true })
  expect(await isOpen()).toBe(401)
})

test('unfinished sign-ins end with the membership', async () => {
  const member = await join('support')
  const { secret } = (await member.call('POST', '/api/v1/session/totp')).body.data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const enabled = await member.call('POST', '/api/v1/session/totp/enable', { body: { code } })
  const { challenge } = (await post('/api/v1/session', { email: member.email, password })).body.data
  await deactivate(member)
  await change(member, { active: true })
  const [recovery] = enabled.body.data.recovery_codes
  const finished = await post('/api/v1/session/second-factor', { challenge, code: recovery })
  expect(finished.body.error?.code).toBe('challenge_not_valid')
})

test('links for the member end with the membership, also when it begins again', async () => {
  const member = await join('support')
  const reset = await owner.call('POST', `${MEMBERS}/${member.userId}/password-reset`)
  const path = `/admin/merchants/${identity.merchantId}/sign-in-links`
  const signIn = await identity.admin('POST', path, { body: { email: member.email } })
  await deactivate(member)
  await change(member, { active: true })
  const token = getToken(reset.body.data.url)
  expect((await post('/api/v1/session/password-reset', { token, password })).body.error.code).toBe('link_not_valid')
  const link = { token: getToken(signIn.body.data.sign_in_url) }
  expect((await post('/api/v1/session/link', link)).body.error.code).toBe('link_not_valid')
})

test.each(leaveOrStepDown)('links for others do not work once their maker is %s', async (_, end) => {
  const [maker, other] = [await join('owner'), await join('owner')]
  const reset = await maker.call('POST', `${MEMBERS}/${other.userId}/password-reset`)
  await end(maker)
  const used = await post('/api/v1/session/password-reset', { token: getToken(reset.body.data.url), password })
  expect(used.body.error?.code).toBe('link_not_valid')
  await deactivate(other)
})

test.each(leaveOrStepDown)('invitations do not work once their maker is %s', async (_, end) => {
  const maker = await join('owner')
  const invited = { email: `own-${maker.userId}@example.com`, role: 'owner' }
  const invitation = await maker.call('POST', INVITATIONS, { body: invited })
  await end(maker)
  const token = getToken(invitation.body.data.url)
  const accepted = await post('/api/v1/session/invitation', { token, name: 'Back again', password })
  expect(accepted.body.error?.code).toBe('link_not_valid')
})

test.each(leave)('API keys are revoked once their maker is %s', async (_, end) => {
  const member = await join('developer')
  const key = await makeKey(member)
  expect(await statusWith(key.access_token)).toBe(200)
  await end(member)
  expect(await statusWith(key.access_token)).toBe(401)
})

test('API keys that exceed the new role of their maker are revoked, others stay', async () => {
  const member = await join('owner')
  const all = await makeKey(member)
  const reading = await makeKey(member, { scopes: ['shipments:read'] })
  await change(member, { role: 'support' })
  expect([await statusWith(all.access_token), await statusWith(reading.access_token)]).toEqual([401, 200])
})

test('API keys pass to the owner who keeps them, and end with that owner', async () => {
  const [leaver, heir] = [await join('owner'), await join('owner')]
  const key = await makeKey(leaver)
  const kept = await heir.call('PATCH', `${MEMBERS}/${leaver.userId}`, { body: { active: false, keep_api_keys: true } })
  expect(kept.status).toBe(200)
  expect(await statusWith(key.access_token)).toBe(200)
  const shown = await heir.call('GET', `${KEYS}/${key.key_id}`)
  expect(shown.body.data.created_by).toBe(heir.userId)
  await deactivate(heir)
  expect(await statusWith(key.access_token)).toBe(401)
})

test('keys of keys end with the member or the key that made them, at any depth', async () => {
  const member = await join('owner')
  const first = await makeKey(member, MANAGER)
  const second = await makeKey(first, MANAGER)
  const third = await makeKey(second, { scopes: ['shipments:read'] })
  const statuses = () => Promise.all([first, second, third].map((one) => statusWith(one.access_token)))
  expect(await suspended(`/admin/keys/${first.key_id}`, statuses)).toEqual([403, 403, 403])
  expect(await statuses()).toEqual([200, 200, 200])
  expect((await member.call('DELETE', `${KEYS}/${second.key_id}`)).status).toBe(204)
  expect(await statuses()).toEqual([200, 401, 401])
  const again = await makeKey(first)
  await deactivate(member)
  expect([...(await statuses()), await statusWith(again.access_token)]).toEqual([401, 401, 401, 401])
})

test('keys of keys and a successor work on when a key that has rotated itself is revoked', async () => {
  const member = await join('owner')
  const key = await makeKey(member, MANAGER)
  const made = await makeKey(key)
  const rotated = await identity.call('POST', `${KEYS}/${key.key_id}/rotate`, { token: key.access_token })
  const successor: Key = rotated.body.data
  await member.call('DELETE', `${KEYS}/${key.key_id}`)
  const statuses = () => Promise.all([key, successor, made].map((one) => statusWith(one.access_token)))
  expect(await statuses()).toEqual([401, 200, 200])
  await deactivate(member)
  expect(await statuses()).toEqual([401, 401, 401])
})

test('keys of keys end with the member also when one of them has rotated the key that made it', async () => {
  const member = await join('owner')
  const first = await makeKey(member, MANAGER)
  const made = await makeKey(first, MANAGER)
  const path = `${KEYS}/${first.key_id}/rotate`
  const rotated = await identity.call('POST', path, { token: made.access_token, body: { overlap_seconds: 0 } })
  expect(rotated.body.data.created_by).toBe(member.userId)
  await deactivate(member)
  const left = [made, rotated.body.data as Key].map((one) => statusWith(one.access_token))
  expect(await Promise.all(left)).toEqual([401, 401])
})

test('API keys are not kept by the member who steps down', async () => {
  const member = await join('owner')
  const kept = await member.call('PATCH', `${MEMBERS}/${member.userId}`, {
    body: { role: 'support', keep_api_keys: true },
  })
  expect([kept.status, kept.body.error.details[0].pointer]).toEqual([422, '/keep_api_keys'])
})

test('access tokens end with their key, and are refused during a suspension', async () => {
  const member = await join('developer')
  const key = await makeKey(member)
  const issued = await identity.call('POST', '/oauth/token', {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    raw: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: key.key_id,
      client_secret: key.access_token,
    }).toString(),
  })
  const token: string = issued.body.access_token
  expect(await statusWith(token)).toBe(200)
  for (const path of suspendables()) expect(await suspended(path, () => statusWith(token))).toBe(403)
  await deactivate(member)
  expect(await statusWith(token)).toBe(401)
})

test('signed URLs are refused while the merchant or the environment is suspended', async () => {
  const url = `/api/v1/bookings/bkg_01m8gzapwze8gs9anjgmr56y2z/label?environment=${identity.environmentId}&signature=s`
  const open = async () => (await identity.call('GET', url, { token: null })).status
  expect(await open()).toBe(200)
  for (const path of suspendables()) expect(await suspended(path, open)).toBe(403)
  expect(await open()).toBe(200)
})
