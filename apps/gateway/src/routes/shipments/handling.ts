/** How a team handles its shipments: tags, assignee, hold and notes. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import { publicShipmentSchema } from '@waybill/contracts/shipment'
import {
  assignShipmentSchema,
  createNoteSchema,
  type EditShipments,
  editedShipmentsSchema,
  editShipmentsSchema,
  type HandlingChange,
  holdShipmentSchema,
  publicNoteSchema,
  shipmentTagSchema,
  tagShipmentSchema,
} from '@waybill/contracts/shipments/handling'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import {
  type Call,
  defineRoute,
  jsonBody,
  noBody,
  type Reply,
  type Route,
  TIMEOUT_MS,
} from '@waybill/edge/routing/route'
import type { z } from 'zod'
import { assertAssignable, editShipments, getActor, sendChange } from '../../handling/edit-shipments.ts'
import type { Services } from '../services.ts'

const tag = 'Shipments'
const SHIPMENT = '/api/v1/shipments/{shipment_id}'
const NOTES = `${SHIPMENT}/notes`
const shipment = { status: 200, description: 'The shipment.', schema: publicShipmentSchema }
const write = {
  access: { kind: 'token', scope: 'shipments:write', part: 'shipments:change' },
  tag,
} as const

/** Changes the shipment of the path. */
const handle =
  <Document>(toChange: (document: Document) => HandlingChange) =>
  async (call: Call<unknown, Document>, services: Services): Promise<Reply> => {
    const change = toChange(call.document)
    await assertAssignable(call, change, services)
    return await sendChange(call.context, { shipmentId: call.params.shipment_id ?? '', change, call }, services)
  }

export const handlingRoutes: Route<Services>[] = [
  defineRoute<Services, z.ZodObject, z.output<typeof holdShipmentSchema>>({
    ...write,
    operationId: 'holdShipment',
    method: 'POST',
    path: `${SHIPMENT}/hold`,
    summary: 'Put a shipment on hold',
    description:
      'Until it is released, the shipment is not booked, by nobody and in no batch: 409 `shipment_on_hold` names the reason and who put it on hold. It can be changed, quoted and cancelled. A shipment on hold gets the new reason. `shipment.updated` announces it.',
    body: jsonBody(holdShipmentSchema),
    success: [shipment],
    errors: ['shipment_not_holdable', 'shipment_busy', 'data_erased'],
    handle: handle(({ reason }) => ({ hold: { reason } })),
  }),
  defineRoute({
    ...write,
    operationId: 'releaseShipment',
    method: 'POST',
    path: `${SHIPMENT}/release`,
    summary: 'Release a shipment',
    description: 'Ends its hold, so that it can be booked. A shipment that is not on hold stays as it is.',
    body: noBody,
    success: [shipment],
    handle: handle(() => ({ hold: null })),
  }),
  defineRoute<Services, z.ZodObject, z.output<typeof assignShipmentSchema>>({
    ...write,
    operationId: 'assignShipment',
    method: 'POST',
    path: `${SHIPMENT}/assign`,
    summary: 'Assign a shipment to a member',
    description:
      'The member of your team who takes care of the shipment, in any status; null: nobody. One who leaves the team stays named until you assign it anew.',
    body: jsonBody(assignShipmentSchema),
    success: [shipment],
    handle: handle((change) => change),
  }),
  defineRoute<Services, z.ZodObject, z.output<typeof tagShipmentSchema>>({
    ...write,
    operationId: 'tagShipment',
    method: 'POST',
    path: `${SHIPMENT}/tags`,
    summary: 'Add and remove tags',
    description:
      'In any status, and without replacing the tags that others add at the same time. `PATCH` with `tags` replaces them all.',
    body: jsonBody(tagShipmentSchema),
    success: [shipment],
    errors: ['data_erased'],
    handle: handle((change) => change),
  }),
  defineRoute<Services, z.ZodObject, EditShipments>({
    ...write,
    operationId: 'editShipments',
    method: 'POST',
    path: '/api/v1/shipments/edit',
    summary: 'Tag, assign, hold or release up to 100 shipments',
    description:
      'Changes each shipment by itself, and reports the errors of the others; the response is 200 even if shipments `failed`. Each shipment counts as a request to the rate limit.',
    body: jsonBody(editShipmentsSchema),
    success: [{ status: 200, description: 'The outcome of each shipment.', schema: editedShipmentsSchema }],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: editShipments,
  }),
  defineRoute({
    operationId: 'listShipmentTags',
    method: 'GET',
    path: '/api/v1/shipments/tags',
    tag,
    summary: 'List the tags in use',
    description: 'The tags of all shipments, each once, in one page of at most 500.',
    access: { kind: 'token', scope: 'shipments:read' },
    success: [{ status: 200, description: 'The tags.', schema: shipmentTagSchema, list: true }],
    handle: ({ context }, { shipments }) => shipments.ListTags({ context: contextMessage(context) }),
  }),
  defineRoute({
    ...write,
    operationId: 'createNote',
    method: 'POST',
    path: NOTES,
    summary: 'Add a note to a shipment',
    description:
      'For your team alone: notes are in no event, and neither recipients nor carriers see them. They are deleted when the personal data of the shipment is erased.',
    body: jsonBody(createNoteSchema),
    success: [{ status: 201, description: 'The note.', schema: publicNoteSchema, location: NOTES }],
    errors: ['note_limit_reached', 'data_erased'],
    handle: (call, { shipments }) =>
      shipments.AddNote({
        context: contextMessage(call.context),
        shipment_id: call.params.shipment_id,
        document: call.bytes,
        actor_id: getActor(call),
      }),
  }),
  defineRoute<Services, typeof pageQuery>({
    operationId: 'listNotes',
    method: 'GET',
    path: NOTES,
    tag,
    summary: 'List the notes of a shipment',
    description: 'Newest first.',
    access: { kind: 'token', scope: 'shipments:read' },
    query: pageQuery,
    success: [{ status: 200, description: 'A page of notes.', schema: publicNoteSchema, list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, params, query }, { shipments }) =>
      shipments.ListNotes({
        context: contextMessage(context),
        shipment_id: params.shipment_id,
        page: pageMessage(query),
      }),
  }),
  defineRoute({
    ...write,
    operationId: 'deleteNote',
    method: 'DELETE',
    path: `${NOTES}/{note_id}`,
    summary: 'Delete a note',
    description: 'Only its author can: the member or the API key that wrote it.',
    success: [{ status: 204, description: 'The note is deleted.' }],
    errors: ['note_not_yours'],
    handle: (call, { shipments }) =>
      shipments.DeleteNote({
        context: contextMessage(call.context),
        shipment_id: call.params.shipment_id,
        note_id: call.params.note_id,
        actor_id: getActor(call),
      }),
  }),
]
