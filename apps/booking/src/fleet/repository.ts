/** SQL of jobs of own fleets. */
import { activeJobStatuses } from '@waybill/contracts/fleet/driver-job'
import { type Selectable, sql } from 'kysely'
import type { Db, FleetJobTable, Trx } from '../db.ts'
import type { FleetJob } from './job.ts'

type Reader = Db | Trx

export interface FleetJobKey {
  environmentId: string
  jobId: string
}

/** A list of literals, so that the partial indexes of these statuses are used. */
export const openStatuses = sql.join(['searching', ...activeJobStatuses].map((status) => sql.lit(status)))

/**
 * Locks the decisions about drivers of the environment until the transaction ends, so that none gets more jobs than their
 * capacity. Taken before the lock of a job.
 */
export async function lockFleet(trx: Trx, environmentId: string): Promise<void> {
  const key = JSON.stringify(['fleet', environmentId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

export async function insertJob(trx: Trx, job: FleetJob): Promise<void> {
  await trx.insertInto('fleet_job').values(jobRow(job)).execute()
}

/** Stores the new state of a locked job. */
export async function storeJob(trx: Trx, job: FleetJob): Promise<void> {
  const { environment_id, job_id, ...changed } = jobRow(job)
  await trx
    .updateTable('fleet_job')
    .set(changed)
    .where('environment_id', '=', environment_id)
    .where('job_id', '=', job_id)
    .execute()
}

export async function findJob(db: Reader, key: FleetJobKey): Promise<FleetJob | undefined> {
  const row = await selectJob(db, key).executeTakeFirst()
  return row && toJob(row)
}

/** Locks the job: what happens to it happens in one order. */
export async function lockFleetJob(trx: Trx, key: FleetJobKey): Promise<FleetJob | undefined> {
  const row = await selectJob(trx, key).forUpdate().executeTakeFirst()
  return row && toJob(row)
}

const selectJob = (db: Reader, { environmentId, jobId }: FleetJobKey) =>
  db.selectFrom('fleet_job').selectAll().where('environment_id', '=', environmentId).where('job_id', '=', jobId)

export async function findJobByReference(
  db: Reader,
  environmentId: string,
  reference: string,
): Promise<FleetJob | undefined> {
  const row = await db
    .selectFrom('fleet_job')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row && toJob(row)
}

/** Jobs whose search is due: the longest due of each environment first, so that one with many does not delay the others. */
export async function listDueJobs(db: Db, limit: number): Promise<FleetJobKey[]> {
  return await db
    .selectFrom('fleet_job')
    .select(['environment_id as environmentId', 'job_id as jobId'])
    .where('status', '=', sql.lit('searching'))
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy(sql`row_number() over (partition by environment_id order by due_at)`)
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

/** Jobs of all environments for which a driver is searched: those that are offered to one now, and the others. */
export async function countSearches(db: Db): Promise<{ offered: number; waiting: number }> {
  return await db
    .selectFrom('fleet_job')
    .select([
      sql<number>`count(offered_driver_id)::int`.as('offered'),
      sql<number>`(count(*) - count(offered_driver_id))::int`.as('waiting'),
    ])
    .where('status', '=', sql.lit('searching'))
    .executeTakeFirstOrThrow()
}

/** The open jobs and offers of a driver, those that are ready first. */
export async function listJobsOfDriver(
  db: Reader,
  { environmentId, driverId }: { environmentId: string; driverId: string },
): Promise<FleetJob[]> {
  const { rows } = await sql<Selectable<FleetJobTable>>`
    select * from fleet_job
    where environment_id = ${environmentId} and coalesce(driver_id, offered_driver_id) = ${driverId}
      and status in (${openStatuses})
    order by ready_at, job_id`.execute(db)
  return rows.map(toJob)
}

const jobRow = (job: FleetJob) => ({
  environment_id: job.environmentId,
  job_id: job.jobId,
  reference: job.reference,
  status: job.status,
  service_code: job.serviceCode,
  request: job.request && JSON.stringify(job.request),
  ready_at: job.readyAt,
  driver_id: job.driverId,
  offered_driver_id: job.offeredDriverId,
  declined_by: [...job.declinedBy],
  due_at: job.dueAt,
  search_until: job.searchUntil,
  incident: job.incident,
  version: job.version,
  position_at: job.positionAt,
  created_at: job.createdAt,
  updated_at: job.updatedAt,
})

const toJob = (row: Selectable<FleetJobTable>): FleetJob => ({
  environmentId: row.environment_id,
  jobId: row.job_id,
  reference: row.reference,
  status: row.status,
  serviceCode: row.service_code,
  request: row.request,
  readyAt: row.ready_at,
  driverId: row.driver_id,
  offeredDriverId: row.offered_driver_id,
  declinedBy: row.declined_by,
  dueAt: row.due_at,
  searchUntil: row.search_until,
  incident: row.incident,
  version: row.version,
  positionAt: row.position_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
