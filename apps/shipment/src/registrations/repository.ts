/** The shipment that each quote was given. */
import type { Shipment } from '@waybill/contracts/shipment'
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'

/** Two quotes with the same values get the same shipment. */
export interface Fit {
  environmentId: string
  merchantOrderRef: string
  fingerprint: string
}

/** Locks the order, route and parcels until the transaction ends, so that concurrent quotes do not register two shipments. */
export async function lockFit(trx: Writer, { environmentId, merchantOrderRef, fingerprint }: Fit): Promise<void> {
  const key = JSON.stringify([environmentId, merchantOrderRef, fingerprint])
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/** The newest ready shipment that fits and has neither booking nor claim. */
export async function findUnbooked(trx: Writer, fit: Fit): Promise<string | undefined> {
  const row = await trx
    .selectFrom('shipment')
    .select('shipment_id')
    .where('environment_id', '=', fit.environmentId)
    .where('merchant_order_ref', '=', fit.merchantOrderRef)
    .where('fingerprint', '=', fit.fingerprint)
    .where('status', '=', sql.lit('ready'))
    .where('on_demand', '=', sql.lit(false))
    .where('booking_id', 'is', null)
    .where('claim_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('shipment_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.shipment_id
}

/** The shipment that the quote already has. */
export async function findRegistered(db: Reader, environmentId: string, quoteId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('quote_registration')
    .select('shipment_id')
    .where('environment_id', '=', environmentId)
    .where('quote_id', '=', quoteId)
    .executeTakeFirst()
  return row?.shipment_id
}

/** Stores the quote's shipment. A no-op if it has one. */
export async function insertRegistration(
  trx: Writer,
  quoteId: string,
  { environmentId, shipmentId }: Pick<Shipment, 'environmentId' | 'shipmentId'>,
): Promise<void> {
  await trx
    .insertInto('quote_registration')
    .values({ environment_id: environmentId, quote_id: quoteId, shipment_id: shipmentId })
    .onConflict((conflict) => conflict.columns(['environment_id', 'quote_id']).doNothing())
    .execute()
}
