import { contextMessage } from '@waybill/chassis/rpc/client'
import { publicCancellationSchema, publicShipmentSchema, shipmentStatuses } from '@waybill/contracts/shipment'
import {
  cancelShipmentSchema,
  createOnDemandShipmentSchema,
  createShipmentSchema,
  updateShipmentSchema,
} from '@waybill/contracts/shipment-documents'
import { publicTimelineEntrySchema } from '@waybill/contracts/timeline'
import { metadataFilterSchema } from '@waybill/contracts/values/metadata'
import { z } from 'zod'
import { moment, pageMessage, pageQuery } from '../routing/query.ts'
import { defineRoute, jsonBody, type Route, TIMEOUT_MS } from '../routing/route.ts'
import type { Services } from './services.ts'

const tag = 'Shipments'
const created = { status: 201, description: 'The shipment.', schema: publicShipmentSchema }
const shipment = { status: 200, description: 'The shipment.', schema: publicShipmentSchema }

const listQuery = pageQuery.extend({
  status: z.enum(shipmentStatuses).optional().describe('Only shipments in this status.'),
  merchant_order_ref: z.string().min(1).max(128).optional().describe('Only shipments of this order.'),
  created_from: moment.optional().describe('Created at this time or later.'),
  created_to: moment.optional().describe('Created before this time.'),
  metadata: metadataFilterSchema.optional().describe('`metadata[key]=value`: only shipments with this entry.'),
})

export const shipmentRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createOnDemandShipment',
    method: 'POST',
    path: '/api/v1/shipments/on-demand',
    tag,
    summary: 'Create and dispatch an on-demand shipment',
    description:
      'Registers the shipment and starts the search for a courier at once, regardless of `collection_date`. Carriers are asked one after another, earliest arrival first. If all of them refuse, they are asked again after 5, 10, 20, 40 and then every 60 seconds. If no carrier accepts within the dispatch window, the shipment becomes `failed` with failure_reason `no_courier_available`.',
    access: { kind: 'token', scope: 'shipments:write' },
    body: jsonBody(createOnDemandShipmentSchema, { validatedByOwner: true }),
    success: [created],
    errors: [],
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
  defineRoute<Services, typeof listQuery>({
    operationId: 'listShipments',
    method: 'GET',
    path: '/api/v1/shipments',
    tag,
    summary: 'List shipments',
    description: 'Newest first.',
    access: { kind: 'token', scope: 'shipments:read' },
    query: listQuery,
    success: [{ status: 200, description: 'A page of shipments.', schema: publicShipmentSchema, list: true }],
    errors: ['invalid_cursor'],
    timeoutMs: TIMEOUT_MS.read,
    handle: ({ context, query }, { shipments }) =>
      shipments.List({
        context: contextMessage(context),
        page: pageMessage(query),
        status: query.status ?? '',
        merchant_order_ref: query.merchant_order_ref ?? '',
        created_from: query.created_from ?? '',
        created_to: query.created_to ?? '',
        metadata: query.metadata ?? {},
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
    operationId: 'updateShipment',
    method: 'PATCH',
    path: '/api/v1/shipments/{shipment_id}',
    tag,
    summary: 'Update a shipment',
    description:
      'Accepts any subset of the fields. A partial address is merged into the stored one. Metadata is merged; null deletes a key. Parcels are replaced as a whole. A change of the route or the parcels supersedes open quotes. After a change of the collection time, request a new quote: its delivery windows match the new time. If the shipment has an active booking, the carrier must first accept a change of addresses, instructions, parcels or collection time.',
    access: { kind: 'token', scope: 'shipments:write' },
    body: jsonBody(updateShipmentSchema),
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
    description: 'Status changes and tracking events, in the order in which they happened.',
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
