/** Use cases of drivers. Each takes the transaction; none opens one. */
import { isDeepStrictEqual } from 'node:util'
import { AppError, versionConflict } from '@waybill/contracts/app-error'
import { timeOfChange } from '@waybill/contracts/events/public-event'
import {
  type DriverDocument,
  patchedDriver,
  publicFleetDriver,
  type UpdateDriver,
  wrongDriverSentBack,
} from '@waybill/contracts/fleet/driver'
import { newId } from '@waybill/contracts/ids'
import { validationError } from '@waybill/contracts/requests/validation'
import type { Db, Trx } from '../../db.ts'
import { type BusyDriver, declined } from '../job.ts'
import { listJobsOfDriver, lockFleet, storeJob } from '../repository.ts'
import {
  countDrivers,
  type DriverKey,
  findDriver,
  insertDriver,
  removeDriver,
  storeDriver,
  storeToken,
} from './repository.ts'

/** Per environment: all of them are read for every offer. */
const MOST_DRIVERS = 500

/** Throws `driver_limit_reached`. */
export async function createDriver(
  trx: Trx,
  environmentId: string,
  { document, tokenHash, at }: { document: DriverDocument; tokenHash: Buffer; at: Date },
): Promise<BusyDriver> {
  await lockFleet(trx, environmentId)
  const count = await countDrivers(trx, environmentId)
  if (count >= MOST_DRIVERS) {
    const message = `The environment has ${count} drivers; ${MOST_DRIVERS} are allowed. Delete one first.`
    throw new AppError('driver_limit_reached', message)
  }
  const times = { createdAt: at, updatedAt: at }
  const driver = { ...document, environmentId, driverId: newId('drv'), position: null, version: 1, ...times }
  await insertDriver(trx, driver, tokenHash)
  return { ...driver, openJobs: 0 }
}

/** Throws `driver_not_found`. */
export const getDriver = async (db: Db | Trx, key: DriverKey): Promise<BusyDriver> =>
  (await findDriver(db, key)) ?? notFound(key)

/** The same driver if nothing changes. Offers to a driver who is no longer active go to the next one. Throws `driver_not_found`, `version_conflict`, `validation_error`. */
export async function changeDriver(
  trx: Trx,
  key: DriverKey,
  { ifMatch, patch, at }: { ifMatch: string | null; patch: UpdateDriver; at: Date },
): Promise<BusyDriver> {
  const before = await lockExisting(trx, key, ifMatch)
  const wrong = wrongDriverSentBack(publicFleetDriver(before, before.openJobs), patch)
  if (wrong.length > 0) throw validationError(wrong)
  const changed = patchedDriver(before, patch)
  if (isDeepStrictEqual(changed, before)) return before
  await storeDriver(trx, { ...changed, version: before.version + 1, updatedAt: timeOfChange(before, at) })
  if (!changed.active) await endOffers(trx, key, at)
  return await getDriver(trx, key)
}

async function endOffers(trx: Trx, key: DriverKey, at: Date): Promise<void> {
  for (const job of await listJobsOfDriver(trx, key)) {
    if (job.status === 'searching') await storeJob(trx, declined(job, key.driverId, at))
  }
}

/** Throws `driver_not_found`, `version_conflict`, `driver_has_jobs`. */
export async function deleteDriver(trx: Trx, key: DriverKey, ifMatch: string | null): Promise<void> {
  const { openJobs } = await lockExisting(trx, key, ifMatch)
  if (openJobs > 0) {
    const message = `Driver ${key.driverId} has ${openJobs} open jobs and offers. Assign them to another driver, or wait until they end.`
    throw new AppError('driver_has_jobs', message)
  }
  await removeDriver(trx, key)
}

/** Replaces the driver's token. Throws `driver_not_found`. */
export async function replaceToken(trx: Trx, key: DriverKey, tokenHash: Buffer): Promise<BusyDriver> {
  const driver = await lockExisting(trx, key, null)
  await storeToken(trx, key, tokenHash)
  return driver
}

/** The lock of the fleet protects the driver, too: every change of drivers is a decision about them. */
async function lockExisting(trx: Trx, key: DriverKey, ifMatch: string | null): Promise<BusyDriver> {
  await lockFleet(trx, key.environmentId)
  const driver = await getDriver(trx, key)
  if (ifMatch === null || ifMatch === String(driver.version)) return driver
  throw versionConflict(`Driver ${key.driverId}`, driver.version, ifMatch)
}

function notFound({ driverId }: DriverKey): never {
  throw new AppError('driver_not_found', `Driver ${driverId} does not exist in this environment.`)
}
