import { contextMessage } from '@waybill/chassis/rpc/client'
import {
  bookingBatchItemStatuses,
  type CreateBookingBatch,
  createBookingBatchSchema,
  publicBookingBatchItemSchema,
  publicBookingBatchSchema,
} from '@waybill/contracts/batches/booking-batch'
import { publicBookingSchema } from '@waybill/contracts/booking'
import { publicDriverLocationSchema } from '@waybill/contracts/bookings/driver-location'
import { publicCarrierExchangeSchema } from '@waybill/contracts/carrier-accounts/carrier-exchange'
import { bookShipmentSchema, cancelShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
import { z } from 'zod'
import { bookingQuery, filterMessage } from '../../lists/list-query.ts'
import { readShipmentIds, shipmentIdsQuery } from '../../lists/shipment-ids.ts'
import type { Services } from '../services.ts'

const tag = 'Bookings'

/** How soon to look at a pending booking, or a batch, again: the carrier is asked again after 1, 2, 4 … seconds. */
const PENDING_RETRY_SECONDS = 2

const BOOKING = '/api/v1/bookings/{booking_id}'
const BATCH = '/api/v1/batches/{batch_id}'

const itemQuery = pageQuery.extend({
  status: z.enum(bookingBatchItemStatuses).optional().describe('Only items with this status.'),
})

export const bookingRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'bookShipment',
    method: 'POST',
    path: '/api/v1/shipments/{shipment_id}/book',
    tag,
    summary: 'Book a shipment',
    description:
      'Books one option of a quote. Booking the same option again returns the same booking. If the carrier does not respond in time, the response is 202 with status `pending`: read the booking at `Location` after `Retry-After` seconds, or wait for `booking.updated` or `booking.failed`. If the carrier refuses (422 `carrier_refused`), book another option.',
    access: { kind: 'token', scope: 'bookings:write' },
    body: jsonBody(bookShipmentSchema),
    conditional: true,
    success: [
      { status: 201, description: 'The booking.', schema: publicBookingSchema, location: BOOKING },
      { status: 200, description: 'The option was already booked: its booking.', schema: publicBookingSchema },
      {
        status: 202,
        description: 'The carrier has not responded yet: the pending booking, and in Location its URL.',
        schema: publicBookingSchema,
        location: BOOKING,
        retryAfterSeconds: PENDING_RETRY_SECONDS,
      },
    ],
    errors: [
      'quote_option_not_found',
      'quote_mismatch',
      'shipment_already_booked',
      'shipment_not_bookable',
      'shipment_on_hold',
      'shipment_busy',
      'quote_expired',
      'quote_option_expired',
      'quote_superseded',
      'quote_already_used',
      'carrier_refused',
      'carrier_unavailable',
      'carrier_timeout',
    ],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: ({ context, params, bytes }, { bookings }) =>
      bookings.Book({ context: contextMessage(context), shipment_id: params.shipment_id, document: bytes }),
  }),
  defineRoute({
    operationId: 'cancelBooking',
    method: 'POST',
    path: '/api/v1/bookings/{booking_id}/cancel',
    tag,
    summary: 'Cancel a booking',
    description:
      "Cancels the carrier's job, before the pickup, and leaves the shipment `ready` for another booking; for an on-demand shipment, the search for a courier goes on. After a 502 or 504 the cancellation continues in the background, and the booking has `cancellation_requested_at`. See [Changing and cancelling](/docs/changing-and-cancelling#cancelling-a-booking-keeping-the-shipment).",
    access: { kind: 'token', scope: 'bookings:write' },
    body: jsonBody(cancelShipmentSchema),
    conditional: true,
    success: [{ status: 200, description: 'The cancelled booking.', schema: publicBookingSchema }],
    errors: [
      'booking_not_cancellable',
      'cancellation_refused',
      'shipment_busy',
      'carrier_unavailable',
      'carrier_error',
      'carrier_timeout',
    ],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: ({ context, params, bytes }, { bookings }) =>
      bookings.CancelBooking({ context: contextMessage(context), booking_id: params.booking_id, document: bytes }),
  }),
  defineRoute<Services, typeof bookingQuery>({
    operationId: 'listBookings',
    method: 'GET',
    path: '/api/v1/bookings',
    tag,
    summary: 'List bookings',
    description:
      'Newest first, unless `sort` is sent. Filters can be combined; those on the shipment apply to the shipment as the booking embeds it.',
    access: { kind: 'token', scope: 'bookings:read' },
    query: bookingQuery,
    success: [{ status: 200, description: 'A page of bookings.', schema: publicBookingSchema, list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, query }, { bookings }) =>
      bookings.List({
        context: contextMessage(context),
        page: pageMessage(query),
        shipment_id: query.shipment_id ?? '',
        ...(query.printed && { printed: query.printed === 'true' }),
        filters: filterMessage(query),
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
    handle: ({ context, params }, { bookings }) =>
      bookings.GetOfShipment({ context: contextMessage(context), shipment_id: params.shipment_id }),
  }),
  defineRoute<Services, typeof shipmentIdsQuery>({
    operationId: 'listBookingsOfShipments',
    method: 'GET',
    path: '/api/v1/shipments/bookings',
    tag,
    summary: 'List the bookings of shipments',
    description:
      'The active booking of each shipment, or its latest one, in one page; shipments without a booking are left out.',
    access: { kind: 'token', scope: 'bookings:read' },
    query: shipmentIdsQuery,
    success: [{ status: 200, description: 'The bookings.', schema: publicBookingSchema, list: true }],
    handle: ({ context, query }, { bookings }) =>
      bookings.ListOfShipments({ context: contextMessage(context), shipment_ids: readShipmentIds(query) }),
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
    handle: ({ context, params }, { bookings }) =>
      bookings.GetDriverLocation({ context: contextMessage(context), booking_id: params.booking_id }),
  }),
  defineRoute<Services, typeof pageQuery>({
    operationId: 'listBookingExchanges',
    method: 'GET',
    path: '/api/v1/bookings/{booking_id}/exchanges',
    tag,
    summary: 'List the exchanges with the carrier about a booking',
    description:
      'Oldest first: what Waybill asked the carrier and what it answered, and the call-backs of the carrier, without names, addresses, contacts and secrets. An exchange is listed a moment after it has ended, and for 30 days unless the operator chose otherwise.',
    access: { kind: 'token', scope: 'bookings:read' },
    query: pageQuery,
    success: [{ status: 200, description: 'A page of exchanges.', schema: publicCarrierExchangeSchema, list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, params, query }, { bookings }) =>
      bookings.ListExchanges({
        context: contextMessage(context),
        booking_id: params.booking_id,
        page: pageMessage(query),
      }),
  }),
  defineRoute({
    operationId: 'getBooking',
    method: 'GET',
    path: '/api/v1/bookings/{booking_id}',
    tag,
    summary: 'Get a booking',
    access: { kind: 'token', scope: 'bookings:read' },
    success: [{ status: 200, description: 'The booking.', schema: publicBookingSchema }],
    handle: ({ context, params }, { bookings }) =>
      bookings.Get({ context: contextMessage(context), booking_id: params.booking_id }),
  }),
  defineRoute<Services, z.ZodObject, CreateBookingBatch>({
    operationId: 'createBookingBatch',
    method: 'POST',
    path: '/api/v1/bookings/batch',
    tag,
    summary: 'Create a booking batch',
    description:
      'Makes the bookings after the response, a few at a time: read the batch at `Location` until it is `completed`. An item is tried again while its error is `retryable` and its offer has not expired. Each counts as a request to the rate limit. With an `Idempotency-Key`, a repeat gets the same batch.',
    access: { kind: 'token', scope: 'bookings:write' },
    body: jsonBody(createBookingBatchSchema),
    success: [
      {
        status: 202,
        description: 'The batch, and in Location its URL.',
        schema: publicBookingBatchSchema,
        location: BATCH,
        retryAfterSeconds: PENDING_RETRY_SECONDS,
      },
    ],
    async handle({ context, document, bytes, payForItems }, { bookings }) {
      await payForItems(document.bookings.length)
      return await bookings.CreateBatch({ context: contextMessage(context), document: bytes })
    },
  }),
  defineRoute({
    operationId: 'getBatch',
    method: 'GET',
    path: BATCH,
    tag,
    summary: 'Get a booking batch',
    description: 'Batches can be read for 30 days.',
    access: { kind: 'token', scope: 'bookings:read' },
    success: [{ status: 200, description: 'The batch.', schema: publicBookingBatchSchema }],
    handle: ({ context, params }, { bookings }) =>
      bookings.GetBatch({ context: contextMessage(context), batch_id: params.batch_id }),
  }),
  defineRoute<Services, typeof itemQuery>({
    operationId: 'listBatchItems',
    method: 'GET',
    path: `${BATCH}/items`,
    tag,
    summary: 'List the items of a booking batch',
    description: 'In the order of the request.',
    access: { kind: 'token', scope: 'bookings:read' },
    query: itemQuery,
    success: [{ status: 200, description: 'A page of items.', schema: publicBookingBatchItemSchema, list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, params, query }, { bookings }) =>
      bookings.ListBatchItems({
        context: contextMessage(context),
        batch_id: params.batch_id,
        page: pageMessage(query),
        status: query.status ?? '',
      }),
  }),
]
