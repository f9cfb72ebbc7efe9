import { type CallContext, contextMessage } from '@waybill/chassis/rpc/call-context'
import { AppError } from '@waybill/contracts/app-error'
import {
  createShipmentBatchSchema,
  publicShipmentBatchSchema,
  SHIPMENT_BATCH_LIMIT_BYTES,
} from '@waybill/contracts/batches/shipment-batch'
import { isId } from '@waybill/contracts/ids'
import { checkedSchemaFor, publicShipmentCheckSchema } from '@waybill/contracts/quotes/shipment-check'
import {
  cancelShipmentSchema,
  createOnDemandShipmentSchema,
  createShipmentSchema,
  updateShipmentSchema,
} from '@waybill/contracts/requests/shipment-documents'
import { publicShipmentSchema, shipmentAddressesSchema } from '@waybill/contracts/shipment'
import { publicCancellationSchema } from '@waybill/contracts/shipments/cancellation'
import { returnShipmentSchema } from '@waybill/contracts/shipments/returns'
import { shipmentCountsSchema } from '@waybill/contracts/shipments/shipment-counts'
import { publicTimelineEntrySchema } from '@waybill/contracts/timeline'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { batchBody, defineRoute, jsonBody, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
import { registerShipments } from '../../batches/register-shipments.ts'
import { assigneeCheck, createShipment, getActor, readAssignees } from '../../handling/edit-shipments.ts'
import { filterMessage, shipmentQuery } from '../../lists/list-query.ts'
import { listShipmentAddresses } from '../../lists/shipment-addresses.ts'
import { shipmentIdsQuery } from '../../lists/shipment-ids.ts'
import type { Services } from '../services.ts'

const tag = 'Shipments'
const created = {
  status: 201,
  description: 'The shipment.',
  schema: publicShipmentSchema,
  location: '/api/v1/shipments/{shipment_id}',
}
const shipment = { status: 200, description: 'The shipment.', schema: publicShipmentSchema }

/** The text to search shipments for: of the identifier of a booking, that of its shipment. */
async function searchedShipment(q: string, context: CallContext, bookings: Services['bookings']): Promise<string> {
  if (!isId('bkg', q)) return q
  try {
    const { body } = await bookings.Get({ context: contextMessage(context), booking_id: q })
    return (JSON.parse(body.toString()) as { data: { shipment_id: string } }).data.shipment_id
  } catch (error) {
    // The shipment service finds none with it.
    if (error instanceof AppError && error.code === 'booking_not_found') return q
    throw error
  }
}

export const shipmentRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createShipment',
    method: 'POST',
    path: '/api/v1/shipments',
    tag,
    summary: 'Create a shipment',
    description: 'Registers a shipment, so that it can be quoted and booked.',
    access: { kind: 'token', scope: 'shipments:write' },
    body: jsonBody(createShipmentSchema, { validatedByOwner: true }),
    success: [created],
    handle: createShipment({ onDemand: false }),
  }),
  defineRoute({
    operationId: 'createOnDemandShipment',
    method: 'POST',
    path: '/api/v1/shipments/on-demand',
    tag,
    summary: 'Create and dispatch an on-demand shipment',
    description:
      'Registers the shipment and searches for a courier at once, within the limits of `dispatch`. If no carrier accepts, the shipment becomes `failed` with a `failure_reason`. A shipment beyond the limits of all services is refused with `dispatch_not_served`. The guide [On-demand couriers](/docs/on-demand) describes the search.',
    access: { kind: 'token', scope: 'shipments:write' },
    body: jsonBody(createOnDemandShipmentSchema, { validatedByOwner: true }),
    success: [created],
    errors: ['dispatch_not_served'],
    handle: createShipment({ onDemand: true }),
  }),
  defineRoute({
    operationId: 'checkShipment',
    method: 'POST',
    path: '/api/v1/shipments/check',
    tag,
    summary: 'Check a shipment',
    description:
      'Names every wrong field of a shipment, the texts that carriers or labels cannot take whole, and the carriers that cannot do what its options ask for. Nothing is registered and no carrier is asked. With `dispatch`, also null, the body is that of an on-demand shipment, and only carriers that may be dispatched are compared.',
    access: { kind: 'token', scope: 'quotes:write' },
    body: {
      kind: 'json',
      schemaFor: checkedSchemaFor,
      variants: [createShipmentSchema, createOnDemandShipmentSchema],
    },
    success: [{ status: 200, description: 'What carriers would leave out.', schema: publicShipmentCheckSchema }],
    timeoutMs: TIMEOUT_MS.read,
    handle: ({ context, bytes }, { quoting }) =>
      quoting.CheckShipment({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute({
    operationId: 'createShipmentBatch',
    method: 'POST',
    path: '/api/v1/shipments/batch',
    tag,
    summary: 'Create up to 500 shipments',
    description:
      'Registers each valid shipment and reports the errors of the others; the response is 200 even if shipments `failed`. Each shipment counts as a request to the rate limit. With an `Idempotency-Key`, correct wrong shipments in place and send the batch again. With `dry_run`, nothing is registered. See [Batches](/docs/batches).',
    access: { kind: 'token', scope: 'shipments:write' },
    body: batchBody(createShipmentBatchSchema, SHIPMENT_BATCH_LIMIT_BYTES),
    success: [{ status: 200, description: 'The outcome of each shipment.', schema: publicShipmentBatchSchema }],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: (call, services) =>
      registerShipments(call, services, {
        actorId: getActor(call),
        isAssigneeUnknown: assigneeCheck(call, services),
      }),
  }),
  defineRoute<Services, typeof shipmentQuery>({
    operationId: 'listShipments',
    method: 'GET',
    path: '/api/v1/shipments',
    tag,
    summary: 'List shipments',
    description: 'Newest first, unless `sort` is sent. Filters can be combined.',
    access: { kind: 'token', scope: 'shipments:read' },
    query: shipmentQuery,
    success: [{ status: 200, description: 'A page of shipments.', schema: publicShipmentSchema, list: true }],
    errors: ['invalid_cursor'],
    async handle({ context, query, session }, { shipments, bookings }) {
      const filters = {
        ...filterMessage(query),
        assignee_ids: readAssignees({ session }, query.assignee_id),
        q: await searchedShipment(query.q ?? '', context, bookings),
      }
      return await shipments.List({ context: contextMessage(context), page: pageMessage(query), filters })
    },
  }),
  defineRoute({
    operationId: 'countShipments',
    method: 'GET',
    path: '/api/v1/shipments/counts',
    tag,
    summary: 'Count shipments',
    description: 'The number of shipments in each status, and of those that wait, each up to 1,000.',
    access: { kind: 'token', scope: 'shipments:read' },
    success: [{ status: 200, description: 'The counts.', schema: shipmentCountsSchema }],
    handle: ({ context }, { shipments }) => shipments.Count({ context: contextMessage(context) }),
  }),
  defineRoute<Services, typeof shipmentIdsQuery>({
    operationId: 'listShipmentAddresses',
    method: 'GET',
    path: '/api/v1/shipments/addresses',
    tag,
    summary: 'List the addresses of shipments in full',
    description:
      'Both addresses of each shipment with every field, in one page; shipments that are not found are left out.',
    access: { kind: 'token', scope: 'shipments:read' },
    query: shipmentIdsQuery,
    success: [{ status: 200, description: 'The addresses.', schema: shipmentAddressesSchema, list: true }],
    handle: listShipmentAddresses,
  }),
  defineRoute({
    operationId: 'getShipment',
    method: 'GET',
    path: '/api/v1/shipments/{shipment_id}',
    tag,
    summary: 'Get a shipment',
    access: { kind: 'token', scope: 'shipments:read' },
    success: [shipment],
    handle: ({ context, params }, { shipments }) =>
      shipments.Get({ context: contextMessage(context), shipment_id: params.shipment_id }),
  }),
  defineRoute({
    operationId: 'getShipmentAddresses',
    method: 'GET',
    path: '/api/v1/shipments/{shipment_id}/addresses',
    tag,
    summary: "Get a shipment's addresses in full",
    description:
      'Every field of both addresses. Addresses in shipments and events have a part of them, without phone and email.',
    access: { kind: 'token', scope: 'shipments:read' },
    success: [{ status: 200, description: 'Both addresses.', schema: shipmentAddressesSchema }],
    handle: ({ context, params }, { shipments }) =>
      shipments.GetAddresses({ context: contextMessage(context), shipment_id: params.shipment_id }),
  }),
  defineRoute({
    operationId: 'updateShipment',
    method: 'PATCH',
    path: '/api/v1/shipments/{shipment_id}',
    tag,
    summary: 'Update a shipment',
    description:
      'Changes the fields that you send. Addresses and metadata are merged, and null clears a field; the list of parcels is replaced. A change of the route, the parcels or the collection time supersedes open quotes. The carrier of an active booking must accept the change first, else 409 `update_refused`. See [Changing and cancelling](/docs/changing-and-cancelling).',
    access: { kind: 'token', scope: 'shipments:write', part: 'shipments:change' },
    body: jsonBody(updateShipmentSchema, { validatedByOwner: true }),
    conditional: true,
    success: [shipment],
    errors: [
      'shipment_not_updatable',
      'shipment_busy',
      'update_refused',
      'carrier_error',
      'carrier_unavailable',
      'carrier_timeout',
    ],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: ({ context, params, bytes }, { bookings }) =>
      bookings.UpdateShipment({
        context: contextMessage(context),
        shipment_id: params.shipment_id,
        document: bytes,
      }),
  }),
  defineRoute({
    operationId: 'cancelShipment',
    method: 'POST',
    path: '/api/v1/shipments/{shipment_id}/cancel',
    tag,
    summary: 'Cancel a shipment',
    description:
      "If the shipment has an active booking, the carrier's job is cancelled first. If the carrier does not respond in time (504), the cancellation continues in the background, and the shipment shows `cancellation_requested_at` until it ends.",
    access: { kind: 'token', scope: 'shipments:write', part: 'shipments:change' },
    body: jsonBody(cancelShipmentSchema),
    conditional: true,
    success: [{ status: 200, description: 'The cancellation.', schema: publicCancellationSchema }],
    errors: ['shipment_not_cancellable', 'shipment_busy', 'cancellation_refused', 'carrier_error', 'carrier_timeout'],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: ({ context, params, bytes }, { bookings }) =>
      bookings.CancelShipment({
        context: contextMessage(context),
        shipment_id: params.shipment_id,
        document: bytes,
      }),
  }),
  defineRoute({
    operationId: 'returnShipment',
    method: 'POST',
    path: '/api/v1/shipments/{shipment_id}/return',
    tag,
    summary: 'Register the return of a shipment',
    description:
      'Another shipment, from the recipient back to you, that is quoted and booked like any other. Without a body, everything comes back that is in no other return. See [Returns](/docs/returns).',
    access: { kind: 'token', scope: 'shipments:write' },
    body: jsonBody(returnShipmentSchema, { optional: true }),
    success: [{ ...created, description: 'The return.' }],
    errors: ['shipment_not_returnable', 'shipment_busy', 'data_erased'],
    handle: ({ context, params, bytes }, { shipments }) =>
      shipments.Return({ context: contextMessage(context), shipment_id: params.shipment_id, document: bytes }),
  }),
  defineRoute<Services, typeof pageQuery>({
    operationId: 'listShipmentEvents',
    method: 'GET',
    path: '/api/v1/shipments/{shipment_id}/events',
    tag,
    summary: 'Track a shipment',
    description:
      'Status changes, changes of details and carrier reports, each once, in the order of `occurred_at`. A report that arrives late is inserted at its time; one that the carrier dates before `booked_at` has that time. A page has 25 entries, or `limit`, at most 100.',
    access: { kind: 'token', scope: 'shipments:read' },
    query: pageQuery,
    success: [{ status: 200, description: 'A page of the timeline.', schema: publicTimelineEntrySchema, list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, params, query }, { shipments }) =>
      shipments.ListEvents({
        context: contextMessage(context),
        shipment_id: params.shipment_id,
        page: pageMessage(query),
      }),
  }),
]
