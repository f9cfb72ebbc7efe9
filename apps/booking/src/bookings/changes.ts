/** Pure: how a booking changes, a function per decision; its cancellation on request is beside. Ids and times come in as data. */
import type { BookingStatus, Driver } from '@waybill/contracts/booking'
import type { Charge } from '@waybill/contracts/bookings/charge'
import type { ProofOfDelivery } from '@waybill/contracts/bookings/proof-of-delivery'
import { type EventType, timeOfChange } from '@waybill/contracts/events/public-event'
import type { PublicShipment } from '@waybill/contracts/shipment'
import type { FailureReason } from '@waybill/contracts/shipments/failure-reason'
import { distanceM } from '@waybill/contracts/values/distance'
import {
  type AcceptedChange,
  type AcceptedJob,
  type BookingChange,
  type BookingRecord,
  type BookingWithJob,
  bookingTransitions,
  type CancellationWish,
  neitherFailedNorCancelled,
  type Offer,
  type PendingBooking,
  type Tracking,
} from './booking.ts'
import { deriveShownStatus } from './consequences.ts'
import { etaAfter, etaAfterChange } from './eta.ts'

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
    trackingNumber: null,
    carrierTrackingUrl: null,
    hasLabel: false,
    driver: null,
    incident: null,
    bookedAt: at,
    cancellationRequestedAt: null,
    ...neitherFailedNorCancelled,
    pod: null,
    eta: null,
    charges: [],
    parcels: null,
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
    linksVersion: 0,
    printedAt: null,
    printCount: 0,
    shipmentStatus: null,
    shownShipment: null,
    positionToldAt: null,
  }
  return { booking, events: ['booking.created'] }
}

/** Offers the booking to the next carrier, after another has refused it. */
export function offerTo(booking: BookingRecord, offer: Offer, at: Date): BookingChange {
  assertPending(booking, 'be offered to another carrier')
  return changed(booking, { ...booking, ...offerFields(offer), eta: null, parcels: null }, at)
}

/** The carrier has taken the job. */
export function assign(booking: BookingRecord, job: AcceptedJob, at: Date): BookingChange {
  assertPending(booking, 'be assigned')
  return changed(booking, { ...booking, ...job, status: 'assigned', bookedAt: at }, at)
}

/** No carrier took the job. `shipmentStatus`: `failed` if no other will be asked for the shipment. */
export function fail(
  booking: BookingRecord,
  failureReason: string,
  at: Date,
  shipmentStatus: 'failed' | null = null,
): BookingChange {
  assertPending(booking, 'fail before it was booked')
  const failed = { status: 'failed', failureReason, shipmentStatus, cancellationRequestedAt: null } as const
  return changed(booking, { ...booking, ...failed, closedByUs: true, dispatchUntilAt: null }, at)
}

/** Another courier would be looked for until then. Emits no event. */
export const lookLonger = (booking: BookingRecord, dispatchUntilAt: Date): BookingChange =>
  silently({ ...booking, dispatchUntilAt })

/** The carrier has accepted a change of the job. Its charges are all of the job: those that are known do not count again. */
export function acceptChange(booking: BookingRecord, accepted: AcceptedChange, at: Date): BookingChange {
  const charges = chargesWith(booking, accepted.charges)
  const eta = etaAfterChange(booking, accepted.window, at)
  if (charges === booking.charges && eta === booking.eta) return silently(booking)
  return changed(booking, { ...booking, eta, charges }, at)
}

/** The booking's charges with those that are new; the same list if none is. */
export function chargesWith({ charges }: BookingRecord, all: readonly Charge[]): readonly Charge[] {
  const known = new Set(charges.map(({ chargeId }) => chargeId))
  const added = all.filter(({ chargeId }) => !known.has(chargeId))
  return added.length === 0 ? charges : [...charges, ...added]
}

/** The operation that made the booking has ended: facts change it from now on. */
export const settle = (booking: BookingRecord): BookingChange => silently({ ...booking, settled: true })

/** The label that was due has arrived. */
export const withLabel = (booking: BookingWithJob, at: Date): BookingChange =>
  changed(booking, { ...booking, labelDue: false, hasLabel: true }, at)

/** Invalidates existing labels, which have to be printed again. Without any, nothing becomes due: the carrier makes none. */
export const withoutValidLabel = (booking: BookingWithJob): BookingChange =>
  silently({
    ...booking,
    labelDue: booking.labelDue || booking.hasLabel,
    labelRevision: booking.labelRevision + 1,
    printedAt: null,
  })

/** The label was printed. A reprint keeps the time of the first. */
export const withPrint = (booking: BookingRecord, at: Date): BookingChange =>
  changed(booking, { ...booking, printedAt: booking.printedAt ?? at, printCount: booking.printCount + 1 }, at)

/** Revokes every URL of the booking's documents that was issued before. */
export const withNewLinks = (booking: BookingRecord): BookingChange =>
  silently({ ...booking, linksVersion: booking.linksVersion + 1 })

/**
 * Applies the folded reports of the carrier. A booking that we closed does not change, but `booking.updated` announces
 * the reports. Throws for a pending booking, which has no job to report of.
 */
export function follow(booking: BookingRecord, tracking: Tracking, at: Date): BookingChange {
  if (booking.closedByUs) return changed(booking, withRefunds(booking, tracking), at)
  if (booking.status === 'pending') throw new RangeError(`booking ${booking.bookingId} is pending and has no job yet`)
  const after = followed(booking, tracking)
  return changed(booking, { ...after, shipmentStatus: deriveShownStatus(after, tracking.condition) }, at)
}

/** The refunds of labels are followed after we closed the booking, too. */
const withRefunds = <Closed extends BookingRecord>(booking: Closed, { parcels }: Tracking): Closed =>
  parcels === undefined
    ? booking
    : {
        ...booking,
        parcels: parcels.map((parcel, index) => ({ ...parcel, ...booking.parcels?.[index], refund: parcel.refund })),
      }

function followed(booking: BookingWithJob & { closedByUs: false }, tracking: Tracking): BookingRecord {
  const driver = tracking.driver ?? booking.driver
  const { pickedUp, incident, parcels = booking.parcels } = tracking
  const eta = etaAfter(booking, tracking)
  const details = {
    pickedUp,
    driver,
    incident,
    eta,
    parcels,
    pod: tracking.pod && completeProof(booking, tracking.pod, driver),
  }
  switch (tracking.status) {
    case null:
      return { ...booking, ...details }
    case 'delivered':
    case 'returned':
      return { ...booking, ...details, ...neitherFailedNorCancelled, status: tracking.status, labelDue: false }
    case 'failed': {
      const failed = {
        status: 'failed',
        failureReason: incident ?? ('carrier_failed' satisfies FailureReason),
        labelDue: false,
      } as const
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

/**
 * Adds a photo or a signature to the proof that the booking shows; for any other proof a no-op. `isWhole`: it is the last
 * one to be stored.
 */
export function withProofMedia(
  booking: BookingWithJob,
  podId: string,
  { proof, isWhole }: { proof: ProofOfDelivery; isWhole: boolean },
  at: Date,
): BookingChange {
  if (booking.pod?.pod_id !== podId) return silently(booking)
  const after = { ...booking, pod: proof }
  return isWhole ? withReadyProof(booking, after, at) : changed(booking, after, at)
}

/** Everything that the carrier has of the proof is stored. A no-op if it has neither photo nor signature. */
export const proofIsWhole = (booking: BookingRecord, at: Date): BookingChange =>
  hasMedia(booking.pod) ? withReadyProof(booking, booking, at) : silently(booking)

export const hasMedia = (pod: ProofOfDelivery | null): boolean =>
  pod !== null && (pod.photos.length > 0 || pod.signature !== null)

function withReadyProof(before: BookingRecord, after: BookingRecord, at: Date): BookingChange {
  return changed(before, after, at, after.status === 'delivered' ? ['booking.proof_ready'] : [])
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

export const reasonFields = ({ reasonCode, reasonNote }: CancellationWish) => ({
  cancellationReasonCode: reasonCode,
  cancellationReasonNote: reasonNote,
})

function assertPending(booking: BookingRecord, action: string): asserts booking is PendingBooking {
  if (booking.status === 'pending') return
  throw new RangeError(`booking ${booking.bookingId} is ${booking.status} and cannot ${action}`)
}

/** A change that is not visible to merchants. */
export const silently = (booking: BookingRecord): BookingChange => ({ booking, events: [] })

/** Emits `booking.updated` first, then the more specific events, `further` last. */
export function changed(
  before: BookingRecord,
  after: BookingRecord,
  at: Date,
  further: readonly EventType[] = [],
): BookingChange {
  const events: EventType[] = ['booking.updated']
  if (after.driver !== null && after.driver.driverId !== before.driver?.driverId) {
    events.push('booking.driver_assigned')
  }
  if (after.status !== before.status) {
    // Any status may follow one that a later version has added.
    const next: readonly BookingStatus[] | undefined = bookingTransitions[before.status]
    if (next !== undefined && !next.includes(after.status)) {
      throw new RangeError(`booking ${before.bookingId} is ${before.status} and cannot become ${after.status}`)
    }
    const specific = eventByStatus[after.status]
    if (specific !== undefined) events.push(specific)
  }
  events.push(...further)
  const updatedAt = timeOfChange(before, at)
  return { booking: { ...after, updatedAt, sequence: before.sequence + events.length }, events }
}

const eventByStatus: Partial<Record<BookingStatus, EventType>> = {
  delivered: 'booking.delivered',
  failed: 'booking.failed',
  cancelled: 'booking.cancelled',
}
