import { contextMessage } from '@waybill/chassis/rpc/client'
import { bookingStatuses, publicBookingSchema, publicDriverLocationSchema } from '@waybill/contracts/booking'
import { bookShipmentSchema } from '@waybill/contracts/shipment-documents'
import { z } from 'zod'
import { pageMessage, pageQuery } from '../routing/query.ts'
import { defineRoute, jsonBody, type Route, TIMEOUT_MS } from '../routing/route.ts'
import type { Services } from './services.ts'

const tag = 'Bookings'

const listQuery = pageQuery.extend({
  shipment_id: z.string().min(1).max(100).optional().describe('Only bookings of this shipment.'),
  status: z.enum(bookingStatuses).optional().describe('Only bookings in this status.'),
})

export const bookingRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'bookShipment',
    method: 'POST',
    path: '/api/v1/shipments/{shipment_id}/book',
    tag,
    summary: 'Book a shipment',
    description:
      'Books one option of a quote. A shipment has at most one active booking; booking the same option again returns that booking. If the carrier does not respond in time, the response is 202 with status `pending`, and the booking is updated when the outcome is known.',
    access: { kind: 'token', scope: 'bookings:write' },
    body: jsonBody(bookShipmentSchema),
    conditional: true,
    success: [
      { status: 201, description: 'The booking.', schema: publicBookingSchema },
      { status: 200, description: 'The option was already booked: its booking.', schema: publicBookingSchema },
      {
        status: 202,
        description: 'The carrier has not responded yet: the pending booking.',
        schema: publicBookingSchema,
      },
    ],
    errors: [
      'quote_option_not_found',
      'quote_mismatch',
      'shipment_already_booked',
      'shipment_not_bookable',
      'shipment_busy',
      'quote_expired',
      'quote_superseded',
      'carrier_error',
      'carrier_unavailable',
      'carrier_timeout',
    ],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: ({ context, params, bytes }, { bookings }) =>
      bookings.Book({ context: contextMessage(context), shipment_id: params.shipment_id, document: bytes }),
  }),
  defineRoute<Services, typeof listQuery>({
    operationId: 'listBookings',
    method: 'GET',
    path: '/api/v1/bookings',
    tag,
    summary: 'List bookings',
    description: 'Newest first.',
    access: { kind: 'token', scope: 'bookings:read' },
    query: listQuery,
    success: [{ status: 200, description: 'A page of bookings.', schema: publicBookingSchema, list: true }],
    errors: ['invalid_cursor'],
    timeoutMs: TIMEOUT_MS.read,
    handle: ({ context, query }, { bookings }) =>
      bookings.List({
        context: contextMessage(context),
        page: pageMessage(query),
        shipment_id: query.shipment_id ?? '',
        status: query.status ?? '',
      }),
  }),
  defineRoute({
    operationId: 'getBookingOfShipment',
    method: 'GET',
    path: '/api/v1/shipments/{shipment_id}/booking',
    tag,
    summary: "Get a shipment's booking",
    description: 'The active booking, or the latest one.',
    access: { kind: 'token', scope: 'bookings:read' },
    success: [{ status: 200, description: 'The booking.', schema: publicBookingSchema }],
    errors: ['booking_not_found'],
    timeoutMs: TIMEOUT_MS.read,
    handle: ({ context, params }, { bookings }) =>
      bookings.GetOfShipment({ context: contextMessage(context), shipment_id: params.shipment_id }),
  }),
  defineRoute({
    operationId: 'getDriverLocation',
    method: 'GET',
    path: '/api/v1/bookings/{booking_id}/driver_location',
    tag,
    summary: "Get the courier's last known position",
    description:
      "From the carrier's latest report; `location` is null until a report contains a position. Subscribe to `booking.driver_location` to receive positions, at most every 20 seconds.",
    access: { kind: 'token', scope: 'bookings:read' },
    success: [{ status: 200, description: 'The last known position.', schema: publicDriverLocationSchema }],
    errors: [],
    timeoutMs: TIMEOUT_MS.read,
    handle: ({ context, params }, { bookings }) =>
      bookings.GetDriverLocation({ context: contextMessage(context), booking_id: params.booking_id }),
  }),
  defineRoute({
    operationId: 'getBooking',
    method: 'GET',
    path: '/api/v1/bookings/{booking_id}',
    tag,
    summary: 'Get a booking',
    access: { kind: 'token', scope: 'bookings:read' },
    success: [{ status: 200, description: 'The booking.', schema: publicBookingSchema }],
    errors: [],
    timeoutMs: TIMEOUT_MS.read,
    handle: ({ context, params }, { bookings }) =>
      bookings.Get({ context: contextMessage(context), booking_id: params.booking_id }),
  }),
]
