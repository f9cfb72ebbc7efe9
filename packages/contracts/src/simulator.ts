import { z } from 'zod'
import { bookingStatuses, incidentCodes } from './booking.ts'
import { acrossFields } from './requests/across-fields.ts'
import { refuse } from './requests/validation.ts'

/** Body of POST /api/v1/simulator/shipments/{shipment_id}/advance. Without a field the courier takes one step. */
export const advanceShipmentSchema = acrossFields(
  z.strictObject({
    status: z
      .enum(bookingStatuses)
      .exclude(['pending'])
      .optional()
      .describe('Booking status to advance to, passing through the statuses in between.'),
    incident: z.enum(incidentCodes).optional().describe('Incident to report instead of a status.'),
  }),
  (_accepted, context, all: { status?: unknown; incident?: unknown }) => {
    if (all.status !== undefined && all.incident !== undefined)
      refuse(context, ['incident'], 'conflicting_fields', 'must not be sent together with status')
  },
).meta({ id: 'AdvanceShipment' })
export type AdvanceShipment = z.output<typeof advanceShipmentSchema>

/** Faults of a simulated carrier, by the faulty call of its API. */
export const faultsByOperation = {
  quote: ['refuse', 'server_error', 'too_many_requests', 'slow', 'timeout', 'malformed'],
  book: [
    ...['refuse', 'no_courier', 'server_error', 'too_many_requests', 'slow'],
    ...['timeout', 'timeout_after_success', 'malformed'],
  ],
  cancel: ['refuse', 'server_error', 'too_many_requests', 'slow', 'timeout', 'timeout_after_success', 'malformed'],
  update: ['refuse', 'server_error', 'too_many_requests', 'slow', 'timeout', 'timeout_after_success', 'malformed'],
  label: ['server_error', 'too_many_requests', 'slow', 'timeout', 'malformed'],
  report: ['slow', 'duplicate', 'out_of_order', 'wrong_signature'],
} as const satisfies Record<string, readonly string[]>

export type FaultyOperation = keyof typeof faultsByOperation
const faultyOperations = Object.keys(faultsByOperation) as [FaultyOperation, ...FaultyOperation[]]
const simulatorFaults = [
  ...['refuse', 'no_courier', 'server_error', 'too_many_requests', 'slow', 'timeout', 'timeout_after_success'],
  ...['malformed', 'duplicate', 'out_of_order', 'wrong_signature'],
] as unknown as readonly [SimulatorFaultKind, ...SimulatorFaultKind[]]
export type SimulatorFaultKind = (typeof faultsByOperation)[FaultyOperation][number]

const MOST_CALLS = 100
const MOST_MINUTES = 24 * 60

const operationText =
  'The call of the carrier that goes wrong: `quote`, `book`, `cancel`, `update` (a change of a booked shipment), `label`, or `report` (what the carrier reports on the way).'
const callsText =
  'How many calls go wrong. Waybill tries a call up to three times when the carrier fails: with `server_error` and `too_many_requests`, plan 4 to make the first call of yours fail.'

/** Body of POST /api/v1/simulator/faults. */
export const planFaultSchema = acrossFields(
  z.strictObject({
    carrier_code: z.string().min(1).max(40).describe('A simulated carrier, such as `city_van`.'),
    operation: z.enum(faultyOperations).describe(operationText),
    fault: z.enum(simulatorFaults).describe('What goes wrong. Not every operation can go wrong in each way.'),
    calls_count: z.int().min(1).max(MOST_CALLS).optional().default(1).describe(callsText),
    expires_in_minutes: z
      .int()
      .min(1)
      .max(MOST_MINUTES)
      .optional()
      .default(60)
      .describe('After this time the fault is over, used or not.'),
  }),
  ({ operation, fault }, context) => {
    if (operation === undefined || fault === undefined) return
    const possible: readonly string[] = faultsByOperation[operation]
    if (!possible.includes(fault))
      refuse(context, ['fault'], 'invalid_value', `of ${operation} must be one of: ${possible.join(', ')}`)
  },
).meta({ id: 'PlanFault' })

export const publicFaultSchema = z
  .object({
    fault_id: z.string().describe('Identifier, flt_…'),
    carrier_code: z.string(),
    operation: z.enum(faultyOperations),
    fault: z.enum(simulatorFaults),
    calls_count: z.int().describe('How many calls it was planned for.'),
    calls_left: z.int().describe('How many more calls go wrong.'),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: 'SimulatorFault' })
export type PublicFault = z.output<typeof publicFaultSchema>
