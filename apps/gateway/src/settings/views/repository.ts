/** SQL of saved views. */
import type { Database } from '@waybill/chassis/postgres/database'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { GatewayDatabase, SavedViewTable } from '../../db.ts'
import type { SavedView, ViewResource } from './document.ts'

type Db = Database<GatewayDatabase>
type Trx = Transaction<GatewayDatabase>

interface ViewKey {
  environmentId: string
  viewId: string
}

/** A user or key of an environment. */
export interface Viewer {
  environmentId: string
  actor: string
}

/** Counts shared views if `owner` is null, else those that only the owner sees. */
export async function countViews(trx: Trx, environmentId: string, owner: string | null): Promise<number> {
  const { count } = await trx
    .selectFrom('saved_view')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('environment_id', '=', environmentId)
    .where('owner', 'is not distinct from', owner)
    .executeTakeFirstOrThrow()
  return count
}

/** The position after the last view of a list; 0 if there is none. */
export async function nextPosition(trx: Trx, environmentId: string, resource: ViewResource): Promise<number> {
  const { next } = await trx
    .selectFrom('saved_view')
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
    .where('environment_id', '=', environmentId)
    .where('resource', '=', resource)
    .executeTakeFirstOrThrow()
  return next
}

/** A view that the viewer sees. */
export async function findView(db: Db, viewer: Viewer, viewId: string): Promise<SavedView | undefined> {
  const row = await visible(db, viewer).where('view_id', '=', viewId).executeTakeFirst()
  return row && toView(row)
}

/** The same. Locks its row until the transaction ends. */
export async function lockView(trx: Trx, viewer: Viewer, viewId: string): Promise<SavedView | undefined> {
  const row = await visible(trx, viewer).where('view_id', '=', viewId).forUpdate().executeTakeFirst()
  return row && toView(row)
}

/** By position, then by age: at most one more than the page holds, after a place. */
export async function listViewPage(
  db: Db,
  viewer: Viewer,
  page: { resource: ViewResource | null; after: { position: number; viewId: string } | null; limit: number },
): Promise<SavedView[]> {
  const { resource, after, limit } = page
  const rows = await visible(db, viewer)
    .$if(resource !== null, (query) => query.where('resource', '=', resource))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(position, view_id) > (${after?.position}, ${after?.viewId})`),
    )
    .orderBy('position')
    .orderBy('view_id')
    .limit(limit + 1)
    .execute()
  return rows.map(toView)
}

/** Stores a new view, or the new state of a locked one. */
export async function storeView(trx: Trx, view: SavedView): Promise<void> {
  const changeable = {
    owner: view.owner,
    position: view.position,
    document: JSON.stringify(view.document),
    version: view.version,
    updated_at: view.updatedAt,
  }
  await trx
    .insertInto('saved_view')
    .values({
      ...changeable,
      environment_id: view.environmentId,
      view_id: view.viewId,
      resource: view.resource,
      created_by: view.createdBy,
      created_at: view.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['environment_id', 'view_id']).doUpdateSet(changeable))
    .execute()
}

export async function deleteView(trx: Trx, { environmentId, viewId }: ViewKey): Promise<void> {
  await trx.deleteFrom('saved_view').where('environment_id', '=', environmentId).where('view_id', '=', viewId).execute()
}

/** Deletes the views that the member alone sees, in all environments of the merchant. */
export async function deleteViewsOfMember(
  trx: Trx,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<void> {
  await trx
    .deleteFrom('saved_view')
    .where('owner', '=', userId)
    .where('environment_id', 'in', (query) =>
      query.selectFrom('environment').select('environment_id').where('merchant_id', '=', merchantId),
    )
    .execute()
}

const visible = (db: Db, { environmentId, actor }: Viewer) =>
  db
    .selectFrom('saved_view')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where((eb) => eb.or([eb('owner', 'is', null), eb('owner', '=', actor)]))

const toView = (row: Selectable<SavedViewTable>): SavedView => ({
  environmentId: row.environment_id,
  viewId: row.view_id,
  resource: row.resource as ViewResource,
  owner: row.owner,
  createdBy: row.created_by,
  position: row.position,
  document: row.document,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
