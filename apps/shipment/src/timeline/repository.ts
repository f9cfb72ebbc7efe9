/** Timeline entries in the order in which they were stored, for streams. */
import type { CarriedParcel } from '@waybill/contracts/bookings/booked-parcel'
import type { Shipment, ShipmentStatus } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import type { TimelineEntry } from '../shipments/change.ts'
import { selectParcels } from '../shipments/repository.ts'
import { shipmentColumns, toShipment } from '../shipments/rows.ts'
import { publicTimelineEntry, type TimelineRow } from '../shipments/timeline-rows.ts'

/** Entries per call and shipment; the rest comes with the next call. */
const MAX_ENTRIES = 100

/** How far a stream has read a shipment's timeline: all entries up to this position. */
export interface Place {
  environmentId: string
  shipmentId: string
  position: number
}

/** The position before the first entry. */
export const BEGINNING = 0

export interface NewEntries extends Place {
  /** The position before the entries; `position` is that of the last one. */
  after: number
  /** The shipment's current status. */
  status: ShipmentStatus
  /** The booking's tracking number and the carrier's page; null: no booking, or the carrier named none. */
  trackingNumber: string | null
  trackingUrl: string | null
  /** Null: the booking has only one. */
  parcels: readonly CarriedParcel[] | null
  entries: PublicTimelineEntry[]
}

type EntryRow = TimelineRow & {
  place: number
  after: number
  present_status: ShipmentStatus
  tracking_number: string | null
  carrier_tracking_url: string | null
  carried_parcels: CarriedParcel[] | null
}

/**
 * The entries after each of the places; a place without new entries is left out. Positions are assigned under the lock of
 * the shipment's row, so that no entry appears before one that has been read.
 */
export async function listNewEntries(db: Reader, places: readonly Place[]): Promise<NewEntries[]> {
  if (places.length === 0) return []
  const { rows } = await sql<EntryRow>`
    select entry.*, place.after, shipment.status as present_status,
      case when shipment.carried_by = shipment.booking_id then shipment.tracking_number end as tracking_number,
      case when shipment.carried_by = shipment.booking_id then shipment.carrier_tracking_url end as carrier_tracking_url,
      case when shipment.carried_by = shipment.booking_id then shipment.carried_parcels end as carried_parcels
    from unnest(
      ${places.map(({ environmentId }) => environmentId)}::text[],
      ${places.map(({ shipmentId }) => shipmentId)}::text[],
      ${places.map(({ position }) => position)}::bigint[]
    ) as place (environment_id, shipment_id, after)
    join shipment using (environment_id, shipment_id)
    cross join lateral (
      select timeline.*, timeline.position as place from timeline
      where timeline.environment_id = place.environment_id and timeline.shipment_id = place.shipment_id
        and timeline.position > place.after
      order by timeline.position, timeline.occurred_at, timeline.event_id
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
      trackingNumber: last.tracking_number,
      trackingUrl: last.carrier_tracking_url,
      parcels: last.carried_parcels,
      entries: entries.map(publicTimelineEntry),
    }
  })
}

/**
 * Reads which status the shipment had just before a time; before its first entry, that of the first. `unstored`: entries
 * of the same transaction.
 */
export async function findStatuses(
  db: Reader,
  { environmentId, shipmentId, status }: Pick<Shipment, 'environmentId' | 'shipmentId' | 'status'>,
  unstored: readonly TimelineEntry[] = [],
): Promise<(at: Date) => ShipmentStatus> {
  const stored = await db
    .selectFrom('timeline')
    .select(['status', 'occurred_at'])
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .where('type', '=', sql.lit('status_changed'))
    .orderBy('occurred_at')
    .orderBy('sequence')
    .execute()
  const others = unstored.filter(({ type }) => type === 'status_changed')
  const changes = [...stored, ...others.map((entry) => ({ status: entry.status, occurred_at: entry.occurredAt }))].sort(
    (one, other) => one.occurred_at.getTime() - other.occurred_at.getTime(),
  )
  return (at) => (changes.findLast(({ occurred_at }) => occurred_at < at) ?? changes[0])?.status ?? status
}

/** How many entries of carriers that declined the shipment has. */
export async function countDeclines(
  db: Reader,
  { environmentId, shipmentId }: Omit<Place, 'position'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('timeline')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .where('type', '=', sql.lit('carrier_declined'))
    .executeTakeFirstOrThrow()
  return count
}

/** The place after an entry of the shipment, or the beginning if it has no such entry. */
export async function findPlaceAfter(
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
  return { environmentId, shipmentId, position: entry?.position ?? BEGINNING }
}

/** The shipment of a tracking page, in any environment. */
export async function findShipmentByTrackingToken(db: Reader, trackingToken: string) {
  const row = await db
    .selectFrom('shipment')
    .select(shipmentColumns)
    .select(selectParcels)
    .where('tracking_token', '=', trackingToken)
    .executeTakeFirst()
  return row && toShipment(row, row.parcels)
}

/** Whether the shipment's timeline has all of the entries. */
export async function hasEntries(
  db: Reader,
  { environmentId, shipmentId }: Omit<Place, 'position'>,
  entryKeys: readonly string[],
): Promise<boolean> {
  if (entryKeys.length === 0) return true
  const { found } = await db
    .selectFrom('timeline')
    .select((select) => select.fn.countAll<number>().as('found'))
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .where('entry_key', 'in', entryKeys)
    .executeTakeFirstOrThrow()
  return Number(found) === entryKeys.length
}
