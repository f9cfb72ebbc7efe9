/**
 * EasyPost's `status_detail` of a tracker or one of its tracking details, in Waybill's words.
 * Source of the 28 values: EasyPost API reference, Tracker object (https://docs.easypost.com/docs/trackers), the same in
 * its own client libraries (EasyPost/easypost-csharp, `EasyPost/Models/API/Tracker.cs`). What they mean for a shipment
 * is our reading: a detail that stops the parcel holds the shipment, one that is only late or misplaced does too, and a
 * detail that only names a scan says nothing of trouble.
 */
import type { IncidentMeaning } from './incident-meaning.ts'

const nothing: IncidentMeaning = { status: null, condition: null, incident: null }
const moving = (status: IncidentMeaning['status']): IncidentMeaning => ({ ...nothing, status })
const held = (incident: IncidentMeaning['incident']): IncidentMeaning => ({
  ...nothing,
  condition: 'on_hold',
  incident,
})

export const easypostDetails = {
  address_correction: held('incorrect_address'),
  arrived_at_destination: nothing, // also a locker's or a depot's: the status beside it says which
  arrived_at_facility: nothing,
  arrived_at_pickup_location: { ...nothing, condition: 'awaiting_collection' },
  awaiting_information: held('unknown'),
  cancelled: moving('cancelled'),
  damaged: held('damaged'),
  delayed: held('capacity'),
  delivery_exception: { ...nothing, condition: 'delivery_attempted', incident: 'unknown' },
  departed_facility: nothing,
  departed_origin_facility: nothing,
  expired: nothing, // EasyPost has stopped tracking: no news of the parcel
  failure: { status: 'failed', condition: null, incident: 'unknown' },
  held: held('unknown'),
  in_transit: nothing,
  label_created: nothing,
  lost: { status: 'failed', condition: null, incident: 'lost' },
  missorted: held('capacity'),
  out_for_delivery: moving('en_route_to_dropoff'),
  received_at_destination_facility: nothing,
  received_at_origin_facility: moving('picked_up'),
  refused: { status: 'returning', condition: null, incident: 'recipient_refused' },
  return: moving('returning'),
  status_update: nothing,
  transferred_to_destination_carrier: nothing,
  transit_exception: held('unknown'),
  unknown: nothing,
  weather_delay: held('weather'),
} as const satisfies Record<string, IncidentMeaning>

export type EasypostDetail = keyof typeof easypostDetails

/** A detail that is not in the table is trouble of a kind we do not know yet, and moves nothing. */
const unheardOf: IncidentMeaning = { ...nothing, incident: 'unknown' }

/** What a `status_detail` says; null says nothing. Never throws. */
export function easypostMeaning(statusDetail: string | null): IncidentMeaning {
  if (statusDetail === null) return nothing
  return Object.hasOwn(easypostDetails, statusDetail) ? easypostDetails[statusDetail as EasypostDetail] : unheardOf
}
