/** Use cases of saved views. Each takes the transaction; none opens one or touches the network. */
import { isDeepStrictEqual } from 'node:util'
import { AppError, versionConflict } from '@waybill/contracts/app-error'
import { timeOfChange } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import { validationError } from '@waybill/contracts/requests/validation'
import { lockEnvironment } from '@waybill/identity/merchants/environment-lock-repository'
import type { Transaction } from 'kysely'
import type { GatewayDatabase } from '../../db.ts'
import { type CreateSavedView, type SavedView, type UpdateSavedView, viewPatchProblems } from './document.ts'
import { countViews, deleteView, lockView, nextPosition, storeView, type Viewer } from './repository.ts'

type Trx = Transaction<GatewayDatabase>

/** Shared views of an environment, and views that only one user or key sees. */
const MOST_SHARED = 200
const MOST_OWN = 50

/** Throws `saved_view_limit_reached`. */
export async function createView(
  trx: Trx,
  { environmentId, actor }: Viewer,
  { document, at }: { document: CreateSavedView; at: Date },
): Promise<SavedView> {
  const { resource, position, shared, name, query, columns, sort } = document
  await lockEnvironment(trx, environmentId)
  const owner = shared ? null : actor
  await assertRoom(trx, environmentId, owner)
  const view = {
    environmentId,
    viewId: newId('svw'),
    resource,
    owner,
    createdBy: actor,
    position: position ?? (await nextPosition(trx, environmentId, resource)),
    document: { name, query, columns, sort },
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
  await storeView(trx, view)
  return view
}

/** The same view if nothing changes. Throws `saved_view_not_found`, `version_conflict`, `validation_error`, `saved_view_limit_reached`. */
export async function changeView(
  trx: Trx,
  viewer: Viewer,
  { viewId, ifMatch, patch, at }: { viewId: string; ifMatch: string | null; patch: UpdateSavedView; at: Date },
): Promise<SavedView> {
  const { environmentId, actor } = viewer
  await lockEnvironment(trx, environmentId)
  const before = await lockExisting(trx, viewer, { viewId, ifMatch })
  const wrong = viewPatchProblems(before, patch, actor)
  if (wrong.length > 0) throw validationError(wrong)
  const { name, query, columns, sort } = { ...before.document, ...patch }
  const changed = {
    ...before,
    owner: patch.shared === undefined ? before.owner : patch.shared ? null : actor,
    position: patch.position ?? before.position,
    document: { name, query, columns, sort },
  }
  if (isDeepStrictEqual(changed, before)) return before
  if (changed.owner !== before.owner) await assertRoom(trx, environmentId, changed.owner)
  const after = { ...changed, version: before.version + 1, updatedAt: timeOfChange(before, at) }
  await storeView(trx, after)
  return after
}

/** Throws `saved_view_not_found`, `version_conflict`. */
export async function removeView(
  trx: Trx,
  viewer: Viewer,
  view: { viewId: string; ifMatch: string | null },
): Promise<void> {
  await deleteView(trx, await lockExisting(trx, viewer, view))
}

async function lockExisting(
  trx: Trx,
  viewer: Viewer,
  { viewId, ifMatch }: { viewId: string; ifMatch: string | null },
): Promise<SavedView> {
  const view = await lockView(trx, viewer, viewId)
  if (view === undefined) throw viewNotFound(viewId)
  if (ifMatch === null || ifMatch === String(view.version)) return view
  throw versionConflict(`Saved view ${viewId}`, view.version, ifMatch)
}

export const viewNotFound = (viewId: string): AppError =>
  new AppError('saved_view_not_found', `Saved view ${viewId} does not exist, or is another user's.`)

async function assertRoom(trx: Trx, environmentId: string, owner: string | null): Promise<void> {
  const count = await countViews(trx, environmentId, owner)
  const most = owner === null ? MOST_SHARED : MOST_OWN
  if (count < most) return
  const whose = owner === null ? 'The environment has' : 'You have'
  const kind = owner === null ? 'shared views' : 'views of your own'
  throw new AppError('saved_view_limit_reached', `${whose} ${count} ${kind}; ${most} are allowed. Delete one first.`)
}
