/** Use cases of own fleets' jobs. Each takes the transaction; none opens one or calls the network. */
import type { BookRequest, UpdateRequest } from '@waybill/carriers/carrier-adapter'
import { AppError } from '@waybill/contracts/app-error'
import type { DriverPositionDocument } from '@waybill/contracts/fleet/driver'
import type { DriverReport } from '@waybill/contracts/fleet/driver-job'
import { newId } from '@waybill/contracts/ids'
import type { Trx } from '../db.ts'
import { databaseNow } from '../operations/repository.ts'
import { type AnnouncementDependencies, announce } from './announcement.ts'
import { type DriverKey, findDriver, listActiveDrivers, storePosition } from './drivers/repository.ts'
import { getIncident, noDriverFact, positionFact, reportFact, takenFact } from './facts.ts'
import {
  type BusyDriver,
  cancelled,
  declined,
  type FleetJob,
  type FleetRequest,
  isBeforePickup,
  isOpen,
  isPricedAlike,
  isRepeated,
  mayReport,
  openJob,
  reported,
  type SearchTimes,
  searchOn,
  withDriver,
} from './job.ts'
import { releaseMedia, removeUnreportedMedia } from './media-repository.ts'
import {
  type FleetJobKey,
  findJobByReference,
  insertJob,
  listJobsOfDriver,
  lockFleet,
  lockFleetJob,
  storeJob,
} from './repository.ts'

/** Positions sooner after the last one are stored with the driver only. */
const POSITION_INTERVAL_MS = 20_000

const toRequest = ({
  pickup,
  dropoff,
  parcels,
  pickupInstructions,
  dropoffInstructions,
}: UpdateRequest | BookRequest) => ({
  pickup,
  dropoff,
  parcels,
  pickupInstructions,
  dropoffInstructions,
})

/** The job of the reference, as it was decided the first time. */
export async function takeOrder(trx: Trx, environmentId: string, request: BookRequest): Promise<FleetJob> {
  await lockFleet(trx, environmentId)
  const { reference, serviceCode, readyAt, merchantOrderRef } = request
  const known = await findJobByReference(trx, environmentId, reference)
  if (known) return known
  const drivers = await listActiveDrivers(trx, environmentId)
  const order: FleetRequest = { ...toRequest(request), merchantOrderRef }
  const at = await databaseNow(trx)
  const ids = { environmentId, jobId: newId('flj'), reference }
  const job = openJob({ ...ids, serviceCode, readyAt, request: order, at }, drivers)
  await insertJob(trx, job)
  return job
}

/** The job after its cancellation; unchanged if it is cancelled or can no longer be. Undefined: there is none. */
export async function cancelJob(trx: Trx, key: FleetJobKey): Promise<FleetJob | undefined> {
  await lockFleet(trx, key.environmentId)
  const job = await lockFleetJob(trx, key)
  if (job === undefined || !isBeforePickup(job)) return job
  const after = cancelled(job, await databaseNow(trx))
  await storeJob(trx, after)
  return after
}

/** The job with other contacts, titles or instructions; unchanged once its goods are picked up. Undefined: there is none. */
export async function changeJob(
  trx: Trx,
  key: FleetJobKey,
  change: UpdateRequest,
): Promise<{ job: FleetJob; outcome: 'changed' | 'too_late' | 'priced_otherwise' } | undefined> {
  const job = await lockFleetJob(trx, key)
  if (job === undefined) return undefined
  if (!isBeforePickup(job)) return { job, outcome: 'too_late' }
  if (!isPricedAlike(job, change)) return { job, outcome: 'priced_otherwise' }
  const request = job.request && { ...job.request, ...toRequest(change) }
  const after = { ...job, request, updatedAt: await databaseNow(trx) }
  await storeJob(trx, after)
  return { job: after, outcome: 'changed' }
}

/** Offers a due job to the next driver, or ends its search. Nothing happens if it is no longer due. */
export async function continueSearch(
  trx: Trx,
  dependencies: AnnouncementDependencies,
  key: FleetJobKey,
  times: SearchTimes,
): Promise<void> {
  await lockFleet(trx, key.environmentId)
  const job = await lockFleetJob(trx, key)
  const at = await databaseNow(trx)
  if (job?.status !== 'searching' || job.dueAt === null || job.dueAt > at) return
  const after = searchOn(job, await listActiveDrivers(trx, key.environmentId), times, at)
  await storeJob(trx, after)
  if (after.status === 'failed') await announce(trx, dependencies, after, noDriverFact(after, at))
}

/** The driver accepts an offer. Throws `driver_job_not_found`, `offer_over`. */
export async function acceptOffer(
  trx: Trx,
  dependencies: AnnouncementDependencies,
  key: FleetJobKey & DriverKey,
): Promise<FleetJob> {
  const { job, driver, at } = await lockOffer(trx, key)
  if (job.driverId === key.driverId) return job
  assertOffered(job, key, at)
  return await give(trx, dependencies, { job, driver, at })
}

/** The driver declines an offer, which goes to the next one. Throws `driver_job_not_found`, `offer_over`. */
export async function declineOffer(trx: Trx, key: FleetJobKey & DriverKey): Promise<void> {
  const { job, at } = await lockOffer(trx, key)
  if (job.status === 'searching' && job.declinedBy.includes(key.driverId)) return
  assertOffered(job, key, at)
  await storeJob(trx, declined(job, key.driverId, at))
}

async function lockOffer(trx: Trx, key: FleetJobKey & DriverKey) {
  await lockFleet(trx, key.environmentId)
  const driver = await getDriverOfToken(trx, key)
  const job = await lockFleetJob(trx, key)
  const knows = [job?.driverId, job?.offeredDriverId, ...(job?.declinedBy ?? [])].includes(key.driverId)
  if (job === undefined || !knows) throw jobNotFound(key)
  return { job, driver, at: await databaseNow(trx) }
}

function assertOffered({ jobId, status, offeredDriverId, dueAt }: FleetJob, { driverId }: DriverKey, at: Date): void {
  if (status === 'searching' && offeredDriverId === driverId && dueAt !== null && dueAt > at) return
  throw new AppError('offer_over', `Job ${jobId} is not offered to driver ${driverId} any more. List the jobs again.`)
}

/** Gives the job to a driver by the merchant's hand; after the pickup, the goods are handed over. Throws `booking_not_assignable`, `driver_not_found`, `driver_not_free`. */
export async function assignDriver(
  trx: Trx,
  dependencies: AnnouncementDependencies,
  key: FleetJobKey & DriverKey,
): Promise<void> {
  await lockFleet(trx, key.environmentId)
  const job = await lockFleetJob(trx, key)
  if (job === undefined || !isOpen(job)) throw notAssignable(job?.status ?? null)
  const driver = await findDriver(trx, key)
  if (driver === undefined)
    throw new AppError('driver_not_found', `Driver ${key.driverId} does not exist in this environment.`)
  if (job.driverId === key.driverId) return
  const others = driver.openJobs - (job.offeredDriverId === key.driverId ? 1 : 0)
  if (!driver.active || others >= driver.capacity) throw notFree(driver)
  await give(trx, dependencies, { job, driver, at: await databaseNow(trx) })
}

export const notAssignable = (status: string | null): AppError => {
  const state = status === null ? 'has no job of the own fleet' : `has a job that is ${status}`
  return new AppError(
    'booking_not_assignable',
    `The booking ${state}. Drivers are assigned to jobs that have not ended.`,
  )
}

function notFree({ driverId, active, openJobs, capacity }: BusyDriver): AppError {
  const state = active ? `has ${openJobs} jobs and offers of at most ${capacity}` : 'is not active'
  return new AppError('driver_not_free', `Driver ${driverId} ${state}. Choose another driver, or change this one.`)
}

async function give(
  trx: Trx,
  dependencies: AnnouncementDependencies,
  { job, driver, at }: { job: FleetJob; driver: BusyDriver; at: Date },
): Promise<FleetJob> {
  const after = withDriver(job, driver.driverId, at)
  await storeJob(trx, after)
  await announce(trx, dependencies, after, takenFact(job, after, driver, at))
  return after
}

/** Stores what the driver reports of a job. Throws `driver_job_not_found`, `report_out_of_order`. */
export async function reportJob(
  trx: Trx,
  dependencies: AnnouncementDependencies,
  key: FleetJobKey & DriverKey,
  report: DriverReport,
): Promise<FleetJob> {
  const driver = await getDriverOfToken(trx, key)
  const job = await lockOwnJob(trx, key)
  if (isRepeated(job, report.status)) return job
  if (!mayReport(job, report.status)) {
    const message = `Job ${job.jobId} is ${job.status}, which ${report.status} cannot follow.`
    throw new AppError('report_out_of_order', message, { meta: { current_status: job.status } })
  }
  const at = await databaseNow(trx)
  const after = reported(job, { status: report.status, incident: getIncident(report) }, at)
  await storeJob(trx, after)
  if (after.status === 'returned' || after.status === 'failed') await removeUnreportedMedia(trx, key)
  if (after.status === 'delivered') await releaseMedia(trx, key, report.recipient_name)
  await announce(trx, dependencies, after, reportFact(after, report, driver, at))
  return after
}

/** Locks a job that the driver has or had. Throws `driver_job_not_found`, and `report_out_of_order` for an offer. */
export async function lockOwnJob(trx: Trx, key: FleetJobKey & DriverKey): Promise<FleetJob> {
  const job = await lockFleetJob(trx, key)
  if (job === undefined || (job.driverId !== key.driverId && job.offeredDriverId !== key.driverId))
    throw jobNotFound(key)
  if (job.driverId === key.driverId) return job
  const { jobId, status } = job
  const message = `Job ${jobId} is only offered to this driver. Accept it first: POST /api/v1/driver/jobs/${jobId}/accept.`
  throw new AppError('report_out_of_order', message, { meta: { current_status: status } })
}

/** Stores where the driver is, and adds it to the reports of the jobs that the driver has. */
export async function moveDriver(
  trx: Trx,
  dependencies: AnnouncementDependencies,
  key: DriverKey,
  { latitude, longitude }: DriverPositionDocument,
): Promise<void> {
  const at = await databaseNow(trx)
  await storePosition(trx, key, { latitude, longitude, at })
  for (const { jobId } of await listJobsOfDriver(trx, key)) {
    const job = await lockFleetJob(trx, { ...key, jobId })
    if (job?.driverId !== key.driverId || !isOpen(job)) continue
    if (job.positionAt !== null && at.getTime() - job.positionAt.getTime() < POSITION_INTERVAL_MS) continue
    await storeJob(trx, { ...job, positionAt: at })
    await announce(trx, dependencies, job, positionFact(job, { latitude, longitude }, at))
  }
}
/** The driver may have been deleted since the request was admitted. */
async function getDriverOfToken(trx: Trx, key: DriverKey): Promise<BusyDriver> {
  const driver = await findDriver(trx, key)
  if (driver?.active) return driver
  throw new AppError('invalid_token', 'The driver of this token is no longer active.')
}

const jobNotFound = ({ jobId }: FleetJobKey): AppError =>
  new AppError('driver_job_not_found', `Job ${jobId} is not offered or assigned to this driver.`)
