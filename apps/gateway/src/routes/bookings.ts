import { contextMessage } from '@waybill/chassis/rpc-client'
import { publicBookingSchema } from '@waybill/contracts/booking'
import { bookShipmentSchema } from '@waybill/contracts/shipment-documents'
import { defineRoute, jsonBody, type Route, TIMEOUT_MS } from './route.ts'
import type { Services } from './services.ts'

const tag = 'Bookings'

export const bookingRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'bookShipment',
    method: 'POST',
    path: '/api/v1/shipments/{shipment_id}/book',
    tag,
    summary: 'Book a shipment',
    description:
      'Books one option of a quote. A shipment has at most one live booking; the same option booked again answers the booking that lives. When the carrier does not answer in time, the answer is 202 with status `pending`, and the outcome is found out.',
    access: { kind: 'token', scope: 'bookings:write' },
    body: jsonBody(bookShipmentSchema),
    conditional: true,
    success: [
      { status: 201, description: 'The booking.', schema: publicBookingSchema },
      { status: 200, description: 'The option is booked already: its booking.', schema: publicBookingSchema },
      {
        status: 202,
        description: 'The carrier has not answered yet: the pending booking.',
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
