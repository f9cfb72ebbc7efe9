/**
 * Cancels a booking and leaves its shipment: (await_booking →) claim → call (→ pursue) → settle. The shipment can be booked
 * again; an on-demand one is dispatched again while its window lasts.
 */

import { backoffMs } from '@waybill/chassis/loops/backoff'
import { AppError } from '@waybill/contracts/app-error'
import { isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'
import type { FailureReason } from '@waybill/contracts/shipments/failure-reason'
import { type BookingRecord, type CancellationWish, hasEnded } from '../../bookings/booking.ts'
import { endedWithoutPickup } from '../../bookings/consequences.ts'
import { findBooking, lockBooking } from '../../bookings/repository.ts'
import type { Trx } from '../../db.ts'
import { hastenLatePickup } from '../../dispatching/repository.ts'
import {
  type CancellationCosts,
  cancelBooking,
  noteCancellationRequest,
  noteCancelling,
  storeShipment,
  withdrawCancellationRequest,
} from '../../lifecycle/commands.ts'
import {
  cancellationRefused,
  carrierFault,
  errorFromStored,
  notCancellable,
  storedError,
} from '../../operations/errors.ts'
import { type DesiredAt, nextDispatch } from '../../operations/operation.ts'
import { databaseNow, insertOperation, wakeAwaitingCancellations } from '../../operations/repository.ts'
import { cancelJob, provenOutcome, retryCancellation, toCosts } from './carrier-cancellation.ts'
import { claimShipment, repliedShipment, settleShipment } from './claims.ts'
import type { Next } from './next.ts'
import type { StepTable, Work } from './work.ts'

/** Why an on-demand shipment failed whose booking was cancelled after its dispatch window. */
const CANCELLED_TOO_LATE = 'booking_cancelled' satisfies FailureReason

/** Before a late courier whose shipment is being changed is asked again. */
const BUSY_PAUSE = { firstMs: 4_000, maxMs: 4_000, jitter: 0.5 }

type Cancelling = Work<'cancel_booking', 'await_booking' | 'claim' | 'call' | 'pursue'>
type Kept = DesiredAt<'cancel_booking', 'claim'>

async function getBooking({ dependencies, operation }: Work<'cancel_booking'>): Promise<BookingRecord> {
  const { bookingId } = operation.desired
  const booking = await findBooking(dependencies.db, operation.environmentId, bookingId)
  if (booking === undefined) throw new Error(`booking ${bookingId} does not exist`)
  return booking
}

/** Waits until the operation that makes the booking has ended. Until then the booking shows the request. */
async function awaitBooking(work: Work<'cancel_booking', 'await_booking'>): Promise<Next> {
  const { environmentId, desired } = work.operation
  return await work.commit(async (trx): Promise<Next> => {
    const booking = await lockBooking(trx, environmentId, desired.bookingId)
    if (hasEnded(booking)) {
      await withdrawCancellationRequest(trx, booking, work.recorder())
      return { end: 'failed', error: notCancellable(booking) }
    }
    if (booking.settled) return { to: 'claim', desired }
    await noteCancellationRequest(trx, booking, work.recorder())
    const message = `Carrier ${booking.carrierCode} has not answered the booking yet. It is cancelled as soon as the answer is known.`
    return { later: null, because: new AppError('carrier_timeout', message) }
  })
}

/** Claims the shipment. A booking that has ended since is left as it is, and goods that are picked up stay with the carrier. */
async function claim(work: Work<'cancel_booking', 'claim'>): Promise<Next> {
  const { environmentId, desired } = work.operation
  const reply = await claimShipment(work, { kind: 'CANCEL_BOOKING', booking_id: desired.bookingId })
  if (reply instanceof AppError) {
    return await work.commit(async (trx) => {
      await withdrawCancellationRequest(trx, { environmentId, bookingId: desired.bookingId }, work.recorder())
      // A late courier is asked again as soon as the change is likely to be over. A merchant has the 409.
      if (reply.code === 'shipment_busy' && work.operation.context.requestId === null)
        await hastenLatePickup(trx, { environmentId, bookingId: desired.bookingId }, backoffMs(1, BUSY_PAUSE))
      return { end: 'failed', error: reply }
    })
  }
  return await work.commit(async (trx): Promise<Next> => {
    await storeShipment(trx, repliedShipment(reply))
    const booking = await lockBooking(trx, environmentId, desired.bookingId)
    if (hasEnded(booking) || booking.pickedUp) {
      await withdrawCancellationRequest(trx, booking, work.recorder())
      if (hasEnded(booking)) return afterEnd(desired, booking)
      return { to: 'release', desired: { ...desired, ...refusal(booking, null) } }
    }
    await noteCancelling(trx, booking, toCancellationWish(desired), work.recorder())
    return { to: 'call', desired: { ...desired, untilAt: booking.dispatchUntilAt } }
  })
}

/** The wish to cancel the booking and to keep its shipment. */
const toCancellationWish = ({ reasonCode, reasonNote }: Pick<Kept, 'reasonCode' | 'reasonNote'>): CancellationWish => ({
  reasonCode,
  reasonNote,
  shipmentStatus: 'ready',
})

/** The booking has ended in another way. The shipment is freed, unless that end is the shipment's too. */
function afterEnd(desired: Kept, booking: BookingRecord): Next {
  const failure = storedError(notCancellable(booking))
  if (endedWithoutPickup(booking)) return { to: 'settle', desired: { ...desired, failure } }
  const { carrierCode, status } = booking
  const message = `The booking is ${status}.`
  const cancellationRefused = { carrier_code: carrierCode, code: status, message, http_status: null }
  return { to: 'release', desired: { ...desired, cancellationRefused, failure } }
}

/** Asks the carrier to cancel, and again until it answers. */
async function askCarrier(work: Work<'cancel_booking', 'call' | 'pursue'>): Promise<Next> {
  const { environmentId, step, desired } = work.operation
  const booking = await getBooking(work)
  const isFirst = step === 'call' && work.isFirstTry
  const outcome = provenOutcome(await cancelJob(work, booking, desired), isFirst)
  return await work.commit(async (trx): Promise<Next> => {
    switch (outcome.kind) {
      case 'cancelled':
        return await cancelled(trx, work, toCosts(outcome))
      case 'refused': {
        const present = await lockBooking(trx, environmentId, desired.bookingId)
        if (present.status === 'cancelled') return await cancelled(trx, work)
        await noteCancelling(trx, booking, null, work.recorder())
        if (hasEnded(present)) return afterEnd(desired, present)
        return { to: 'release', desired: { ...desired, ...refusal(present, carrierFault(outcome.failure)) } }
      }
      case 'unknown':
      case 'not_sent': {
        const retry = retryCancellation(outcome.failure)
        return { ...retry, to: 'pursue' }
      }
    }
  })
}

/** The carrier has cancelled the job. It may have reported another end of it before. */
async function cancelled(trx: Trx, work: Cancelling, costs?: CancellationCosts): Promise<Next> {
  const { environmentId, desired } = work.operation
  const { bookingId } = desired
  const booking = await cancelBooking(
    trx,
    { environmentId, bookingId },
    { ...toCancellationWish(desired), ...costs },
    work.recorder(),
  )
  return booking.status === 'cancelled'
    ? { to: 'settle', desired: { ...desired, failure: null } }
    : afterEnd(desired, booking)
}

const refusal = (booking: BookingRecord, carrier: ReturnType<typeof carrierFault> | null) => ({
  cancellationRefused: carrier ?? {
    carrier_code: booking.carrierCode,
    code: 'picked_up',
    message: 'The goods are picked up.',
    http_status: null,
  },
  failure: storedError(cancellationRefused(`Booking ${booking.bookingId}`, booking, carrier)),
})

/** Frees the shipment. On demand, another courier is looked for, or the shipment fails if its window has passed. */
async function settle(work: Work<'cancel_booking', 'settle'>): Promise<Next> {
  const { environmentId, desired } = work.operation
  const { untilAt, reasonCode, reasonNote, failure } = desired
  const isTooLate = untilAt !== null && (await databaseNow(work.dependencies.db)) >= untilAt
  const { cancelledAt } = await getBooking(work)
  const cancelled_at = cancelledAt?.toISOString() ?? ''
  const booking_cancelled = { reason_code: reasonCode, reason_note: reasonNote ?? '', cancelled_at }
  const reply = await settleShipment(
    work,
    isTooLate
      ? { dispatch_failed: { reason: CANCELLED_TOO_LATE, ...(failure === null && { booking_cancelled }) } }
      : { booking_cancelled },
  )
  return await work.commit(async (trx): Promise<Next> => {
    const shipment = repliedShipment(reply)
    await storeShipment(trx, shipment)
    await wakeAwaitingCancellations(trx, work.operation)
    const booking = await lockBooking(trx, environmentId, desired.bookingId)
    if (untilAt !== null && isWanted(shipment)) await insertOperation(trx, nextDispatch(booking, untilAt))
    if (failure !== null) return { end: 'failed', error: errorFromStored(failure) }
    return { end: 'done', answer: work.dependencies.codec.toAnswer(booking, 200) }
  })
}

const isWanted = ({ status, bookingId }: Shipment): boolean => !isFinalShipmentStatus(status) && bookingId === null

/** The booking remains. A cancellation of the shipment that was requested since cannot be met either. */
async function release(work: Work<'cancel_booking', 'release'>): Promise<Next> {
  const reply = await settleShipment(work, { released: {}, cancellation_refused: true })
  return await work.commit(async (trx) => {
    await storeShipment(trx, repliedShipment(reply))
    await wakeAwaitingCancellations(trx, work.operation)
    return { end: 'failed', error: errorFromStored(work.operation.desired.failure) }
  })
}

export const cancelBookingSteps: StepTable<'cancel_booking'> = {
  await_booking: awaitBooking,
  claim,
  call: askCarrier,
  pursue: askCarrier,
  settle,
  release,
}
