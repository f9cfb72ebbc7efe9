/** Lists, in keyset pages. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { type ListPage, type PageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { Shipment, ShipmentStatus } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import { selectParcels } from './repository.ts'
import { publicTimelineEntry, shipmentColumns, toShipment } from './rows.ts'

export interface ShipmentFilters {
  status: ShipmentStatus | null
  merchantOrderRef: string | null
  /** Inclusive. */
  createdFrom: Date | null
  /** Exclusive. */
  createdTo: Date | null
  /** A shipment must have all of these keys and values. */
  metadata: Record<string, string>
}

/** Shipments of the environment, newest first. Throws `invalid_cursor`. */
export async function listShipments(
  db: Reader,
  environmentId: string,
  filters: ShipmentFilters,
  page: PageRequest,
): Promise<ListPage<Shipment>> {
  const list = ['shipments', environmentId, filters]
  const { status, merchantOrderRef, createdFrom, createdTo, metadata } = filters
  let query = db
    .selectFrom('shipment')
    .select(shipmentColumns)
    .select(selectParcels)
    .where('environment_id', '=', environmentId)
  if (status !== null) query = query.where('status', '=', status)
  if (merchantOrderRef !== null) query = query.where('merchant_order_ref', '=', merchantOrderRef)
  if (createdFrom !== null) query = query.where('created_at', '>=', createdFrom)
  if (createdTo !== null) query = query.where('created_at', '<', createdTo)
  if (Object.keys(metadata).length > 0) {
    query = query.where(sql<boolean>`metadata @> ${JSON.stringify(metadata)}::jsonb`)
  }
  if (page.cursor !== null) {
    const [createdAt = '', shipmentId = ''] = decodeCursor(list, page.cursor)
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'shipment_id'), '<', eb.tuple(new Date(createdAt), shipmentId)),
    )
  }
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('shipment_id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const shipments = rows.map((row) => toShipment(row, row.parcels))
  return toPage(shipments, page.limit, (last) => encodeCursor(list, [last.createdAt.toISOString(), last.shipmentId]))
}

/** A shipment's timeline, in the order in which its entries occurred. Throws `invalid_cursor`. */
export async function listTimeline(
  db: Reader,
  environmentId: string,
  shipmentId: string,
  page: PageRequest,
): Promise<ListPage<PublicTimelineEntry>> {
  const list = ['timeline', environmentId, shipmentId]
  let query = db
    .selectFrom('timeline')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
  if (page.cursor !== null) {
    const [occurredAt = '', eventId = ''] = decodeCursor(list, page.cursor)
    query = query.where((eb) =>
      eb(eb.refTuple('occurred_at', 'event_id'), '>', eb.tuple(new Date(occurredAt), eventId)),
    )
  }
  const rows = await query
    .orderBy('occurred_at')
    .orderBy('event_id')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows.map(publicTimelineEntry), page.limit, (last) =>
    encodeCursor(list, [last.occurred_at, last.event_id]),
  )
}
