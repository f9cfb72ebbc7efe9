/** The use cases of a booking. Each takes the caller's transaction; none opens one or calls the network. */
import type { CarrierJob } from '@waybill/carriers/carrier-adapter'
import type { CarrierFault } from '@waybill/contracts/app-error'
import { publicShipment, type Shipment } from '@waybill/contracts/shipment'
import type { Trx } from '../db.ts'
import { USUAL_LABEL } from '../documents/label-form.ts'
import { storeLabel } from '../documents/label-repository.ts'
import { acceptAttempt, type CarrierAttempt, decideAttempt, insertAttempt } from '../operations/attempt-repository.ts'
import { recallOtherJobs } from '../operations/recall-commands.ts'
import { storeCarrierAccount } from '../tracking/account-repository.ts'
import { foldIntoBooking, silenceMs } from '../tracking/commands.ts'
import { assignFactsToBooking, lockJob } from '../tracking/repository.ts'
import { scheduleTracking } from '../tracking/schedule-repository.ts'
import { toDriver } from '../tracking/stored-fact.ts'
import type { BookingRecord, CancellationWish, Offer } from './booking.ts'
import { askToCancel, assign, cancel, fail, offerTo, openBooking, settle } from './changes.ts'
import type { BookingRecorder } from './recorder.ts'
import { lockBooking } from './repository.ts'
import { storeShipmentCopy } from './shipment-copy-repository.ts'

/** Stores the copy of a shipment, as the shipment service has just returned it. */
export const storeShipment = (trx: Trx, shipment: Shipment): Promise<void> =>
  storeShipmentCopy(trx, publicShipment(shipment), shipment.sequence)

/**
 * Stores the attempt to book an offer, with a new booking or one that another carrier has refused. False, and nothing
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

/**
 * Assigns the booking to the carrier's job, with the facts that arrived before. Other live jobs that were reported for
 * the attempt are recalled.
 */
export async function acceptJob(
  trx: Trx,
  attempt: CarrierAttempt,
  job: CarrierJob,
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const { carrierJobId, label } = job
  await lockJob(trx, attempt, carrierJobId)
  const reportedJobId = await acceptAttempt(trx, attempt, carrierJobId)
  await assignFactsToBooking(trx, attempt, { carrierJobId, bookingId: attempt.bookingId })
  const before = await lockBooking(trx, attempt.environmentId, attempt.bookingId)
  if (label !== null) await storeLabel(trx, before, label, USUAL_LABEL)
  const driver = job.driver && toDriver(job.driver, attempt)
  const decision = assign(before, { carrierJobId, driver, hasLabel: label !== null }, recorder.at)
  const booking = await recorder.update(trx, before, decision)
  await scheduleTracking(trx, booking, booking.labelDue ? 0 : silenceMs(attempt))
  if (reportedJobId !== null) await recallOtherJobs(trx, booking, { ...attempt, carrierJobId })
  return booking
}

/** Ends an attempt that the carrier refused. The booking may be offered to another carrier. */
export const refuseAttempt = (trx: Trx, attempt: CarrierAttempt, failure: CarrierFault): Promise<void> =>
  decideAttempt(trx, attempt, { state: 'refused', failure })

/** Fails a booking that no carrier took. */
export async function failBooking(
  trx: Trx,
  booking: { environmentId: string; bookingId: string },
  reason: string,
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBooking(trx, booking.environmentId, booking.bookingId)
  await recorder.update(trx, before, fail(before, reason, recorder.at))
}

/** Notes that the carrier is about to be asked to cancel; `wish` null: it refused. */
export async function noteCancelling(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  wish: CancellationWish | null,
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const before = await lockBooking(trx, environmentId, bookingId)
  return await recorder.update(trx, before, askToCancel(before, wish))
}

/** Cancels the booking. From now on facts are stored but do not change it. */
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

/** Ends the operation that made the booking: facts that arrived during it are folded now. */
export async function settleBooking(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const before = await lockBooking(trx, environmentId, bookingId)
  const booking = await recorder.update(trx, before, settle(before))
  return await foldIntoBooking(trx, booking, recorder)
}
