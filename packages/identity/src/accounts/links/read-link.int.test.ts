/** A page asks whose account a one-time link opens before it uses the link. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestIdentity, type TestIdentity } from '../../testing/running-identity.ts'
import { type SignedIn, signedIn, signInOwner } from '../../testing/signed-in.ts'

const password = 'four unrelated words here'
let identity: TestIdentity
let owner: SignedIn
beforeAll(async () => {
  identity = await startTestIdentity()
  owner = await signInOwner(identity)
})
afterAll(() => identity.stop())

const post = (path: string, body: object, headers = {}) => identity.call('POST', path, { token: null, body, headers })
const getToken = (url: string) => new URL(url).hash.replace('#token=', '')
const read = (token: string, headers = {}) => post('/api/v1/session/link/account', { token }, headers)
const invite = async (email: string) =>
  getToken(
    (await owner.call('POST', '/api/v1/team/invitations', { body: { email, role: 'support' } })).body.data
      .url as string,
  )

test('an invitation and a reset link name the address and the merchant, any number of times until they are used', async () => {
  const merchant_name = owner.session.merchant.name
  const invitation = await invite('grace@example.com')
  for (const _ of [1, 2]) {
    const { status, headers, body } = await read(invitation)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body.data).toEqual({ purpose: 'invitation', email: 'grace@example.com', merchant_name })
  }
  const acceptance = { token: invitation, name: 'Grace Hill', password }
  const member = signedIn(identity, await post('/api/v1/session/invitation', acceptance))
  expect((await read(invitation)).body.error.code).toBe('link_not_valid')
  const { data } = (await owner.call('POST', `/api/v1/team/members/${member.userId}/password-reset`)).body
  expect((await read(getToken(data.url))).body.data).toMatchObject({ purpose: 'password_reset', merchant_name })
  expect((await post('/api/v1/session/password-reset', { token: getToken(data.url), password })).status).toBe(201)
  expect((await read(getToken(data.url))).body.error.code).toBe('link_not_valid')
})

test('a link to sign in is not used by reading it', async () => {
  const body = { email: 'reader@example.com', name: 'Rita Reader' }
  const created = await identity.admin('POST', `/admin/merchants/${identity.merchantId}/owners`, { body })
  const token = getToken(created.body.data.sign_in_url)
  expect((await read(token)).body.data).toMatchObject({ purpose: 'sign_in', email: body.email })
  expect((await post('/api/v1/session/link', { token })).status).toBe(201)
  expect((await read(token)).status).toBe(410)
})

test('unknown tokens and pages of other origins learn nothing', async () => {
  expect((await read('x'.repeat(43))).status).toBe(410)
  expect((await read('x')).status).toBe(410)
  const foreign = await read(await invite('new@example.com'), { origin: 'https://evil.example' })
  expect([foreign.status, foreign.body.error.code]).toEqual([403, 'csrf_failed'])
})
