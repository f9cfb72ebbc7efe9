/** Pure: what each value of an enum means, one sentence each. A value without a meaning does not compile. */
import type { BookingStatus, IncidentCode } from '@waybill/contracts/booking'
import type { FleetJobStatus } from '@waybill/contracts/fleet/driver-job'
import type { QuoteStatus } from '@waybill/contracts/quote'
import type { ShipmentStatus } from '@waybill/contracts/shipment'
import type { DeliveryStatus } from '@waybill/contracts/webhooks/delivery'

export const shipmentMeanings: Record<ShipmentStatus, string> = {
  ready: 'Registered, or booked and not picked up yet.',
  in_transit: 'Picked up and on its way. On-demand shipments are in_transit from the start.',
  out_for_delivery: 'On its way to the recipient, or at the door.',
  awaiting_collection: 'At a collection point, where the recipient collects it.',
  delivery_attempted: 'Nobody took it at the door; the carrier tries again or returns it.',
  on_hold: 'The carrier has stopped it for now, such as at customs.',
  returning: 'On its way back to the sender.',
  delivered: 'The recipient has it. Final, unless it is returned later.',
  returned: 'Back with the sender. Final.',
  failed:
    'Not delivered: lost or damaged after the pickup, or no courier was found; see failure_reason. Final, unless the carrier corrects it.',
  cancelled: 'Cancelled by you, or by the carrier after the pickup. Final.',
  expired: 'Not booked in time, usually within 14 days after the collection date. Final.',
}

export const quoteMeanings: Record<QuoteStatus, string> = {
  pending: 'Open: an option can be booked until it expires.',
  accepted: 'A carrier has accepted the booking of an option, which is selected_option.',
  expired: 'All options have expired.',
  superseded:
    'The route, the parcels or the collection time have changed, or another quote was booked. Request a new quote.',
  cancelled: 'The shipment has ended.',
}

export const bookingMeanings: Record<BookingStatus, string> = {
  pending: 'The carrier is asked; its answer is not known yet.',
  assigned: 'The carrier has accepted the booking. A driver may not be named yet.',
  reassigning: 'The carrier, or your own fleet, gives the job to another driver.',
  en_route_to_pickup: 'The driver is on the way to the pickup.',
  arrived_at_pickup: 'The driver is at the pickup.',
  picked_up: 'The driver has the parcels.',
  en_route_to_dropoff: 'The driver is on the way to the recipient.',
  arrived_at_dropoff: 'The driver is at the recipient.',
  returning: 'The parcels are on their way back to the sender.',
  delivered: 'The recipient has the parcels. Final, unless they are returned later.',
  returned: 'The parcels are back with the sender. Final.',
  failed:
    'The carrier has refused or given up the job, or lost the parcels; see failure_reason. Before the pickup, the shipment can be booked again.',
  cancelled: 'Cancelled by you or by the carrier. Before the pickup, the shipment can be booked again.',
}

export const deliveryMeanings: Record<DeliveryStatus, string> = {
  pending: 'Will be sent at next_attempt_at; if that is null, after the previous delivery of its subject.',
  sending: 'Is being sent.',
  retrying: 'Failed, and will be sent again at next_attempt_at.',
  succeeded: 'Your receiver responded with 2xx.',
  failed: 'No attempts are left, your receiver responded with 410, or a manual redelivery failed.',
  paused: 'Kept, because the subscription is not active.',
  cancelled: 'The subscription was deleted.',
}

export const incidentMeanings: Record<IncidentCode, string> = {
  damaged: 'A parcel is damaged.',
  lost: 'A parcel is lost.',
  address_not_found: 'The driver does not find the address.',
  incorrect_address: 'The address is wrong or incomplete.',
  recipient_not_available: 'Nobody is there to take the parcels.',
  recipient_refused: 'The recipient does not take the parcels.',
  business_closed: 'The place is closed.',
  access_restricted: 'The driver cannot get to the door.',
  verification_failed: 'The identity or age of the recipient, or a PIN, could not be verified.',
  customs_delay: 'Customs holds the parcels.',
  customs_documents: 'Customs needs documents.',
  weather: 'The weather delays the delivery.',
  vehicle_issue: 'The vehicle has broken down.',
  capacity: 'No driver or vehicle is free: the delivery waits for one, or the job has ended for lack of one.',
  security: 'A security check delays the delivery.',
  regulatory: 'A regulation or an authority delays the delivery.',
  unknown: 'The carrier reports an incident without a reason.',
}

/** Those that a driver sees; the others end or precede what a driver sees. */
export const driverJobMeanings: Partial<Record<FleetJobStatus, string>> = {
  searching: 'Only offered, until `offer_expires_at`: accept or decline it.',
  accepted: 'The driver has the job and has reported nothing yet.',
  en_route_to_pickup: 'On the way to the pickup.',
  arrived_at_pickup: 'At the pickup.',
  picked_up: 'The driver has the parcels.',
  en_route_to_dropoff: 'On the way to the recipient.',
  arrived_at_dropoff: 'At the recipient, also after an attempt that failed.',
  returning: 'On the way back to the sender.',
}

export const asList = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([value, meaning]) => `- \`${value}\`: ${meaning}`)
    .join('\n')
