/** Merchants create, list, rotate and revoke API keys with an API key. */
import { createMemoryState } from '@waybill/chassis/state/memory'
import { scopes } from '@waybill/contracts/requests/scopes'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAuditEntries } from '../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../testing/running-identity.ts'
import { pruneApiKeys } from './repository.ts'

const KEYS = '/api/v1/api-keys'
const MANAGER_SCOPES = ['shipments:read', 'shipments:write', 'api_keys:read', 'api_keys:write']
const HOUR_MS = 3_600_000

let identity: TestIdentity
let manager: { keyId: string; token: string }
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity?.stop())
beforeEach(async () => {
  manager = await identity.createKey({ scopes: MANAGER_SCOPES })
})

const call = (method: string, path: string, body?: object, token = manager.token, headers = {}) =>
  identity.call(method, path, { token, body, headers })
const create = async (body: object, token = manager.token) => {
  const reply = await call('POST', KEYS, body, token)
  expect(reply.status).toBe(201)
  return reply.body.data
}
const statusWith = async (token: string) => (await call('GET', '/api/v1/shipments', undefined, token)).status
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

test('a key that was made without scopes cannot read or make keys', async () => {
  expect(await call('GET', KEYS, undefined, identity.token)).toMatchObject({
    status: 403,
    body: { error: { code: 'insufficient_scope', meta: { scope: 'api_keys:read' } } },
  })
  expect((await call('POST', KEYS, { name: 'Mine' }, identity.token)).status).toBe(403)
})

test('a new key has the scopes, expiry and limit of its maker, but not the scopes on keys', async () => {
  const expires_at = inHours(5)
  const maker = await identity.createKey({ scopes: MANAGER_SCOPES, expires_at, rate_limit_per_second: 7 })
  const made = await create({ name: ' Warehouse ' }, maker.token)
  expect(made).toEqual({
    key_id: expect.stringMatching(/^key_/),
    environment_id: identity.environmentId,
    name: 'Warehouse',
    token_hint: expect.stringMatching(/^wb_test_….{4}$/),
    status: 'active',
    scopes: ['shipments:read', 'shipments:write'],
    rate_limit_per_second: 7,
    expires_at,
    revoked_at: null,
    last_used_at: null,
    created_by: maker.keyId,
    created_at: expect.any(String),
    access_token: expect.stringMatching(/^wb_test_/),
  })
  const shipments = await call('GET', '/api/v1/shipments', undefined, made.access_token)
  expect([shipments.status, shipments.headers.get('ratelimit-policy')]).toEqual([200, '"default";q=14;w=2'])
  expect((await call('GET', KEYS, undefined, made.access_token)).status).toBe(403)
})

test('a key grants no more scope, lifetime or rate than its own, and every excess is named', async () => {
  const maker = await identity.createKey({
    scopes: MANAGER_SCOPES,
    expires_at: inHours(5),
    rate_limit_per_second: 7,
  })
  const wish = { name: 'More', scopes: ['shipments:read', 'bookings:write', 'webhooks:read'] }
  const refused = await call('POST', KEYS, { ...wish, expires_at: inHours(6), rate_limit_per_second: 8 }, maker.token)
  expect(refused.status).toBe(422)
  const fields = refused.body.error.details.map(({ field, code }: { field: string; code: string }) => [field, code])
  expect(fields).toEqual([
    ['scopes[1]', 'not_allowed'],
    ['scopes[2]', 'not_allowed'],
    ['expires_at', 'not_allowed'],
    ['rate_limit_per_second', 'not_allowed'],
  ])
  const within = { scopes: ['shipments:read', 'api_keys:read'], expires_at: inHours(4), rate_limit_per_second: 6 }
  expect(await create({ name: 'Less', ...within }, maker.token)).toMatchObject(within)
})

test('a wrong body names every wrong field and makes no key', async () => {
  const before = (await call('GET', `${KEYS}?limit=100`)).body.data.length
  const wrong = { name: '', scopes: ['everything'], expires_at: '2020-01-01T00:00:00Z', rate_limit_per_second: 0, x: 1 }
  const { status, body } = await call('POST', KEYS, wrong)
  expect(status).toBe(422)
  expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual(
    ['name', 'scopes[0]', 'expires_at', 'rate_limit_per_second', 'x'].sort(),
  )
  expect((await call('GET', `${KEYS}?limit=100`)).body.data).toHaveLength(before)
})

test('what a wrong body asks for beyond the key is named with its wrong fields', async () => {
  const wrong = { name: '', scopes: ['bookings:write', 'everything'], rate_limit_per_second: 20_000 }
  const { status, body } = await call('POST', KEYS, wrong)
  const fields = body.error.details.map(({ field }: { field: string }) => field).sort()
  expect([status, fields]).toEqual([422, ['name', 'rate_limit_per_second', 'scopes[0]', 'scopes[1]']])
})

test('a repeat with the same Idempotency-Key makes one key and shows its token again', async () => {
  const headers = { 'idempotency-key': 'warehouse' }
  const [first, again] = await Promise.all([1, 2].map(() => call('POST', KEYS, { name: 'Once' }, undefined, headers)))
  expect(again?.text).toBe(first?.text)
  expect(await statusWith(first?.body.data.access_token)).toBe(200)
  const reused = await call('POST', KEYS, { name: 'Twice' }, undefined, headers)
  expect([reused.status, reused.body.error.code]).toEqual([422, 'idempotency_key_reused'])
  const stored = JSON.stringify(identity.logged) + (await call('GET', KEYS)).text
  expect(stored).not.toContain(first?.body.data.access_token)
})

test('keys are listed newest first, by page and status, without tokens', async () => {
  const one = await create({ name: 'One' })
  const two = await create({ name: 'Two' })
  expect((await call('DELETE', `${KEYS}/${one.key_id}`)).status).toBe(204)
  const page = await call('GET', `${KEYS}?limit=1`)
  expect(page.body).toMatchObject({ data: [{ key_id: two.key_id }], meta: { has_more: true } })
  const next = await call('GET', `${KEYS}?limit=1&cursor=${page.body.meta.next_cursor}`)
  expect(next.body.data).toMatchObject([{ key_id: one.key_id, status: 'revoked' }])
  const revoked = (await call('GET', `${KEYS}?status=revoked&limit=100`)).body.data
  expect(revoked.map(({ key_id }: { key_id: string }) => key_id)).toContain(one.key_id)
  const active = (await call('GET', `${KEYS}?status=active&limit=100`)).body.data
  expect(active.map(({ key_id }: { key_id: string }) => key_id)).not.toContain(one.key_id)
  expect((await call('GET', `${KEYS}/${two.key_id}`)).body.data).toMatchObject({ name: 'Two', status: 'active' })
})

test('a rotated key is followed by one like it, and works until its overlap ends', async () => {
  const old = await create({ name: 'Rotating', scopes: ['shipments:read'] })
  const made = (await call('POST', `${KEYS}/${old.key_id}/rotate`, { overlap_seconds: 3_600 })).body.data
  expect(made).toMatchObject({ name: 'Rotating', scopes: ['shipments:read'], created_by: manager.keyId })
  expect([await statusWith(old.access_token), await statusWith(made.access_token)]).toEqual([200, 200])
  const shown = (await call('GET', `${KEYS}/${old.key_id}`)).body.data
  expect(Date.parse(shown.expires_at) - Date.now()).toBeLessThan(HOUR_MS + 60_000)

  const next = (await call('POST', `${KEYS}/${made.key_id}/rotate`, { overlap_seconds: 0 })).body.data
  expect([await statusWith(made.access_token), await statusWith(next.access_token)]).toEqual([401, 200])
  const over = await call('POST', `${KEYS}/${made.key_id}/rotate`)
  expect(over).toMatchObject({
    status: 409,
    body: { error: { code: 'api_key_not_active', meta: { status: 'revoked' } } },
  })
})

test('a key can rotate itself, and none that may do more', async () => {
  const made = (await call('POST', `${KEYS}/${manager.keyId}/rotate`)).body.data
  expect(made.scopes.sort()).toEqual(MANAGER_SCOPES.toSorted())
  const stronger = await identity.createKey({ scopes: [...scopes] })
  expect(await call('POST', `${KEYS}/${stronger.keyId}/rotate`)).toMatchObject({
    status: 403,
    body: { error: { code: 'insufficient_scope' } },
  })
  expect(await statusWith(stronger.token)).toBe(200)
})

test('a rotated key gets no more lifetime and rate than the key that makes the call', async () => {
  const target = await identity.createKey({ scopes: ['shipments:read'], rate_limit_per_second: 50 })
  const expires_at = inHours(2)
  const caller = await identity.createKey({ scopes: MANAGER_SCOPES, expires_at, rate_limit_per_second: 9 })
  const made = (await call('POST', `${KEYS}/${target.keyId}/rotate`, {}, caller.token)).body.data
  expect(made).toMatchObject({ expires_at, rate_limit_per_second: 9 })
  const later = await call('POST', `${KEYS}/${target.keyId}/rotate`, { expires_at: inHours(3) }, caller.token)
  expect(later.body.error.details).toMatchObject([{ field: 'expires_at', code: 'not_allowed' }])
})

test('a revoked or rotated key is refused by every replica within a second', async () => {
  const replica = await identity.startReplica(createMemoryState())
  try {
    const [revoked, rotated] = [await create({ name: 'One' }), await create({ name: 'Two' })]
    const at = async (token: string) => (await replica.call('GET', '/api/v1/shipments', { token })).status
    expect([await at(revoked.access_token), await at(rotated.access_token)]).toEqual([200, 200])
    await call('DELETE', `${KEYS}/${revoked.key_id}`)
    await call('POST', `${KEYS}/${rotated.key_id}/rotate`, { overlap_seconds: 1 })
    await eventually(async () => expect(await at(revoked.access_token)).toBe(401))
    await eventually(async () => expect(await at(rotated.access_token)).toBe(401))
  } finally {
    await replica.stop()
  }
})

test('an environment has at most 100 keys that work', async () => {
  const { environmentIds, keyIds } = await identity.createTenant()
  const [environmentId] = environmentIds
  const made = await identity.admin('POST', `/admin/environments/${environmentId}/keys`, {
    body: { scopes: [...scopes] },
  })
  const { access_token: token } = made.body.data
  for (let count = 2; count < 100; count++) await create({ name: `Key ${count}` }, token)
  const full = await call('POST', KEYS, { name: 'One more' }, token)
  expect([full.status, full.body.error.code]).toEqual([409, 'api_key_limit_reached'])
  await call('DELETE', `${KEYS}/${keyIds[0]}`, undefined, token)
  await create({ name: 'One more' }, token)
})

test('keys of another environment do not exist', async () => {
  const { keyIds } = await identity.createTenant()
  for (const [method, path] of [
    ['GET', `${KEYS}/${keyIds[0]}`],
    ['DELETE', `${KEYS}/${keyIds[0]}`],
    ['POST', `${KEYS}/${keyIds[0]}/rotate`],
  ] as const) {
    const reply = await call(method, path)
    expect([reply.status, reply.body.error.code]).toEqual([404, 'api_key_not_found'])
  }
})

test('what merchants do with keys is in the audit log, with the key that did it', async () => {
  const { key_id } = await create({ name: 'Audited' })
  await call('DELETE', `${KEYS}/${key_id}`)
  const { body } = await identity.admin('GET', `/admin/audit-log?target=${key_id}`)
  expect(body.data).toMatchObject([
    { action: 'revokeApiKey', actor: manager.keyId, target_id: key_id, outcome: 'succeeded' },
    { action: 'createApiKey', actor: manager.keyId, environment_id: identity.environmentId, outcome: 'succeeded' },
  ])
})

test('keys are deleted 90 days after their end', async () => {
  const { db, close } = openAuditEntries(identity)
  const ids = ['long revoked', 'long expired', 'lately revoked', 'valid']
  const keys = await Promise.all(ids.map((name) => create({ name })))
  const [revoked, expired, lately] = keys.map(({ key_id }) => key_id)
  await sql`update api_key set revoked_at = now() - interval '91 days' where key_id = ${revoked}`.execute(db)
  await sql`update api_key set expires_at = now() - interval '91 days' where key_id = ${expired}`.execute(db)
  await sql`update api_key set revoked_at = now() - interval '89 days' where key_id = ${lately}`.execute(db)
  expect(await pruneApiKeys(db, 90)).toBe(2)
  const left = await Promise.all(keys.map(async ({ key_id }) => (await call('GET', `${KEYS}/${key_id}`)).status))
  expect(left).toEqual([404, 404, 200, 200])
  await close()
})
