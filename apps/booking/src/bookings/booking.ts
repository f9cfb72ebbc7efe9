/** Pure: what a booking is in each of its statuses, and which status may follow which. */
import {
  type Booking,
  type BookingStatus,
  type Driver,
  type Eta,
  finalBookingStatuses,
  type IncidentCode,
} from '@waybill/contracts/booking'
import type { BookedParcel } from '@waybill/contracts/bookings/booked-parcel'
import type { Charge } from '@waybill/contracts/bookings/charge'
import type { ProofOfDelivery } from '@waybill/contracts/bookings/proof-of-delivery'
import type { EventType } from '@waybill/contracts/events/public-event'
import type { QuoteOption } from '@waybill/contracts/quotes/quote-option'
import type { PublicShipment, ShipmentStatus } from '@waybill/contracts/shipment'
import type { Condition } from '../facts/condition.ts'

/** A request to cancel and its reason. */
export interface CancellationWish {
  reasonCode: string | null
  reasonNote: string | null
  /** Next status of the shipment: `ready`, for another booking; `expired`; by default `cancelled`. */
  shipmentStatus?: 'ready' | 'expired'
}

/** Fields of a booking in every status: the public part, and the internal part. */
interface EveryBooking
  extends Pick<
    Booking,
    | 'environmentId'
    | 'bookingId'
    | 'merchantId'
    | 'livemode'
    | 'shipmentId'
    | 'shipment'
    | 'quoteId'
    | 'quoteOption'
    | 'carrierCode'
    | 'carrierAccountId'
    | 'trackingNumber'
    | 'carrierTrackingUrl'
    | 'bookedAt'
    | 'cancellationRequestedAt'
    | 'printedAt'
    | 'printCount'
    | 'charges'
    | 'refund'
    | 'parcels'
    | 'eta'
    | 'sequence'
    | 'createdAt'
    | 'updatedAt'
  > {
  /** The operation that made the booking has ended. Until then facts are stored but do not change the booking. */
  settled: boolean
  /** The cancellation that the carrier is being asked for. */
  cancelling: CancellationWish | null
  /** On-demand bookings: until when another courier is looked for. */
  dispatchUntilAt: Date | null
  /** Incremented whenever existing labels become invalid; a label requested under a lower revision is dropped. */
  labelRevision: number
  /**
   * The status that the booking gives its shipment, or `ready` for a shipment that it leaves to another booking; null: it
   * gives none.
   */
  shipmentStatus: ShipmentStatus | null
  /** The shipment as the last event of the booking showed it; null: it was erased. */
  shownShipment: PublicShipment | null
  /** When an event last had the courier's position; null: none had. */
  positionToldAt: Date | null
  /** Incremented to revoke the URLs of the label and the proof: one with another version is not valid. */
  linksVersion: number
}

/** No carrier has taken the job. */
interface WithoutJob {
  carrierJobId: null
  hasLabel: false
  labelDue: false
  driver: null
  incident: null
  pod: null
  /** The goods have left the merchant. */
  pickedUp: false
}

/** A carrier has taken the job. */
interface WithJob {
  carrierJobId: string
  hasLabel: boolean
  /** The label must be fetched from the carrier. */
  labelDue: boolean
  driver: Driver | null
  incident: IncidentCode | null
  pod: ProofOfDelivery | null
  /** The goods have left the merchant. */
  pickedUp: boolean
}

const notFailed = { failureReason: null } as const
const notCancelled = { cancelledAt: null, cancellationReasonCode: null, cancellationReasonNote: null } as const
export const neitherFailedNorCancelled = { ...notFailed, ...notCancelled } as const

type NotFailed = typeof notFailed
type NotCancelled = typeof notCancelled

/** The carrier's reports no longer change the booking: we ended it. */
interface ClosedByUs {
  closedByUs: true
}
/** The carrier's reports change the booking. */
interface Followed {
  closedByUs: false
}

/** Written before any carrier is asked, and until one has accepted. */
export type PendingBooking = EveryBooking & WithoutJob & NotFailed & NotCancelled & Followed & { status: 'pending' }

/** From acceptance to the end; the carrier may skip statuses and go back. */
type ActiveBooking = EveryBooking &
  WithJob &
  NotFailed &
  NotCancelled &
  Followed & { status: Exclude<BookingStatus, 'pending' | FinalBookingStatus> }

type CompletedBooking = EveryBooking &
  WithJob &
  NotFailed &
  NotCancelled &
  Followed & { status: 'delivered' | 'returned' }

/** No carrier took the job, or the carrier reported a failure. */
type FailedBooking = EveryBooking &
  NotCancelled & { status: 'failed'; failureReason: string } & ((WithoutJob & ClosedByUs) | (WithJob & Followed))

/** Cancelled on request, before or after a carrier took the job, or by the carrier. */
type CancelledBooking = EveryBooking &
  NotFailed & {
    status: 'cancelled'
    cancelledAt: Date
    cancellationReasonCode: string | null
    cancellationReasonNote: string | null
  } & ((WithoutJob & ClosedByUs) | (WithJob & ClosedByUs) | (WithJob & Followed))

type FinalBookingStatus = (typeof finalBookingStatuses)[number]
type EndedBooking = CompletedBooking | FailedBooking | CancelledBooking
export type BookingRecord = PendingBooking | ActiveBooking | EndedBooking
/** A booking that a carrier has a job of. */
export type BookingWithJob = BookingRecord & WithJob

export const hasEnded = (booking: BookingRecord): booking is EndedBooking =>
  (finalBookingStatuses as readonly BookingStatus[]).includes(booking.status)

/** A booking as it is stored: any status with any fields. */
export type StoredBooking = Booking &
  EveryBooking & { labelDue: boolean; closedByUs: boolean; pickedUp: boolean; carrierJobId: string | null }

/** The stored booking as the member of its status. Throws if its fields contradict its status. */
export function parseBooking(stored: StoredBooking): BookingRecord {
  if (fitsStatus(stored)) return stored
  const { bookingId, status, carrierJobId, closedByUs, failureReason, cancelledAt } = stored
  const found = JSON.stringify({ carrierJobId, closedByUs, failureReason, cancelledAt })
  throw new TypeError(`booking ${bookingId} is stored with status ${status} but inconsistent fields: ${found}`)
}

function fitsStatus(stored: StoredBooking): stored is StoredBooking & BookingRecord {
  const { status, closedByUs } = stored
  const hasJob = stored.carrierJobId !== null
  switch (status) {
    case 'pending':
      return !hasJob && !closedByUs
    case 'failed':
      return stored.failureReason !== null && closedByUs === !hasJob
    case 'cancelled':
      return stored.cancelledAt !== null && (hasJob || closedByUs)
    default:
      return hasJob && !closedByUs
  }
}

/** A decision about a booking. Each event takes the next sequence of the booking. */
export interface BookingChange {
  booking: BookingRecord
  events: EventType[]
}

/** Carriers skip statuses and go back to earlier ones (another driver, another attempt), so any may follow any. */
const tracked = [
  'assigned',
  'reassigning',
  'en_route_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'returning',
  ...finalBookingStatuses,
] as const

/**
 * The statuses that may follow each status. A final status is followed only by a correction of the carrier, and only by one
 * that the shipment of a parcel on its way follows too.
 */
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
  delivered: ['returned'],
  returned: [],
  failed: ['delivered', 'returned'],
  cancelled: ['failed', 'delivered', 'returned'],
} as const satisfies Record<BookingStatus, readonly BookingStatus[]>

/** Everything the carrier has reported of a job, folded. */
export type Tracking = (
  | { status: Exclude<BookingStatus, 'pending'> /** When the status was reached. */; statusAt: Date }
  | { /** No report implies a status. */ status: null; statusAt: null }
) & {
  pickedUp: boolean
  driver: Driver | null
  incident: IncidentCode | null
  condition: Condition | null
  pod: ProofOfDelivery | null
  /** The last ETA that the carrier has reported. */
  reportedEta: Eta | null
  /** The courier's last position. */
  position: { latitude: number; longitude: number; at: Date } | null
  /** Absent: no report is about a single parcel. */
  parcels?: readonly BookedParcel[]
}

/** The carrier's offer that is being booked. */
export interface Offer {
  quoteId: string
  option: QuoteOption
}

/** The carrier's answer when it takes the job. */
export interface AcceptedJob {
  carrierJobId: string
  trackingNumber: string | null
  carrierTrackingUrl: string | null
  driver: Driver | null
  hasLabel: boolean
  /** The carrier makes a label, which has not come yet. */
  labelDue: boolean
  /** Null: one parcel, or the carrier knows the job alone. */
  parcels: readonly BookedParcel[] | null
}

/** The carrier's answer when it accepts a change of the job. */
export interface AcceptedChange {
  /** When the carrier delivers now; null: it does not say. */
  window: Pick<Eta, 'fromAt' | 'toAt'> | null
  charges: readonly Charge[]
}
