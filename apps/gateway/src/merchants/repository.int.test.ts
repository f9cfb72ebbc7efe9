import { openDatabase, transact } from '@waybill/chassis/postgres/database'
import { migrate } from '@waybill/chassis/postgres/migrate'
import { createTestDatabase, type TestDatabase } from '@waybill/chassis/testing/service-database'
import { newId } from '@waybill/contracts/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken, mintToken, tokenHint } from '../auth/token.ts'
import type { GatewayDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import * as commands from './commands.ts'
import * as repository from './repository.ts'

const open = ({ url, schema }: TestDatabase) =>
  openDatabase<GatewayDatabase>({ url, schema, applicationName: 'gateway test', poolSize: 3 })

let database: TestDatabase
let db: ReturnType<typeof open>
beforeAll(async () => {
  database = await createTestDatabase({ service: 'gateway' })
  db = open(database)
  await migrate(db, { schema: database.schema, migrations })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function anEnvironment(livemode = false) {
  const { merchantId } = await commands.createMerchant(db, 'Corner Bakery')
  return commands.createEnvironment(db, merchantId, { name: 'Test', livemode })
}

const createKey = (environmentId: string) =>
  commands.createKey(db, environmentId, { name: 'Server', scopes: ['quotes:read'], rateLimitPerSecond: 7 })

test('a key is found by the hash of its token, with merchant and mode', async () => {
  const environment = await anEnvironment(true)
  const { key, token } = await createKey(environment.environmentId)
  expect(token).toMatch(/^wb_live_/)
  expect(await repository.findKeyByHash(db, hashToken(token))).toEqual({
    ...key,
    hash: hashToken(token),
    merchantId: environment.merchantId,
    livemode: true,
  })
  expect(key).toMatchObject({ ...tokenHint(token), scopes: ['quotes:read'], rateLimitPerSecond: 7, revokedAt: null })
  expect(await repository.findKeyByHash(db, hashToken(mintToken(true)))).toBeUndefined()
})

test('tokens are not stored', async () => {
  const { environmentId } = await anEnvironment()
  const { token } = await createKey(environmentId)
  const rows = await db.selectFrom('api_key').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token.slice(-10))
})

test('merchants, environments and keys are listed newest first', async () => {
  const older = await anEnvironment()
  const newer = await commands.createEnvironment(db, older.merchantId, { name: 'Live', livemode: true })
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
  const first = await commands.revokeKey(db, key.keyId)
  const second = await commands.revokeKey(db, key.keyId)
  expect(first.revokedAt).toBeInstanceOf(Date)
  expect(second.revokedAt).toEqual(first.revokedAt)
  expect(first.hash).toEqual(hashToken(token))
  expect((await repository.findKeyByHash(db, hashToken(token)))?.revokedAt).toEqual(first.revokedAt)
})

test('revoked hashes are listed within their window', async () => {
  const { environmentId } = await anEnvironment()
  const { key, token } = await createKey(environmentId)
  const hexes = async (seconds: number) =>
    (await repository.listRevokedHashes(db, seconds)).map((hash) => hash.toString('hex'))
  const hex = hashToken(token).toString('hex')
  expect(await hexes(60)).not.toContain(hex)
  await commands.revokeKey(db, key.keyId)
  expect(await hexes(60)).toContain(hex)
  await db
    .updateTable('api_key')
    .set({ revoked_at: new Date(Date.now() - 120_000) })
    .where('key_id', '=', key.keyId)
    .execute()
  expect(await hexes(60)).not.toContain(hex)
})

test.each(['merchant', 'environment', 'key'])('an unknown %s is route_not_found', async (noun) => {
  const id = newId('mer')
  const calls: Record<string, () => Promise<unknown>> = {
    merchant: () => commands.createEnvironment(db, id, { name: 'Test', livemode: false }),
    environment: () => createKey(id),
    key: () => commands.revokeKey(db, id),
  }
  await expect(calls[noun]?.()).rejects.toMatchObject({
    code: 'route_not_found',
    message: `There is no ${noun} ${id}.`,
  })
})

test('ten concurrent calls create one demo merchant, with one environment and one key', async () => {
  const made = await Promise.all(
    Array.from({ length: 10 }, () => transact(db, (trx) => commands.ensureDemo(trx, 'admin token'))),
  )
  const [first] = made
  expect(first).toBeDefined()
  for (const demo of made) expect(demo).toEqual(first)
  const { merchantId } = first?.merchant ?? { merchantId: '' }
  const environments = await repository.listEnvironments(db, merchantId)
  expect(environments).toHaveLength(1)
  expect(await repository.listApiKeys(db, environments[0]?.environmentId ?? '')).toHaveLength(1)
})

test('a revoked demo key works again after the demo is created again', async () => {
  const { token, environment } = await transact(db, (trx) => commands.ensureDemo(trx, 'admin token'))
  const [key] = await repository.listApiKeys(db, environment.environmentId)
  await commands.revokeKey(db, key?.keyId ?? '')
  await transact(db, (trx) => commands.ensureDemo(trx, 'admin token'))
  expect((await repository.findKeyByHash(db, hashToken(token)))?.revokedAt).toBeNull()
})

test('another admin token adds a demo key and keeps the merchant', async () => {
  const before = await transact(db, (trx) => commands.ensureDemo(trx, 'admin token'))
  const after = await transact(db, (trx) => commands.ensureDemo(trx, 'another admin token'))
  expect(after.merchant).toEqual(before.merchant)
  expect(after.environment).toEqual(before.environment)
  expect(after.token).not.toBe(before.token)
})
