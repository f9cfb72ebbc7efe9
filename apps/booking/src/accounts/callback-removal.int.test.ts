/** Call-backs of deleted accounts are removed at the carrier before the credentials are erased. */
import { carriersFor } from '@waybill/carriers/registry'
import { type EasyPostServer, startEasyPostServer } from '@waybill/carriers/testing/easypost/server'
import { withCredentials } from '@waybill/carriers/testing/easypost/test-carrier'
import { type Database, openDatabase } from '@waybill/chassis/postgres/database'
import { createSecretBox, createSecretOpener } from '@waybill/chassis/secrets/secret-box'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { createTestDatabase, type TestDatabase } from '@waybill/chassis/testing/service-database'
import { newId } from '@waybill/contracts/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookingDatabase } from '../db.ts'
import { bookingMetrics } from '../metrics.ts'
import { migrations } from '../migrations.ts'
import { CARRIER_ENCRYPTION_KEYS } from '../testing/peer-services.ts'
import { anAccount } from '../testing/plane-accounts.ts'
import { createCallbackRemoval } from './callback-removal.ts'
import { releaseAccounts } from './release-sweep.ts'
import { findAccount, storeAccountRevision } from './repository.ts'

const log = createLog({ service: 'booking', level: 'silent' })
const callbackBaseUrl = 'https://api.example.com'
const carriers = carriersFor({ simulatorUrl: null, simulatorKey: '', trustedUrls: 'all' })
const easypost = carriers.get('easypost')
let database: TestDatabase
let db: Database<BookingDatabase>
let server: EasyPostServer
beforeAll(async () => {
  database = await createTestDatabase({ service: 'booking', migrations })
  db = openDatabase<BookingDatabase>({ ...database, applicationName: 'booking test', poolSize: 2 })
  server = await startEasyPostServer()
}, 180_000)
afterAll(async () => {
  await server?.stop()
  await db?.destroy()
  await database?.drop()
})

/** A deleted account whose webhook is registered, and one of somebody else's beside it. */
async function aDeletedAccount(at = server) {
  const key = { carrierAccountId: newId('cac'), environmentId: 'env_1' }
  const account = withCredentials(at, { ...key, livemode: false, credentials: {}, endpoint: at.url })
  const deadlineAt = new Date(Date.now() + 30_000)
  for (const path of [`/api/v1/callbacks/${key.carrierAccountId}`, '/hook']) {
    const callbackUrl = `${callbackBaseUrl}${path}`
    expect(await easypost?.verify?.({ callbackUrl }, { account, deadlineAt, requestId: 'req_1' })).toMatchObject({
      kind: 'verified',
    })
  }
  const { credentials } = account
  const fields = { carrierCode: 'easypost', endpoint: at.url, deleted: true, enabled: false }
  await storeAccountRevision(db, anAccount({ ...key, ...fields, credentials }))
  return {
    urls: () => at.listWebhooks(key.carrierAccountId).map(({ url }) => new URL(url).pathname),
    isReleased: async () => (await findAccount(db, key))?.releasedAt != null,
    path: `/api/v1/callbacks/${key.carrierAccountId}`,
  }
}

function createRelease() {
  const metrics = bookingMetrics(createMetrics({ service: 'booking' }), db, carriers.keys())
  const openSecret = createSecretOpener(createSecretBox(CARRIER_ENCRYPTION_KEYS))
  const removeCallbacks = createCallbackRemoval({ carriers, callbackBaseUrl, openSecret, log, metrics })
  return () => releaseAccounts({ db, log }, { removeCallbacks })
}

test('the webhook of a deleted account is removed, and those of others stay', async () => {
  const { urls, isReleased, path } = await aDeletedAccount()
  expect(urls()).toEqual([path, '/hook'])
  await createRelease()()
  expect([urls(), await isReleased()]).toEqual([['/hook'], true])
})

test('a carrier that does not answer is asked in five sweeps before the credentials are erased', async () => {
  const silent = await startEasyPostServer()
  const { isReleased, urls, path } = await aDeletedAccount(silent)
  await silent.stop()
  const release = createRelease()
  const states: boolean[] = []
  for (let count = 0; count < 5; count++) {
    await release()
    states.push(await isReleased())
  }
  expect(states).toEqual([false, false, false, false, true])
  expect(urls()).toContain(path)
})
