/** Pure: why Uber did not deliver. Its reference names few codes; the others occur in its call-backs. */
import type { IncidentCode } from '@waybill/contracts/booking'
import type { WireDelivery } from '../wire.ts'

const incidents = new Map<string, IncidentCode | null>([
  ['customer_unavailable', 'recipient_not_available'],
  ['customer_not_available', 'recipient_not_available'],
  ['unreachable', 'recipient_not_available'],
  ['excessive_wait_time', 'recipient_not_available'],
  ['customer_rejected_order', 'recipient_refused'],
  ['cannot_find_customer_address', 'address_not_found'],
  ['wrong_address', 'incorrect_address'],
  ['cannot_access_customer_location', 'access_restricted'],
  ['no_secure_location_to_dropoff', 'access_restricted'],
  ['customer_id_check_failed', 'verification_failed'],
  ['recipient_id', 'verification_failed'],
  ['recipient_age', 'verification_failed'],
  ['recipient_intoxicated', 'verification_failed'],
  ['pin_match_issue', 'verification_failed'],
  ['restaurant_closed', 'business_closed'],
  ['merchant_closed', 'business_closed'],
  ['supplier_closed', 'business_closed'],
  ['item_lost', 'lost'],
  ['item_damaged', 'damaged'],
  ['courier_report_crash', 'vehicle_issue'],
  ['oversized_item', 'capacity'],
  ['cannot_dispatch_courier', 'capacity'],
  ['batch_force_ended_expired_order', 'capacity'],
  ['unfulfillment', 'capacity'],
  ['unfulfilled', 'capacity'],
  // Cancelled as it was asked for: nothing went wrong.
  ['merchant_cancel', null],
  ['cancelled_by_merchant_api', null],
  ['customer_cancel', null],
])

/** Uber's code of why a delivery failed, in lower case; null: it gives none. */
export const readReason = (delivery: WireDelivery): string | null =>
  (
    delivery.undeliverable_reason ??
    delivery.cancelation_reason ??
    delivery.cancellation_reason ??
    null
  )?.toLowerCase() ?? null

/** The incident of a reason; null: no reason, or one that is no incident. */
export function findIncident(reason: string | null): IncidentCode | null {
  if (reason === null) return null
  const known = incidents.get(reason.replaceAll(/[\s-]+/g, '_'))
  return known === undefined ? 'unknown' : known
}
