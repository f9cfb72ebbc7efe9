/** Use cases of customs defaults. Each takes the transaction; none opens one or touches the network. */
import { versionConflict } from '@waybill/contracts/app-error'
import { validationError } from '@waybill/contracts/requests/validation'
import type { Address } from '@waybill/contracts/values/address'
import {
  type CustomsDefaults,
  type DefaultFields,
  defaultsProblems,
  noCustomsDefaults,
  patchedDefaults,
  resetDefaults,
  signerProblem,
  type UpdateCustomsDefaults,
} from '@waybill/contracts/values/customs/defaults'
import type { Reader, Writer } from '../db.ts'
import { needsDefaults } from './defaults.ts'
import { findCustomsDefaults, lockCustomsDefaults, storeCustomsDefaults } from './repository.ts'

export const getCustomsDefaults = async (db: Reader, environmentId: string): Promise<CustomsDefaults> =>
  (await findCustomsDefaults(db, environmentId)) ?? noCustomsDefaults(environmentId)

/** The defaults for a new shipment; null: there are none, or its goods cross no border, for which nothing is read. */
export async function findDefaultsFor(
  db: Reader,
  environmentId: string,
  places: { pickup_address: Address; dropoff_address: Address },
): Promise<DefaultFields | null> {
  if (!needsDefaults(places)) return null
  return (await findCustomsDefaults(db, environmentId))?.fields ?? null
}

interface Change {
  environmentId: string
  ifMatch: string | null
  at: Date
}

/** The same defaults if nothing changes. Throws `version_conflict`, `validation_error`. */
export async function updateCustomsDefaults(
  trx: Writer,
  change: Change,
  patch: UpdateCustomsDefaults,
): Promise<CustomsDefaults> {
  const before = await lockUnchanged(trx, change)
  const wrong = defaultsProblems(before, patch)
  if (wrong.length > 0) throw validationError(wrong)
  const after = patchedDefaults(before, patch, change.at)
  if (after === before) return before
  const problem = signerProblem(before, after)
  if (problem !== null) throw validationError([problem])
  await storeCustomsDefaults(trx, { ...after, updatedAt: change.at })
  return after
}

/** Throws `version_conflict`. */
export async function resetCustomsDefaults(trx: Writer, change: Change): Promise<void> {
  const before = await lockUnchanged(trx, change)
  const after = resetDefaults(before, change.at)
  if (after !== before) await storeCustomsDefaults(trx, { ...after, updatedAt: change.at })
}

async function lockUnchanged(trx: Writer, { environmentId, ifMatch }: Change): Promise<CustomsDefaults> {
  await lockCustomsDefaults(trx, environmentId)
  const defaults = await getCustomsDefaults(trx, environmentId)
  if (ifMatch === null || ifMatch === String(defaults.version)) return defaults
  throw versionConflict('The customs defaults', defaults.version, ifMatch)
}
