/** Use cases of pickup locations. Each takes the transaction; none opens one or touches the network. */
import { AppError, versionConflict } from '@waybill/contracts/app-error'
import type {
  CreatePickupLocation,
  PickupLocation,
  UpdatePickupLocation,
} from '@waybill/contracts/requests/pickup-locations'
import type { Reader, Writer } from '../db.ts'
import { changedPickupLocation, newPickupLocation } from './pickup-location.ts'
import {
  countLocked,
  deletePickupLocation,
  findAtSamePlace,
  findPickupLocation,
  lockPickupLocation,
  type PickupKey,
  storePickupLocation,
} from './repository.ts'

/** Per environment. */
const MOST_LOCATIONS = 500

/** Throws `pickup_location_limit_reached`, `pickup_location_exists`. */
export async function createPickupLocation(
  trx: Writer,
  environmentId: string,
  document: CreatePickupLocation,
  at: Date,
): Promise<PickupLocation> {
  const count = await countLocked(trx, environmentId)
  if (count >= MOST_LOCATIONS) {
    const message = `The environment has ${count} pickup locations; ${MOST_LOCATIONS} are allowed. Delete one first.`
    throw new AppError('pickup_location_limit_reached', message)
  }
  const location = newPickupLocation(environmentId, document, at)
  await assertOnlyOne(trx, location)
  await storePickupLocation(trx, location)
  return location
}

/** Throws `pickup_location_not_found`. */
export async function getPickupLocation(db: Reader, key: PickupKey): Promise<PickupLocation> {
  return (await findPickupLocation(db, key)) ?? notFound(key)
}

/** Throws `pickup_location_not_found`, `version_conflict`, `pickup_location_exists`. */
export async function updatePickupLocation(
  trx: Writer,
  key: PickupKey,
  { patch, ifMatch, at }: { patch: UpdatePickupLocation; ifMatch: string | null; at: Date },
): Promise<PickupLocation> {
  await countLocked(trx, key.environmentId)
  const before = await lockExisting(trx, key, ifMatch)
  const after = changedPickupLocation(before, patch, at)
  if (after === before) return before
  await assertOnlyOne(trx, after)
  await storePickupLocation(trx, after)
  return after
}

/** Throws `pickup_location_not_found`, `version_conflict`. */
export async function removePickupLocation(trx: Writer, key: PickupKey, ifMatch: string | null): Promise<void> {
  await lockExisting(trx, key, ifMatch)
  await deletePickupLocation(trx, key)
}

async function lockExisting(trx: Writer, key: PickupKey, ifMatch: string | null): Promise<PickupLocation> {
  const location = (await lockPickupLocation(trx, key)) ?? notFound(key)
  if (ifMatch === null || ifMatch === String(location.sequence)) return location
  throw versionConflict(`Pickup location ${key.pickupLocationId}`, location.sequence, ifMatch)
}

/** A place has one pickup location, so that its hours are certain. */
async function assertOnlyOne(trx: Writer, location: PickupLocation): Promise<void> {
  const other = await findAtSamePlace(trx, location)
  if (other === undefined) return
  throw new AppError(
    'pickup_location_exists',
    `Pickup location ${other} has an address of this place. Change that one.`,
  )
}

function notFound({ pickupLocationId }: PickupKey): never {
  throw new AppError(
    'pickup_location_not_found',
    `Pickup location ${pickupLocationId} does not exist in this environment.`,
  )
}
