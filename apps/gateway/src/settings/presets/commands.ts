/** Use cases of parcel presets. Each takes the transaction; none opens one or touches the network. */
import { isDeepStrictEqual } from 'node:util'
import { AppError, versionConflict } from '@waybill/contracts/app-error'
import { timeOfChange } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import { validationError } from '@waybill/contracts/requests/validation'
import { lockEnvironment } from '@waybill/identity/merchants/environment-lock-repository'
import type { Transaction } from 'kysely'
import type { GatewayDatabase } from '../../db.ts'
import {
  type CreateParcelPreset,
  type ParcelPreset,
  patchedContent,
  presetPatchProblems,
  toContent,
  type UpdateParcelPreset,
} from './document.ts'
import { clearDefault, countPresets, deletePreset, lockPreset, type PresetKey, storePreset } from './repository.ts'

type Trx = Transaction<GatewayDatabase>

/** Per environment. */
const MOST_PRESETS = 100

/** Throws `parcel_preset_limit_reached`. */
export async function createPreset(
  trx: Trx,
  environmentId: string,
  document: CreateParcelPreset,
  at: Date,
): Promise<ParcelPreset> {
  await lockEnvironment(trx, environmentId)
  const count = await countPresets(trx, environmentId)
  if (count >= MOST_PRESETS) {
    const message = `The environment has ${count} parcel presets; ${MOST_PRESETS} are allowed. Delete one first.`
    throw new AppError('parcel_preset_limit_reached', message)
  }
  const key = { environmentId, presetId: newId('prs') }
  return store(trx, { ...key, ...toContent(document), version: 1, createdAt: at, updatedAt: at })
}

/** The same preset if nothing changes. Throws `parcel_preset_not_found`, `version_conflict`, `validation_error`. */
export async function changePreset(
  trx: Trx,
  key: PresetKey,
  { ifMatch, patch, at }: { ifMatch: string | null; patch: UpdateParcelPreset; at: Date },
): Promise<ParcelPreset> {
  await lockEnvironment(trx, key.environmentId)
  const before = await lockExisting(trx, key, ifMatch)
  const wrong = presetPatchProblems(before, patch)
  if (wrong.length > 0) throw validationError(wrong)
  const changed = { ...before, ...patchedContent(before, patch) }
  if (isDeepStrictEqual(changed, before)) return before
  return store(trx, { ...changed, version: before.version + 1, updatedAt: timeOfChange(before, at) })
}

/** Throws `parcel_preset_not_found`, `version_conflict`. */
export async function removePreset(trx: Trx, key: PresetKey, ifMatch: string | null): Promise<void> {
  await lockExisting(trx, key, ifMatch)
  await deletePreset(trx, key)
}

/** The environment is locked, so that of two new defaults the later one stays. */
async function store(trx: Trx, preset: ParcelPreset): Promise<ParcelPreset> {
  if (preset.isDefault) await clearDefault(trx, preset.environmentId, preset.updatedAt)
  await storePreset(trx, preset)
  return preset
}

async function lockExisting(trx: Trx, key: PresetKey, ifMatch: string | null): Promise<ParcelPreset> {
  const preset = await lockPreset(trx, key)
  if (preset === undefined) throw presetNotFound(key.presetId)
  if (ifMatch === null || ifMatch === String(preset.version)) return preset
  throw versionConflict(`Parcel preset ${key.presetId}`, preset.version, ifMatch)
}

export const presetNotFound = (presetId: string): AppError =>
  new AppError('parcel_preset_not_found', `Parcel preset ${presetId} does not exist in this environment.`)
