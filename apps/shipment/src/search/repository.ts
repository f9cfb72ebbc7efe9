/** Search terms of shipments, and the carriers of their latest bookings. */
import { sendWithCommit } from '@waybill/chassis/postgres/pipelining'
import type { IncidentCode } from '@waybill/contracts/booking'
import type { CarriedParcel } from '@waybill/contracts/bookings/booked-parcel'
import type { Shipment } from '@waybill/contracts/shipment'
import { folded } from '@waybill/contracts/values/search/search-terms'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import { termRows } from './rows.ts'
import { listTerms, TAG_TERMS, tagTerm } from './terms.ts'

/** Replaces the terms of a locked shipment if they change. */
export async function renewTerms(trx: Writer, before: Shipment, after: Shipment): Promise<void> {
  const [earlier, terms] = [listTerms(before), listTerms(after)]
  const dropped = earlier.filter((term) => !terms.includes(term))
  if (dropped.length === 0 && terms.length === earlier.length) return
  if (dropped.length > 0) {
    await trx
      .deleteFrom('search_term')
      .where('environment_id', '=', after.environmentId)
      .where('shipment_id', '=', after.shipmentId)
      .where('term', 'in', dropped)
      .execute()
  }
  const rows = termRows(after, terms)
  if (rows.length === 0) return
  await trx
    .insertInto('search_term')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Found tags; more are not offered for a choice. */
export const MOST_LISTED_TAGS = 500

/** The tags in use, as they are written on one of their shipments, in the order of their terms. Reads one entry of the index for each. */
export async function listTags(db: Reader, environmentId: string): Promise<string[]> {
  const { rows } = await sql<{ term: string; tags: string[] | null }>`
    with recursive tag as (
      (
        select term, shipment_id from search_term
        where environment_id = ${environmentId} and term > ${TAG_TERMS} and term < ${`${TAG_TERMS}\u{10ffff}`}
        order by term, shipment_id limit 1
      )
      union all
      select following.term, following.shipment_id from tag, lateral (
        select term, shipment_id from search_term
        where environment_id = ${environmentId} and term > tag.term and term < ${`${TAG_TERMS}\u{10ffff}`}
        order by term, shipment_id limit 1
      ) as following
    )
    select tag.term, shipment.tags from tag
    join shipment on shipment.environment_id = ${environmentId} and shipment.shipment_id = tag.shipment_id
    limit ${MOST_LISTED_TAGS}`.execute(db)
  return rows.flatMap(({ term, tags }) => (tags ?? []).filter((tag) => tagTerm(tag) === term))
}

/** The tracking number and the carrier's page of the shipment's booking, and its parcels; null: no booking, or the carrier named none. */
export async function findTracking(
  db: Reader,
  { environmentId, shipmentId, bookingId }: Pick<Shipment, 'environmentId' | 'shipmentId' | 'bookingId'>,
): Promise<Pick<CarriedBy, 'trackingNumber' | 'trackingUrl' | 'parcels'>> {
  const found = await db
    .selectFrom('shipment')
    .select(['tracking_number as trackingNumber', 'carrier_tracking_url as trackingUrl'])
    .select(sql<CarriedParcel[] | null>`carried_parcels`.as('parcels'))
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .where('carried_by', '=', bookingId)
    .executeTakeFirst()
  return found ?? { trackingNumber: null, trackingUrl: null, parcels: null }
}

/** The carrier of a booking as of one of its events. */
export interface CarriedBy {
  bookingId: string
  sequence: number
  carrierCode: string
  serviceCode: string | null
  /** The carrier behind an aggregator; null: there is none. */
  name: string | null
  carrierJobId: string | null
  trackingNumber: string | null
  /** The carrier's own page. */
  trackingUrl: string | null
  /** Null: the shipment has only one. */
  parcels: readonly CarriedParcel[] | null
  incident: IncidentCode | null
  /** Until when the pickup and the delivery are awaited; null: they are not, or no longer. */
  pickupBy: Date | null
  deliveryBy: Date | null
}

/**
 * Stores the carrier of the shipment's latest booking, and adds its job and tracking number to what the shipment is found by. An
 * event of an earlier booking, or an older one, leaves the carrier as it is. Idempotent.
 */
export async function noteCarrier(
  trx: Writer,
  shipment: { environmentId: string; shipmentId: string },
  carried: CarriedBy,
): Promise<void> {
  await sendWithCommit(trx, sql`with ${carrierNote(shipment, carried, sql`true`)} select`)
}

/** The common table expressions that do it, if the condition holds. */
export function carrierNote(
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  carried: CarriedBy,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { bookingId, sequence, carrierCode, serviceCode, name, carrierJobId, trackingNumber, trackingUrl } = carried
  const { incident, pickupBy, deliveryBy } = carried
  const parcels = carried.parcels && JSON.stringify(carried.parcels)
  const isShipment = sql`environment_id = ${environmentId} and shipment_id = ${shipmentId} and ${condition}`
  const terms = [...new Set([carrierJobId ?? '', trackingNumber ?? ''].map(folded))].filter((term) => term !== '')
  return sql`
    noted as (
      update shipment
      set carrier_code = ${carrierCode}, service_code = ${serviceCode}, carried_by_name = ${name},
        carried_by = ${bookingId}, carried_sequence = ${sequence}, tracking_number = ${trackingNumber},
        carrier_tracking_url = case when erased_at is null then ${trackingUrl}::text end,
        carried_parcels = case when erased_at is null then ${parcels}::jsonb end,
        incident = ${incident}, pickup_by = ${pickupBy}, delivery_by = ${deliveryBy}
      where ${isShipment}
        and (carried_by is null or (carried_by, carried_sequence) < (${bookingId}, ${sequence}))
        and (carried_by, carrier_code, service_code, carried_by_name, tracking_number, carrier_tracking_url,
          carried_parcels, incident, pickup_by, delivery_by)
          is distinct from (
            ${bookingId}::text, ${carrierCode}::text, ${serviceCode}::text, ${name}::text, ${trackingNumber}::text,
            case when erased_at is null then ${trackingUrl}::text end,
            case when erased_at is null then ${parcels}::jsonb end,
            ${incident}::text, ${pickupBy}::timestamptz, ${deliveryBy}::timestamptz
          )
    ),
    found as (
      insert into search_term (environment_id, shipment_id, term)
      select environment_id, shipment_id, term from shipment, unnest(${terms}::text[]) as term
      where ${isShipment} and erased_at is null
      on conflict do nothing
    )`
}
