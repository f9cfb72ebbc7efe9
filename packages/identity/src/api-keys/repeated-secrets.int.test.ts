/** Answers with a secret: a repeat with the same Idempotency-Key gets it again from the same caller only. */
import { scopes } from '@waybill/contracts/requests/scopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallOptions, Reply } from '../testing/api-caller.ts'
import { startTestIdentity, type TestIdentity } from '../testing/running-identity.ts'
import { signInOwner } from '../testing/signed-in.ts'

const KEYS = '/api/v1/api-keys'
const INVITATIONS = '/api/v1/team/invitations'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())

type Caller = (method: string, path: string, options: CallOptions) => Promise<Reply>
const callerWith =
  (token: string): Caller =>
  (method, path, options) =>
    identity.call(method, path, { ...options, token })

/** The first caller gets the same answer again, the others get none. */
async function expectBound(path: string, body: object | undefined, [first, ...others]: Caller[]) {
  const headers = { 'idempotency-key': `repeat ${path}`.replaceAll(/\W/g, '-') }
  const repeat = (caller?: Caller) => caller?.('POST', path, { body, headers })
  const [made, again] = [await repeat(first), await repeat(first)]
  expect([made?.status, again?.status, again?.text]).toEqual([201, 201, made?.text])
  expect(again?.headers.get('idempotency-replayed')).toBe('true')
  for (const other of others) {
    const refused = await repeat(other)
    expect([refused?.status, refused?.body.error.code]).toEqual([422, 'idempotency_key_reused'])
    expect(refused?.body.error.message).toContain('by another caller')
  }
}

/** Two keys that may make keys, and a token of the first with less. */
async function keyCallers(): Promise<Caller[]> {
  const [one, other] = [
    await identity.createKey({ scopes: [...scopes] }),
    await identity.createKey({ scopes: [...scopes] }),
  ]
  const form = { grant_type: 'client_credentials', client_id: one.keyId, client_secret: one.token }
  const { body } = await identity.call('POST', '/oauth/token', {
    token: null,
    raw: new URLSearchParams({ ...form, scope: 'api_keys:write' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const owner = await signInOwner(identity)
  const inEnvironment: Caller = (method, path, { headers, ...options }) =>
    owner.call(method, path, { ...options, headers: { ...headers, 'waybill-environment': identity.environmentId } })
  return [callerWith(one.token), callerWith(other.token), callerWith(body.access_token), inEnvironment]
}

test('a new API key', async () => {
  await expectBound(KEYS, { name: 'Warehouse' }, await keyCallers())
})

test('a rotated API key', async () => {
  const { keyId } = await identity.createKey({ scopes: ['shipments:read'] })
  await expectBound(`${KEYS}/${keyId}/rotate`, {}, await keyCallers())
})

test('an invitation', async () => {
  const owners = [(await signInOwner(identity)).call, (await signInOwner(identity)).call]
  await expectBound(INVITATIONS, { email: 'new@example.com', role: 'owner' }, owners)
})

test('a link to reset a password', async () => {
  const [one, other] = [await signInOwner(identity), await signInOwner(identity)]
  const member = await signInOwner(identity)
  const path = `/api/v1/team/members/${member.userId}/password-reset`
  await expectBound(path, undefined, [one.call, other.call])
})

test('a secret of an authenticator app, which is not kept for a repeat at all', async () => {
  const owner = await signInOwner(identity)
  const setUp = () => owner.call('POST', '/api/v1/session/totp', { headers: { 'idempotency-key': 'totp' } })
  const [first, again] = [await setUp(), await setUp()]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body.data.secret).not.toBe(first.body.data.secret)
})

test('an access token, a key and a link by the operator, which are not kept either', async () => {
  const headers = { 'idempotency-key': 'operator' }
  const path = `/admin/environments/${identity.environmentId}/keys`
  const make = async () => (await identity.admin('POST', path, { body: {}, headers })).body.data.access_token
  expect(await make()).not.toBe(await make())
  const { keyId, token } = await identity.createKey()
  const raw = new URLSearchParams({ grant_type: 'client_credentials', client_id: keyId, client_secret: token })
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  const ask = (text: string) => identity.call('POST', '/oauth/token', { token: null, raw: text, headers: form })
  expect((await ask(raw.toString())).status).toBe(200)
  raw.set('client_secret', `${token.slice(0, -4)}xxxx`)
  expect((await ask(raw.toString())).status).toBe(401)
})
