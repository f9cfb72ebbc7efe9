/** Pure: which faults the form offers. */
import type { PlanFault } from '@waybill/sdk'

export type Operation = PlanFault['operation']
export type Fault = PlanFault['fault']

/** Faults of each operation, as listed in the guide to testing. */
export const faultsByOperation: Record<Operation, readonly Fault[]> = {
  quote: ['refuse', 'server_error', 'too_many_requests', 'slow', 'timeout', 'malformed'],
  book: [
    ...(['refuse', 'no_courier', 'server_error', 'too_many_requests', 'slow'] as const),
    ...(['timeout', 'timeout_after_success', 'malformed'] as const),
  ],
  cancel: ['refuse', 'server_error', 'too_many_requests', 'slow', 'timeout', 'timeout_after_success', 'malformed'],
  update: ['refuse', 'server_error', 'too_many_requests', 'slow', 'timeout', 'timeout_after_success', 'malformed'],
  label: ['server_error', 'too_many_requests', 'slow', 'timeout', 'malformed'],
  report: ['slow', 'duplicate', 'out_of_order', 'wrong_signature'],
}

/** Waybill tries a call three times when the carrier fails: so many calls let one of the merchant's fail. */
export const usualCount = (fault: Fault): number => (fault === 'server_error' || fault === 'too_many_requests' ? 4 : 1)
