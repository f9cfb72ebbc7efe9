import { contextMessage } from '@waybill/chassis/rpc/client'
import {
  createPickupLocationSchema,
  publicPickupLocationSchema,
  updatePickupLocationSchema,
} from '@waybill/contracts/requests/pickup-locations'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { Services } from '../services.ts'

const tag = 'Pickup locations'
const LOCATIONS = '/api/v1/pickup-locations'
const LOCATION = `${LOCATIONS}/{pickup_location_id}`
const location = { status: 200, description: 'The pickup location.', schema: publicPickupLocationSchema }

export const pickupLocationRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createPickupLocation',
    method: 'POST',
    path: LOCATIONS,
    tag,
    summary: 'Create a pickup location',
    description:
      'Opening hours for shipments that are collected at this address. Carriers are asked to collect within them; the collection date itself and on-demand shipments are not affected. A pickup without a location is open from Monday to Friday, 09:00 to 18:00 in its time zone, except on public holidays.',
    access: { kind: 'token', scope: 'shipments:write' },
    body: jsonBody(createPickupLocationSchema),
    success: [{ ...location, status: 201, location: LOCATION }],
    errors: ['pickup_location_exists', 'pickup_location_limit_reached'],
    handle: ({ context, bytes }, { shipments }) =>
      shipments.CreatePickupLocation({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute<Services, typeof pageQuery>({
    operationId: 'listPickupLocations',
    method: 'GET',
    path: LOCATIONS,
    tag,
    summary: 'List pickup locations',
    description: 'Newest first.',
    access: { kind: 'token', scope: 'shipments:read' },
    query: pageQuery,
    success: [{ ...location, description: 'A page of pickup locations.', list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, query }, { shipments }) =>
      shipments.ListPickupLocations({ context: contextMessage(context), page: pageMessage(query) }),
  }),
  defineRoute({
    operationId: 'getPickupLocation',
    method: 'GET',
    path: LOCATION,
    tag,
    summary: 'Get a pickup location',
    access: { kind: 'token', scope: 'shipments:read' },
    success: [location],
    handle: ({ context, params }, { shipments }) =>
      shipments.GetPickupLocation({
        context: contextMessage(context),
        pickup_location_id: params.pickup_location_id,
      }),
  }),
  defineRoute({
    operationId: 'updatePickupLocation',
    method: 'PATCH',
    path: LOCATION,
    tag,
    summary: 'Update a pickup location',
    description:
      'Each field that you send is replaced as a whole, address and hours included; omitted fields stay unchanged. New quotes and bookings use the new hours; existing ones keep their times. A response of GET can be sent back with a change in it.',
    access: { kind: 'token', scope: 'shipments:write' },
    body: jsonBody(updatePickupLocationSchema, { validatedByOwner: true }),
    conditional: true,
    success: [location],
    errors: ['pickup_location_exists'],
    handle: ({ context, params, bytes }, { shipments }) =>
      shipments.UpdatePickupLocation({
        context: contextMessage(context),
        pickup_location_id: params.pickup_location_id,
        document: bytes,
      }),
  }),
  defineRoute({
    operationId: 'deletePickupLocation',
    method: 'DELETE',
    path: LOCATION,
    tag,
    summary: 'Delete a pickup location',
    description: 'Its address has the default hours again.',
    access: { kind: 'token', scope: 'shipments:write' },
    body: noBody,
    conditional: true,
    success: [{ status: 204, description: 'The pickup location is deleted.' }],
    handle: ({ context, params }, { shipments }) =>
      shipments.DeletePickupLocation({
        context: contextMessage(context),
        pickup_location_id: params.pickup_location_id,
      }),
  }),
]
