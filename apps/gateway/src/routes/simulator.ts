import { contextMessage } from '@waybill/chassis/rpc/client'
import { publicBookingSchema } from '@waybill/contracts/booking'
import { advanceShipmentSchema } from '@waybill/contracts/simulator'
import { defineRoute, jsonBody, type Route, TIMEOUT_MS } from '../routing/route.ts'
import type { Services } from './services.ts'

export const simulatorRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'advanceShipment',
    method: 'POST',
    path: '/api/v1/simulator/shipments/{shipment_id}/advance',
    tag: 'Simulator',
    summary: 'Move the simulated courier',
    description:
      'Test environments only. Moves the courier of the active booking to a status, or reports an incident. Without a body, moves the courier one step.',
    access: { kind: 'token', scope: 'bookings:write' },
    body: jsonBody(advanceShipmentSchema, { optional: true }),
    success: [{ status: 200, description: 'The booking.', schema: publicBookingSchema }],
    errors: ['booking_not_found', 'shipment_busy', 'carrier_error', 'carrier_unavailable', 'carrier_timeout'],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: ({ context, params, bytes }, { bookings }) =>
      bookings.Advance({ context: contextMessage(context), shipment_id: params.shipment_id, document: bytes }),
  }),
]
