/** Why a shipment or booking has failed. Incident codes and carriers' own codes are reasons too. */
import { z } from 'zod'

/** Meaning of each of Waybill's own reasons. */
export const failureReasons = {
  no_courier_available: 'On demand: every carrier declined for a reason that time does not change.',
  dispatch_window_over: 'On demand: no carrier accepted within the window of `dispatch`.',
  dispatch_attempts_used_up: 'On demand: as many bookings as `max_attempts` of `dispatch` ended before the pickup.',
  no_carrier_on_demand:
    'On demand: no carrier of the environment offers a service that may be booked, such as in a live environment without a carrier account.',
  booking_cancelled:
    'On demand: a booking of the shipment was cancelled, by you or because the courier was late, and then the window had passed or no other service took the shipment.',
  cancelled_after_pickup:
    'Shipments only: the carrier cancelled the booking at your request, but had already reported the pickup.',
  carrier_failed: 'The carrier reported that it failed, without an incident.',
  never_arrived: 'Bookings only: the request never reached the carrier.',
  not_booked:
    'Bookings only: the carrier did not answer, and the operator of your Waybill found that it has no such booking.',
  unreachable: 'Bookings only: no connection to the carrier could be made.',
  circuit_open: 'Bookings only: the carrier failed too often, and calls to it were paused.',
  too_many_calls: 'Bookings only: too many calls to the carrier were in progress.',
  deadline_passed: 'Bookings only: the time for the request ended before it was sent to the carrier.',
  address_not_allowed: "Bookings only: the carrier's URL leads to an address that Waybill does not call.",
} as const
export type FailureReason = keyof typeof failureReasons

/** How the search for a courier of an on-demand shipment ends without one. */
const searchEnds = [
  'no_courier_available',
  'dispatch_window_over',
  'dispatch_attempts_used_up',
  'no_carrier_on_demand',
  'booking_cancelled',
] as const satisfies readonly FailureReason[]
export type SearchEnd = (typeof searchEnds)[number]

export const isSearchEnd = (reason: string | null): reason is SearchEnd =>
  (searchEnds as readonly (string | null)[]).includes(reason)

/** A text: carriers have their own codes. */
export const failureReasonSchema = z.string().meta({ id: 'FailureReason' })
