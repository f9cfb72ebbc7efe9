/** Pure: how a booking changes, a function per decision. Ids and times come in as data. */
import type { BookingStatus, Driver, ProofOfDelivery } from '@waybill/contracts/booking'
import type { EventType } from '@waybill/contracts/events/public-event'
import type { PublicShipment } from '@waybill/contracts/shipment'
import {
  type AcceptedJob,
  type BookingChange,
  type BookingRecord,
  type BookingWithJob,
  bookingTransitions,
  type CancellationWish,
  hasEnded,
  neitherFailedNorCancelled,
  type Offer,
  type PendingBooking,
  type Tracking,
} from './booking.ts'
import { distanceM } from './distance.ts'

/** A new pending booking. It is stored before any carrier is asked. */
export function openBooking(input: {
  environmentId: string
  bookingId: string
  merchantId: string
  livemode: boolean
  shipment: PublicShipment
  offer: Offer
  dispatchUntilAt: Date | null
  at: Date
}): BookingChange & { booking: PendingBooking } {
  const { offer, shipment, at } = input
  const booking: PendingBooking = {
    environmentId: input.environmentId,
    bookingId: input.bookingId,
    merchantId: input.merchantId,
    livemode: input.livemode,
    shipmentId: shipment.shipment_id,
    shipment,
    ...offerFields(offer),
    status: 'pending',
    carrierJobId: null,
    hasLabel: false,
    driver: null,
    incident: null,
    bookedAt: at,
    ...neitherFailedNorCancelled,
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
    labelRevision: 0,
  }
  return { booking, events: ['booking.created'] }
}

/** Offers the booking to the next carrier, after another has refused it. */
export function offerTo(booking: BookingRecord, offer: Offer, at: Date): BookingChange {
  assertPending(booking, 'be offered to another carrier')
  return changed(booking, { ...booking, ...offerFields(offer) }, at)
}

/** The carrier has taken the job. */
export function assign(booking: BookingRecord, job: AcceptedJob, at: Date): BookingChange {
  assertPending(booking, 'be assigned')
  return changed(booking, { ...booking, ...job, status: 'assigned', labelDue: !job.hasLabel, bookedAt: at }, at)
}

/** No carrier took the job. */
export function fail(booking: BookingRecord, failureReason: string, at: Date): BookingChange {
  assertPending(booking, 'fail before it was booked')
  return changed(booking, { ...booking, status: 'failed', failureReason, closedByUs: true, dispatchUntilAt: null }, at)
}

/**
 * Cancels on request, after the carrier agreed or before one was asked. A booking that has ended keeps its status.
 */
export function cancel(booking: BookingRecord, wish: CancellationWish, at: Date): BookingChange {
  if (!hasEnded(booking)) {
    const cancelled = { ...booking, ...reasonFields(wish), status: 'cancelled', cancelledAt: at } as const
    return changed(booking, { ...cancelled, closedByUs: true, cancelling: null, dispatchUntilAt: null }, at)
  }
  if (booking.status !== 'cancelled') return silently({ ...booking, cancelling: null })
  return silently({ ...booking, cancelling: null, closedByUs: true })
}

/**
 * Notes that the carrier is being asked to cancel, so that its report of the cancellation counts as ours; null: it
 * refused. Emits no event.
 */
export const askToCancel = (booking: BookingRecord, wish: CancellationWish | null): BookingChange =>
  silently({ ...booking, cancelling: wish })

/** The operation that made the booking has ended: facts change it from now on. */
export const settle = (booking: BookingRecord): BookingChange => silently({ ...booking, settled: true })

/** The label that was due has arrived. */
export const withLabel = (booking: BookingWithJob, at: Date): BookingChange =>
  changed(booking, { ...booking, labelDue: false, hasLabel: true }, at)

/** Invalidates existing labels. */
export const withoutValidLabel = (booking: BookingWithJob): BookingChange =>
  silently({ ...booking, labelDue: true, labelRevision: booking.labelRevision + 1 })

/**
 * Applies the folded reports of the carrier. A booking that we closed does not change, but `booking.updated` announces
 * the reports. Throws for a pending booking, which has no job to report of.
 */
export function follow(booking: BookingRecord, tracking: Tracking, at: Date): BookingChange {
  if (booking.closedByUs) return changed(booking, booking, at)
  if (booking.status === 'pending') throw new RangeError(`booking ${booking.bookingId} is pending and has no job yet`)
  return changed(booking, followed(booking, tracking), at)
}

function followed(booking: BookingWithJob & { closedByUs: false }, tracking: Tracking): BookingRecord {
  const driver = tracking.driver ?? booking.driver
  const { pickedUp, incident } = tracking
  const details = { pickedUp, driver, incident, pod: tracking.pod && completeProof(booking, tracking.pod, driver) }
  switch (tracking.status) {
    case null:
      return { ...booking, ...details }
    case 'delivered':
    case 'returned':
      return { ...booking, ...details, ...neitherFailedNorCancelled, status: tracking.status, labelDue: false }
    case 'failed': {
      const failed = { status: 'failed', failureReason: incident ?? 'carrier_failed', labelDue: false } as const
      return { ...booking, ...details, ...neitherFailedNorCancelled, ...failed }
    }
    case 'cancelled': {
      const reason = reasonFields(booking.cancelling ?? cancelledByCarrier)
      const cancelled = { status: 'cancelled', cancelledAt: tracking.statusAt, ...reason, labelDue: false } as const
      return { ...booking, ...details, ...neitherFailedNorCancelled, ...cancelled }
    }
    default:
      return { ...booking, ...details, ...neitherFailedNorCancelled, status: tracking.status }
  }
}

/** Adds a photo or a signature to the proof that the booking shows; for any other proof a no-op. */
export function withProofMedia(
  booking: BookingWithJob,
  podId: string,
  proof: ProofOfDelivery,
  at: Date,
): BookingChange {
  if (booking.pod?.pod_id !== podId) return silently(booking)
  return changed(booking, { ...booking, pod: proof }, at)
}

/**
 * The reported proof, with its distance to the drop-off and the person who captured it. Facts carry no media: the
 * photos and the signature that were fetched for the same proof are kept.
 */
function completeProof(
  { pod: before, shipment }: BookingWithJob,
  proof: ProofOfDelivery,
  driver: Driver | null,
): ProofOfDelivery {
  const location = proof.location && {
    ...proof.location,
    distance_to_dropoff_m: distanceM(proof.location, shipment.dropoff_address),
  }
  // A proof without a name was captured by the driver of the job.
  const capturedBy = proof.captured_by ?? (driver && { driver_id: driver.driverId, name: driver.name })
  const captured = { ...proof, location, captured_by: capturedBy }
  if (before?.pod_id !== proof.pod_id) return captured
  return { ...captured, photos: before.photos, signature: before.signature }
}

const cancelledByCarrier: CancellationWish = { reasonCode: 'cancelled_by_carrier', reasonNote: null }

const offerFields = ({ quoteId, option }: Offer) => ({
  quoteId,
  quoteOption: option,
  carrierCode: option.carrierCode,
  carrierAccountId: option.carrierAccountId,
})

const reasonFields = ({ reasonCode, reasonNote }: CancellationWish) => ({
  cancellationReasonCode: reasonCode,
  cancellationReasonNote: reasonNote,
})

function assertPending(booking: BookingRecord, action: string): asserts booking is PendingBooking {
  if (booking.status === 'pending') return
  throw new RangeError(`booking ${booking.bookingId} is ${booking.status} and cannot ${action}`)
}

/** A change that is not visible to merchants. */
const silently = (booking: BookingRecord): BookingChange => ({ booking, events: [] })

/** Emits `booking.updated` first, then the more specific events. */
function changed(before: BookingRecord, after: BookingRecord, at: Date): BookingChange {
  const events: EventType[] = ['booking.updated']
  if (after.driver !== null && after.driver.driverId !== before.driver?.driverId) {
    events.push('booking.driver_assigned')
  }
  if (after.status !== before.status) {
    if (!(bookingTransitions[before.status] as readonly BookingStatus[]).includes(after.status)) {
      throw new RangeError(`booking ${before.bookingId} is ${before.status} and cannot become ${after.status}`)
    }
    const specific = eventByStatus[after.status]
    if (specific !== undefined) events.push(specific)
  }
  return { booking: { ...after, updatedAt: at, sequence: before.sequence + events.length }, events }
}

const eventByStatus: Partial<Record<BookingStatus, EventType>> = {
  delivered: 'booking.delivered',
  failed: 'booking.failed',
  cancelled: 'booking.cancelled',
}
