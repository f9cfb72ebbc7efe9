/** Costs and attempts of a shipment's earlier bookings, and when couriers are late. */
import type { Money } from '@waybill/contracts/values/money'
import { sql } from 'kysely'
import type { Db, Trx } from '../db.ts'

interface Key {
  environmentId: string
  shipmentId: string
}

/** Carriers' charges for cancelled bookings of the shipment, tax included. */
export async function listFees(trx: Trx, { environmentId, shipmentId }: Key): Promise<Money[]> {
  const rows = await trx
    .selectFrom('booking')
    .select('charges')
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .execute()
  return rows
    .flatMap(({ charges }) => charges)
    .filter(({ type }) => type === 'cancellation_fee')
    .map(({ currency, exponent, amountMinor, taxMinor }) => ({
      currency,
      exponent,
      amountMinor: amountMinor + taxMinor,
    }))
}

/** How many bookings of the shipment carriers have accepted. */
export async function countBookings(trx: Trx, { environmentId, shipmentId }: Key): Promise<number> {
  const { count } = await trx
    .selectFrom('booking')
    .innerJoin('carrier_attempt as attempt', (join) =>
      join
        .onRef('attempt.environment_id', '=', 'booking.environment_id')
        .onRef('attempt.booking_id', '=', 'booking.booking_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('booking.environment_id', '=', environmentId)
    .where('booking.shipment_id', '=', shipmentId)
    .where('attempt.state', '=', sql.lit('accepted'))
    .executeTakeFirstOrThrow()
  return count
}

interface BookingKey {
  environmentId: string
  bookingId: string
}

/** From then on the booking's courier is late. */
export async function writePickupDue(trx: Trx, { environmentId, bookingId }: BookingKey, at: Date): Promise<void> {
  await trx
    .updateTable('booking')
    .set({ pickup_due_at: at })
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .execute()
}

/** The booking's courier is not waited for any more. */
export async function clearPickupDue(trx: Trx, { environmentId, bookingId }: BookingKey): Promise<void> {
  await trx
    .updateTable('booking')
    .set({ pickup_due_at: null })
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .execute()
}

/** Bookings of all environments whose courier was due, the longest first. */
export async function listLatePickups(db: Db, limit: number): Promise<BookingKey[]> {
  return await db
    .selectFrom('booking')
    .select(['environment_id as environmentId', 'booking_id as bookingId'])
    .where('pickup_due_at', '<=', sql<Date>`now()`)
    .orderBy('pickup_due_at')
    .limit(limit)
    .execute()
}

/** Has a booking whose courier is late taken again after `inMs`; a no-op if its courier is not awaited. */
export async function hastenLatePickup(
  trx: Trx,
  { environmentId, bookingId }: BookingKey,
  inMs: number,
): Promise<void> {
  await trx
    .updateTable('booking')
    .set({ pickup_due_at: sql<Date>`now() + ${inMs} * interval '1 ms'` })
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where('pickup_due_at', 'is not', null)
    .execute()
}

/**
 * Takes a booking whose courier was due, until it is due again after `againInMs`. Locks its row. Resolves to the time of the
 * database; null if it is not due, or taken.
 */
export async function takeLatePickup(
  trx: Trx,
  { environmentId, bookingId }: BookingKey,
  againInMs: number,
): Promise<Date | null> {
  const row = await trx
    .updateTable('booking')
    .set({ pickup_due_at: sql<Date>`now() + ${againInMs} * interval '1 ms'` })
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where('pickup_due_at', '<=', sql<Date>`now()`)
    .returning(sql<Date>`now()`.as('now'))
    .executeTakeFirst()
  return row?.now ?? null
}
