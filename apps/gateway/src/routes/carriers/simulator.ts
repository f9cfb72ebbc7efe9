import { contextMessage } from '@waybill/chassis/rpc/client'
import { AppError } from '@waybill/contracts/app-error'
import { type PublicBooking, publicBookingSchema } from '@waybill/contracts/booking'
import type { Answer__Output as Answer } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { advanceShipmentSchema, planFaultSchema, publicFaultSchema } from '@waybill/contracts/simulator'
import { type Call, defineRoute, jsonBody, noBody, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
import { awaitEvents } from '../events/await-events.ts'
import type { Services } from '../services.ts'

const LONGEST_WAIT_MS = 5_000
/** Part of the call's deadline that is reserved for the answer. */
const ANSWER_RESERVE_MS = 300

const FAULTS = '/api/v1/simulator/faults'

export const simulatorRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'advanceShipment',
    method: 'POST',
    path: '/api/v1/simulator/shipments/{shipment_id}/advance',
    tag: 'Simulator',
    summary: 'Move the simulated courier',
    description:
      'Test environments only. Moves the courier of the active booking to a status, or reports an incident; without a body, moves it one step. The response is sent when the shipment, the booking and the event log show the move. After a 504 the courier may have moved. See [Testing](/docs/testing#moving-the-courier).',
    access: { kind: 'token', scope: 'bookings:write' },
    body: jsonBody(advanceShipmentSchema, { optional: true }),
    success: [{ status: 200, description: 'The booking.', schema: publicBookingSchema }],
    errors: [
      'route_not_found',
      'booking_not_found',
      'booking_not_movable',
      'shipment_busy',
      'carrier_unavailable',
      'carrier_timeout',
    ],
    timeoutMs: TIMEOUT_MS.carrier,
    async handle({ context, params, bytes }, services) {
      const { shipment_id = '' } = params
      const answer = await services.bookings.Advance({
        context: contextMessage(context),
        shipment_id,
        document: bytes,
      })
      await awaitLog(services, context, { shipmentId: shipment_id, answer })
      return answer
    },
  }),
  defineRoute({
    operationId: 'planFault',
    method: 'POST',
    path: FAULTS,
    tag: 'Simulator',
    summary: 'Plan a fault of a simulated carrier',
    description:
      'Test environments only, and at most 20 at a time. The next calls of this kind to the carrier go wrong, for any shipment of the environment; the oldest fault comes first, and each takes precedence over magic values. Accounts of your own with a simulated carrier are not affected.',
    access: { kind: 'token', scope: 'bookings:write' },
    body: jsonBody(planFaultSchema, { validatedByOwner: true }),
    success: [
      {
        status: 201,
        description: 'The planned fault.',
        schema: publicFaultSchema,
        location: `${FAULTS}/{fault_id}`,
      },
    ],
    errors: ['route_not_found', 'simulator_fault_limit_reached', 'carrier_unavailable'],
    handle: ({ context, bytes }, { bookings }) =>
      bookings.PlanFault({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute({
    operationId: 'listFaults',
    method: 'GET',
    path: FAULTS,
    tag: 'Simulator',
    summary: 'List the planned faults',
    description: 'Test environments only. Oldest first; those that are used up or have expired are left out.',
    access: { kind: 'token', scope: 'bookings:read' },
    success: [{ status: 200, description: 'The planned faults.', schema: publicFaultSchema, list: true }],
    errors: ['route_not_found', 'carrier_unavailable'],
    timeoutMs: TIMEOUT_MS.create,
    handle: ({ context }, { bookings }) => bookings.ListFaults({ context: contextMessage(context) }),
  }),
  defineRoute({
    operationId: 'removeFault',
    method: 'DELETE',
    path: `${FAULTS}/{fault_id}`,
    tag: 'Simulator',
    summary: 'Remove a planned fault',
    access: { kind: 'token', scope: 'bookings:write' },
    body: noBody,
    success: [{ status: 204, description: 'The carrier works again.' }],
    errors: ['route_not_found', 'carrier_unavailable'],
    handle: ({ context, params }, { bookings }) =>
      bookings.RemoveFault({ context: contextMessage(context), fault_id: params.fault_id ?? '' }),
  }),
]

/** Throws if the event log does not have all events of the booking and its shipment in time. */
async function awaitLog(
  services: Services,
  context: Call['context'],
  { shipmentId, answer: { body, etag } }: { shipmentId: string; answer: Answer },
): Promise<void> {
  const until = Math.min(Date.now() + LONGEST_WAIT_MS, context.deadlineAt.getTime() - ANSWER_RESERVE_MS)
  const { booking_id } = (JSON.parse(body.toString()) as { data: PublicBooking }).data
  const isLogged = async (subjectId: string, sequence: number) =>
    await awaitEvents(services, context, { subjectId, sequence, until })
  const shipment = await services.shipments.Get({ context: contextMessage(context), shipment_id: shipmentId })
  const logged = await Promise.all([isLogged(booking_id, Number(etag)), isLogged(shipmentId, Number(shipment.etag))])
  if (logged.every(Boolean)) return
  const message = `The courier has moved, but the event log does not show it yet. Do not repeat the move: read GET /api/v1/events?subject_id=${shipmentId} again shortly.`
  throw new AppError('upstream_timeout', message)
}
