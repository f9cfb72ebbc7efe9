/** The use cases of a booking. Each takes the caller's transaction; none opens one or calls the network. */
import type { CarrierCharge, CarrierJob, UpdateOutcome } from '@waybill/carriers/carrier-adapter'
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { inOneTrip, type Write } from '@waybill/chassis/postgres/pipelining'
import type { CarrierFault } from '@waybill/contracts/app-error'
import type { BookedParcel } from '@waybill/contracts/bookings/booked-parcel'
import type { InternalPayload } from '@waybill/contracts/events/internal-events'
import { newId } from '@waybill/contracts/ids'
import { customerAddress, publicShipment, type Shipment } from '@waybill/contracts/shipment'
import { acceptAttempt, attemptWrites, type CarrierAttempt, decideAttempt, newAttempt } from '../attempts/repository.ts'
import type { BookingRecord, CancellationWish, Offer } from '../bookings/booking.ts'
import { askToCancel, cancel, requestCancellation, withdrawCancellation } from '../bookings/cancellation.ts'
import { acceptChange, assign, fail, offerTo, openBooking, settle } from '../bookings/changes.ts'
import type { BookingRecorder } from '../bookings/recorder.ts'
import { answerRefund, type RefundAnswer, refundAtCancellation } from '../bookings/refund.ts'
import { lockBooking, lockedBooking, selectBookingToLock } from '../bookings/repository.ts'
import { storeShipmentCopy } from '../bookings/shipment-copy-repository.ts'
import type { Trx } from '../db.ts'
import { renewLabel } from '../documents/commands.ts'
import { papersKey, USUAL_LABEL } from '../documents/label-form.ts'
import { labelWrite } from '../documents/label-repository.ts'
import { FIRST_REFUND_POLL_MS } from '../facts/refund-pauses.ts'
import { lockJob, selectFacts, toFacts } from '../facts/repository.ts'
import { scheduleTracking } from '../facts/schedule-repository.ts'
import { toDriver } from '../facts/stored-fact.ts'
import { recallOtherJobs } from '../operations/recall-commands.ts'
import { foldIntoBooking, silenceMs } from './facts.ts'

/** Stores the copy of a shipment, as the shipment service has just returned it. */
export const storeShipment = (trx: Trx, shipment: Shipment): Promise<void> =>
  storeShipmentCopy(trx, publicShipment(shipment), { sequence: shipment.sequence, recipientNames: listNames(shipment) })

function listNames(shipment: Shipment): (string | null)[] {
  const { first_name, last_name, company } = customerAddress(shipment)
  return [first_name, last_name, company]
}

/**
 * Stores the attempt to book an offer, with a new booking or one that another carrier has refused. Null, and nothing
 * is written, if the shipment has another live booking.
 */
export async function prepareAttempt(
  trx: Trx,
  input: {
    shipment: Shipment
    offer: Offer
    bookingId: string
    isNewBooking: boolean
    attemptId: string
    opId: string
    claimId: string
    dispatchUntilAt: Date | null
    callbackBaseUrl: string | null
    /** By the database's clock. */
    sentAt: Date
    /** Written with the attempt. */
    further?: Write[]
  },
  recorder: BookingRecorder,
): Promise<CarrierAttempt | null> {
  const { shipment, offer, bookingId, attemptId, opId, callbackBaseUrl, sentAt } = input
  const { environmentId, merchantId, livemode } = shipment
  const { carrierCode, carrierAccountId, quoteOptionId } = offer.option
  const callbackUrl = callbackBaseUrl && `${callbackBaseUrl}/api/v1/callbacks/${carrierAccountId}`
  const names = { environmentId, attemptId, bookingId, opId, carrierCode, carrierAccountId, quoteOptionId }
  const attempt = { ...names, livemode, sentAt, callbackUrl }
  const further = [...attemptWrites(trx, attempt), ...(input.further ?? [])]
  if (input.isNewBooking) {
    const { dispatchUntilAt } = input
    const owner = { environmentId, bookingId, merchantId, livemode, shipment: publicShipment(shipment) }
    const opened = openBooking({ ...owner, offer, dispatchUntilAt, at: recorder.at })
    const event = bookingOpened(opened.booking, input.claimId, recorder)
    if (!(await recorder.insert(trx, opened, { events: [event], writes: further }))) return null
  } else {
    const booking = await lockBooking(trx, environmentId, bookingId)
    await recorder.update(trx, booking, offerTo(booking, offer, recorder.at), { further })
  }
  await storeShipment(trx, shipment)
  return newAttempt(attempt)
}

const bookingOpened = (
  { environmentId, bookingId, shipmentId }: BookingRecord,
  claimId: string,
  { at, requestId, idempotencyKey }: BookingRecorder,
): DomainEvent => ({
  eventId: newId('evt'),
  type: 'booking.opened',
  environmentId,
  occurredAt: at,
  subjectType: 'booking',
  subjectId: bookingId,
  sequence: null,
  public: null,
  internal: {
    shipment_id: shipmentId,
    claim_id: claimId,
    request: { id: requestId, idempotency_key: idempotencyKey },
  } satisfies InternalPayload<'booking.opened'>,
})

/** A page that no browser opens as a link is left out. */
const toTracking = ({ trackingNumber, trackingUrl = null }: Pick<CarrierJob, 'trackingNumber' | 'trackingUrl'>) => ({
  trackingNumber: trackingNumber || null,
  carrierTrackingUrl: trackingUrl !== null && isWebAddress(trackingUrl) ? trackingUrl : null,
})

const toParcels = ({ parcels = [] }: CarrierJob): BookedParcel[] | null =>
  parcels.length < 2
    ? null
    : parcels.map(({ carrierParcelId, price = null, ...parcel }) => {
        const { trackingNumber, carrierTrackingUrl: trackingUrl } = toTracking(parcel)
        const nothingYet = { status: null, incident: null, refund: null }
        return { ...nothingYet, trackingNumber, trackingUrl, price, ...(carrierParcelId && { carrierParcelId }) }
      })

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol)

/**
 * Assigns the booking to the carrier's job, with the facts that arrived before. Other live jobs that were reported for
 * the attempt are recalled. `makesLabels`: a label that has not come with the job is fetched at once. `further` writes are
 * part of the statement. Resolves to the time of the booking.
 */
export async function acceptJob(
  trx: Trx,
  attempt: CarrierAttempt,
  { job, makesLabels, further }: { job: CarrierJob; makesLabels: boolean; further: Write[] },
  recorder: BookingRecorder,
): Promise<Date> {
  const { carrierJobId, label } = job
  const [, [accepted], rows] = await inOneTrip(trx, [
    lockJob(attempt, carrierJobId),
    acceptAttempt(trx, attempt, carrierJobId),
    selectBookingToLock(trx, attempt),
  ])
  if (accepted === undefined) throw new Error(`attempt ${attempt.attemptId} does not exist`)
  const { reportedJobId, isSilent } = accepted
  const before = lockedBooking(rows, attempt.bookingId)
  const writes = [
    ...further,
    ...(label === null ? [] : [labelWrite(trx, before, label, USUAL_LABEL)]),
    ...(job.papers ? [labelWrite(trx, before, job.papers, papersKey(null))] : []),
  ]
  const driver = job.driver && toDriver(job.driver, attempt)
  const hasLabel = label !== null
  const labels = { hasLabel, labelDue: makesLabels && !hasLabel }
  const assigned = { carrierJobId, ...toTracking(job), ...labels, driver, parcels: toParcels(job) }
  const decision = assign(before, assigned, recorder.at)
  const trackingInMs = assigned.labelDue ? 0 : silenceMs({ ...attempt, isSilent })
  const booking = await recorder.update(trx, before, decision, { trackingInMs, further: writes })
  if (reportedJobId !== null) await recallOtherJobs(trx, booking, { ...attempt, carrierJobId })
  return booking.bookedAt
}

/** Stores what the carrier has said with its acceptance of a change, and has a new label made. */
export async function acceptUpdate(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  { window, charges = [] }: Extract<UpdateOutcome, { kind: 'updated' }>,
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBooking(trx, environmentId, bookingId)
  const change = acceptChange(before, { window: window ?? null, charges }, recorder.at)
  await recorder.update(trx, before, change)
  await renewLabel(trx, before, recorder)
}

/** Ends an attempt that the carrier refused. The booking may be offered to another carrier. */
export const refuseAttempt = (trx: Trx, attempt: CarrierAttempt, failure: CarrierFault): Promise<void> =>
  decideAttempt(trx, attempt, { state: 'refused', failure })

/** Fails a booking that no carrier took. `shipmentStatus` `failed`: its shipment fails with it. Idempotent. */
export async function failBooking(
  trx: Trx,
  booking: { environmentId: string; bookingId: string },
  { reason, shipmentStatus = null }: { reason: string; shipmentStatus?: 'failed' | null },
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBooking(trx, booking.environmentId, booking.bookingId)
  if (before.status === 'failed') return
  await recorder.update(trx, before, fail(before, reason, recorder.at, shipmentStatus))
}

/** Notes that a cancellation was requested while the carrier's answer to the booking is awaited. Idempotent. */
export async function noteCancellationRequest(
  trx: Trx,
  booking: BookingRecord,
  recorder: BookingRecorder,
): Promise<void> {
  await recorder.update(trx, booking, requestCancellation(booking, recorder.at))
}

/** Clears such a note: the booking is not cancelled. */
export async function withdrawCancellationRequest(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBooking(trx, environmentId, bookingId)
  await recorder.update(trx, before, withdrawCancellation(before, recorder.at))
}

/** Notes that the carrier is about to be asked to cancel; `wish` null: it refused. */
export async function noteCancelling(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  wish: CancellationWish | null,
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const before = await lockBooking(trx, environmentId, bookingId)
  return await recorder.update(trx, before, askToCancel(before, wish, recorder.at))
}

/** The carrier's terms for a cancellation that it accepted. */
export interface CancellationCosts {
  charges?: readonly CarrierCharge[] | undefined
  /** It decides later whether it pays the price back. */
  refundPending?: boolean | undefined
}

/**
 * Cancels the booking, with what the carrier charges for it. From now on facts are stored but do not change it. A refund that
 * is not decided is followed.
 */
export async function cancelBooking(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  { charges = [], refundPending, ...wish }: CancellationWish & CancellationCosts,
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const before = await lockBooking(trx, environmentId, bookingId)
  const refund = refundAtCancellation(before, refundPending, recorder.at)
  const decision = cancel(before, wish, recorder.at, { charged: charges, refund })
  const { booking } = settle(decision.booking)
  await recorder.update(trx, before, { ...decision, booking })
  const followsRefund = refund?.status === 'requested' && booking.status === 'cancelled'
  await scheduleTracking(trx, booking, followsRefund ? FIRST_REFUND_POLL_MS : null)
  return booking
}

/** Notes what the carrier says of the refund of a cancelled booking, and what it keeps, each once. */
export async function noteRefund(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  answer: { status: RefundAnswer; charges: readonly CarrierCharge[] },
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBooking(trx, environmentId, bookingId)
  const change = answerRefund(before, answer, recorder.at)
  if (change.events.length > 0) await recorder.update(trx, before, change)
}

/** Ends the operation that made the booking: facts that arrived during it are folded now. */
export async function settleBooking(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const [rows, facts] = await inOneTrip(trx, [
    selectBookingToLock(trx, { environmentId, bookingId }),
    selectFacts(trx, { environmentId, bookingId }),
  ])
  const before = lockedBooking(rows, bookingId)
  return await foldIntoBooking(trx, before, recorder, { changed: settle(before).booking, facts: toFacts(facts) })
}
