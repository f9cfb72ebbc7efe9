/** What a booking is and may become: pure functions, ids and times come in as data. */
import {
  type Booking,
  type BookingStatus,
  type Driver,
  type IncidentCode,
  isFinalBookingStatus,
  type ProofOfDelivery,
} from '@waybill/contracts/booking'
import type { EventType } from '@waybill/contracts/event'
import type { QuoteOption } from '@waybill/contracts/quote'
import type { PublicShipment, ShipmentStatus } from '@waybill/contracts/shipment'

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
}

/** What was decided; each event takes the next sequence of the booking. */
export interface Decision {
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

const eventOfStatus: Partial<Record<BookingStatus, EventType>> = {
  delivered: 'booking.delivered',
  failed: 'booking.failed',
  cancelled: 'booking.cancelled',
}

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

/** A booking that no carrier knows of yet: the row that says what is about to happen. */
export function openBooking(input: {
  environmentId: string
  bookingId: string
  merchantId: string
  livemode: boolean
  shipment: PublicShipment
  offer: Offer
  dispatchUntilAt: Date | null
  at: Date
}): Decision {
  const { offer, shipment, at } = input
  const booking: BookingRecord = {
    environmentId: input.environmentId,
    bookingId: input.bookingId,
    merchantId: input.merchantId,
    livemode: input.livemode,
    shipmentId: shipment.shipment_id,
    shipment,
    ...offered(offer),
    status: 'pending',
    carrierJobId: null,
    hasLabel: false,
    driver: null,
    incident: null,
    failureReason: null,
    bookedAt: at,
    cancelledAt: null,
    cancellationReasonCode: null,
    cancellationReasonNote: null,
    pod: null,
    sequence: 1,
    createdAt: at,
    updatedAt: at,
    settled: false,
    closedByUs: false,
    pickedUp: false,
    cancelling: null,
    dispatchUntilAt: input.dispatchUntilAt,
    labelDue: false,
  }
  return { booking, events: ['booking.created'] }
}

/** The next carrier is asked, after another has refused. */
export function offerTo(booking: BookingRecord, offer: Offer, at: Date): Decision {
  assertStatus(booking, 'pending', 'be offered to another carrier')
  return changed(booking, offered(offer), at)
}

/** The carrier has taken the job. */
export function assign(booking: BookingRecord, job: AcceptedJob, at: Date): Decision {
  assertStatus(booking, 'pending', 'be assigned')
  const { carrierJobId, driver, hasLabel } = job
  return changed(booking, { status: 'assigned', carrierJobId, driver, hasLabel, labelDue: !hasLabel, bookedAt: at }, at)
}

/** No carrier took it. */
export function fail(booking: BookingRecord, failureReason: string, at: Date): Decision {
  assertStatus(booking, 'pending', 'fail before it was booked')
  return changed(booking, { status: 'failed', failureReason, closedByUs: true, dispatchUntilAt: null }, at)
}

/**
 * Cancelled on the merchant's wish, after the carrier has agreed or before it was asked. One that has ended meanwhile
 * stays as it ended.
 */
export function cancel(booking: BookingRecord, wish: CancellationWish, at: Date): Decision {
  if (isFinalBookingStatus(booking.status)) {
    const closedByUs = booking.closedByUs || booking.status === 'cancelled'
    return { booking: { ...booking, cancelling: null, closedByUs }, events: [] }
  }
  const fields = { ...cancelledFor(wish), status: 'cancelled', cancelledAt: at, closedByUs: true } as const
  return changed(booking, { ...fields, cancelling: null, dispatchUntilAt: null }, at)
}

/** Notes, unseen from outside, that the carrier is being asked to cancel: its report of it is then our own doing. */
export const askToCancel = (booking: BookingRecord, wish: CancellationWish | null): Decision => ({
  booking: { ...booking, cancelling: wish },
  events: [],
})

/** The operation that made the booking has ended: from now on facts move it. */
export const settle = (booking: BookingRecord): Decision => ({ booking: { ...booking, settled: true }, events: [] })

/** A label has come. `labelDue` if it has to be fetched anew. */
export const withLabel = (booking: BookingRecord, at: Date): Decision =>
  changed({ ...booking, labelDue: false }, { hasLabel: true }, at)

/** The label shows what is no longer so. */
export const withoutValidLabel = (booking: BookingRecord): Decision => ({
  booking: { ...booking, labelDue: true },
  events: [],
})

/**
 * What the folded reports make of the booking, at news of the carrier. What we ended stays as it is; `booking.updated`
 * tells of the reports all the same.
 */
export function follow(booking: BookingRecord, tracking: Tracking, at: Date): Decision {
  if (booking.closedByUs) return changed(booking, {}, at)
  const status = tracking.status ?? booking.status
  const cancelled = status === 'cancelled'
  const ended = isFinalBookingStatus(status)
  return changed(
    booking,
    {
      status,
      pickedUp: tracking.pickedUp,
      driver: tracking.driver ?? booking.driver,
      incident: tracking.incident,
      failureReason: status === 'failed' ? (tracking.incident ?? 'carrier_failed') : null,
      pod: tracking.pod,
      cancelledAt: cancelled ? tracking.statusAt : null,
      cancellationReasonCode: null,
      cancellationReasonNote: null,
      ...(cancelled && cancelledFor(booking.cancelling ?? carrierCancelled)),
      ...(ended && { labelDue: false }),
    },
    at,
  )
}

const carrierCancelled: CancellationWish = { reasonCode: 'cancelled_by_carrier', reasonNote: null }

/** It came to nothing while the goods were still with the merchant, without our doing. */
export const endedBeforePickup = (booking: BookingRecord): boolean =>
  (booking.status === 'failed' || booking.status === 'cancelled') &&
  !booking.pickedUp &&
  !booking.closedByUs &&
  booking.cancelling === null

/** Until when another courier is to be looked for, now that this one has given up; null: it is not. */
export const anotherCourierUntil = (before: BookingRecord, after: BookingRecord): Date | null =>
  endedBeforePickup(after) && !endedBeforePickup(before) ? after.dispatchUntilAt : null

/** What the booking says of its shipment's status; null: nothing. */
export function shipmentStatusOf(booking: BookingRecord, condition: Condition | null): ShipmentStatus | null {
  if (booking.closedByUs || !(booking.pickedUp || isFinalBookingStatus(booking.status))) return null
  switch (booking.status) {
    case 'delivered':
    case 'returned':
      return booking.status
    case 'failed':
    case 'cancelled':
      return booking.pickedUp ? 'failed' : null
    case 'returning':
      return condition ?? 'returning'
    case 'arrived_at_dropoff':
      return condition ?? 'out_for_delivery'
    case 'pending':
    case 'assigned':
    case 'reassigning':
    case 'en_route_to_pickup':
    case 'arrived_at_pickup':
    case 'picked_up':
    case 'en_route_to_dropoff':
      return condition ?? 'in_transit'
  }
}

const offered = ({ quoteId, option }: Offer) => ({
  quoteId,
  quoteOption: option,
  carrierCode: option.carrierCode,
  carrierAccountId: option.carrierAccountId,
})

const cancelledFor = ({ reasonCode, reasonNote }: CancellationWish) => ({
  cancellationReasonCode: reasonCode,
  cancellationReasonNote: reasonNote,
})

function assertStatus(booking: BookingRecord, status: BookingStatus, what: string): void {
  if (booking.status === status) return
  throw new RangeError(`booking ${booking.bookingId} is ${booking.status} and cannot ${what}`)
}

/** `booking.updated` first, then what the change is about. */
function changed(before: BookingRecord, fields: Partial<BookingRecord>, at: Date): Decision {
  const after: BookingRecord = { ...before, ...fields, updatedAt: at }
  const events: EventType[] = ['booking.updated']
  if (after.driver !== null && after.driver.driverId !== before.driver?.driverId) {
    events.push('booking.driver_assigned')
  }
  if (after.status !== before.status) {
    if (!(bookingTransitions[before.status] as readonly BookingStatus[]).includes(after.status)) {
      throw new RangeError(`booking ${before.bookingId} is ${before.status} and cannot become ${after.status}`)
    }
    const own = eventOfStatus[after.status]
    if (own !== undefined) events.push(own)
  }
  return { booking: { ...after, sequence: before.sequence + events.length }, events }
}
