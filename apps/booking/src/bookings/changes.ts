/** How a booking changes: a pure function for each decision; ids and times come in as data. */
import { type BookingStatus, type Driver, isFinalBookingStatus, type ProofOfDelivery } from '@waybill/contracts/booking'
import type { EventType } from '@waybill/contracts/events/public-event'
import type { PublicShipment } from '@waybill/contracts/shipment'
import {
  type AcceptedJob,
  type BookingChange,
  type BookingRecord,
  bookingTransitions,
  type CancellationWish,
  type Offer,
  type Tracking,
} from './booking.ts'
import { distanceM } from './distance.ts'

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
}): BookingChange {
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
    labelRevision: 0,
  }
  return { booking, events: ['booking.created'] }
}

/** The next carrier is asked, after another has refused. */
export function offerTo(booking: BookingRecord, offer: Offer, at: Date): BookingChange {
  assertStatus(booking, 'pending', 'be offered to another carrier')
  return changed(booking, offered(offer), at)
}

/** The carrier has taken the job. */
export function assign(booking: BookingRecord, job: AcceptedJob, at: Date): BookingChange {
  assertStatus(booking, 'pending', 'be assigned')
  const { carrierJobId, driver, hasLabel } = job
  return changed(booking, { status: 'assigned', carrierJobId, driver, hasLabel, labelDue: !hasLabel, bookedAt: at }, at)
}

/** No carrier took it. */
export function fail(booking: BookingRecord, failureReason: string, at: Date): BookingChange {
  assertStatus(booking, 'pending', 'fail before it was booked')
  return changed(booking, { status: 'failed', failureReason, closedByUs: true, dispatchUntilAt: null }, at)
}

/**
 * Cancelled on the merchant's wish, after the carrier has agreed or before it was asked. One that has ended meanwhile
 * stays as it ended.
 */
export function cancel(booking: BookingRecord, wish: CancellationWish, at: Date): BookingChange {
  if (isFinalBookingStatus(booking.status)) {
    const closedByUs = booking.closedByUs || booking.status === 'cancelled'
    return silently(booking, { cancelling: null, closedByUs })
  }
  const fields = { ...cancelledFor(wish), status: 'cancelled', cancelledAt: at, closedByUs: true } as const
  return changed(booking, { ...fields, cancelling: null, dispatchUntilAt: null }, at)
}

/** Notes, unseen from outside, that the carrier is being asked to cancel: its report of it is then our own doing. */
export const askToCancel = (booking: BookingRecord, wish: CancellationWish | null): BookingChange =>
  silently(booking, { cancelling: wish })

/** The operation that made the booking has ended: from now on facts move it. */
export const settle = (booking: BookingRecord): BookingChange => silently(booking, { settled: true })

/** A label has come. */
export const withLabel = (booking: BookingRecord, at: Date): BookingChange =>
  changed({ ...booking, labelDue: false }, { hasLabel: true }, at)

/** The labels so far show what is no longer so. */
export const withoutValidLabel = (booking: BookingRecord): BookingChange =>
  silently(booking, { labelDue: true, labelRevision: booking.labelRevision + 1 })

/**
 * What the folded reports make of the booking, at news of the carrier. What we ended stays as it is; `booking.updated`
 * tells of the reports all the same.
 */
export function follow(booking: BookingRecord, tracking: Tracking, at: Date): BookingChange {
  if (booking.closedByUs) return changed(booking, {}, at)
  const status = tracking.status ?? booking.status
  const driver = tracking.driver ?? booking.driver
  const cancelled = status === 'cancelled'
  const ended = isFinalBookingStatus(status)
  return changed(
    booking,
    {
      status,
      pickedUp: tracking.pickedUp,
      driver,
      incident: tracking.incident,
      failureReason: status === 'failed' ? (tracking.incident ?? 'carrier_failed') : null,
      pod: tracking.pod && proofOf(booking, tracking.pod, driver),
      cancelledAt: cancelled ? tracking.statusAt : null,
      cancellationReasonCode: null,
      cancellationReasonNote: null,
      ...(cancelled && cancelledFor(booking.cancelling ?? carrierCancelled)),
      ...(ended && { labelDue: false }),
    },
    at,
  )
}

/** A photo or a signature of the booking's proof has come; of another proof it is nothing new. */
export function withProofMedia(booking: BookingRecord, podId: string, proof: ProofOfDelivery, at: Date): BookingChange {
  if (booking.pod?.pod_id !== podId) return silently(booking, {})
  return changed(booking, { pod: proof }, at)
}

/** Facts know of no door and of no photos: those of the same proof, which we have fetched, stay. */
function proofOf(
  { pod: before, shipment }: BookingRecord,
  proof: ProofOfDelivery,
  driver: Driver | null,
): ProofOfDelivery {
  const location = proof.location && {
    ...proof.location,
    distance_to_dropoff_m: distanceM(proof.location, shipment.dropoff_address),
  }
  const captured = { ...proof, location, captured_by: proof.captured_by ?? capturedBy(driver) }
  if (before?.pod_id !== proof.pod_id) return captured
  return { ...captured, photos: before.photos, signature: before.signature }
}

/** A proof that names nobody was taken by the driver on the job. */
const capturedBy = (driver: Driver | null) => driver && { driver_id: driver.driverId, name: driver.name }

const carrierCancelled: CancellationWish = { reasonCode: 'cancelled_by_carrier', reasonNote: null }

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

/** A change of what nobody outside can see. */
const silently = (booking: BookingRecord, fields: Partial<BookingRecord>): BookingChange => ({
  booking: { ...booking, ...fields },
  events: [],
})

/** `booking.updated` first, then what the change is about. */
function changed(before: BookingRecord, fields: Partial<BookingRecord>, at: Date): BookingChange {
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

const eventOfStatus: Partial<Record<BookingStatus, EventType>> = {
  delivered: 'booking.delivered',
  failed: 'booking.failed',
  cancelled: 'booking.cancelled',
}
