/** Tags, assignee, hold and notes: parse → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { ShipmentServiceHandlers } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { publicShipment } from '@waybill/contracts/shipment'
import { createNoteSchema, handlingChangeSchema, publicNote } from '@waybill/contracts/shipments/handling'
import type { Reader } from '../db.ts'
import { handleShipment } from '../handling/commands.ts'
import { addNote, deleteNote } from '../notes/commands.ts'
import { listNotes } from '../notes/repository.ts'
import { listTags, MOST_LISTED_TAGS } from '../search/repository.ts'
import { getShipment } from '../shipments/get-shipment.ts'
import { causeFrom, parseJson } from './codec.ts'

const answer = (status: number, data: object): Answer => ({ status, body: envelopeBytes(successEnvelope(data)) })

export const handlingHandlers = (db: Reader) =>
  ({
    async Handle(request, context) {
      const { shipment_id: shipmentId, actor_id: actorId, document } = request
      const change = parseDocument(handlingChangeSchema, parseJson(document))
      const key = { environmentId: context.environmentId, shipmentId }
      return await answerOnce(db, context, async (trx) => {
        const shipment = await handleShipment(trx, key, { change, actorId, cause: causeFrom(context) })
        return { ...answer(200, publicShipment(shipment)), etag: String(shipment.sequence) }
      })
    },

    async ListTags(_, { environmentId }) {
      const items = (await listTags(db, environmentId)).map((tag) => ({ tag }))
      const meta = { has_more: false, next_cursor: null, limit: MOST_LISTED_TAGS }
      return { status: 200, body: envelopeBytes(listEnvelope(items, meta)) }
    },

    async AddNote(request, context) {
      const { shipment_id: shipmentId, actor_id: authorId } = request
      const document = parseDocument(createNoteSchema, parseJson(request.document))
      const key = { environmentId: context.environmentId, shipmentId }
      return await answerOnce(db, context, async (trx) =>
        answer(201, publicNote(await addNote(trx, key, { document, authorId, at: new Date() }))),
      )
    },

    async ListNotes({ shipment_id, page }, { environmentId }) {
      const { shipmentId } = await getShipment(db, environmentId, shipment_id)
      const { limit, cursor } = pageRequest(page)
      const list = ['notes', environmentId, shipmentId]
      const after = cursor === null ? null : (decodeCursor(list, cursor)[0] ?? '')
      const found = await listNotes(db, { environmentId, shipmentId }, { after, limit })
      const { items, meta } = toPage(found, limit, (last) => encodeCursor(list, [last.noteId]))
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(publicNote), meta)) }
    },

    async DeleteNote({ shipment_id: shipmentId, note_id: noteId, actor_id: actorId }, context) {
      const key = { environmentId: context.environmentId, shipmentId, noteId }
      return await answerOnce(db, context, async (trx) => {
        await deleteNote(trx, key, actorId)
        return { status: 204, body: Buffer.alloc(0) }
      })
    },
  }) satisfies Partial<UnaryMethods<ShipmentServiceHandlers>>
