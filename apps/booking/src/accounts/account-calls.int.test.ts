/** Calls of a carrier with a merchant's account, and its call-backs: which credentials they use, and what happens without. */
import { createSeal } from '@waybill/carriers/testing/paper-plane/adapter'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import { createLog } from '@waybill/chassis/telemetry/log'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import type { PublicBooking } from '@waybill/contracts/booking'
import type { AccountRevision } from '@waybill/contracts/carrier-accounts/account-revision'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'
import { accountChanged, anAccount, type PlaneAccounts, startPlaneAccounts } from '../testing/plane-accounts.ts'
import { releaseAccounts } from './release-sweep.ts'
import { findAccount, storeAccountRevision } from './repository.ts'

let system: BookingSystem
let accounts: PlaneAccounts
let booking: RunningBooking
/** Work to be done when the claim of an environment's next booking is taken, before it is stored. */
const onClaimed = new Map<string, () => Promise<void>>()
/** Environments whose next booking call is interrupted before it is sent. */
const interrupted = new Set<string>()

beforeAll(async () => {
  system = await startBookingSystem()
  accounts = await startPlaneAccounts(system)
  booking = await system.start({
    ...accounts.options,
    async onStep(name, { environmentId }) {
      if (name === 'book.claim:called') await onClaimed.get(environmentId)?.()
      if (name === 'book.call' && interrupted.delete(environmentId)) throw new Error('the process dies')
    },
  })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await accounts?.stop()
  await system?.stop()
})

const log = createLog({ service: 'booking', level: 'silent' })

async function aMerchantWithAccount(given: Parameters<typeof anAccount>[0] = {}) {
  const merchant = aMerchant(system, booking)
  const account = anAccount({ ...given, environmentId: merchant.environmentId })
  const { shipmentId, optionId } = await accounts.offer(merchant, account)
  return { merchant, account, shipmentId, optionId }
}

const bookedWith = async (given: Parameters<typeof anAccount>[0] = {}) => {
  const { merchant, account, shipmentId, optionId } = await aMerchantWithAccount(given)
  const shown = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  return { merchant, account, shipmentId, bookingId: shown.booking_id, jobId: shown.carrier_job_id as string }
}

/** Announces a later revision, as quoting does, and waits until it is stored. */
async function change(account: AccountRevision, given: Parameters<typeof anAccount>[0] = {}): Promise<AccountRevision> {
  const changed = anAccount({ ...account, sealed: undefined, revision: account.revision + 1, ...given })
  await system.publish(accountChanged(changed))
  await eventually(async () => expect((await findAccount(system.db, account))?.revision).toBe(changed.revision))
  return changed
}

const getTokens = (operation: string) =>
  accounts.plane.requests
    .filter((request) => request.startsWith(`${operation} `))
    .map((request) => request.split(' ')[1])

const callBack = (account: AccountRevision, secret: string, sighting: object, requested = account.carrierAccountId) => {
  const body = Buffer.from(
    JSON.stringify({
      sighting: newId('evt'),
      ref: 'unknown',
      state: 'IN_HAND',
      at: new Date(),
      signed_by: null,
      ...sighting,
    }),
  )
  const context = systemContext({ environmentId: '', merchantId: '', livemode: false, timeoutMs: 15_000 })
  return booking.client.ReceiveCallback({
    context: contextMessage(context),
    carrier_account_id: requested,
    headers: { 'x-plane-seal': createSeal(secret, Date.now(), body) },
    body,
  })
}

test('a booking uses the account of its option, and later calls its newest credentials, also while quoting is down', async () => {
  const { merchant, account, bookingId } = await bookedWith({ credentials: { token: 'test_first' } })
  expect(getTokens('book')).toContain('test_first')
  await change(account, { credentials: { token: 'test_second' } })

  const alone = await system.start({ ...accounts.options, quotingUrl: '127.0.0.1:9' })
  try {
    const there = aMerchant(system, alone, merchant.environmentId)
    await sql`update booking set track_due_at = now() where booking_id = ${bookingId}`.execute(system.db)
    await eventually(() => expect(getTokens('track')).toContain('test_second'))
    expect((await there.cancelBooking(bookingId)).status).toBe(200)
    expect(getTokens('cancel')).toEqual(['test_second'])
  } finally {
    await alone.stop()
  }
})

test('accounts of one carrier in one environment are kept apart', async () => {
  const [one, two] = [anAccount(), anAccount()]
  const merchant = aMerchant(system, booking)
  for (const account of [one, two]) {
    const mine = { ...account, environmentId: merchant.environmentId }
    const { shipmentId, optionId } = await accounts.offer(merchant, mine)
    const shown = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
    expect(getTokens('book').at(-1)).toBe(`test_${account.carrierAccountId}`)
    expect((await merchant.cancelBooking(shown.booking_id)).status).toBe(200)
    expect(getTokens('cancel').at(-1)).toBe(`test_${account.carrierAccountId}`)
  }
})

test('a call-back is verified with the secret of the account that its URL names', async () => {
  const { merchant, account, bookingId, jobId } = await bookedWith({ credentials: { token: 'test_1', secret: 'one' } })
  const other = await bookedWith({ credentials: { token: 'test_2', secret: 'two' } })
  await expect(callBack(account, 'two', { flight: jobId })).rejects.toMatchObject({ code: 'invalid_token' })
  // Another merchant's account: its own secret is valid, but the job is not one of its jobs.
  await callBack(other.account, 'two', { flight: jobId })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'assigned' })
  await expect(callBack(account, 'one', { flight: jobId }, newId('cac'))).rejects.toMatchObject({
    code: 'route_not_found',
  })
  expect(await callBack(account, 'one', { flight: jobId })).toMatchObject({ accepted_facts: 1 })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'picked_up' })
  await change(account, { credentials: { token: 'test_1', secret: 'rotated' } })
  await expect(callBack(account, 'one', { flight: jobId, state: 'LANDED' })).rejects.toMatchObject({
    code: 'invalid_token',
  })
  expect(await callBack(account, 'rotated', { flight: jobId, state: 'LANDED' })).toMatchObject({ accepted_facts: 1 })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'delivered' })
})

test('with credentials that no key opens nothing is booked, and a retry books once they open', async () => {
  const { merchant, account, shipmentId, optionId } = await aMerchantWithAccount({ keys: newEncryptionKey('lost') })
  await expect(merchant.book(shipmentId, optionId, { key: 'b' })).rejects.toMatchObject({
    code: 'carrier_unavailable',
    carrier: { code: 'credentials_unreadable' },
  })
  expect(getTokens('book')).not.toContain(`test_${account.carrierAccountId}`)
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
  await expect(callBack(account, 'any', { flight: 'pp_1' })).rejects.toMatchObject({ code: 'service_unavailable' })
  await change(account)
  expect((await merchant.book(shipmentId, optionId, { key: 'b' })).status).toBe(201)
})

test('a cancellation waits for credentials that can be opened', async () => {
  const { merchant, account, bookingId } = await bookedWith()
  const broken = await change(account, { keys: newEncryptionKey('lost') })
  await expect(merchant.cancelBooking(bookingId)).rejects.toMatchObject({
    code: 'carrier_timeout',
    carrier: { code: 'credentials_unreadable' },
  })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'assigned' })
  await change(broken, { credentials: { token: 'test_mended' } })
  await eventually(async () => expect(await merchant.booking(bookingId)).toMatchObject({ status: 'cancelled' }))
  expect(getTokens('cancel')).toContain('test_mended')
})

test.each(['enabled', 'deleted'] as const)(
  'an option of an account that is not usable (%s) is not booked',
  async (field) => {
    const { merchant, account, shipmentId, optionId } = await aMerchantWithAccount({
      [field]: field === 'deleted',
      enabled: false,
    })
    await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({ code: 'quote_superseded' })
    expect(getTokens('book')).not.toContain(`test_${account.carrierAccountId}`)
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
  },
)

test('an account that is deleted during a booking is not booked with', async () => {
  const { merchant, account, shipmentId, optionId } = await aMerchantWithAccount()
  const deleted = anAccount({ ...account, sealed: undefined, revision: 2, deleted: true })
  onClaimed.set(merchant.environmentId, async () => {
    await storeAccountRevision(system.db, deleted)
    await releaseAccounts({ db: system.db, log })
  })
  await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({ code: 'quote_superseded' })
})

test('a deleted account serves its open jobs, and its credentials are erased after the last one', async () => {
  const credentials = { token: 'test_open', secret: 'open' }
  const { merchant, account, bookingId, jobId } = await bookedWith({ credentials })
  const deleted = await change(account, { credentials, deleted: true, enabled: false })
  await releaseAccounts({ db: system.db, log })
  expect((await findAccount(system.db, account))?.sealed).not.toBeNull()
  expect(await callBack(account, 'open', { flight: jobId })).toMatchObject({ accepted_facts: 1 })
  expect(await callBack(account, 'open', { flight: jobId, state: 'LANDED' })).toMatchObject({ accepted_facts: 1 })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'delivered' })
  await releaseAccounts({ db: system.db, log })
  await eventually(async () => expect((await findAccount(system.db, account))?.sealed).toBeNull())
  const released = await system.db
    .selectFrom('outbox')
    .select('internal')
    .where('subject_id', '=', account.carrierAccountId)
    .execute()
  const { carrierAccountId: carrier_account_id, revision } = deleted
  expect(released).toEqual([{ internal: { carrier_account_id, revision } }])
  await expect(callBack(account, 'open', { flight: jobId })).rejects.toMatchObject({ code: 'route_not_found' })
})

test('an interrupted booking is continued with the stored account, with credentials that were rotated since', async () => {
  const { merchant, account, shipmentId, optionId } = await aMerchantWithAccount({
    credentials: { token: 'test_before' },
  })
  interrupted.add(merchant.environmentId)
  const answer = await merchant.book(shipmentId, optionId, { key: 'b', timeoutMs: 3_000 })
  expect(answer.status).toBe(202)
  await change(account, { credentials: { token: 'test_after' } })
  await sql`update operation set lease_until = now(), next_attempt_at = now()
    where environment_id = ${merchant.environmentId} and state = 'open'`.execute(system.db)
  const { booking_id: bookingId } = getData<PublicBooking>(answer)
  await eventually(async () => expect(await merchant.booking(bookingId)).toMatchObject({ status: 'assigned' }))
  expect(getTokens('book')).not.toContain('test_before')
  expect(getTokens('book').filter((token) => token === 'test_after')).toHaveLength(1)
})

test('a dispatch books with the account of an offer, and not with one that is deleted', async () => {
  const merchant = aMerchant(system, booking)
  const { environmentId } = merchant
  const deleted = anAccount({ environmentId, deleted: true, credentials: { token: 'test_deleted' } })
  accounts.offerOnDemand(deleted)
  const { shipment_id: shipmentId } = await merchant.shipNow()
  await eventually(async () => expect((await findAccount(system.db, deleted))?.deleted).toBe(true))
  accounts.offerOnDemand(anAccount({ environmentId, credentials: { token: 'test_dispatch' } }))
  await eventually(
    async () => {
      await sql`update operation set next_attempt_at = now()
        where environment_id = ${environmentId} and state = 'open' and lease_until is null`.execute(system.db)
      expect(getTokens('book')).toContain('test_dispatch')
    },
    { timeoutMs: 30_000 },
  )
  await eventually(async () => expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'in_transit' }))
  expect(getTokens('book')).not.toContain('test_deleted')
})

test('credentials that the carrier revokes refuse a booking, and new ones serve the next', async () => {
  const token = `test_${newId('op')}`
  const { merchant, account, shipmentId, optionId } = await aMerchantWithAccount({ credentials: { token } })
  accounts.plane.revoke(token)
  await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({
    code: 'carrier_refused',
    carrier: { http_status: 401 },
  })
  await change(account, { credentials: { token: `${token}_new` } })
  expect((await merchant.book(shipmentId, optionId)).status).toBe(201)
})

test('quoting hears of the account whose booking, tracking or cancellation the carrier answers with 401', async () => {
  const readReports = ({ environmentId, carrierAccountId }: AccountRevision) =>
    system.db
      .selectFrom('outbox')
      .select('internal')
      .where('environment_id', '=', environmentId)
      .where('subject_id', '=', carrierAccountId)
      .execute()
  const reported = ({ carrierAccountId: carrier_account_id }: AccountRevision, revision: number) => ({
    internal: { carrier_account_id, revision },
  })
  const { merchant, shipmentId, optionId, account } = await aMerchantWithAccount()
  accounts.plane.revoke(`test_${account.carrierAccountId}`)
  await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({ code: 'carrier_refused' })
  expect(await readReports(account)).toEqual([reported(account, 1)])

  const tracked = await bookedWith()
  accounts.plane.revoke(`test_${tracked.account.carrierAccountId}`)
  await sql`update booking set track_due_at = now() where booking_id = ${tracked.bookingId}`.execute(system.db)
  await eventually(async () => expect(await readReports(tracked.account)).toEqual([reported(tracked.account, 1)]))

  const cancelled = await bookedWith()
  const changed = await change(cancelled.account)
  accounts.plane.revoke(`test_${changed.carrierAccountId}`)
  const refusal = { carrier: { http_status: 401 } }
  await expect(cancelled.merchant.cancelBooking(cancelled.bookingId)).rejects.toMatchObject(refusal)
  expect(await readReports(changed)).toContainEqual(reported(changed, 2))
})

test('no credentials are in rows other than those of accounts', async () => {
  const secret = `plain_${newId('op')}`
  const { merchant, bookingId } = await bookedWith({ credentials: { token: secret, secret } })
  await merchant.cancelBooking(bookingId)
  const tables = ['operation', 'booking', 'carrier_attempt', 'outbox', 'carrier_exchange', 'carrier_account', 'inbox']
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} as held where held::text like ${`%${secret}%`}`.execute(
      system.db,
    )
    expect({ table, ...rows[0] }).toEqual({ table, count: 0 })
  }
})
