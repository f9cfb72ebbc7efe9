/** On-demand shipments whose search for a courier goes a certain way. */
import { transact } from '@waybill/chassis/postgres/database'
import type { PublicShipment } from '@waybill/contracts/shipment'
import type { SearchEnd } from '@waybill/contracts/shipments/failure-reason'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { newDispatch } from '../operations/operation.ts'
import { insertOperation } from '../operations/repository.ts'
import type { BookingSystem } from './booking-system.ts'
import { aMerchant, type Merchant } from './merchant-calls.ts'

/** Every service of the simulated carriers. */
const service_codes = ['swift_now', 'van_same_day', 'eco_standard', 'eco_freight']
export const titled = (title: string) => ({
  parcels: [{ title, weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }],
})

/** A shipment that the given carriers refuse for good; any service may take it. */
export const refusedBy = (...carrierCodes: string[]) => ({
  ...titled(carrierCodes.map((code) => `SIM-REFUSE:${code}`).join(' ')),
  dispatch: { service_codes },
})

/** A shipment for which a courier has no time at present. */
export const refusedForNow = {
  ...titled('SIM-NO-COURIER'),
  dispatch: { service_codes: ['swift_now'] },
}

/** Waits until the dispatch has failed. Resolves to who declined and why, oldest first. */
export async function declined(
  merchant: Merchant,
  { shipment_id }: PublicShipment,
  endedBy: SearchEnd = 'no_courier_available',
) {
  return await eventually(
    async () => {
      expect(await merchant.shipment(shipment_id)).toMatchObject({
        status: 'failed',
        failure_reason: endedBy,
      })
      const entries = (await merchant.timeline(shipment_id)).filter(({ type }) => type === 'carrier_declined')
      expect(entries).not.toEqual([])
      return entries.map(({ service_code, reason }) => `${service_code}: ${reason}`)
    },
    { timeoutMs: 60_000 },
  )
}

export const letTimePass = ({ db }: BookingSystem) =>
  sql`update operation set next_attempt_at = now(), lease_until = now() where state = 'open'`.execute(db)

export const dispatched = (merchant: Merchant, { shipment_id }: PublicShipment) =>
  eventually(
    async () => {
      const { booking_id } = await merchant.shipment(shipment_id)
      if (booking_id === null) throw new Error('the shipment shows no booking')
      const booking = await merchant.booking(booking_id)
      if (booking.status === 'pending') throw new Error('no courier has accepted yet')
      return booking
    },
    { timeoutMs: 60_000 },
  )

export const readBookings = ({ db }: BookingSystem, { shipment_id }: Pick<PublicShipment, 'shipment_id'>) =>
  db
    .selectFrom('booking')
    .select(['booking_id', 'status', 'carrier_code'])
    .where('shipment_id', '=', shipment_id)
    .orderBy('created_at')
    .execute()

/** A shipment whose search ends sooner than a merchant can ask for. The service starts afterwards. */
export async function endingSoon(system: BookingSystem, windowMs: number) {
  const before = await system.start()
  await before.stop()
  const merchant = aMerchant(system, before)
  const { environmentId } = merchant
  const shipment = await merchant.shipNow(refusedForNow)
  const shipmentId = shipment.shipment_id
  const { claimId } = await merchant.heldShipment(shipmentId)
  if (claimId === null) throw new Error('the shipment is not held for dispatch')
  const context = {
    merchantId: 'mer_1',
    livemode: false,
    requestId: null,
    idempotencyKey: null,
    ifMatch: null,
    traceparent: null,
  }
  const untilAt = new Date(Date.now() + windowMs)
  const dispatch = newDispatch({ environmentId, shipmentId, claimId, untilAt, context })
  await transact(system.db, (trx) => insertOperation(trx, dispatch))
  const start = async () => {
    const booking = await system.start()
    return { booking, merchant: aMerchant(system, booking, environmentId) }
  }
  return { shipment, start }
}

/** The shipment's dispatch, once it waits for its next round after `rounds`. */
export const waiting = ({ db }: BookingSystem, { shipment_id }: PublicShipment, rounds: number) =>
  eventually(
    async () => {
      const operation = await db
        .selectFrom('operation')
        .select(['desired', sql<number>`extract(epoch from next_attempt_at - now())::float8`.as('dueInSeconds')])
        .where('shipment_id', '=', shipment_id)
        .executeTakeFirstOrThrow()
      expect(operation.desired).toMatchObject({ rounds })
      expect(operation.dueInSeconds).toBeGreaterThan(0)
      return operation
    },
    { timeoutMs: 60_000 },
  )
