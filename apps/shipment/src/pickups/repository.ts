/** SQL of pickup locations. */
import { compileOnce, type Param } from '@waybill/chassis/postgres/compiled-query'
import type { PageRequest } from '@waybill/chassis/postgres/page'
import type { PickupLocation } from '@waybill/contracts/requests/pickup-locations'
import { type Address, locationId } from '@waybill/contracts/values/address'
import { type Compilable, type Selectable, sql } from 'kysely'
import type { PickupLocationTable, Reader, Writer } from '../db.ts'
import { placeKey } from './place.ts'
import type { PickupHours } from './ready-time.ts'

export interface PickupKey {
  environmentId: string
  pickupLocationId: string
}

const hoursOfPlace = compileOnce((db: Reader, param: Param<{ environmentId: string; placeKey: string }>) =>
  db
    .selectFrom('pickup_location')
    .select(['hours', 'closed_dates as closedDates', 'time_zone as timeZone', 'holidays'])
    .where(
      'environment_id',
      '=',
      param(({ environmentId }) => environmentId),
    )
    .where(
      'place_key',
      '=',
      param((place) => place.placeKey),
    )
    .compile(),
)

/** A query for the hours of the pickup location at the place of an address: one row, or none. */
export const selectHours = (db: Reader, environmentId: string, address: Address): Compilable<PickupHours> =>
  hoursOfPlace.toQuery(db, { environmentId, placeKey: placeKey(address) })

/** Locks the environment's pickup locations until the transaction ends, so that they can be counted. */
export async function countLocked(trx: Writer, environmentId: string): Promise<number> {
  const key = JSON.stringify(['pickup_location', environmentId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('pickup_location')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('environment_id', '=', environmentId)
    .executeTakeFirstOrThrow()
  return count
}

/** Another pickup location at the place of this one. */
export async function findAtSamePlace(
  db: Reader,
  { environmentId, address, pickupLocationId }: PickupLocation,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('pickup_location')
    .select('pickup_location_id')
    .where('environment_id', '=', environmentId)
    .where('place_key', '=', placeKey(address))
    .where('pickup_location_id', '<>', pickupLocationId)
    .executeTakeFirst()
  return row?.pickup_location_id
}

/** Stores a new location, or the new state of a locked one. */
export async function storePickupLocation(trx: Writer, location: PickupLocation): Promise<void> {
  const changeable = {
    location_id: locationId(location.environmentId, location.address),
    place_key: placeKey(location.address),
    name: location.name,
    address: location.address,
    hours: location.hours,
    closed_dates: location.closedDates,
    time_zone: location.timeZone,
    holidays: location.holidays,
    sequence: location.sequence,
    updated_at: location.updatedAt,
  }
  await trx
    .insertInto('pickup_location')
    .values({
      ...changeable,
      environment_id: location.environmentId,
      pickup_location_id: location.pickupLocationId,
      created_at: location.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['environment_id', 'pickup_location_id']).doUpdateSet(changeable))
    .execute()
}

export async function findPickupLocation(db: Reader, key: PickupKey): Promise<PickupLocation | undefined> {
  const row = await selectByKey(db, key).executeTakeFirst()
  return row && toPickupLocation(row)
}

export async function lockPickupLocation(trx: Writer, key: PickupKey): Promise<PickupLocation | undefined> {
  const row = await selectByKey(trx, key).forUpdate().executeTakeFirst()
  return row && toPickupLocation(row)
}

const selectByKey = (db: Reader, { environmentId, pickupLocationId }: PickupKey) =>
  db
    .selectFrom('pickup_location')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('pickup_location_id', '=', pickupLocationId)

/** Newest first: at most one more than the page holds, after a location. */
export async function listPickupLocations(
  db: Reader,
  environmentId: string,
  { after, limit }: { after: string | null } & Pick<PageRequest, 'limit'>,
): Promise<PickupLocation[]> {
  const rows = await db
    .selectFrom('pickup_location')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .$if(after !== null, (query) => query.where('pickup_location_id', '<', after ?? ''))
    .orderBy('pickup_location_id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(toPickupLocation)
}

export async function deletePickupLocation(trx: Writer, { environmentId, pickupLocationId }: PickupKey): Promise<void> {
  await trx
    .deleteFrom('pickup_location')
    .where('environment_id', '=', environmentId)
    .where('pickup_location_id', '=', pickupLocationId)
    .execute()
}

const toPickupLocation = (row: Selectable<PickupLocationTable>): PickupLocation => ({
  environmentId: row.environment_id,
  pickupLocationId: row.pickup_location_id,
  name: row.name,
  address: row.address as Address,
  hours: row.hours,
  closedDates: row.closed_dates,
  timeZone: row.time_zone,
  holidays: row.holidays,
  sequence: row.sequence,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
