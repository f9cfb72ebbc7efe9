/** The shipment that each quote was given. */
import type { Write } from '@waybill/chassis/postgres/pipelining'
import type { Shipment } from '@waybill/contracts/shipment'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import { selectParcels } from '../shipments/repository.ts'
import { shipmentColumns } from '../shipments/rows.ts'

const PRUNE_BATCH = 1_000
/** Equal orders that wait to be booked are few. A quote that finds none among these registers another. */
const MAX_UNBOOKED = 50

/** Fields by which a shipment matches the document of a quote; the others are compared afterwards. */
interface Fit {
  environmentId: string
  merchantOrderRef: string
  fingerprint: string
}

/** Locks the order, route and parcels until the transaction ends, so that concurrent quotes do not register two shipments. */
export function lockFit({ environmentId, merchantOrderRef, fingerprint }: Fit): RawBuilder<unknown> {
  const key = JSON.stringify([environmentId, merchantOrderRef, fingerprint])
  return sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
}

/** A query for ready shipments that fit by one of the fingerprints and have neither booking nor claim, the newest first. */
export const selectUnbooked = (db: Reader, fit: Omit<Fit, 'fingerprint'> & { fingerprints: readonly string[] }) =>
  db
    .selectFrom('shipment')
    .select(shipmentColumns)
    .select(selectParcels)
    .where('environment_id', '=', fit.environmentId)
    .where('merchant_order_ref', '=', fit.merchantOrderRef)
    .where('fingerprint', 'in', fit.fingerprints)
    .where('status', '=', sql.lit('ready'))
    .where('on_demand', '=', sql.lit(false))
    .where('booking_id', 'is', null)
    .where('claim_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('shipment_id', 'desc')
    .limit(MAX_UNBOOKED)

/** A query for the shipment that the quote already has. */
export const selectRegistered = (db: Reader, environmentId: string, quoteId: string) =>
  db
    .selectFrom('quote_registration')
    .select('shipment_id')
    .where('environment_id', '=', environmentId)
    .where('quote_id', '=', quoteId)

/** The write of the quote's shipment, in place of the one it had. */
export const registrationWrite = (
  trx: Writer,
  quoteId: string,
  { environmentId, shipmentId }: Pick<Shipment, 'environmentId' | 'shipmentId'>,
): Write =>
  trx
    .insertInto('quote_registration')
    .values({ environment_id: environmentId, quote_id: quoteId, shipment_id: shipmentId })
    .onConflict((conflict) => conflict.columns(['environment_id', 'quote_id']).doUpdateSet({ shipment_id: shipmentId }))

/** Deletes a batch of the registrations older than `days`; resolves to their number. The shipments stay. */
export async function pruneRegistrations(db: Reader, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from quote_registration
    where (environment_id, quote_id) in (
      select environment_id, quote_id from quote_registration
      where created_at < now() - ${days} * interval '1 day'
      order by created_at limit ${PRUNE_BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
