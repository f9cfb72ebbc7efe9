import { openDatabase, transact } from '@waybill/chassis/postgres/database'
import { createTestDatabase, type TestDatabase } from '@waybill/chassis/testing/service-database'
import { newId } from '@waybill/contracts/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as demo from '../admin/demo.ts'
import { hashToken, mintToken, tokenHint } from '../credentials/token.ts'
import type { IdentityDatabase } from '../db.ts'
import { identityMigrations as migrations } from '../migrations.ts'
import * as commands from './commands.ts'
import * as repository from './repository.ts'

const open = ({ url, schema }: TestDatabase) =>
  openDatabase<IdentityDatabase>({ url, schema, applicationName: 'gateway test', poolSize: 3 })

let database: TestDatabase
let db: ReturnType<typeof open>
beforeAll(async () => {
  database = await createTestDatabase({ service: 'gateway', migrations })
  db = open(database)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const openDemo = (keptToken?: string) => {
  const next = demo.newDemo()
  return transact(db, (trx) => demo.openDemo(trx, next, keptToken))
}

const createEnvironment = (merchantId: string, { livemode = false } = {}) =>
  transact(db, (trx) =>
    commands.createEnvironment(trx, { environmentId: newId('env'), merchantId, name: 'Test', livemode }),
  )

async function anEnvironment(livemode = false) {
  const { merchantId } = await repository.insertMerchant(db, { merchantId: newId('mer'), name: 'Corner Bakery' })
  return createEnvironment(merchantId, { livemode })
}

async function createKey(environmentId: string, rateLimitPerSecond: number | null = 7) {
  const wanted = { name: 'Server', scopes: ['quotes:read' as const], rateLimitPerSecond, expiresAt: null }
  const { key, token } = await commands.newKey(db, environmentId, wanted)
  return { key: await repository.insertApiKey(db, key), token }
}

const revokeKey = (keyId: string) => transact(db, (trx) => commands.revokeKey(trx, keyId))

test('a key is found by the hash of its token, with merchant and mode', async () => {
  const environment = await anEnvironment(true)
  const { key, token } = await createKey(environment.environmentId)
  expect(token).toMatch(/^wb_live_/)
  expect(await repository.findKeyByHash(db, hashToken(token))).toEqual({
    ...key,
    hash: hashToken(token),
    merchantId: environment.merchantId,
    livemode: true,
    largestRateLimitPerSecond: 7,
    environmentSuspendedAt: null,
    merchantSuspendedAt: null,
  })
  expect(key).toMatchObject({ ...tokenHint(token), scopes: ['quotes:read'], rateLimitPerSecond: 7, revokedAt: null })
  expect(await repository.findKeyByHash(db, hashToken(mintToken(true)))).toBeUndefined()
})

test('a key is found with the largest individual limit among the valid keys of its environment', async () => {
  const { environmentId } = await anEnvironment()
  const { token } = await createKey(environmentId, null)
  const largest = async () => (await repository.findKeyByHash(db, hashToken(token)))?.largestRateLimitPerSecond
  expect(await largest()).toBeNull()
  await createKey(environmentId, 50)
  const { key } = await createKey(environmentId, 900)
  await createKey((await anEnvironment()).environmentId)
  expect(await largest()).toBe(900)
  await revokeKey(key.keyId)
  expect(await largest()).toBe(50)
  for (const change of [sql`expires_at = now() - interval '1 second'`, sql`suspended_at = now()`]) {
    const { key: useless } = await createKey(environmentId, 700)
    await sql`update api_key set ${change} where key_id = ${useless.keyId}`.execute(db)
    expect(await largest()).toBe(50)
  }
})

test('tokens are not stored', async () => {
  const { environmentId } = await anEnvironment()
  const { token } = await createKey(environmentId)
  const rows = await db.selectFrom('api_key').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token.slice(-10))
})

test('merchants, environments and keys are listed newest first', async () => {
  const older = await anEnvironment()
  const newer = await createEnvironment(older.merchantId, { livemode: true })
  const environments = await repository.listEnvironments(db, older.merchantId)
  expect(environments.map(({ environmentId }) => environmentId)).toEqual([newer.environmentId, older.environmentId])
  const [first, second] = [await createKey(older.environmentId), await createKey(older.environmentId)]
  const keys = await repository.listApiKeys(db, older.environmentId)
  expect(keys.map(({ keyId }) => keyId)).toEqual([second.key.keyId, first.key.keyId])
  expect((await repository.listMerchants(db))[0]?.merchantId).toBe(older.merchantId)
})

test('a second revocation keeps the time of the first', async () => {
  const { environmentId } = await anEnvironment()
  const { key, token } = await createKey(environmentId)
  const first = await revokeKey(key.keyId)
  const second = await revokeKey(key.keyId)
  expect(first.revokedAt).toBeInstanceOf(Date)
  expect(second.revokedAt).toEqual(first.revokedAt)
  expect((await repository.findKeyByHash(db, hashToken(token)))?.revokedAt).toEqual(first.revokedAt)
})

test('a revoked key stays revoked, also for a statement that lifts the revocation', async () => {
  const { environmentId } = await anEnvironment()
  const { key, token } = await createKey(environmentId)
  const { revokedAt } = await revokeKey(key.keyId)
  await sql`
    insert into api_key (environment_id, key_id, name, hash, prefix, last4)
    values (${environmentId}, ${newId('key')}, 'Demo key', ${hashToken(token)}, 'wb_test_', 'cdef')
    on conflict (hash) do update set revoked_at = null`.execute(db)
  expect((await repository.findKeyByHash(db, hashToken(token)))?.revokedAt).toEqual(revokedAt)
})

test.each(['merchant', 'environment', 'key'])('an unknown %s is route_not_found', async (noun) => {
  const id = newId('mer')
  const calls: Record<string, () => Promise<unknown>> = {
    merchant: () => createEnvironment(id),
    environment: () => createKey(id),
    key: () => revokeKey(id),
  }
  await expect(calls[noun]?.()).rejects.toMatchObject({
    code: 'route_not_found',
    message: `There is no ${noun} ${id}.`,
  })
})

test('ten concurrent calls create one demo merchant with one environment, and one of their keys is valid', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => openDemo()))
  const [first] = made
  expect(new Set(made.map(({ token }) => token)).size).toBe(10)
  for (const { merchantId, environmentId } of made)
    expect([merchantId, environmentId]).toEqual([first?.merchantId, first?.environmentId])
  const environments = await repository.listEnvironments(db, first?.merchantId ?? '')
  expect(environments).toHaveLength(1)
  const keys = await repository.listApiKeys(db, environments[0]?.environmentId ?? '')
  expect(keys.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
})

test('a demo token that works is kept; one that is revoked, expired or of another environment is replaced', async () => {
  const { token, environmentId } = await openDemo()
  expect(await openDemo(token)).toMatchObject({ token, revokedKeyIds: [] })

  const other = await createKey((await anEnvironment()).environmentId)
  const second = await openDemo(other.token)
  expect(second.token).not.toBe(other.token)
  expect(second.revokedKeyIds).toHaveLength(1)
  expect((await repository.findKeyByHash(db, hashToken(other.token)))?.revokedAt).toBeNull()

  const third = await openDemo(token)
  expect([token, second.token]).not.toContain(third.token)
  await db
    .updateTable('api_key')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('hash', '=', hashToken(third.token))
    .execute()
  expect((await openDemo(third.token)).token).not.toBe(third.token)
  const keys = await repository.listApiKeys(db, environmentId)
  expect(keys.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
})

test('demo keys that somebody used within a day stay valid', async () => {
  const used = async (ago: string) => {
    const { token } = await openDemo()
    const hash = hashToken(token)
    await db
      .updateTable('api_key')
      .set({ last_used_at: sql`now() - ${ago}::interval` })
      .where('hash', '=', hash)
      .execute()
    return async () => (await repository.findKeyByHash(db, hash))?.revokedAt === null
  }
  const [lately, longAgo] = [await used('23 hours'), await used('25 hours')]
  await openDemo()
  expect([await lately(), await longAgo()]).toEqual([true, false])
})

test("a merchant's own key in the demo environment stays valid when the demo key is replaced", async () => {
  const { environmentId } = await openDemo()
  const { token } = await createKey(environmentId)
  await openDemo()
  expect((await repository.findKeyByHash(db, hashToken(token)))?.revokedAt).toBeNull()
})
