/** SQL of drivers. */
import type { FleetDriver } from '@waybill/contracts/fleet/driver'
import { type Selectable, sql } from 'kysely'
import type { Db, DriverTable, Trx } from '../../db.ts'
import type { BusyDriver } from '../job.ts'
import { openStatuses } from '../repository.ts'

type Reader = Db | Trx

export interface DriverKey {
  environmentId: string
  driverId: string
}

type DriverRow = Selectable<DriverTable> & { open_jobs: number }

const withLoad = (environmentId: string) => sql`
  select driver.*, (
    select count(*)::int from fleet_job job
    where job.environment_id = driver.environment_id
      and coalesce(job.driver_id, job.offered_driver_id) = driver.driver_id and job.status in (${openStatuses})
  ) as open_jobs
  from driver where driver.environment_id = ${environmentId}`

export async function insertDriver(trx: Trx, driver: FleetDriver, tokenHash: Buffer): Promise<void> {
  const { environmentId: environment_id, driverId: driver_id } = driver
  await trx
    .insertInto('driver')
    .values({ ...changeable(driver), environment_id, driver_id, token_hash: tokenHash, created_at: driver.createdAt })
    .execute()
}

/** Stores the new state of a locked driver. */
export async function storeDriver(trx: Trx, driver: FleetDriver): Promise<void> {
  await trx
    .updateTable('driver')
    .set(changeable(driver))
    .where('environment_id', '=', driver.environmentId)
    .where('driver_id', '=', driver.driverId)
    .execute()
}

/** Replaces the driver's token: the one before ends at once. */
export async function storeToken(trx: Trx, { environmentId, driverId }: DriverKey, tokenHash: Buffer): Promise<void> {
  await trx
    .updateTable('driver')
    .set({ token_hash: tokenHash })
    .where('environment_id', '=', environmentId)
    .where('driver_id', '=', driverId)
    .execute()
}

export async function storePosition(
  trx: Trx,
  { environmentId, driverId }: DriverKey,
  { latitude, longitude, at }: NonNullable<FleetDriver['position']>,
): Promise<void> {
  await trx
    .updateTable('driver')
    .set({ latitude, longitude, position_at: at })
    .where('environment_id', '=', environmentId)
    .where('driver_id', '=', driverId)
    .execute()
}

export async function removeDriver(trx: Trx, { environmentId, driverId }: DriverKey): Promise<void> {
  await trx.deleteFrom('driver').where('environment_id', '=', environmentId).where('driver_id', '=', driverId).execute()
}

export async function countDrivers(trx: Trx, environmentId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('driver')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('environment_id', '=', environmentId)
    .executeTakeFirstOrThrow()
  return count
}

export async function findDriver(db: Reader, { environmentId, driverId }: DriverKey): Promise<BusyDriver | undefined> {
  const { rows } = await sql<DriverRow>`${withLoad(environmentId)} and driver.driver_id = ${driverId}`.execute(db)
  return rows[0] && toDriver(rows[0])
}

/** The drivers of an environment who may get jobs, with their loads. */
export async function listActiveDrivers(trx: Trx, environmentId: string): Promise<BusyDriver[]> {
  const { rows } = await sql<DriverRow>`${withLoad(environmentId)} and driver.active`.execute(trx)
  return rows.map(toDriver)
}

/** A page of drivers, newest first, and one more if there is one. `after`: the last of the page before. */
export async function listDrivers(
  db: Db,
  environmentId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<BusyDriver[]> {
  const { rows } = await sql<DriverRow>`
    ${withLoad(environmentId)} and (${after}::text is null or driver.driver_id < ${after})
    order by driver.driver_id desc limit ${limit + 1}`.execute(db)
  return rows.map(toDriver)
}

/** The active driver with the token. Over all environments: the token determines the environment. */
export async function findDriverByToken(db: Db, tokenHash: Buffer): Promise<DriverKey | undefined> {
  return await db
    .selectFrom('driver')
    .select(['environment_id as environmentId', 'driver_id as driverId'])
    .where('token_hash', '=', tokenHash)
    .where('active', '=', sql.lit(true))
    .executeTakeFirst()
}

const changeable = (driver: FleetDriver) => ({
  name: driver.name,
  telephone: driver.telephone,
  email: driver.email,
  capacity: driver.capacity,
  available: driver.available,
  active: driver.active,
  version: driver.version,
  updated_at: driver.updatedAt,
})

const toDriver = (row: DriverRow): BusyDriver => ({
  environmentId: row.environment_id,
  driverId: row.driver_id,
  name: row.name,
  telephone: row.telephone,
  email: row.email,
  capacity: row.capacity,
  available: row.available,
  active: row.active,
  position:
    row.latitude === null || row.longitude === null || row.position_at === null
      ? null
      : { latitude: row.latitude, longitude: row.longitude, at: row.position_at },
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  openJobs: row.open_jobs,
})
