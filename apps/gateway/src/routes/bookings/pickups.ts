/** Pickups of booked parcels by their carrier. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import { createPickupSchema, pickupStatuses, publicPickupSchema } from '@waybill/contracts/bookings/pickup'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import { z } from 'zod'
import type { Services } from '../services.ts'

const tag = 'Pickups'
const PICKUPS = '/api/v1/pickups'
const PICKUP = `${PICKUPS}/{pickup_id}`
const RETRY_SECONDS = 1

const listQuery = pageQuery.extend({
  status: z.enum(pickupStatuses).optional().describe('Only pickups with this status.'),
  booking_id: z.string().max(64).optional().describe('Only pickups of this booking.'),
})

export const pickupRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createPickup',
    method: 'POST',
    path: PICKUPS,
    tag,
    summary: 'Request a pickup',
    description:
      'Asks the carrier of the bookings to collect their parcels. The carrier is asked after the response: read the pickup at `Location` until it is no longer `requested`. A lost answer schedules nothing twice. A booking is in one such pickup at a time. See [Pickups](/docs/batches#have-parcels-collected).',
    access: { kind: 'token', scope: 'bookings:write' },
    body: jsonBody(createPickupSchema),
    success: [
      {
        status: 202,
        description: 'The pickup, and in Location its URL.',
        schema: publicPickupSchema,
        location: PICKUP,
        retryAfterSeconds: RETRY_SECONDS,
      },
    ],
    errors: ['shipment_not_found', 'quote_superseded', 'carrier_unavailable'],
    handle: ({ context, bytes }, { bookings }) =>
      bookings.CreatePickup({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute<Services, typeof listQuery>({
    operationId: 'listPickups',
    method: 'GET',
    path: PICKUPS,
    tag,
    summary: 'List pickups',
    description: 'Newest first.',
    access: { kind: 'token', scope: 'bookings:read' },
    query: listQuery,
    success: [{ status: 200, description: 'A page of pickups.', schema: publicPickupSchema, list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, query }, { bookings }) =>
      bookings.ListPickups({
        context: contextMessage(context),
        page: pageMessage(query),
        status: query.status ?? '',
        booking_id: query.booking_id ?? '',
      }),
  }),
  defineRoute({
    operationId: 'getPickup',
    method: 'GET',
    path: PICKUP,
    tag,
    summary: 'Get a pickup',
    access: { kind: 'token', scope: 'bookings:read' },
    success: [{ status: 200, description: 'The pickup.', schema: publicPickupSchema }],
    handle: ({ context, params }, { bookings }) =>
      bookings.GetPickup({ context: contextMessage(context), pickup_id: params.pickup_id }),
  }),
  defineRoute({
    operationId: 'cancelPickup',
    method: 'POST',
    path: `${PICKUP}/cancel`,
    tag,
    summary: 'Cancel a pickup',
    description:
      'A pickup that its carrier was not asked for is `cancelled` at once. Otherwise the answer is 202, and the carrier is asked after it: read the pickup until it is `cancelled`, or has an `error`. The bookings stay.',
    access: { kind: 'token', scope: 'bookings:write' },
    body: noBody,
    success: [
      {
        status: 202,
        description: 'The carrier is being asked; in Location the URL of the pickup.',
        schema: publicPickupSchema,
        location: PICKUP,
        retryAfterSeconds: RETRY_SECONDS,
      },
      { status: 200, description: 'The pickup is cancelled.', schema: publicPickupSchema },
    ],
    errors: ['pickup_not_cancellable'],
    handle: ({ context, params }, { bookings }) =>
      bookings.CancelPickup({ context: contextMessage(context), pickup_id: params.pickup_id }),
  }),
]
