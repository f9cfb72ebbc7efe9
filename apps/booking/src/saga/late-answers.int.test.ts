/** Cancellations and updates whose answers are lost, and those of a shipment that has just ended. */
import type { AppError } from '@waybill/contracts/app-error'
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData, type Merchant } from '../testing/merchant-calls.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start({ carriers: system.withShortTimeouts() })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

const getCode = (answer: Promise<unknown>) => answer.then(() => 'answered').catch((error: AppError) => error.code)
const soon = { timeoutMs: 8_000 }
/** For a move that the shipment does not show: it is waited for until the deadline. */
const unshown = { timeoutMs: 2_500 }

/** Makes postponed operations due now and ends the leases of dead processes. */
const letTimePass = () =>
  sql`update operation set next_attempt_at = now(), lease_until = now() where state = 'open'`.execute(system.db)

async function booked(merchant: Merchant, carrierCode?: string) {
  const { shipmentId, optionId } = await merchant.offer(carrierCode)
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  return { shipmentId, bookingId: booking_id }
}

const later = { ready_at: '2098-01-02T15:00:00Z' }
const isPutOff = { ready_at: '2098-01-02T15:00:00.000Z' }

test('a first call that the carrier rejects unprocessed is a refusal', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId } = await booked(merchant)
  await merchant.fault('update', '403')
  expect(await getCode(merchant.update(shipmentId, later))).toBe('update_refused')
  await merchant.fault('cancel', '403')
  expect(await getCode(merchant.cancel(shipmentId))).toBe('cancellation_refused')
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', cancellation_requested_at: null })
})

test('an update whose answer was lost stays in doubt when a later call is rejected unprocessed', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId } = await booked(merchant)
  await merchant.fault('update', 'timeout_after_success')
  await merchant.fault('update', '403', 2)
  expect(await getCode(merchant.update(shipmentId, later, { key: 'u', ...soon }))).toBe('carrier_timeout')
  expect(await merchant.jobs(shipmentId)).toMatchObject([isPutOff])
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.shipment(shipmentId)).toMatchObject(isPutOff)
  })
  expect(await merchant.update(shipmentId, later, { key: 'u' })).toMatchObject({ status: 200, replayed: true })
})

test.each(['429', '403'])(
  'an update sent by a process that died stays in doubt when the next call gets %s',
  async (mode) => {
    let alive = true
    const doomed = await system.start({
      carriers: system.withShortTimeouts(),
      onStep(name) {
        if (name === 'update.call:called') alive = false
        if (!alive) throw new Error('killed')
      },
    })
    const before = aMerchant(system, doomed)
    const { shipmentId } = await booked(before)
    expect(await getCode(before.update(shipmentId, later, { key: 'u', ...soon }))).not.toBe('answered')
    await doomed.stop()
    await before.fault('update', mode, 2)
    const merchant = aMerchant(system, booking, before.environmentId)
    await eventually(async () => {
      await letTimePass()
      expect(await merchant.shipment(shipmentId)).toMatchObject(isPutOff)
    })
    expect(await merchant.jobs(shipmentId)).toMatchObject([isPutOff])
  },
)

test('a cancellation whose answer was lost is retried, and no second courier is booked', async () => {
  const merchant = aMerchant(system, booking)
  const { shipment_id: shipmentId } = await merchant.shipNow()
  const first = await eventually(async () => {
    const { booking_id } = await merchant.shipment(shipmentId)
    if (booking_id === null) throw new Error('no courier yet')
    const found = await merchant.booking(booking_id)
    if (found.status === 'pending') throw new Error('no courier has accepted yet')
    return found
  })
  await merchant.fault('cancel', 'timeout_after_success', 1, first.carrier_code)
  await merchant.fault('cancel', '403', 2, first.carrier_code)
  expect(await getCode(merchant.cancel(shipmentId, { key: 'c', ...soon }))).toBe('carrier_timeout')
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'cancelled' })
  })
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }])
  expect(await merchant.cancel(shipmentId, { key: 'c' })).toMatchObject({ status: 200, replayed: true })
})

/** Keeps the service's events in the outbox, as during an outage of the broker. */
async function holdEventsBack(): Promise<() => Promise<unknown>> {
  await sql`select pg_notify('outbox_' || current_schema(), '')`.execute(system.db) // a relay that keeps lanes returns them
  await eventually(async () => {
    const { rows } = await sql`
      update outbox_lane set lease_id = gen_random_uuid(), lease_until = now() + interval '1 hour'
      where not exists (select from outbox_lane where lease_until > now()) returning lane`.execute(system.db)
    expect(rows.length).toBeGreaterThan(0)
  })
  const release = () => sql`update outbox_lane set lease_until = '-infinity'`.execute(system.db)
  onTestFinished(() => release().then(() => {}))
  return release
}

test('a delivered shipment refuses cancellation and update before the event of its delivery arrives', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, bookingId } = await booked(merchant)
  const letEventsGo = await holdEventsBack()
  expect(await getCode(merchant.advance(shipmentId, { status: 'delivered' }, unshown))).toBe('upstream_timeout')
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'delivered' })
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready' })
  const meta = { current_status: 'delivered' }
  await expect(merchant.cancel(shipmentId)).rejects.toMatchObject({ code: 'shipment_not_cancellable', meta })
  await expect(merchant.update(shipmentId, later)).rejects.toMatchObject({ code: 'shipment_not_updatable', meta })
  await letEventsGo()
  await eventually(async () => expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'delivered' }))
})

test('a shipment delivered while its update was in doubt refuses the update', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, bookingId } = await booked(merchant)
  await merchant.fault('update', 'timeout')
  expect(await getCode(merchant.update(shipmentId, later, { key: 'u', ...soon }))).toBe('carrier_timeout')
  const letEventsGo = await holdEventsBack()
  const advanced = getCode(merchant.advance(shipmentId, { status: 'delivered' }, unshown))
  await eventually(async () => expect(await merchant.booking(bookingId)).toMatchObject({ status: 'delivered' }))
  const cancelled = merchant.cancel(shipmentId, { key: 'c' }).catch(() => {}) // may end before its outcome is known
  await eventually(async () => {
    await letTimePass()
    expect(await merchant.shipment(shipmentId)).toMatchObject({ cancellation_requested_at: null })
    const { state } = await system.db
      .selectFrom('operation')
      .select('state')
      .where('shipment_id', '=', shipmentId)
      .where('kind', '=', 'cancel')
      .executeTakeFirstOrThrow()
    expect(state).toBe('ended')
  })
  await cancelled
  const refused = await merchant.cancel(shipmentId, { key: 'c' })
  expect(refused).toMatchObject({ status: 409, replayed: true })
  expect(JSON.parse(refused.body.toString())).toMatchObject({ error: { code: 'cancellation_refused' } })
  expect(await advanced).toBe('upstream_timeout')
  await expect(merchant.update(shipmentId, later, { key: 'u' })).resolves.toMatchObject({ status: 409 })
  await letEventsGo()
  await eventually(async () => expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'delivered' }))
})
