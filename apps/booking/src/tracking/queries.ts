/** Reads of tracking facts. */
import { sql } from 'kysely'
import type { Db } from '../db.ts'

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
