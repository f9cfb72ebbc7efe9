/** Access tokens: how programs get them, what they open, and how their keys follow one another. */
import { createSecretBox } from '@waybill/chassis/secrets/secret-box'
import { createMemoryState } from '@waybill/chassis/state/memory'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { scopes } from '@waybill/contracts/requests/scopes'
import { eventually } from '@waybill/testing/eventually'
import { createLocalJWKSet, decodeJwt, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditEntries } from '../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../testing/running-identity.ts'
import { listSigningKeys, pruneSigningKeys } from './repository.ts'
import { startSigningKeys } from './signing-keys.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const SHIPMENTS = '/api/v1/shipments'

let identity: TestIdentity
let store: ReturnType<typeof openAuditEntries>
let key: { keyId: string; token: string }
beforeAll(async () => {
  identity = await startTestIdentity()
  store = openAuditEntries(identity)
  key = await identity.createKey({ scopes: ['shipments:read', 'quotes:read'] })
})
afterAll(async () => {
  await store?.close()
  await identity?.stop()
})

const request = (parameters: Record<string, string>, headers: Record<string, string> = {}) => {
  const raw = new URLSearchParams({ grant_type: 'client_credentials', ...parameters }).toString()
  return identity.call('POST', '/oauth/token', { token: null, raw, headers: { ...FORM, ...headers } })
}
const createClient = ({ keyId, token }: { keyId: string; token: string }) => ({
  client_id: keyId,
  client_secret: token,
})
const getToken = async (of = key, more: Record<string, string> = {}): Promise<string> => {
  const reply = await request({ ...createClient(of), ...more })
  expect(reply.status).toBe(200)
  return reply.body.access_token
}
const codeWith = async (token: string, path = SHIPMENTS) => {
  const { status, body } = await identity.call('GET', path, { token })
  return status === 200 ? 200 : body.error.code
}

test('the id and the token of a key are exchanged for a token with its scopes', async () => {
  const reply = await request(createClient(key))
  expect(reply).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', expires_in: 900, scope: 'shipments:read quotes:read' },
  })
  expect([reply.headers.get('cache-control'), reply.headers.get('pragma')]).toEqual(['no-store', 'no-cache'])
  const { access_token } = reply.body
  expect(await codeWith(access_token)).toBe(200)
  expect(await codeWith(access_token, '/api/v1/bookings')).toBe('insufficient_scope')
  const basic = `Basic ${Buffer.from(`${key.keyId}:${key.token}`).toString('base64')}`
  expect((await request({}, { authorization: basic })).status).toBe(200)
})

test('a token with fewer scopes has these alone', async () => {
  const narrow = await getToken(key, { scope: 'quotes:read' })
  expect(await codeWith(narrow)).toBe('insufficient_scope')
  expect(await codeWith(narrow, '/api/v1/quotes')).toBe(200)
})

test('the token is signed by a published key, and says whose it is', async () => {
  const access = await getToken()
  const { body: jwks, headers } = await identity.call('GET', '/.well-known/jwks.json', { token: null })
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  expect(JSON.stringify(jwks)).not.toContain('"d"')
  const { publicUrl } = identity.options
  const { payload, protectedHeader } = await jwtVerify(access, createLocalJWKSet(jwks), {
    issuer: publicUrl,
    audience: publicUrl,
    typ: 'at+jwt',
    algorithms: ['ES256'],
  })
  expect(protectedHeader.kid).toBe(jwks.keys[0].kid)
  expect(payload).toMatchObject({
    sub: key.keyId,
    client_id: key.keyId,
    environment_id: identity.environmentId,
    scope: 'shipments:read quotes:read',
  })
  const { body: metadata } = await identity.call('GET', '/.well-known/oauth-authorization-server', { token: null })
  expect(metadata).toMatchObject({
    issuer: publicUrl,
    token_endpoint: `${publicUrl}/oauth/token`,
    jwks_uri: `${publicUrl}/.well-known/jwks.json`,
    scopes_supported: scopes,
  })
})

test.each<[number, string, Record<string, string>]>([
  [401, 'invalid_client', { client_id: 'key_x' }],
  [401, 'invalid_client', { client_secret: `wb_test_${'x'.repeat(43)}` }],
  [401, 'invalid_client', { client_secret: '' }],
  [400, 'invalid_scope', { scope: 'bookings:read' }],
  [400, 'invalid_scope', { scope: 'everything' }],
  [400, 'unsupported_grant_type', { grant_type: 'password' }],
])('%d %s', async (status, error, parameters) => {
  const reply = await request({ ...createClient(key), ...parameters })
  expect(reply).toMatchObject({ status, body: { error, error_description: expect.any(String) } })
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('www-authenticate')).toBeNull()
})

test('a client that used the Authorization header is asked for it again', async () => {
  const authorization = `Basic ${Buffer.from(`${key.keyId}:wrong`).toString('base64')}`
  const reply = await request({}, { authorization })
  expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="waybill"'])
})

test('an access token cannot be exchanged for another', async () => {
  const access = await getToken()
  expect((await request(createClient({ ...key, token: access }))).body.error).toBe('invalid_client')
})

test('a body over 8 KiB is refused', async () => {
  expect((await request({ ...createClient(key), padding: 'x'.repeat(9_000) })).status).toBe(413)
})

test('a key that is revoked or suspended takes its access tokens with it, on every replica', async () => {
  const replica = await identity.startReplica(createMemoryState())
  try {
    const [revoked, suspended] = [await identity.createKey(), await identity.createKey()]
    const tokens = [await getToken(revoked), await getToken(suspended)]
    const at = async (token = '') => (await replica.call('GET', SHIPMENTS, { token })).status
    expect(await Promise.all(tokens.map(at))).toEqual([200, 200])
    await identity.admin('DELETE', `/admin/keys/${revoked.keyId}`)
    await identity.admin('POST', `/admin/keys/${suspended.keyId}/suspend`, { body: { reason: 'Test' } })
    await eventually(async () => expect(await Promise.all(tokens.map(at))).toEqual([401, 403]))
    expect((await request(createClient(revoked))).body).toMatchObject({ error: 'invalid_client' })
  } finally {
    await replica.stop()
  }
})

test('a token that another has made, changed or addressed elsewhere opens nothing', async () => {
  const access = await getToken()
  const claims = decodeJwt(access)
  const [header = '', , signature = ''] = access.split('.')
  const changed = Buffer.from(JSON.stringify({ ...claims, scope: scopes.join(' ') })).toString('base64url')
  expect(await codeWith(`${header}.${changed}.${signature}`)).toBe('invalid_token')
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
  expect(await codeWith(`${unsigned}.${changed}.${signature}`)).toBe('invalid_token')

  const { privateKey: foreign } = await generateKeyPair('ES256')
  const kid = JSON.parse(Buffer.from(header, 'base64url').toString()).kid
  for (const forged of [kid, 'unknown']) {
    const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: forged })
    expect(await codeWith(await jwt.sign(foreign))).toBe('invalid_token')
  }
  const signingKeys = startSigningKeys({ db: store.db, box: identityBox(), log: identity.options.log })
  const { key: own } = await signingKeys.signer()
  const sign = (of: object, typ = 'at+jwt') =>
    new SignJWT({ ...claims, ...of }).setProtectedHeader({ alg: 'ES256', typ, kid }).sign(own)
  expect(await codeWith(await sign({}))).toBe(200)
  expect(await codeWith(await sign({ aud: 'https://elsewhere.example' }))).toBe('invalid_token')
  expect(await codeWith(await sign({ iss: 'https://elsewhere.example' }))).toBe('invalid_token')
  expect(await codeWith(await sign({}, 'JWT'))).toBe('invalid_token')
  expect(await codeWith(await sign({ sub: 'key_x' }))).toBe('invalid_token')
  const past = Math.floor(Date.now() / 1_000) - 60
  expect(await codeWith(await sign({ exp: past }))).toBe('token_expired')
  await signingKeys.stop()
})

test('one key follows another: published ahead, used by every replica, and the old tokens work on', async () => {
  const before = await getToken()
  await sql`update signing_key set signs_from = now() - interval '29 days 1 hour'`.execute(store.db)
  const box = identityBox()
  // Two replicas look at the same time, and one of them adds the key.
  const replicas = [1, 2].map(() => startSigningKeys({ db: store.db, box, log: identity.options.log }))
  await eventually(async () => expect(await listSigningKeys(store.db)).toHaveLength(2))
  for (const replica of replicas) {
    await eventually(async () => expect((await replica.published()).keys).toHaveLength(2))
  }
  const [next, old] = await listSigningKeys(store.db)
  expect(old?.verifiesUntil?.getTime()).toBe((next?.signsFrom.getTime() ?? 0) + 20 * 60_000)
  expect((await replicas[0]?.signer())?.signingKeyId).toBe(old?.signingKeyId)
  for (const replica of replicas) await replica.stop()

  await sql`update signing_key set signs_from = now() where key_id = ${next?.signingKeyId}`.execute(store.db)
  const later = startSigningKeys({ db: store.db, box, log: identity.options.log })
  expect((await later.signer()).signingKeyId).toBe(next?.signingKeyId)
  await later.stop()
  expect(await codeWith(before)).toBe(200)

  await sql`update signing_key set verifies_until = now() - interval '2 days' where key_id = ${old?.signingKeyId}`.execute(
    store.db,
  )
  expect(await pruneSigningKeys(store.db, 1)).toBe(1)
})

test('a lost encryption key ends no access: another signing key takes over', async () => {
  const other = startSigningKeys({
    db: store.db,
    box: createSecretBox(newEncryptionKey('new')),
    log: identity.options.log,
  })
  const known = new Set((await listSigningKeys(store.db)).map(({ signingKeyId }) => signingKeyId))
  const { signingKeyId } = await other.signer()
  expect(known).not.toContain(signingKeyId)
  await other.stop()
})

const identityBox = () => createSecretBox(identity.options.encryptionKeys)
