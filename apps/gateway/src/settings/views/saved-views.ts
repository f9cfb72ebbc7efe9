/** The calls of merchants on saved views: parse → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import type { Database } from '@waybill/chassis/postgres/database'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import { readDocument, withOthers } from '@waybill/contracts/requests/validation'
import { pageMessage } from '@waybill/edge/routing/query'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { GatewayDatabase } from '../../db.ts'
import { changeView, createView, removeView, viewNotFound } from './commands.ts'
import {
  type CreateSavedView,
  publicSavedView,
  type SavedView,
  type UpdateSavedView,
  updateSavedViewSchema,
  type ViewResource,
  viewPatchProblems,
} from './document.ts'
import { findView, listViewPage, type Viewer } from './repository.ts'

interface ListQuery {
  limit?: number
  cursor?: string
  resource?: ViewResource
}

export interface SavedViews {
  create(call: Call<unknown, CreateSavedView>): Promise<Reply>
  list(call: Call<ListQuery>): Promise<Reply>
  get(call: Call): Promise<Reply>
  update(call: Call): Promise<Reply>
  delete(call: Call): Promise<Reply>
}

export function createSavedViews({ db }: { db: Database<GatewayDatabase> }): SavedViews {
  /** Throws `validation_error` with every wrong field, judged with the stored view. */
  async function readPatch(viewer: Viewer, viewId: string, bytes: Buffer): Promise<UpdateSavedView> {
    const read = readDocument(updateSavedViewSchema, JSON.parse(bytes.toString()))
    if (read.ok) return read.document
    const before = await findView(db, viewer, viewId)
    throw withOthers(read.error, before ? viewPatchProblems(before, read.accepted, viewer.actor) : [])
  }

  return {
    create: (call) =>
      answerOnce(db, call.context, async (trx) =>
        answer(201, await createView(trx, toViewer(call), { document: call.document, at: new Date() })),
      ),

    async list(call) {
      const { limit, cursor } = pageRequest(pageMessage(call.query))
      const { resource = null } = call.query
      const viewer = toViewer(call)
      const list = ['saved_views', viewer.environmentId, viewer.actor, resource]
      const [position, viewId = ''] = cursor === null ? [] : decodeCursor(list, cursor)
      const after = position === undefined ? null : { position: Number(position), viewId }
      const found = await listViewPage(db, viewer, { resource, after, limit })
      const { items, meta } = toPage(found, limit, (last) => encodeCursor(list, [String(last.position), last.viewId]))
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(publicSavedView), meta)) }
    },

    async get(call) {
      const viewId = call.params.view_id ?? ''
      const view = await findView(db, toViewer(call), viewId)
      if (view === undefined) throw viewNotFound(viewId)
      return answer(200, view)
    },

    async update(call) {
      const viewer = toViewer(call)
      const viewId = call.params.view_id ?? ''
      const patch = await readPatch(viewer, viewId, call.bytes)
      const { ifMatch } = call.context
      return answerOnce(db, call.context, async (trx) =>
        answer(200, await changeView(trx, viewer, { viewId, ifMatch, patch, at: new Date() })),
      )
    },

    delete: (call) =>
      answerOnce(db, call.context, async (trx) => {
        await removeView(trx, toViewer(call), { viewId: call.params.view_id ?? '', ifMatch: call.context.ifMatch })
        return { status: 204, body: Buffer.alloc(0) }
      }),
  }
}

const toViewer = ({ context, keyId, session }: Call): Viewer => ({
  environmentId: context.environmentId,
  actor: session?.userId ?? keyId,
})

const answer = (status: number, view: SavedView): Answer => ({
  status,
  body: envelopeBytes(successEnvelope(publicSavedView(view))),
  etag: String(view.version),
})
