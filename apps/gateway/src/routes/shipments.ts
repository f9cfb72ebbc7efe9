import { type CallContext, contextMessage } from '@waybill/chassis/rpc/call-context'
import { AppError } from '@waybill/contracts/app-error'
import {
  createShipmentBatchSchema,
  publicShipmentBatchSchema,
  SHIPMENT_BATCH_LIMIT_BYTES,
} from '@waybill/contracts/batches/shipment-batch'
import { isId } from '@waybill/contracts/ids'
import {
  cancelShipmentSchema,
  createOnDemandShipmentSchema,
  createShipmentSchema,
  updateShipmentSchema,
} from '@waybill/contracts/requests/shipment-documents'
import { publicCancellationSchema, publicShipmentSchema, shipmentAddressesSchema } from '@waybill/contracts/shipment'
import { publicTimelineEntrySchema } from '@waybill/contracts/timeline'
import { registerShipments } from '../batches/register-shipments.ts'
import { filterMessage, shipmentQuery } from '../routing/list-query.ts'
import { pageMessage, pageQuery } from '../routing/query.ts'
import { batchBody, defineRoute, jsonBody, type Route, TIMEOUT_MS } from '../routing/route.ts'
import type { Services } from './services.ts'

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
    operationId: 'createOnDemandShipment',
    method: 'POST',
    path: '/api/v1/shipments/on-demand',
    tag,
    summary: 'Create and dispatch an on-demand shipment',
    description:
      'Registers the shipment and starts the search for a courier at once; a later `collection_date`, which must have a time, is the pickup time asked of the carrier. Within the limits of `dispatch`, carriers are booked one after another, earliest arrival first. If all of them refuse, they are asked again after 5, 10, 20, 40 and then every 60 seconds. If the search ends without a courier, the shipment becomes `failed`. Its failure_reason is `dispatch_window_over`, `dispatch_attempts_used_up`, `no_courier_available` (all carriers have declined for a reason that time does not change), `no_carrier_on_demand` (the environment has no carrier for it) or `booking_cancelled` (a booking was cancelled, and no time or no other service is left); its timeline names who declined and why. A booking that ends before the pickup is followed by another search: in what is left of the window, or, if the courier was late, in a new window of the same length. What no service takes by its limits is refused with `dispatch_not_served`.',
    access: { kind: 'token', scope: 'shipments:write' },
    body: jsonBody(createOnDemandShipmentSchema, { validatedByOwner: true }),
    success: [created],
    errors: ['dispatch_not_served'],
    timeoutMs: TIMEOUT_MS.create,
    handle: ({ context, bytes }, { shipments }) =>
      shipments.Create({ context: contextMessage(context), document: bytes, on_demand: true }),
  }),
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
    errors: [],
    timeoutMs: TIMEOUT_MS.create,
    handle: ({ context, bytes }, { shipments }) =>
      shipments.Create({ context: contextMessage(context), document: bytes, on_demand: false }),
  }),
  defineRoute({
    operationId: 'createShipmentBatch',
    method: 'POST',
    path: '/api/v1/shipments/batch',
    tag,
    summary: 'Create up to 500 shipments',
    description:
      'Registers each shipment that is valid, and says of each other one what is wrong: the response is 200 also if shipments `failed`. A body has up to 4 MiB. Each shipment counts as a request to the rate limit; if too few are left, the response is 429 and nothing is registered. With an `Idempotency-Key`, repeat the batch after a lost response or a `retryable` error: shipments at the same position that were registered are returned as they were, the others are registered now. Correct wrong shipments in place and send the batch again with the same key. With `dry_run`, nothing is registered.',
    access: { kind: 'token', scope: 'shipments:write' },
    body: batchBody(createShipmentBatchSchema, SHIPMENT_BATCH_LIMIT_BYTES),
    success: [{ status: 200, description: 'What became of each shipment.', schema: publicShipmentBatchSchema }],
    errors: [],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: registerShipments,
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
    timeoutMs: TIMEOUT_MS.read,
    handle: async ({ context, query }, { shipments, bookings }) =>
      await shipments.List({
        context: contextMessage(context),
        page: pageMessage(query),
        filters: { ...filterMessage(query), q: await searchedShipment(query.q ?? '', context, bookings) },
      }),
  }),
  defineRoute({
    operationId: 'getShipment',
    method: 'GET',
    path: '/api/v1/shipments/{shipment_id}',
    tag,
    summary: 'Get a shipment',
    access: { kind: 'token', scope: 'shipments:read' },
    success: [shipment],
    errors: [],
    timeoutMs: TIMEOUT_MS.read,
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
    errors: [],
    timeoutMs: TIMEOUT_MS.read,
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
      'Accepts any subset of the fields. A partial address is merged into the stored one: a field that you leave out stays, and null clears it. If street (`address_line_1`), city, post code or country changes, `latitude`, `longitude` and `google_place_id` are dropped unless you send new ones. Metadata is merged; null deletes a key. The list of parcels is replaced: an entry with the `parcel_id` of a parcel keeps that id, one without is a new parcel, and a parcel that is left out is gone. Fields that Waybill sets, such as `status`, are ignored in a response that is sent back with its `updated_at`; `If-Match` detects changes in between. A change of the route, the parcels or the collection time supersedes open quotes; `address_line_2`, names, phone and instructions do not. If the shipment has an active booking, the carrier must first accept a change of addresses, contacts, instructions, parcels or collection time. If it refuses (409 `update_refused`), nothing is changed, and the message has its reason. If it accepts, a change of the price is a line in `charges` of the booking.',
    access: { kind: 'token', scope: 'shipments:write' },
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
    access: { kind: 'token', scope: 'shipments:write' },
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
  defineRoute<Services, typeof pageQuery>({
    operationId: 'listShipmentEvents',
    method: 'GET',
    path: '/api/v1/shipments/{shipment_id}/events',
    tag,
    summary: "List a shipment's timeline",
    description:
      'Status changes, changes of details and carrier reports, each once, in the order of `occurred_at`: a report that arrives late takes its place. Entries of the same time are in the order of the booking’s events: requested, booked, assigned, en route. A report that the carrier dates before `booked_at` has that time. In pages of 25 by default and 100 at most; `meta.next_cursor` leads to the next.',
    access: { kind: 'token', scope: 'shipments:read' },
    query: pageQuery,
    success: [{ status: 200, description: 'A page of the timeline.', schema: publicTimelineEntrySchema, list: true }],
    errors: ['invalid_cursor'],
    timeoutMs: TIMEOUT_MS.read,
    handle: ({ context, params, query }, { shipments }) =>
      shipments.ListEvents({
        context: contextMessage(context),
        shipment_id: params.shipment_id,
        page: pageMessage(query),
      }),
  }),
]
