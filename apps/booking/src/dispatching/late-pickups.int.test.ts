/** Couriers who do not arrive at the pickup in time. */
import { contextMessage, systemContext } from '@waybill/chassis/rpc/client'
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, type Merchant } from '../testing/merchant-calls.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start()
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

const PATIENT = { timeoutMs: 30_000 }

const booked = (merchant: Merchant, shipmentId: string): Promise<PublicBooking> =>
  eventually(async () => {
    const { booking_id } = await merchant.shipment(shipmentId)
    if (booking_id === null) throw new Error('the shipment shows no booking')
    const shown = await merchant.booking(booking_id)
    expect(shown.status).not.toBe('pending')
    return shown
  }, PATIENT)

const dueAt = async ({ booking_id }: PublicBooking): Promise<Date | null> => {
  const row = await system.db
    .selectFrom('booking')
    .select('pickup_due_at')
    .where('booking_id', '=', booking_id)
    .executeTakeFirstOrThrow()
  return row.pickup_due_at
}

const letPickupBeLate = ({ booking_id }: PublicBooking) =>
  sql`update booking set pickup_due_at = now() - interval '1 second' where booking_id = ${booking_id}`.execute(
    system.db,
  )

async function aCourierOnTheWay(dispatch: object = {}, overrides: object = {}) {
  const merchant = aMerchant(system, booking)
  const services = { service_codes: ['swift_now', 'eco_standard'], pickup_late_after_minutes: 20 }
  const shipment = await merchant.shipNow({ dispatch: { ...services, ...dispatch }, ...overrides })
  const shipmentId = shipment.shipment_id
  const first = await booked(merchant, shipmentId)
  expect(first.carrier_code).toBe('swift_courier')
  await eventually(async () => expect(await dueAt(first)).not.toBeNull(), PATIENT)
  await merchant.advance(shipmentId, { status: 'en_route_to_pickup' })
  await eventually(
    async () => expect(await merchant.booking(first.booking_id)).toMatchObject({ status: 'en_route_to_pickup' }),
    PATIENT,
  )
  return { merchant, shipmentId, first }
}

test('a late courier is cancelled, its fee is charged, and another carrier is booked in a new window', async () => {
  const { merchant, shipmentId, first } = await aCourierOnTheWay({ window_minutes: 15 })
  await sql`update booking set dispatch_until = now() where booking_id = ${first.booking_id}`.execute(system.db)
  await letPickupBeLate(first)
  const lateAt = Date.now()
  const second = await eventually(async () => {
    const shown = await booked(merchant, shipmentId)
    expect(shown.booking_id).not.toBe(first.booking_id)
    return shown
  }, PATIENT)
  expect(second).toMatchObject({ carrier_code: 'eco_parcel', status: 'assigned' })
  const { dispatch_until } = await system.db
    .selectFrom('booking')
    .select('dispatch_until')
    .where('booking_id', '=', second.booking_id)
    .executeTakeFirstOrThrow()
  expect(dispatch_until?.getTime()).toBeGreaterThan(lateAt + 14 * 60_000)
  expect(dispatch_until?.getTime()).toBeLessThan(Date.now() + 15 * 60_000)
  expect(await merchant.booking(first.booking_id)).toMatchObject({
    status: 'cancelled',
    cancellation_reason_code: 'pickup_late',
    charges: [{ type: 'cancellation_fee', currency: 'GBP', reason: 'The courier was on the way.' }],
  })
  const jobs = await merchant.jobs(shipmentId)
  expect(jobs.filter(({ code }) => code !== 'CANCELLED')).toHaveLength(1)
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'in_transit' })
})

test('while the carrier does not confirm the cancellation, no other courier is booked', async () => {
  const { merchant, shipmentId, first } = await aCourierOnTheWay(
    {},
    { parcels: [{ title: 'SIM-CANCEL-500', weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }] },
  )
  await letPickupBeLate(first)
  await eventually(async () => {
    const { step } = await system.db
      .selectFrom('operation')
      .select('step')
      .where('shipment_id', '=', shipmentId)
      .where('kind', '=', 'cancel_booking')
      .executeTakeFirstOrThrow()
    expect(step).toBe('pursue')
  }, PATIENT)
  expect((await merchant.shipment(shipmentId)).booking_id).toBe(first.booking_id)
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
})

test('a late courier whose shipment is being changed is cancelled once the change is over', async () => {
  const { merchant, shipmentId, first } = await aCourierOnTheWay()
  const { environmentId } = merchant
  const hold = newId('op')
  const context = contextMessage(
    systemContext({ environmentId, merchantId: first.merchant_id, livemode: false, timeoutMs: 20_000 }),
  )
  const document = Buffer.from(JSON.stringify({ dropoff_instructions: 'Knock' }))
  const { shipments } = system
  await shipments.Claim({ context, shipment_id: shipmentId, claim_id: hold, kind: 'UPDATE', document })
  await letPickupBeLate(first)
  await eventually(async () => {
    const { outcome } = await system.db
      .selectFrom('operation')
      .select('outcome')
      .where('shipment_id', '=', shipmentId)
      .where('kind', '=', 'cancel_booking')
      .executeTakeFirstOrThrow()
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'shipment_busy' } })
  }, PATIENT)
  const againAt = await dueAt(first)
  expect(againAt && againAt.getTime() - Date.now()).toBeLessThanOrEqual(4_000)
  await shipments.Settle({ context, shipment_id: shipmentId, claim_id: hold, released: {} })
  await letPickupBeLate(first)
  await eventually(
    async () => expect(await merchant.booking(first.booking_id)).toMatchObject({ status: 'cancelled' }),
    PATIENT,
  )
})

test('a courier who has arrived is not late', async () => {
  const { merchant, shipmentId, first } = await aCourierOnTheWay()
  await merchant.advance(shipmentId, { status: 'arrived_at_pickup' })
  await eventually(
    async () => expect(await merchant.booking(first.booking_id)).toMatchObject({ status: 'arrived_at_pickup' }),
    PATIENT,
  )
  await letPickupBeLate(first)
  await eventually(async () => expect(await dueAt(first)).toBeNull(), PATIENT)
  expect((await merchant.shipment(shipmentId)).booking_id).toBe(first.booking_id)
})

test('the pickup is late so many minutes after the pickup time that was asked for', async () => {
  const collection_date = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const { first } = await aCourierOnTheWay({}, { collection_date })
  expect((await dueAt(first))?.getTime()).toBe(Date.parse(collection_date) + 20 * 60_000)
})

test('without the limit no courier is late', async () => {
  const merchant = aMerchant(system, booking)
  const { shipment_id } = await merchant.shipNow({ dispatch: { service_codes: ['swift_now'] } })
  expect(await dueAt(await booked(merchant, shipment_id))).toBeNull()
})
