/** SQL of the documents of manifests, and of the labels that manifests take. */
import type { Label as CarrierLabel } from '@waybill/carriers/carrier-adapter'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db.ts'
import type { Label } from './labels.ts'
import type { ManifestKey } from './manifest.ts'

/** The most bookings that are looked at for one answer. */
const MOST_LABELS = 1_000

/** `bookingIds`: only these. Otherwise all that are in no manifest: of the day, cancelled ones too, and of others that wait. */
interface LabelFilters {
  carrierAccountId: string | null
  bookingIds: readonly string[] | null
  /** YYYY-MM-DD. */
  day: string
  /** The pickup location to close; null: any. */
  locationId: string | null
}

/** Labels by age, or in the order of the ids, at most `most`. Those of the day, the place, and not cancelled come first. */
export async function listLabels(
  db: Db | Trx,
  environmentId: string,
  { carrierAccountId, bookingIds, day, locationId }: LabelFilters,
  most = MOST_LABELS,
): Promise<Label[]> {
  const wanted =
    bookingIds === null
      ? sql`
        booking.carrier_job_id is not null and taken.manifest_id is null
        and (${carrierAccountId}::text is null or booking.carrier_account_id = ${carrierAccountId})
        and (
          (booking.collection_date = ${day} and booking.status not in ('delivered', 'returned', 'failed'))
          or booking.status in ('assigned', 'reassigning', 'en_route_to_pickup', 'arrived_at_pickup'))`
      : sql`booking.booking_id = any (${bookingIds}::text[])`
  const { rows } = await sql<Label>`
    select booking.booking_id as "bookingId", booking.shipment_id as "shipmentId", booking.status,
      booking.carrier_code as "carrierCode", booking.carrier_account_id as "carrierAccountId",
      substring(booking.quote_option ->> 'service_code' from '^([^.]+)[.]') as "carriedBy",
      booking.carrier_job_id as "carrierJobId", booking.tracking_number as "trackingNumber",
      booking.has_label or booking.label_due as "hasLabel", booking.collection_date as "collectionDate",
      shipment_copy.object -> 'pickup_address' as pickup, taken.manifest_id as "manifestId"
    from booking
    left join shipment_copy
      on shipment_copy.environment_id = booking.environment_id and shipment_copy.shipment_id = booking.shipment_id
    left join manifest_booking taken
      on taken.environment_id = booking.environment_id and taken.booking_id = booking.booking_id and taken.live
    where booking.environment_id = ${environmentId} and ${wanted}
    order by array_position(${bookingIds}::text[], booking.booking_id), booking.collection_date <> ${day},
      shipment_copy.object #>> '{pickup_address,location_id}' is distinct from coalesce(
        ${locationId}, shipment_copy.object #>> '{pickup_address,location_id}'),
      booking.status = 'cancelled', booking.created_at, booking.booking_id
    limit ${most}`.execute(db)
  return rows
}

/** Stores the document of a manifest, once. */
export async function storeDocument(
  trx: Trx,
  { environmentId, manifestId }: ManifestKey,
  { contentType, bytes }: CarrierLabel,
): Promise<void> {
  await trx
    .insertInto('manifest_document')
    .values({ environment_id: environmentId, manifest_id: manifestId, content_type: contentType, content: bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findDocument(
  db: Db,
  { environmentId, manifestId }: ManifestKey,
): Promise<CarrierLabel | undefined> {
  return await db
    .selectFrom('manifest_document')
    .select(['content_type as contentType', 'content as bytes'])
    .where('environment_id', '=', environmentId)
    .where('manifest_id', '=', manifestId)
    .executeTakeFirst()
}

const PRUNE_BATCH = 100

/** Deletes a batch of documents older than `days`. Resolves to their number. */
export async function pruneDocuments(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from manifest_document where (environment_id, manifest_id) in (
      select environment_id, manifest_id from manifest_document where created_at < now() - ${days} * interval '1 day'
      order by created_at limit ${PRUNE_BATCH} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
