/** Use cases of return rules. Each takes the transaction; none opens one or touches the network. */
import { versionConflict } from '@waybill/contracts/app-error'
import { validationError } from '@waybill/contracts/requests/validation'
import {
  approvalProblems,
  noReturnRules,
  patchedRules,
  type ReturnRules,
  resetRules,
  rulesProblems,
  type UpdateReturnRules,
} from '@waybill/contracts/shipments/return-rules'
import type { Reader, Writer } from '../db.ts'
import { findReturnRules, lockReturnRules, storeReturnRules } from './repository.ts'

export const getReturnRules = async (db: Reader, environmentId: string): Promise<ReturnRules> =>
  (await findReturnRules(db, environmentId)) ?? noReturnRules(environmentId)

interface Change {
  environmentId: string
  ifMatch: string | null
  at: Date
}

/** The same rules if nothing changes. Throws `version_conflict`, `validation_error`. */
export async function updateReturnRules(trx: Writer, change: Change, patch: UpdateReturnRules): Promise<ReturnRules> {
  const before = await lockUnchanged(trx, change)
  const after = patchedRules(before, patch, change.at)
  const wrong = [...rulesProblems(before, patch), ...approvalProblems(after)]
  if (wrong.length > 0) throw validationError(wrong)
  if (after !== before) await storeReturnRules(trx, { ...after, updatedAt: change.at })
  return after
}

/** Throws `version_conflict`. */
export async function resetReturnRules(trx: Writer, change: Change): Promise<void> {
  const before = await lockUnchanged(trx, change)
  const after = resetRules(before, change.at)
  if (after !== before) await storeReturnRules(trx, { ...after, updatedAt: change.at })
}

async function lockUnchanged(trx: Writer, { environmentId, ifMatch }: Change): Promise<ReturnRules> {
  await lockReturnRules(trx, environmentId)
  const rules = await getReturnRules(trx, environmentId)
  if (ifMatch === null || ifMatch === String(rules.version)) return rules
  throw versionConflict('The return rules', rules.version, ifMatch)
}
