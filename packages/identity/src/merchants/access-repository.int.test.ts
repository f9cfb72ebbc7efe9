import { openDatabase } from '@waybill/chassis/postgres/database'
import { loseAnswers, type SentStatement } from '@waybill/chassis/testing/lost-answers'
import { asOwner, createTestDatabase, type TestDatabase } from '@waybill/chassis/testing/service-database'
import { newId } from '@waybill/contracts/ids'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '../credentials/token.ts'
import type { IdentityDatabase } from '../db.ts'
import { identityMigrations as migrations } from '../migrations.ts'
import * as access from './access-repository.ts'
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

async function aKey() {
  const [merchantId, environmentId] = [newId('mer'), newId('env')]
  await repository.insertMerchant(db, { merchantId, name: 'Corner Bakery' })
  await repository.insertEnvironment(db, { environmentId, merchantId, name: 'Test', livemode: false })
  const options = { name: 'Server', scopes: null, rateLimitPerSecond: null, expiresAt: null }
  const { key, token } = await commands.newKey(db, environmentId, options)
  await repository.insertApiKey(db, key)
  return { merchantId, environmentId, keyId: key.keyId, token }
}

const changedOwners = async () => (await access.listAccessChanges(db, 60)).map(({ ownerId }) => ownerId)

test('revocations, suspensions and resumptions are listed within their window', async () => {
  const [one, other] = [await aKey(), await aKey()]
  await repository.revokeApiKey(db, one.keyId)
  await access.setSuspension(db, access.suspendables.key, { id: other.keyId, reason: 'Leaked' })
  await access.setSuspension(db, access.suspendables.environment, { id: one.environmentId, reason: 'Unpaid' })
  await access.setSuspension(db, access.suspendables.merchant, { id: one.merchantId, reason: 'Fraud' })
  await access.setSuspension(db, access.suspendables.merchant, { id: one.merchantId, reason: null })
  const owners = await changedOwners()
  expect(owners).toEqual(expect.arrayContaining([one.keyId, other.keyId, one.environmentId, one.merchantId]))
  expect(owners).not.toContain(other.environmentId)

  const old = await aKey()
  const longAgo = new Date(Date.now() - 120_000)
  const values = { revoked_at: longAgo, suspended_at: longAgo, access_changed_at: longAgo }
  await db.updateTable('api_key').set(values).where('key_id', '=', old.keyId).execute()
  expect(await changedOwners()).not.toContain(old.keyId)
})

test('each change of an owner has another version, and what changes nothing is no change', async () => {
  const { environmentId } = await aKey()
  const versions = new Set<string | undefined>()
  const change = async (reason: string | null) => {
    const environment = await access.setSuspension(db, access.suspendables.environment, {
      id: environmentId,
      reason,
    })
    const found = await access.listAccessChanges(db, 60)
    versions.add(found.find(({ ownerId }) => ownerId === environmentId)?.version)
    return environment
  }
  await change(null)
  expect([...versions]).toEqual([undefined])
  const suspended = await change('Unpaid')
  const again = await change('Unpaid since March')
  expect(again).toEqual({ ...suspended, suspendedReason: 'Unpaid since March' })
  expect(versions.size).toBe(2)
  expect(await change(null)).toMatchObject({ suspendedAt: null, suspendedReason: null })
  await change(null)
  expect(versions.size).toBe(3)
})

test('looking for changes reads indexes, however many keys there are', async () => {
  const { environmentId } = await aKey()
  await sql`
    insert into api_key (environment_id, key_id, name, hash, prefix, last4, revoked_at)
    select ${environmentId}, 'key_' || n, 'Old', sha256(n::text::bytea), 'wb_test_', 'cdef', now() - interval '1 day'
    from generate_series(1, 20000) as n`.execute(db)
  await asOwner(database, (owner) => sql`analyze api_key`.execute(owner))
  const sent: SentStatement[] = []
  const end = loseAnswers(([statement]) => {
    if (statement) sent.push(statement)
    return false
  })
  await access.listAccessChanges(db, 60).finally(end)
  const { text, values } = sent[0] as SentStatement
  const { rows } = await db.executeQuery<object>(CompiledQuery.raw(`explain ${text}`, [...values]))
  const plan = rows.map((row) => Object.values(row).join()).join('\n')
  expect(plan).toContain('api_key_revoked')
  expect(plan).toContain('api_key_access_changed')
  expect(plan).not.toContain('Seq Scan on api_key')
})

test('the latest use of a key is kept, in whatever order uses are written', async () => {
  const key = await aKey()
  const other = await aKey()
  const at = (second: number) => new Date(Date.UTC(2026, 11, 1, 9, 0, second))
  const uses = [30, 50, 40].map((second) => ({ ...key, usedAt: at(second) }))
  await access.recordKeyUses(db, uses)
  await access.recordKeyUses(db, [{ ...key, usedAt: at(10) }])
  const found = await repository.findKeyByHash(db, hashToken(key.token))
  expect(found?.lastUsedAt).toEqual(at(50))
  expect((await repository.findKeyByHash(db, hashToken(other.token)))?.lastUsedAt).toBeNull()
  // A use names the environment of its key.
  await access.recordKeyUses(db, [{ keyId: other.keyId, environmentId: key.environmentId, usedAt: at(1) }])
  expect((await repository.findKeyByHash(db, hashToken(other.token)))?.lastUsedAt).toBeNull()
  await access.recordKeyUses(db, [{ keyId: newId('key'), environmentId: key.environmentId, usedAt: at(1) }])
})

test('a key whose row is locked does not hold up the uses of others', async () => {
  const [locked, free] = [await aKey(), await aKey()]
  const usedAt = new Date()
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('api_key').select('key_id').where('key_id', '=', locked.keyId).forUpdate().execute()
    await access.recordKeyUses(
      db,
      [locked, free].map((key) => ({ ...key, usedAt })),
    )
  })
  expect((await repository.findKeyByHash(db, hashToken(locked.token)))?.lastUsedAt).toBeNull()
  expect((await repository.findKeyByHash(db, hashToken(free.token)))?.lastUsedAt).toEqual(usedAt)
})
