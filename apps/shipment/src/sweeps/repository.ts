/** Shipments for which something is due. */
import type { Shipment } from '@waybill/contracts/shipment'
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import { withParcels } from '../shipments/repository.ts'
import { type ShipmentRow, shipmentColumns } from '../shipments/rows.ts'

/** Recipients have this many days more to send a return. */
const RETURN_DAYS = 30

const isLate = (collectionBefore: Date) =>
  sql<boolean>`(return_terms is null or collection_at < ${collectionBefore}::timestamptz - ${RETURN_DAYS} * interval '1 day')`

/**
 * Locks ready shipments without booking or claim whose collection date is before a time, in all environments. Skips
 * those that another transaction has locked.
 */
export async function lockOverdueShipments(
  trx: Writer,
  { collectionBefore, limit }: { collectionBefore: Date; limit: number },
): Promise<Shipment[]> {
  const rows = await trx
    .selectFrom('shipment')
    .select(shipmentColumns)
    .where('status', '=', sql.lit('ready'))
    .where('booking_id', 'is', null)
    .where('claim_id', 'is', null)
    .where('collection_at', '<', collectionBefore)
    .where(isLate(collectionBefore))
    .orderBy('collection_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return withParcels(trx, rows)
}

/**
 * Locks ready shipments with a booking whose collection date is before a time, in all environments, and marks them as
 * asked for now: those without a claim that were not asked for within `againMs`, and those held to expire that were not
 * asked for within `repeatMs`.
 */
export async function lockOverdueBookedShipments(
  trx: Writer,
  due: { collectionBefore: Date; againMs: number; repeatMs: number; limit: number },
): Promise<Shipment[]> {
  const { rows } = await sql<ShipmentRow>`
    update shipment set expiry_asked_at = now()
    where (environment_id, shipment_id) in (
      select environment_id, shipment_id from shipment
      where status = 'ready' and booking_id is not null and collection_at < ${due.collectionBefore}
        and ${isLate(due.collectionBefore)}
        and case
          when claim_id is null then coalesce(expiry_asked_at < now() - ${due.againMs} * interval '1 ms', true)
          else claim_kind = 'expire' and expiry_asked_at < now() - ${due.repeatMs} * interval '1 ms'
        end
      order by collection_at
      limit ${due.limit}
      for update skip locked
    )
    returning ${sql.join(shipmentColumns.map((column) => sql.ref(column)))}`.execute(trx)
  return withParcels(trx, rows)
}

/** A shipment that still has no courier, with the request that wanted one. */
interface UndispatchedShipment {
  shipment: Shipment
  requestId: string | null
}

/**
 * Locks shipments held for dispatch whose courier was last requested longer ago than `intervalMs`, in all environments,
 * and marks them as requested now.
 */
export async function lockUndispatchedShipments(
  trx: Writer,
  { intervalMs, limit }: { intervalMs: number; limit: number },
): Promise<UndispatchedShipment[]> {
  const due = await trx
    .selectFrom('shipment')
    .select(shipmentColumns)
    .select((eb) =>
      eb
        .selectFrom('claim')
        .select('request_id')
        .whereRef('claim.environment_id', '=', 'shipment.environment_id')
        .whereRef('claim.claim_id', '=', 'shipment.claim_id')
        .as('request_id'),
    )
    .where('dispatch_requested_at', '<', sql<Date>`now() - ${intervalMs} * interval '1 ms'`)
    .orderBy('dispatch_requested_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return []
  await trx
    .updateTable('shipment')
    .set({ dispatch_requested_at: sql`now()` })
    .where((eb) =>
      eb(
        eb.refTuple('environment_id', 'shipment_id'),
        'in',
        due.map((row) => eb.tuple(row.environment_id, row.shipment_id)),
      ),
    )
    .execute()
  const shipments = await withParcels(trx, due)
  return shipments.map((shipment, index) => ({ shipment, requestId: due[index]?.request_id ?? null }))
}
