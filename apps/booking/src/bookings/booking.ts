/** What a booking is, and which status may follow which. */
import type { Booking, BookingStatus, Driver, IncidentCode, ProofOfDelivery } from '@waybill/contracts/booking'
import type { EventType } from '@waybill/contracts/events/public-event'
import type { QuoteOption } from '@waybill/contracts/quote'

/** Someone's wish to cancel, with the words it was made in. */
export interface CancellationWish {
  reasonCode: string | null
  reasonNote: string | null
}

/** The record with what only this service needs to know. */
export interface BookingRecord extends Booking {
  /** The operation that made it has ended; until then the carrier's facts are kept, and move nothing. */
  settled: boolean
  /** We ended it: nothing that a carrier reports moves it any more. */
  closedByUs: boolean
  /** The goods have left the merchant. */
  pickedUp: boolean
  /** The wish that is being put to the carrier. */
  cancelling: CancellationWish | null
  /** On-demand: until when another courier is looked for. */
  dispatchUntilAt: Date | null
  /** The label has to be fetched from the carrier. */
  labelDue: boolean
  /** Raised whenever the labels so far end to be valid: one that was asked for under a lower one is not kept. */
  labelRevision: number
}

/** What was decided; each event takes the next sequence of the booking. */
export interface BookingChange {
  booking: BookingRecord
  events: EventType[]
}

const ends = ['delivered', 'returned', 'failed', 'cancelled'] as const
/** Carriers skip steps and go back to earlier ones (another driver, another try), so any may follow any. */
const tracked = [
  'assigned',
  'reassigning',
  'en_route_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'returning',
  ...ends,
] as const

/** What each status may become. After a final one only another final one follows: a correction by the carrier. */
export const bookingTransitions = {
  pending: ['assigned', 'failed', 'cancelled'],
  assigned: tracked,
  reassigning: tracked,
  en_route_to_pickup: tracked,
  arrived_at_pickup: tracked,
  picked_up: tracked,
  en_route_to_dropoff: tracked,
  arrived_at_dropoff: tracked,
  returning: tracked,
  delivered: ends,
  returned: ends,
  failed: ends,
  cancelled: ends,
} as const satisfies Record<BookingStatus, readonly BookingStatus[]>

/** What stands on the shipment for a while although its booking's own status stays as it is. */
export type Condition = 'on_hold' | 'delivery_attempted' | 'awaiting_collection'

/** All that the carrier has reported of a job, folded. */
export interface Tracking {
  /** Null: no report has an opinion. */
  status: Exclude<BookingStatus, 'pending'> | null
  /** When the status was reached. */
  statusAt: Date | null
  pickedUp: boolean
  driver: Driver | null
  incident: IncidentCode | null
  condition: Condition | null
  pod: ProofOfDelivery | null
}

/** The offer of a carrier that is to be booked. */
export interface Offer {
  quoteId: string
  option: QuoteOption
}

/** What the carrier answered when it took the job. */
export interface AcceptedJob {
  carrierJobId: string
  driver: Driver | null
  hasLabel: boolean
}
