/** Sessions as credentials. */
import { createMemoryState } from '@waybill/chassis/state/memory'
import { eventually } from '@waybill/testing/eventually'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestIdentity, type TestIdentity } from '../../testing/running-identity.ts'
import { type SignedIn, signInOwner, signInWithLink } from '../../testing/signed-in.ts'
import type { Tenant } from '../../testing/tenants.ts'

const SHIPMENTS = '/api/v1/shipments'
const sharedState = createMemoryState()
let identity: TestIdentity
let tenant: Tenant
let owner: SignedIn
beforeAll(async () => {
  identity = await startTestIdentity({ sharedState })
  tenant = await identity.createTenant()
  owner = await signInOwner(identity)
})
afterAll(() => identity.stop())

const getCode = async (reply: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await reply
  return [status, body?.error?.code]
}

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: identity.options.databaseUrl })
  await client.connect()
  try {
    await client.query(`set search_path to ${identity.options.databaseSchema}`)
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

test('a session opens the API for its member, in the only environment of its merchant', async () => {
  expect(owner.session).toMatchObject({
    user: { name: 'Olive Owner', has_password: false },
    merchant: { merchant_id: identity.merchantId, name: 'Corner Bakery' },
    role: 'owner',
    environments: [{ environment_id: identity.environmentId, livemode: false }],
  })
  expect((await owner.call('GET', '/api/v1/session')).body.data).toMatchObject({ session_id: owner.sessionId })
  expect(await getCode(owner.call('GET', SHIPMENTS))).toEqual([200, undefined])
  expect(identity.resources.calls.at(-1)?.context).toMatchObject({
    environmentId: identity.environmentId,
    merchantId: identity.merchantId,
  })
})

test('the environment is the one that the header names, of the merchant of the session only', async () => {
  const florist = await signInOwner(identity, tenant.merchantId)
  const inEnvironment = (id: string) => florist.call('GET', SHIPMENTS, { headers: { 'waybill-environment': id } })
  expect(await getCode(florist.call('GET', SHIPMENTS))).toEqual([400, 'environment_required'])
  for (const environmentId of tenant.environmentIds) {
    expect(await getCode(inEnvironment(environmentId))).toEqual([200, undefined])
    expect(identity.resources.calls.at(-1)?.context).toMatchObject({ environmentId })
  }
  expect(await getCode(inEnvironment(identity.environmentId))).toEqual([404, 'environment_not_found'])
  expect(await getCode(inEnvironment('env_unknown'))).toEqual([404, 'environment_not_found'])
})

test('a change needs the proof that a page of ours sends it; a request with a token ignores cookies', async () => {
  const body = { name: 'Warehouse' }
  const create = (headers: Record<string, string>) => owner.call('POST', '/api/v1/api-keys', { body, headers })
  expect(await getCode(create({ 'x-waybill-csrf': '1' }))).toEqual([403, 'csrf_failed'])
  expect(await getCode(create({ 'sec-fetch-site': 'cross-site' }))).toEqual([403, 'csrf_failed'])
  const made = await create({})
  expect(made.status).toBe(201)
  expect(made.body.data.created_by).toBe(owner.userId)
  const { token } = identity
  expect(await getCode(owner.call('GET', SHIPMENTS, { token: 'wb_test_unknown' }))).toEqual([401, 'invalid_token'])
  expect(await getCode(owner.call('GET', '/api/v1/session', { token }))).toEqual([401, 'unauthenticated'])
})

test('a link signs in once, and a newer link replaces it', async () => {
  const link = async () => {
    const body = { email: owner.session.user.email.toUpperCase() }
    const { data } = (await identity.admin('POST', `/admin/merchants/${identity.merchantId}/sign-in-links`, { body }))
      .body
    return data.sign_in_url as string
  }
  const replaced = await link()
  const current = await link()
  await expect(signInWithLink(identity, replaced)).rejects.toThrow('link_not_valid')
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => signInWithLink(identity, current)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(signInWithLink(identity, current)).rejects.toThrow('link_not_valid')
})

test('the demo owner gets a link at every start', async () => {
  const first = (await identity.admin('POST', '/admin/demo')).body.data
  const second = (await identity.admin('POST', '/admin/demo', { body: { access_token: first.access_token } })).body.data
  expect(second.console_url).not.toBe(first.console_url)
  expect(second.console_url).toMatch(/^https:\/\/api\.example\.com\/console\/sign-in#token=[\w-]{43}$/)
  await expect(signInWithLink(identity, first.console_url)).rejects.toThrow('link_not_valid')
  const demo = await signInWithLink(identity, second.console_url)
  expect(demo.session).toMatchObject({ merchant: { name: 'Demo Merchant' }, role: 'owner' })
})

test('after signing out, no replica takes the session', async () => {
  const other = await signInOwner(identity)
  const replica = await identity.startReplica(sharedState)
  try {
    const headers = { cookie: `__Host-waybill_session=${other.token}` }
    expect(await getCode(replica.call('GET', SHIPMENTS, { token: null, headers }))).toEqual([200, undefined])
    const signedOut = await other.call('DELETE', '/api/v1/session')
    expect(signedOut.status).toBe(204)
    expect(signedOut.headers.getSetCookie().join()).toContain('__Host-waybill_session=; Max-Age=0')
    await eventually(async () =>
      expect(await getCode(replica.call('GET', SHIPMENTS, { token: null, headers }))).toEqual([401, 'session_ended']),
    )
  } finally {
    await replica.stop()
  }
})

test('a suspended environment or merchant is closed to sessions', async () => {
  const florist = await signInOwner(identity, tenant.merchantId)
  const [first = '', second = ''] = tenant.environmentIds
  const inEnvironment = (id: string) =>
    getCode(florist.call('GET', SHIPMENTS, { headers: { 'waybill-environment': id } }))
  await identity.admin('POST', `/admin/environments/${first}/suspend`, { body: { reason: 'Unpaid' } })
  expect(await inEnvironment(first)).toEqual([403, 'access_suspended'])
  expect(await inEnvironment(second)).toEqual([200, undefined])
  await identity.admin('POST', `/admin/environments/${first}/resume`)
  await identity.admin('POST', `/admin/merchants/${tenant.merchantId}/suspend`, { body: { reason: 'Unpaid' } })
  expect(await inEnvironment(first)).toEqual([403, 'access_suspended'])
  await identity.admin('POST', `/admin/merchants/${tenant.merchantId}/resume`)
  expect(await inEnvironment(first)).toEqual([200, undefined])
})

test('only hashes are stored, and a use is written', async () => {
  const { token, sessionId } = await signInOwner(identity)
  const [row] = await query('select session::text as text from session where session_id = $1', [sessionId])
  expect(String(row?.text)).not.toContain(token)
  await query("update session set last_seen_at = now() - interval '2 hours' where session_id = $1", [owner.sessionId])
  const replica = await identity.startReplica(createMemoryState())
  try {
    const headers = { cookie: `__Host-waybill_session=${owner.token}` }
    await replica.call('GET', SHIPMENTS, { token: null, headers })
    await eventually(async () => {
      const [{ age } = {}] = await query(
        'select now() - last_seen_at < $2::interval as age from session where session_id = $1',
        [owner.sessionId, '1 hour'],
      )
      expect(age).toBe(true)
    })
  } finally {
    await replica.stop()
  }
})

test.each([["last_seen_at = now() - interval '12 hours'"], ["expires_at = now() - interval '1 second'"]])(
  'a session ends: %s',
  async (change) => {
    const other = await signInOwner(identity)
    await query(`update session set ${change} where session_id = $1`, [other.sessionId])
    const replica = await identity.startReplica(createMemoryState())
    try {
      const headers = { cookie: `__Host-waybill_session=${other.token}` }
      expect(await getCode(replica.call('GET', SHIPMENTS, { token: null, headers }))).toEqual([401, 'session_ended'])
    } finally {
      await replica.stop()
    }
  },
)
