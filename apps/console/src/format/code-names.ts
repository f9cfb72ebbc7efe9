import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { readable } from './statuses.ts'

/**
 * The words for a code of the API: a status of a shipment or booking, an incident, a reason, a charge. A code of a later Waybill is
 * shown by its own words, and a text as it is.
 */
export function useCodeNames(): (code: string) => string {
  const { t, i18n } = useLingui()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow the language
  return useMemo(() => {
    const names: Record<string, string> = {
      ready: t`Ready`,
      to_book: t`To book`,
      held: t`Held`,
      booked: t`Booked`,
      in_transit: t`In transit`,
      out_for_delivery: t`Out for delivery`,
      awaiting_collection: t`Awaiting collection`,
      delivery_attempted: t`Delivery attempted`,
      on_hold: t`On hold`,
      returning: t`Returning`,
      delivered: t`Delivered`,
      returned: t`Returned`,
      failed: t`Failed`,
      cancelled: t`Cancelled`,
      expired: t`Expired`,

      pending: t`Waiting for the carrier`,
      assigned: t`Accepted by the carrier`,
      reassigning: t`Being reassigned`,
      en_route_to_pickup: t`On the way to the pickup`,
      arrived_at_pickup: t`At the pickup`,
      picked_up: t`Picked up`,
      en_route_to_dropoff: t`On the way to the recipient`,
      arrived_at_dropoff: t`At the door`,

      details_changed: t`Details changed`,
      carrier_declined: t`Carrier declined`,

      damaged: t`Damaged`,
      lost: t`Lost`,
      address_not_found: t`Address not found`,
      incorrect_address: t`Incorrect address`,
      recipient_not_available: t`Recipient not available`,
      recipient_refused: t`Recipient refused it`,
      business_closed: t`Business closed`,
      access_restricted: t`Access restricted`,
      verification_failed: t`Verification failed`,
      customs_delay: t`Delayed by customs`,
      customs_documents: t`Customs documents missing`,
      weather: t`Weather`,
      vehicle_issue: t`Trouble with the vehicle`,
      capacity: t`No capacity`,
      security: t`Security`,
      regulatory: t`Not allowed by regulations`,
      unknown: t`Unknown`,

      no_courier_available: t`No courier available`,
      dispatch_window_over: t`The search took too long`,
      dispatch_attempts_used_up: t`Too many couriers gave up`,
      no_carrier_on_demand: t`No carrier sends couriers on demand`,
      booking_cancelled: t`Booking cancelled`,
      cancelled_after_pickup: t`Cancelled after the pickup`,
      carrier_failed: t`The carrier failed`,
      never_arrived: t`The booking never reached the carrier`,
      unreachable: t`The carrier could not be reached`,
      circuit_open: t`The carrier has failed too often`,
      too_many_calls: t`Too many calls to the carrier`,
      deadline_passed: t`The carrier did not answer in time`,
      address_not_allowed: t`The address of the carrier is not allowed`,
      not_booked: t`Not booked`,
      too_expensive: t`Too expensive`,
      too_late: t`Too late`,
      other_currency: t`In another currency`,

      cancellation_fee: t`Cancellation fee`,
      weight_adjustment: t`Other weight`,
      route_adjustment: t`Other route`,
      refund_requested: t`Refund requested`,
      refund_submitted: t`Refund requested`,
      refund_granted: t`Refunded`,
      refund_rejected: t`Refund refused`,
    }
    return (code) => names[code] ?? (CODE.test(code) ? readable(code) : code)
  }, [i18n.locale])
}

/** `too_late`. */
const CODE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
