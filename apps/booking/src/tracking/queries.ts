/** Reads of tracking facts, and of the jobs that they are about. */
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { FactSource } from '../facts/stored-fact.ts'
import { trackingTerm } from '../search/terms.ts'

/** The courier's position in the carrier's last report that has one. */
interface KnownPosition {
  latitude: number
  longitude: number
  occurredAt: Date
  receivedAt: Date
}

export async function findLastPosition(
  db: Db,
  environmentId: string,
  bookingId: string,
): Promise<KnownPosition | undefined> {
  return await db
    .selectFrom('tracking_fact')
    .select([
      sql<number>`(fact -> 'location' ->> 'latitude')::float8`.as('latitude'),
      sql<number>`(fact -> 'location' ->> 'longitude')::float8`.as('longitude'),
      'occurred_at as occurredAt',
      'received_at as receivedAt',
    ])
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where(sql<boolean>`jsonb_typeof(fact -> 'location') = 'object'`)
    .orderBy('occurred_at', 'desc')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Keys of the booking's facts that an event has announced. */
export async function listReportedFactKeys(db: Db, environmentId: string, bookingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tracking_fact')
    .select('fact_key')
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where('reported', '=', sql.lit(true))
    .execute()
  return rows.map(({ fact_key }) => fact_key)
}

/** A parcel of a job, counted from 1. */
interface ParcelOfJob {
  carrierJobId: string
  trackingNumber: string | null
  position: number
  count: number
}

/** The job that has a parcel with this id at the carrier; undefined: none of the account. */
export async function findJobOfParcel(
  db: Db,
  { environmentId, carrierAccountId }: FactSource,
  carrierParcelId: string,
): Promise<ParcelOfJob | undefined> {
  const row = await db
    .selectFrom('search_term')
    .innerJoin('booking', (join) =>
      join
        .onRef('booking.environment_id', '=', 'search_term.environment_id')
        .onRef('booking.booking_id', '=', 'search_term.booking_id'),
    )
    .select(['booking.carrier_job_id as carrierJobId', 'booking.parcels'])
    .where('search_term.environment_id', '=', environmentId)
    .where('search_term.term', '=', trackingTerm(carrierParcelId))
    .where('booking.carrier_account_id', '=', carrierAccountId)
    .where('booking.parcels', 'is not', null)
    .executeTakeFirst()
  const parcels = row?.parcels ?? []
  const index = parcels.findIndex((parcel) => parcel.carrierParcelId === carrierParcelId)
  if (index === -1 || row?.carrierJobId == null) return undefined
  const trackingNumber = parcels[index]?.trackingNumber ?? null
  return { carrierJobId: row.carrierJobId, trackingNumber, position: index + 1, count: parcels.length }
}
