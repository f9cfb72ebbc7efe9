/** Timelines in the order in which they became known, for those who follow shipments. */
import type { ShipmentStatus } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import { parcelsOfShipment } from '../shipments/repository.ts'
import { publicTimelineEntry, shipmentColumns, type TimelineRow, toShipment } from '../shipments/rows.ts'

/** Entries for one follower at a time; one who is further behind is given the rest the next time. */
const MAX_ENTRIES = 100

/** How far a follower of a shipment has read: all entries up to this position. */
export interface Place {
  environmentId: string
  shipmentId: string
  position: number
}

/** The place before the first entry, those included that are older than positions. */
export const BEGINNING = -1

export interface ShipmentNews extends Place {
  /** The place after which the entries come; `position` is the one after them. */
  after: number
  /** The shipment's present one. */
  status: ShipmentStatus
  entries: PublicTimelineEntry[]
}

/**
 * What has become known beyond each of the places; nothing of those beyond which there is nothing. Positions of one
 * shipment are given out under the lock of its row, so that none appears below one that has been read.
 */
export async function listNews(db: Reader, places: readonly Place[]): Promise<ShipmentNews[]> {
  if (places.length === 0) return []
  const { rows } = await sql<TimelineRow & { place: number; after: number; present_status: ShipmentStatus }>`
    select entry.*, place.after, shipment.status as present_status
    from unnest(
      ${places.map(({ environmentId }) => environmentId)}::text[],
      ${places.map(({ shipmentId }) => shipmentId)}::text[],
      ${places.map(({ position }) => position)}::bigint[]
    ) as place (environment_id, shipment_id, after)
    join shipment using (environment_id, shipment_id)
    cross join lateral (
      select timeline.*, coalesce(timeline.position, 0) as place from timeline
      where timeline.environment_id = place.environment_id and timeline.shipment_id = place.shipment_id
        and coalesce(timeline.position, 0) > place.after
      order by coalesce(timeline.position, 0), timeline.occurred_at, timeline.event_id
      limit ${MAX_ENTRIES}
    ) as entry
    order by entry.place, entry.occurred_at, entry.event_id`.execute(db)
  const byPlace = Map.groupBy(rows, (row) => `${row.environment_id} ${row.shipment_id} ${row.after}`)
  return [...byPlace.values()].flatMap((entries) => {
    const last = entries.at(-1)
    if (last === undefined) return []
    return {
      environmentId: last.environment_id,
      shipmentId: last.shipment_id,
      after: last.after,
      position: last.place,
      status: last.present_status,
      entries: entries.map(publicTimelineEntry),
    }
  })
}

/** The place after an entry of the shipment; the beginning, if it has no such entry. */
export async function placeAfter(
  db: Reader,
  { environmentId, shipmentId }: Omit<Place, 'position'>,
  eventId: string,
): Promise<Place> {
  const entry = await db
    .selectFrom('timeline')
    .select('position')
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return { environmentId, shipmentId, position: entry ? (entry.position ?? 0) : BEGINNING }
}

/** The shipment whose tracking page has this address, of whatever environment. */
export async function findShipmentByTrackingToken(db: Reader, trackingToken: string) {
  const row = await db
    .selectFrom('shipment')
    .select(shipmentColumns)
    .select(parcelsOfShipment)
    .where('tracking_token', '=', trackingToken)
    .executeTakeFirst()
  return row && toShipment(row, row.parcels)
}
