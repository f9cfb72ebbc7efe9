/** Polling of carriers that never call back, with growing pauses. */
import { createSeal, planeSecret } from '@waybill/carriers/testing/paper-plane/adapter'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import type { PublicBooking } from '@waybill/contracts/booking'
import type { AccountRevision } from '@waybill/contracts/carrier-accounts/account-revision'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { silenceMs } from '../lifecycle/facts.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'
import { accountChanged, anAccount, startPlaneAccounts } from '../testing/plane-accounts.ts'

const MINUTE_S = 60

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
afterAll(async () => {
  await system?.stop()
})

async function booked(booking: RunningBooking) {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const [job] = await merchant.jobs(shipmentId)
  /** Seconds until the next poll; null: none. */
  const pauseS = async (): Promise<number | null> => {
    const { rows } = await sql<{ pause: number | null }>`
      select extract(epoch from track_due_at - now())::float8 as pause from booking where booking_id = ${bookingId}`.execute(
      system.db,
    )
    return rows[0]?.pause ?? null
  }
  return {
    merchant,
    shipmentId,
    bookingId,
    pauseS,
    /** Moves the courier without a call-back. */
    drive: (status: string) => system.simulator('POST', `/jobs/${job?.id}/advance`, { status }),
    /** Ends the pause, and dates the booking's last change back. */
    async letPass(unchangedMinutes: number) {
      await sql`
        update booking set track_due_at = now(), updated_at = now() - ${unchangedMinutes} * interval '1 minute'
        where booking_id = ${bookingId}`.execute(system.db)
      // The poll has ended: during it the next turn is at most TURN_MS away.
      return await eventually(async () => {
        const pause = await pauseS()
        if (pause !== null && pause <= 0) throw new Error('the carrier has not been asked yet')
        return pause
      })
    },
  }
}

test('polling moves the booking and its shipment', async () => {
  const booking = await system.start()
  const { merchant, shipmentId, bookingId, drive, letPass, pauseS } = await booked(booking)
  for (const [status, shown] of [
    ['picked_up', 'in_transit'],
    ['delivered', 'delivered'],
  ] as const) {
    await drive(status)
    await letPass(1)
    await eventually(async () => expect((await merchant.booking(bookingId)).status).toBe(status))
    await eventually(async () => expect((await merchant.shipment(shipmentId)).status).toBe(shown))
  }
  expect(await pauseS()).toBeNull()
  await booking.stop()
})

test('the pause equals the time without news: at least half a minute, at most an hour', async () => {
  const booking = await system.start()
  const { bookingId, drive, letPass, pauseS, merchant } = await booked(booking)
  const between = async (leastS: number, mostS: number) =>
    await eventually(async () => {
      const pause = await pauseS()
      expect(pause).toBeGreaterThan(leastS)
      expect(pause).toBeLessThanOrEqual(mostS)
    })
  await between(0, MINUTE_S / 2)
  await letPass(1) // its acceptance counts as news
  await between(0, MINUTE_S / 2)
  await letPass(10)
  await between(5 * MINUTE_S, 11 * MINUTE_S)
  await letPass(300)
  await between(30 * MINUTE_S, 60 * MINUTE_S)
  await drive('picked_up')
  await letPass(300)
  await eventually(async () => expect((await merchant.booking(bookingId)).status).toBe('picked_up'))
  await between(0, MINUTE_S / 2)
  await booking.stop()
})

test('a carrier that can call back is polled after five minutes', async () => {
  const booking = await system.start({ callbackBaseUrl: 'http://127.0.0.1:9' })
  const { pauseS } = await booked(booking)
  await eventually(async () => expect(await pauseS()).toBeGreaterThan(MINUTE_S))
  await booking.stop()
})

test('an account for which the carrier sends no call-backs is polled twice a minute', async () => {
  const planes = await startPlaneAccounts(system)
  onTestFinished(() => planes.stop())
  const callsBack = ({ token = '' }: Readonly<Record<string, string>>) => token !== 'test_quiet'
  const carriers = new Map([...planes.options.carriers].map(([code, adapter]) => [code, { ...adapter, callsBack }]))
  const booking = await system.start({ ...planes.options, carriers })
  const pauses = []
  for (const token of ['test_quiet', 'test_loud']) {
    const merchant = aMerchant(system, booking)
    const account = anAccount({ environmentId: merchant.environmentId, credentials: { token } })
    const { shipmentId, optionId } = await planes.offer(merchant, account)
    const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
    const { rows } = await sql<{ url: string | null }>`
      select callback_url as url from carrier_attempt where booking_id = ${booking_id}`.execute(system.db)
    pauses.push(silenceMs({ callbackUrl: rows[0]?.url ?? null, isSilent: false }))
  }
  expect(pauses).toEqual([30_000, 300_000])
  await booking.stop()
})

test('an account is polled twice a minute until its carrier calls back, and again after its next revision', async () => {
  const planes = await startPlaneAccounts(system)
  onTestFinished(() => planes.stop())
  const booking = await system.start(planes.options)
  const merchant = aMerchant(system, booking)
  const { environmentId } = merchant
  const account = anAccount({ environmentId })
  const toRow = async (bookingId: string) => {
    const { rows } = await sql<{ jobId: string; pause: number }>`
      select carrier_job_id as "jobId", extract(epoch from track_due_at - now())::float8 as pause
      from booking where booking_id = ${bookingId}`.execute(system.db)
    return rows[0] as { jobId: string; pause: number }
  }
  /** Books, and waits until the pause after the first poll is in these bounds. */
  const bookedWithPause = async (revision: AccountRevision, leastS: number, mostS: number) => {
    const { shipmentId, optionId } = await planes.offer(merchant, revision)
    const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
    return await eventually(async () => {
      const { jobId, pause } = await toRow(bookingId)
      expect(pause).toBeGreaterThan(leastS)
      expect(pause).toBeLessThanOrEqual(mostS)
      return jobId
    })
  }
  const jobId = await bookedWithPause(account, 0, MINUTE_S / 2)

  const at = new Date().toISOString()
  const sighting = { sighting: newId('evt'), flight: jobId, ref: 'att_x', state: 'IN_HAND', at, signed_by: null }
  const body = Buffer.from(JSON.stringify(sighting))
  const { carrierAccountId } = account
  const seal = createSeal(planeSecret(carrierAccountId), Date.now(), body)
  await booking.client.ReceiveCallback({
    context: contextMessage(systemContext({ environmentId: '', merchantId: '', livemode: false, timeoutMs: 20_000 })),
    carrier_account_id: carrierAccountId,
    headers: { 'x-plane-seal': seal },
    body,
  })
  await bookedWithPause(account, MINUTE_S, 5 * MINUTE_S)

  const renamed = anAccount({ environmentId, carrierAccountId, revision: 2 })
  await system.publish(accountChanged(renamed))
  await bookedWithPause(renamed, 0, MINUTE_S / 2)
  await booking.stop()
})

test('a poll without an answer does not delay other bookings', async () => {
  const booking = await system.start()
  const silent = await booked(booking)
  const other = await booked(booking)
  await silent.merchant.fault('track', '500', 3)
  await silent.drive('picked_up')
  await other.drive('picked_up')
  await Promise.all([silent.letPass(0), other.letPass(0)])
  await eventually(async () => expect((await other.merchant.booking(other.bookingId)).status).toBe('picked_up'))
  await eventually(async () => expect(await silent.pauseS()).toBeLessThanOrEqual(MINUTE_S / 2))
  expect((await silent.merchant.booking(silent.bookingId)).status).toBe('assigned')
  await silent.letPass(0)
  await eventually(async () => expect((await silent.merchant.booking(silent.bookingId)).status).toBe('picked_up'))
  await booking.stop()
})
