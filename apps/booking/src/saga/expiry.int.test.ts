/** Expiry of shipments that still have a courier: the job is cancelled at the carrier under the claim of the expiry. */

import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { transact } from '@waybill/chassis/postgres/database'
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

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

/** A booked shipment, claimed as the shipment service claims one that expires, with the request delivered `times` times. */
async function asked(times: number, prepare: (merchant: ReturnType<typeof aMerchant>, id: string) => Promise<unknown>) {
  const merchant = aMerchant(system, booking)
  const { environmentId } = merchant
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  await prepare(merchant, shipmentId)
  const claim_id = newId('op')
  const context = { environment_id: environmentId, merchant_id: 'mer_1', request_id: newId('req') }
  const claim = { shipment_id: shipmentId, claim_id, kind: 'CANCEL', reason_code: 'expired' } as const
  await system.shipments.Claim({ context, ...claim })
  for (let time = 0; time < times; time++) {
    await transact(system.db, (trx) =>
      appendOutbox(trx, [
        {
          eventId: newId('evt'),
          type: 'shipment.expiry_requested',
          environmentId,
          subjectType: 'shipment',
          subjectId: shipmentId,
          sequence: null,
          occurredAt: new Date(),
          public: null,
          internal: {
            shipment_id: shipmentId,
            claim_id,
            merchant_id: 'mer_1',
            livemode: false,
            reason_code: 'expired',
          },
        },
      ]),
    )
  }
  const isSettled = async () => {
    const shipment = await system.shipments.Find({ context, shipment_id: shipmentId })
    expect(shipment.claim_id).toBe('')
    return shipment
  }
  return { merchant, shipmentId, bookingId: booking_id, settled: () => eventually(isSettled, { timeoutMs: 60_000 }) }
}

test('cancels the job once, however often the request is delivered, and settles the claim', async () => {
  const { merchant, shipmentId, bookingId, settled } = await asked(2, async () => {})
  await settled()
  expect(await merchant.booking(bookingId)).toMatchObject({
    status: 'cancelled',
    cancellation_reason_code: 'expired',
  })
  expect((await merchant.jobs(shipmentId)).map(({ code }) => code)).toEqual(['CANCELLED'])
})

test('keeps the job if the carrier refuses, and releases the shipment unchanged', async () => {
  const { merchant, shipmentId, bookingId, settled } = await asked(1, async (owner, id) => {
    await owner.advance(id, { status: 'picked_up' })
  })
  expect(await settled()).toMatchObject({ booking_id: bookingId, cancel_requested: false })
  expect((await merchant.booking(bookingId)).status).toBe('picked_up')
  expect((await merchant.jobs(shipmentId)).map(({ code }) => code)).toEqual(['COLLECTED'])
})

test('a shipment that the shipment service expires is cancelled at the carrier and ends as expired', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  await system.expireShipment(shipmentId, 15)
  await eventually(async () => expect((await merchant.shipment(shipmentId)).status).toBe('expired'), {
    timeoutMs: 60_000,
  })
  expect(await merchant.booking(booking_id)).toMatchObject({ status: 'cancelled', cancellation_reason_code: 'expired' })
  expect((await merchant.jobs(shipmentId)).map(({ code }) => code)).toEqual(['CANCELLED'])
  const operation = () =>
    system.db
      .selectFrom('operation')
      .select(['state', 'outcome'])
      .where('shipment_id', '=', shipmentId)
      .where('kind', '=', 'cancel')
      .execute()
  await eventually(async () => expect(await operation()).toEqual([{ state: 'ended', outcome: { kind: 'done' } }]))
})
