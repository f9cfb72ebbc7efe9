/** Texts for the recipient. Carriers' own texts are not shown, since they can contain names and places. Pure. */
import type { BookingStatus, IncidentCode } from '@waybill/contracts/booking'
import type { ShipmentStatus } from '@waybill/contracts/shipment'

export const statusPhrases: Record<ShipmentStatus, string> = {
  ready: 'Getting ready',
  in_transit: 'On its way',
  out_for_delivery: 'Out for delivery',
  awaiting_collection: 'Ready for collection',
  delivery_attempted: 'We tried to deliver',
  on_hold: 'On hold',
  returning: 'Returning to the sender',
  delivered: 'Delivered',
  returned: 'Returned to the sender',
  failed: 'Not delivered',
  cancelled: 'Cancelled',
  expired: 'No longer expected',
}

export const trackingPhrases: Record<BookingStatus | 'unknown', string | null> = {
  unknown: null,
  pending: null,
  assigned: 'The carrier has accepted the delivery',
  reassigning: 'Another courier is taking over',
  en_route_to_pickup: 'The courier is on the way to the sender',
  arrived_at_pickup: 'The courier is at the sender',
  picked_up: 'Collected from the sender',
  en_route_to_dropoff: 'The courier is on the way',
  arrived_at_dropoff: 'The courier is at the door',
  returning: 'Returning to the sender',
  delivered: 'Delivered',
  returned: 'Returned to the sender',
  // Before the pickup another courier may follow.
  failed: 'The courier could not complete the job',
  // Also if the merchant cancelled: the carrier reports both alike.
  cancelled: "The courier's job was cancelled",
}

/** Where one of several parcels is. */
export const parcelPhrases: Record<BookingStatus, string> = {
  pending: 'Getting ready',
  assigned: 'Getting ready',
  reassigning: 'Getting ready',
  en_route_to_pickup: 'Getting ready',
  arrived_at_pickup: 'Getting ready',
  picked_up: 'On its way',
  en_route_to_dropoff: 'On its way',
  arrived_at_dropoff: 'Out for delivery',
  returning: 'Returning to the sender',
  delivered: 'Delivered',
  returned: 'Returned to the sender',
  failed: 'Not delivered',
  cancelled: 'Cancelled',
}

export const incidentPhrases: Record<IncidentCode, string> = {
  damaged: 'The parcel is damaged',
  lost: 'The parcel is lost',
  address_not_found: 'The address could not be found',
  incorrect_address: 'The address is not correct',
  recipient_not_available: 'The recipient was not available',
  recipient_refused: 'The recipient refused the delivery',
  business_closed: 'The business was closed',
  access_restricted: 'The courier could not reach the door',
  verification_failed: "The recipient's identity could not be verified",
  customs_delay: 'Held by customs',
  customs_documents: 'Customs needs documents',
  weather: 'Held up by the weather',
  vehicle_issue: 'The vehicle broke down',
  capacity: 'No courier had capacity',
  security: 'Held up by a security check',
  regulatory: 'Held up by a regulation',
  unknown: 'Held up for an unknown reason',
}

/** The name of a carrier from its code: `swift_courier` becomes Swift Courier. */
export const carrierName = (carrierCode: string): string =>
  carrierCode
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
