/** Copies of carrier accounts: the newest revision, its upkeep, and what is left after its last job. */
import { type Database, openDatabase, transact } from '@waybill/chassis/postgres/database'
import { createSecretBox } from '@waybill/chassis/secrets/secret-box'
import { createLog } from '@waybill/chassis/telemetry/log'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { loseAnswers } from '@waybill/chassis/testing/lost-answers'
import { createTestDatabase, type TestDatabase } from '@waybill/chassis/testing/service-database'
import { type AccountRevision, sealLabel } from '@waybill/contracts/carrier-accounts/account-revision'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { BookingDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import { CARRIER_ENCRYPTION_KEYS } from '../testing/peer-services.ts'
import { anAccount } from '../testing/plane-accounts.ts'
import { startCredentialUpkeep } from './credential-upkeep.ts'
import { releaseAccounts } from './release-sweep.ts'
import { findAccount, insertOpenAccount, storeAccountRevision } from './repository.ts'

const log = createLog({ service: 'booking', level: 'silent' })
let database: TestDatabase
let db: Database<BookingDatabase>
beforeAll(async () => {
  database = await createTestDatabase({ service: 'booking', migrations })
  db = openDatabase<BookingDatabase>({ ...database, applicationName: 'booking test', poolSize: 4 })
}, 180_000)
afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

const store = async (account: AccountRevision): Promise<AccountRevision> => {
  await storeAccountRevision(db, account)
  return account
}
const later = (account: AccountRevision, changes: Partial<AccountRevision>, token = 'test_later') =>
  anAccount({ ...account, revision: account.revision + 1, sealed: undefined, credentials: { token }, ...changes })

const releases = ({ carrierAccountId }: AccountRevision) =>
  db
    .selectFrom('outbox')
    .select(['type', 'internal'])
    .where('subject_id', '=', carrierAccountId)
    .where('type', '=', 'carrier_account.released')
    .execute()

test('the newest revision is kept, whichever arrives first', async () => {
  const first = await store(anAccount())
  const second = await store(later(first, { endpoint: 'https://sandbox.example.com', enabled: false }))
  await store(first)
  expect(await findAccount(db, first)).toEqual({ ...second, releasedAt: null, calledBackAt: null })
  await store(anAccount({ ...second, sealed: undefined }))
  expect((await findAccount(db, first))?.sealed).toEqual(second.sealed)
})

test('twenty concurrent revisions leave the newest', async () => {
  const first = anAccount()
  const revisions = Array.from({ length: 20 }, (_, i) => anAccount({ ...first, revision: i + 1, sealed: undefined }))
  await Promise.all(revisions.toReversed().map(store))
  expect((await findAccount(db, first))?.revision).toBe(20)
})

test('an account belongs to its environment and its carrier for good', async () => {
  const account = await store(anAccount())
  await store(later(account, { environmentId: 'env_2' }))
  await store(later(account, { carrierCode: 'city_van' }))
  expect(await findAccount(db, account)).toMatchObject({ revision: 1, environmentId: 'env_1' })
  expect(await findAccount(db, { ...account, environmentId: 'env_2' })).toBeUndefined()
})

test('the account of a carrier without accounts of merchants has no credentials', async () => {
  const simulated = anAccount({ carrierCode: 'city_van' })
  await transact(db, (trx) => insertOpenAccount(trx, simulated).execute())
  await transact(db, (trx) => insertOpenAccount(trx, simulated).execute())
  expect(await findAccount(db, simulated)).toMatchObject({ revision: 0, sealed: null, enabled: true, deleted: false })
})

test('a deleted account without jobs is released once, and nothing brings its credentials back', async () => {
  const account = await store(anAccount())
  await releaseAccounts({ db, log })
  expect((await findAccount(db, account))?.sealed).not.toBeNull()
  const deleted = await store(later(account, { deleted: true, enabled: false }))
  await Promise.all([releaseAccounts({ db, log }), releaseAccounts({ db, log })])
  expect(await findAccount(db, account)).toMatchObject({ sealed: null, releasedAt: expect.any(Date) })
  expect(await releases(account)).toEqual([
    {
      type: 'carrier_account.released',
      internal: { carrier_account_id: account.carrierAccountId, revision: deleted.revision },
    },
  ])
  await store(later(deleted, { deleted: true }))
  await store(later(deleted, { revision: 9, deleted: false }))
  expect(await findAccount(db, account)).toMatchObject({ sealed: null, deleted: true })
  await releaseAccounts({ db, log })
  expect(await releases(account)).toHaveLength(1)
})

test('a release whose answer is lost is announced once', async () => {
  const account = await store(anAccount({ deleted: true }))
  let lost = 0
  const answersReturn = loseAnswers((committed) => {
    if (lost > 0 || !committed.some(({ text }) => text.includes('set key_id = null'))) return false
    lost += 1
    return true
  })
  onTestFinished(answersReturn)
  await expect(releaseAccounts({ db, log })).rejects.toThrow()
  await releaseAccounts({ db, log })
  expect(lost).toBe(1)
  expect((await findAccount(db, account))?.sealed).toBeNull()
  expect(await releases(account)).toHaveLength(1)
})

test.each([
  ['an open recall', 'operation'],
  ['a photo that is to be fetched', 'proof_media'],
  ['a pickup that is to be scheduled', 'pickup'],
])('%s keeps the credentials of a deleted account', async (_, kind) => {
  const account = await store(anAccount({ environmentId: newId('env'), deleted: true }))
  const { environmentId: environment_id, carrierAccountId: carrier_account_id } = account
  const id = newId('op')
  if (kind === 'operation') {
    await db
      .insertInto('operation')
      .values({
        environment_id,
        op_id: id,
        claim_id: id,
        kind: 'recall',
        step: 'look',
        shipment_id: newId('shp'),
        booking_id: null,
        desired: JSON.stringify({ carrierAccountId: carrier_account_id }),
        context: JSON.stringify({}),
      } as never)
      .execute()
  } else if (kind === 'pickup') {
    await db
      .insertInto('pickup')
      .values({
        environment_id,
        pickup_id: newId('pku'),
        merchant_id: 'mer_1',
        livemode: false,
        request_id: newId('req'),
        carrier_code: account.carrierCode,
        carrier_account_id,
        status: 'requested',
        step: 'schedule',
        window_from: new Date(),
        window_to: new Date(),
        address: null,
        instructions: null,
        jobs: '[]',
        booking_ids: [],
        max_price: null,
      } as never)
      .execute()
  } else {
    await db
      .insertInto('proof_media')
      .values({
        environment_id,
        carrier_account_id,
        pod_id: newId('pod'),
        name: 'photo-1',
        carrier_job_id: 'job_1',
        fact_key: 'f',
        content_type: 'image/png',
        source_url: 'https://example.com/p',
        source_bytes: null,
        signer_name: null,
        object_key: null,
        sha256: null,
      })
      .execute()
  }
  await releaseAccounts({ db, log })
  expect((await findAccount(db, account))?.sealed).not.toBeNull()
  await db
    .updateTable('operation')
    .set({ state: 'ended', ended_at: new Date() })
    .where('environment_id', '=', environment_id)
    .execute()
  await db
    .updateTable('proof_media')
    .set({ state: 'failed', source_url: null })
    .where('environment_id', '=', environment_id)
    .execute()
  await db.updateTable('pickup').set({ step: 'follow' }).where('environment_id', '=', environment_id).execute()
  await releaseAccounts({ db, log })
  expect((await findAccount(db, account))?.sealed).toBeNull()
})

test('credentials are resealed with the first key, and those that no key opens are reported', async () => {
  const environmentId = newId('env')
  const [ours, others] = [anAccount({ environmentId }), anAccount({ environmentId, keys: newEncryptionKey('lost') })]
  await store(ours)
  await store(others)
  const newer = newEncryptionKey('newer')
  const box = createSecretBox(`${newer},${CARRIER_ENCRYPTION_KEYS}`)
  const upkeeps = [1, 2].map(() => startCredentialUpkeep({ db, log, box }))
  const [{ check }] = upkeeps as [ReturnType<typeof startCredentialUpkeep>]
  await eventually(async () => {
    const found = await check.find({ afterSeconds: 0, limit: 10 })
    expect(found).toMatchObject([
      { id: others.carrierAccountId, environmentId, why: expect.stringContaining('lost'), total: 1 },
    ])
  })
  expect(await check.find({ afterSeconds: 60, limit: 10 })).toEqual([])
  await eventually(async () => expect((await findAccount(db, ours))?.sealed?.keyId).toBe('newer'))
  const resealed = (await findAccount(db, ours))?.sealed ?? expect.fail('no credentials')
  expect(createSecretBox(newer).open(resealed, sealLabel(ours))).toContain(ours.carrierAccountId)
  expect((await findAccount(db, others))?.sealed).toEqual(others.sealed)
  await Promise.all(upkeeps.map((upkeep) => upkeep.stop()))
})
