/** When accounts are marked failing beside refused credentials, and that the mark and its event are one transaction. */
import { createSecretBox } from '@waybill/chassis/secrets/secret-box'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { asOwner, createTestDatabase } from '@waybill/chassis/testing/service-database'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccountHolder, aToken, startPlane } from '../testing/accounts.ts'
import { getData, type RunningService, runningService } from '../testing/running-service.ts'
import { findAccount } from './repository.ts'
import { createVerification, startAccountWatch } from './verification.ts'

let plane: Awaited<ReturnType<typeof startPlane>>
let service: RunningService
beforeAll(async () => {
  plane = await startPlane()
  service = await runningService({ moreCarriers: plane.moreCarriers })
})
afterAll(async () => {
  await service?.stop()
  plane?.server.stop()
})

type Holder = ReturnType<typeof anAccountHolder>

const failingEvents = async (holder: Holder, id: string) =>
  (await holder.events(id)).filter(({ type }) => type === 'carrier_account.failing')

/** As after a start without a key: the credentials, from before the start, name a key that no process has. */
const loseKey = (id: string) =>
  service.db
    .updateTable('carrier_account')
    .set({ key_id: 'removed', updated_at: new Date('2026-01-01') })
    .where('carrier_account_id', '=', id)
    .execute()

const restoreKey = (id: string) =>
  service.db.updateTable('carrier_account').set({ key_id: 'test' }).where('carrier_account_id', '=', id).execute()

const unreadable = {
  status: 'failing',
  failure: { code: 'credentials_unreadable', message: expect.stringContaining('Hangar cannot be decrypted') },
}

test('a quote marks an account whose credentials no key opens, with the reason, and announces it once', async () => {
  const holder = anAccountHolder(service)
  const { carrier_account_id: id } = await holder.added()
  await loseKey(id)
  for (const _ of ['before the mark', 'after it']) {
    expect((await holder.created()).messages).toContainEqual(
      expect.objectContaining({
        carrier_account_id: id,
        code: 'account_failing',
        retryable: false,
        message: expect.stringContaining('cannot be decrypted. Send all of them again.'),
      }),
    )
    await eventually(async () => expect(await holder.getAccount(id)).toMatchObject(unreadable))
  }
  expect(await failingEvents(holder, id)).toHaveLength(1)
  const repaired = getData(await holder.updateAccount(id, { credentials: { token: aToken() } }))
  expect(repaired).toMatchObject({ status: 'unverified', failure: null })
})

test('a verification marks an account whose credentials no key opens, and verifies it once a key opens them', async () => {
  const holder = anAccountHolder(service)
  const { carrier_account_id: id } = await holder.added()
  await loseKey(id)
  await expect(holder.verifyAccount(id)).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.stringContaining('cannot be decrypted'),
  })
  expect(await holder.getAccount(id)).toMatchObject(unreadable)
  expect(await failingEvents(holder, id)).toHaveLength(1)
  await restoreKey(id)
  expect(getData(await holder.verifyAccount(id))).toMatchObject({ status: 'verified', failure: null })
})

test('a process that starts without the key marks the accounts, and one with it clears the marks', async () => {
  const kept = await createTestDatabase({ service: 'quoting' })
  const database = { ...kept, drop: async () => {} }
  const options = { moreCarriers: plane.moreCarriers, carrierEncryptionKeys: newEncryptionKey('first') }
  const first = await runningService(options, database)
  const holder = anAccountHolder(first)
  const { carrier_account_id: id } = await holder.added()
  await first.stop()
  const second = await runningService({ ...options, carrierEncryptionKeys: newEncryptionKey('second') }, database)
  const later = anAccountHolder(second, holder)
  await eventually(async () => expect(await later.getAccount(id)).toMatchObject(unreadable))
  expect(await failingEvents(later, id)).toHaveLength(1)
  await second.stop()
  const third = await runningService(options, database)
  const last = anAccountHolder(third, holder)
  await eventually(async () => expect(await last.getAccount(id)).toMatchObject({ status: 'verified', failure: null }))
  await third.stop()
  await kept.drop()
})

test('a process without the key marks an account once: a mark that a process with the key has cleared stays away', async () => {
  const holder = anAccountHolder(service)
  const { carrier_account_id: carrierAccountId } = await holder.added()
  const key = { environmentId: holder.environmentId, carrierAccountId }
  const log = createLog({ service: 'quoting', level: 'silent' })
  const getCallbackUrl = () => null
  const box = createSecretBox(newEncryptionKey('other'))
  const verify = createVerification({ carriers: plane.moreCarriers, box, getCallbackUrl })
  const blind = startAccountWatch({
    db: service.db,
    verify,
    getCallbackUrl,
    log,
    metrics: createMetrics({ service: 'quoting' }),
  })
  blind.markUnreadable([key])
  await eventually(async () => expect(await holder.getAccount(carrierAccountId)).toMatchObject(unreadable))
  expect(getData(await holder.verifyAccount(carrierAccountId))).toMatchObject({ status: 'verified' })
  blind.markUnreadable([key])
  const account = await findAccount(service.db, key)
  if (account) await blind.suspect(account)
  await blind.stop()
  expect(await holder.getAccount(carrierAccountId)).toMatchObject({ status: 'verified', failure: null })
  expect(await failingEvents(holder, carrierAccountId)).toHaveLength(1)
})

test('a verification by a process without the key marks no account that another process stored or verified since', async () => {
  const kept = await createTestDatabase({ service: 'quoting' })
  const database = { ...kept, drop: async () => {} }
  const options = { moreCarriers: plane.moreCarriers }
  const blind = await runningService({ ...options, carrierEncryptionKeys: newEncryptionKey('other') }, database)
  const sighted = await runningService({ ...options, carrierEncryptionKeys: newEncryptionKey('first') }, database)
  const holder = anAccountHolder(sighted)
  const { carrier_account_id: id } = await holder.added()
  const elsewhere = anAccountHolder(blind, holder)
  const refusal = {
    code: 'service_unavailable',
    message: expect.stringContaining('cannot decrypt the credentials of account Hangar'),
  }
  await expect(elsewhere.verifyAccount(id)).rejects.toMatchObject(refusal)
  expect(await holder.getAccount(id)).toMatchObject({ status: 'unverified', failure: null })
  expect(getData(await holder.verifyAccount(id))).toMatchObject({ status: 'verified' })
  await expect(elsewhere.verifyAccount(id)).rejects.toMatchObject(refusal)
  expect(await holder.getAccount(id)).toMatchObject({ status: 'verified', failure: null })
  expect(await failingEvents(holder, id)).toEqual([])
  await Promise.all([blind.stop(), sighted.stop()])
  await kept.drop()
})

test('the mark and its event are one transaction: without the event there is no mark', async () => {
  const holder = anAccountHolder(service)
  const token = aToken()
  const { carrier_account_id: id } = await holder.added({ credentials: { token } })
  plane.server.revoke(token)
  const rejection = `reject_${id}`
  await asOwner(service.database, async (owner) => {
    await sql`
      create function ${sql.id(rejection)}() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$
    `.execute(owner)
    await sql`
      create trigger ${sql.id(rejection)} before insert on outbox for each row
      when (new.type = 'carrier_account.failing' and new.subject_id = ${sql.lit(id)})
      execute function ${sql.id(rejection)}()
    `.execute(owner)
  })
  await expect(holder.verifyAccount(id)).rejects.toMatchObject({ code: 'internal_error' })
  expect(await holder.getAccount(id)).toMatchObject({ status: 'unverified', failure: null })
  await asOwner(service.database, (owner) => sql`drop trigger ${sql.id(rejection)} on outbox`.execute(owner))
  expect(await holder.verifyAccount(id)).toMatchObject({ status: 422 })
  expect(await holder.getAccount(id)).toMatchObject({ status: 'failing' })
  expect(await failingEvents(holder, id)).toHaveLength(1)
})

test.each([
  [7_000, 7],
  [undefined, 5],
])(
  'a carrier that is asked too often says nothing about credentials (Retry-After %s ms)',
  async (retryAfterMs, seconds) => {
    const holder = anAccountHolder(service)
    const { carrier_account_id: id } = await holder.added()
    const fault = { carrierAccountId: id, operation: 'verify', mode: '429', times: 3 } as const
    await plane.server.order({ ...fault, ...(retryAfterMs && { retryAfterMs }) })
    await expect(holder.verifyAccount(id)).rejects.toMatchObject({
      code: 'carrier_unavailable',
      retryAfterSeconds: seconds,
      carrier: { carrier_code: 'paper_plane', http_status: 429 },
    })
    expect(await holder.getAccount(id)).toMatchObject({ status: 'unverified', failure: null })
  },
)
