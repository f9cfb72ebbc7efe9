/** Use cases of the look of tracking pages. Each takes the transaction; none opens one or touches the network. */
import { versionConflict } from '@waybill/contracts/app-error'
import { timeOfChange } from '@waybill/contracts/events/public-event'
import { validationError } from '@waybill/contracts/requests/validation'
import { lockEnvironment } from '@waybill/identity/merchants/environment-lock-repository'
import type { Transaction } from 'kysely'
import type { GatewayDatabase } from '../../db.ts'
import {
  type Branding,
  brandingPatchProblems,
  type Logo,
  noBranding,
  patchedBranding,
  publicBranding,
  type UpdateBranding,
} from './document.ts'
import { deleteBranding, findBranding, storeBranding } from './repository.ts'

type Trx = Transaction<GatewayDatabase>

/** Environment whose branding changes, and the version that the caller knows. */
interface Change {
  environmentId: string
  ifMatch: string | null
  at: Date
}

/** The same look if nothing changes. Throws `version_conflict`, `validation_error`. */
export async function changeBranding(
  trx: Trx,
  change: Change,
  { patch, publicUrl }: { patch: UpdateBranding; publicUrl: string },
): Promise<Branding> {
  const before = await lockBranding(trx, change)
  const wrong = brandingPatchProblems(publicBranding(before, publicUrl), patch)
  if (wrong.length > 0) throw validationError(wrong)
  const after = patchedBranding(before, patch)
  return after === before ? before : store(trx, after, change)
}

/** Throws `version_conflict`. `logo` null removes it. */
export async function changeLogo(trx: Trx, change: Change, logo: (Logo & { bytes: Buffer }) | null): Promise<Branding> {
  const before = await lockBranding(trx, change)
  if (logo === null && before.logo === null) return before
  const { bytes, ...shown } = logo ?? {}
  return store(trx, { ...before, logo: logo && (shown as Logo) }, change, bytes)
}

/** Throws `version_conflict`. */
export async function resetBranding(trx: Trx, change: Change): Promise<void> {
  await lockBranding(trx, change)
  await deleteBranding(trx, change.environmentId)
}

async function lockBranding(trx: Trx, { environmentId, ifMatch }: Change): Promise<Branding> {
  await lockEnvironment(trx, environmentId)
  const branding = (await findBranding(trx, environmentId)) ?? noBranding(environmentId)
  if (ifMatch === null || ifMatch === String(branding.version)) return branding
  throw versionConflict('The branding', branding.version, ifMatch)
}

async function store(trx: Trx, branding: Branding, { at }: Change, logo?: Buffer): Promise<Branding> {
  const { updatedAt, version } = branding
  const changedAt = updatedAt === null ? at : timeOfChange({ updatedAt }, at)
  const after = { ...branding, version: version + 1, updatedAt: changedAt }
  await storeBranding(trx, after, { at: changedAt, logo })
  return after
}
