/** One function per use case of a booking. Each takes the transaction; none opens one or touches the network. */
import type { CarrierJob, Label } from '@waybill/carriers/carrier-adapter'
import { findErasure } from '@waybill/chassis/retention/erasures'
import type { CarrierFault } from '@waybill/contracts/app-error'
import { publicShipment, type Shipment } from '@waybill/contracts/shipment'
import type { Trx } from '../db.ts'
import { USUAL_LABEL } from '../documents/label-form.ts'
import { type StoredMedia, withMedia } from '../documents/proof-media.ts'
import { acceptAttempt, type CarrierAttempt, decideAttempt, insertAttempt } from '../operations/attempt-repository.ts'
import { recallOtherJobs } from '../operations/recall-commands.ts'
import { foldIntoBooking, silenceMs } from '../tracking/commands.ts'
import { driverOf } from '../tracking/facts.ts'
import { adoptFacts, lockJob } from '../tracking/repository.ts'
import type { BookingRecord, CancellationWish, Offer } from './booking.ts'
import {
  askToCancel,
  assign,
  cancel,
  fail,
  offerTo,
  openBooking,
  settle,
  withLabel,
  withoutValidLabel,
  withProofMedia,
} from './changes.ts'
import { dropLabels, storeCarrierAccount, storeLabel, storeShipmentCopy } from './copies-repository.ts'
import type { BookingRecorder } from './recorder.ts'
import { lockBooking, lockBookingWithJob, scheduleTracking } from './repository.ts'

/** Keeps the shipment as its owner has just shown it. */
export const storeShipment = (trx: Trx, shipment: Shipment): Promise<void> =>
  storeShipmentCopy(trx, publicShipment(shipment), shipment.sequence)

/**
 * Writes down what is about to be asked of a carrier: the booking, new or offered anew, and the attempt.
 * False, and nothing is written, if the shipment has another live booking.
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
    dispatchUntilAt: Date | null
    callbackBaseUrl: string | null
  },
  recorder: BookingRecorder,
): Promise<boolean> {
  const { shipment, offer, bookingId, attemptId, opId, callbackBaseUrl } = input
  const { environmentId, merchantId, livemode } = shipment
  const { carrierCode, carrierAccountId, quoteOptionId } = offer.option
  if (input.isNewBooking) {
    const { dispatchUntilAt } = input
    const owner = { environmentId, bookingId, merchantId, livemode, shipment: publicShipment(shipment) }
    const opened = openBooking({ ...owner, offer, dispatchUntilAt, at: recorder.at })
    if (!(await recorder.insert(trx, opened))) return false
  } else {
    const booking = await lockBooking(trx, environmentId, bookingId)
    await recorder.update(trx, booking, offerTo(booking, offer, recorder.at))
  }
  await storeShipment(trx, shipment)
  await storeCarrierAccount(trx, { carrierAccountId, environmentId, carrierCode, livemode })
  await insertAttempt(trx, {
    ...{ environmentId, attemptId, bookingId, opId, carrierCode, carrierAccountId, quoteOptionId },
    callbackUrl: callbackBaseUrl && `${callbackBaseUrl}/api/v1/callbacks/${carrierAccountId}`,
  })
  return true
}

/** The carrier has taken the job: facts that came before we knew are now the booking's, those of other jobs their end. */
export async function acceptJob(
  trx: Trx,
  attempt: CarrierAttempt,
  job: CarrierJob,
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const { carrierJobId, label } = job
  await lockJob(trx, attempt, carrierJobId)
  const reportedJobId = await acceptAttempt(trx, attempt, carrierJobId)
  await adoptFacts(trx, attempt, { carrierJobId, bookingId: attempt.bookingId })
  const before = await lockBooking(trx, attempt.environmentId, attempt.bookingId)
  if (label !== null) await storeLabel(trx, before, label, USUAL_LABEL)
  const driver = job.driver && driverOf(job.driver, attempt)
  const decision = assign(before, { carrierJobId, driver, hasLabel: label !== null }, recorder.at)
  const booking = await recorder.update(trx, before, decision)
  await scheduleTracking(trx, booking, booking.labelDue ? 0 : silenceMs(attempt))
  if (reportedJobId !== null) await recallOtherJobs(trx, booking, { ...attempt, carrierJobId })
  return booking
}

/** The carrier will not do it; the booking may be offered to another one. */
export const refuseAttempt = (trx: Trx, attempt: CarrierAttempt, failure: CarrierFault): Promise<void> =>
  decideAttempt(trx, attempt, { state: 'refused', failure })

/** Nobody takes it. */
export async function failBooking(
  trx: Trx,
  booking: { environmentId: string; bookingId: string },
  reason: string,
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBooking(trx, booking.environmentId, booking.bookingId)
  await recorder.update(trx, before, fail(before, reason, recorder.at))
}

/** The carrier is going to be asked to cancel; null: it has refused. */
export async function noteCancelling(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  wish: CancellationWish | null,
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const before = await lockBooking(trx, environmentId, bookingId)
  return await recorder.update(trx, before, askToCancel(before, wish))
}

/** Cancelled, for good. From now on facts only tell of what the carrier does. */
export async function cancelBooking(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  wish: CancellationWish,
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const before = await lockBooking(trx, environmentId, bookingId)
  const decision = cancel(before, wish, recorder.at)
  const { booking } = settle(decision.booking)
  await recorder.update(trx, before, { ...decision, booking })
  await scheduleTracking(trx, booking, null)
  return booking
}

/** The operation that made the booking has ended: facts that have waited for this move it now. */
export async function settleBooking(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const before = await lockBooking(trx, environmentId, bookingId)
  const booking = await recorder.update(trx, before, settle(before))
  return await foldIntoBooking(trx, booking, recorder)
}

/** The carrier's job has changed: its labels are void, those on their way too; the usual one is to be fetched anew. */
export async function renewLabel(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBookingWithJob(trx, environmentId, bookingId)
  await dropLabels(trx, before)
  const booking = await recorder.update(trx, before, withoutValidLabel(before))
  await scheduleTracking(trx, booking, 0)
}

/** A booking as it was when its label was asked for. */
type LabelledBooking = Pick<BookingRecord, 'environmentId' | 'bookingId' | 'labelRevision'>

/** The label that was due has come. Nothing is written if it was asked for before the carrier's job changed again. */
export async function addLabel(
  trx: Trx,
  { environmentId, bookingId, labelRevision }: LabelledBooking,
  label: Label,
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBooking(trx, environmentId, bookingId)
  if (before.carrierJobId === null || before.labelRevision !== labelRevision) return
  // The version before 0008-label-revisions leaves them standing when the job changes. Needless in the release after.
  await dropLabels(trx, before)
  await storeLabel(trx, before, label, USUAL_LABEL)
  await recorder.update(trx, before, withLabel(before, recorder.at))
}

/** Keeps a label that somebody has asked for, unless it was asked for before the carrier's job changed. */
export async function keepLabel(
  trx: Trx,
  { environmentId, bookingId, labelRevision }: LabelledBooking,
  label: Label,
  key: string,
): Promise<void> {
  const booking = await lockBooking(trx, environmentId, bookingId)
  if (booking.labelRevision === labelRevision) await storeLabel(trx, booking, label, key)
}

/** A photo or a signature of a proof has come into our store. */
export async function addProofMedia(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  media: StoredMedia & { podId: string },
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBooking(trx, environmentId, bookingId)
  if (before.pod === null || (await findErasure(trx, environmentId, bookingId))) return
  const decision = withProofMedia(before, media.podId, withMedia(before.pod, media), recorder.at)
  await recorder.update(trx, before, decision)
}
