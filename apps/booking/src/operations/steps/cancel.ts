/** Cancels a shipment: claim → call → settle_cancelled; at the carrier first, and for as long as it takes. */
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import {
  isFinalShipmentStatus,
  publicCancellation,
  type Shipment,
  shipmentFromMessage,
} from '@waybill/contracts/shipment'
import type { BookingRecord } from '../../bookings/booking.ts'
import { cancelBooking, keepShipment, noteCancelling } from '../../bookings/commands.ts'
import { findLiveBooking } from '../../bookings/repository.ts'
import type { Trx } from '../../db.ts'
import { carrierFault, errorFromStored, type StepOf, storedError } from '../operation.ts'
import { findOperationOfClaim, hastenOperation } from '../repository.ts'
import {
  cancelJob,
  cancellationUnknown,
  claimShipment,
  endByBooking,
  endedMeanwhile,
  provedBy,
  repliedShipment,
  settleShipment,
} from './claims.ts'
import type { Next, Work } from './work.ts'

const wishOf = ({ operation }: Work<'cancel'>) => ({
  reasonCode: operation.desired.reasonCode,
  reasonNote: operation.desired.reasonNote,
})

async function claim(work: Work<'cancel'>): Promise<Next> {
  const { environmentId, shipmentId } = work.operation
  const { reasonCode, reasonNote } = wishOf(work)
  const reply = await claimShipment(work, { kind: 'CANCEL', reason_code: reasonCode, reason_note: reasonNote ?? '' })
  if (reply instanceof AppError) return await work.commit(async () => ({ end: 'failed', error: reply }))
  if (reply.outcome === 'DEFERRED') {
    const holderClaimId = reply.holder_claim_id
    const next = await work.commit(async () => ({ to: 'await_holder', desired: { holderClaimId } }))
    await hastenOperation(work.dependencies.db, environmentId, { claimId: holderClaimId })
    return next
  }
  return await work.commit(async (trx) => {
    await keepShipment(trx, repliedShipment(reply))
    const booking = await findLiveBooking(trx, environmentId, shipmentId)
    if (booking === undefined) return await withoutBooking(trx, work)
    await noteCancelling(trx, booking, wishOf(work), work.recorder())
    return { to: 'call', bookingId: booking.bookingId }
  })
}

/** No booking is live: nobody has to be asked, unless it is too late. */
async function withoutBooking(trx: Trx, { operation }: Work<'cancel'>): Promise<Next> {
  const end = await endByBooking(trx, operation)
  if (end === null) return { to: 'settle_cancelled' }
  return { to: 'release', desired: { failure: storedError(tooLate({ ...operation, status: end.status })) } }
}

/** The booking that is being cancelled; undefined if it has ended by itself. */
async function bookingOf(work: Work<'cancel'>): Promise<BookingRecord | undefined> {
  const { environmentId, shipmentId } = work.operation
  return await findLiveBooking(work.dependencies.db, environmentId, shipmentId)
}

/** Puts the wish to the carrier. `whenUnknown`: what follows if it does not answer. */
const askCarrier = (whenUnknown: 'pend' | 'again') =>
  async function ask(work: Work<'cancel'>): Promise<Next> {
    const booking = await bookingOf(work)
    if (booking === undefined) return await work.commit((trx) => withoutBooking(trx, work))
    const isFirst = whenUnknown === 'pend' && work.isFirstTry
    const outcome = provedBy(await cancelJob(work, booking, wishOf(work)), isFirst)
    return await work.commit(async (trx): Promise<Next> => {
      switch (outcome.kind) {
        case 'cancelled':
          await cancelBooking(trx, booking, wishOf(work), work.recorder())
          return { to: 'settle_cancelled' }
        case 'refused':
          if (await endedMeanwhile(trx, booking)) return { to: 'settle_cancelled' }
          await noteCancelling(trx, booking, null, work.recorder())
          return { to: 'release', desired: { failure: storedError(refused(work, carrierFault(outcome.failure))) } }
        case 'unknown':
        case 'not_sent':
          if (whenUnknown === 'pend') return { to: 'pend', desired: { doubt: carrierFault(outcome.failure) } }
          return cancellationUnknown(outcome.failure)
      }
    })
  }

const refused = ({ operation }: Work<'cancel'>, carrier: CarrierFault | null): AppError =>
  new AppError('cancellation_refused', `The carrier refused to cancel shipment ${operation.shipmentId}.`, { carrier })

/** The shipment shows that its cancellation is pursued. */
async function pend(work: Work<'cancel'>): Promise<Next> {
  const reply = await settleShipment(work, { cancellation_pending: {} })
  return await work.commit(async (trx) => {
    await keepShipment(trx, repliedShipment(reply))
    const message = 'The carrier has not answered; the cancellation is pursued.'
    const because = new AppError('carrier_timeout', message, { carrier: work.operation.desired.doubt })
    return { to: 'pursue', later: null, because }
  })
}

async function settleCancelled(work: Work<'cancel'>): Promise<Next> {
  const { reasonCode, reasonNote } = wishOf(work)
  const reply = await settleShipment(work, { cancelled: { reason_code: reasonCode, reason_note: reasonNote ?? '' } })
  return await work.commit(async (trx) => {
    const shipment = repliedShipment(reply)
    await keepShipment(trx, shipment)
    // Nobody waits for the answer of one that time has asked for.
    return shipment.status === 'expired' ? { end: 'done', answer: null } : cancelled(shipment)
  })
}

const cancelled = (shipment: Shipment): Next =>
  shipment.status === 'cancelled'
    ? { end: 'done', answer: { status: 200, body: envelopeBytes(successEnvelope(publicCancellation(shipment))) } }
    : { end: 'failed', error: tooLate(shipment) }

const tooLate = ({ shipmentId, status }: Pick<Shipment, 'shipmentId' | 'status'>): AppError =>
  new AppError('shipment_not_cancellable', `Shipment ${shipmentId} is ${status}.`, { meta: { current_status: status } })

/** The carrier refused: the shipment goes on. */
async function release(work: Work<'cancel'>): Promise<Next> {
  const reply = await settleShipment(work, { released: {} })
  return await work.commit(async (trx) => {
    await keepShipment(trx, repliedShipment(reply))
    const { failure } = work.operation.desired
    return { end: 'failed', error: failure ? errorFromStored(failure) : refused(work, null) }
  })
}

/** Another operation holds the shipment and pursues the wish: looks whether it has come to an end, and is told when. */
async function awaitHolder(work: Work<'cancel'>): Promise<Next> {
  const { dependencies, operation } = work
  const { environmentId, shipmentId, desired } = operation
  const found = await work.remote(() =>
    dependencies.shipments.Find({ context: work.rpcContext(), shipment_id: shipmentId }),
  )
  const shipment = shipmentFromMessage(found)
  if (isFinalShipmentStatus(shipment.status)) return await work.commit(async () => cancelled(shipment))
  if (shipment.cancelRequested) {
    const because = new AppError('carrier_timeout', 'The cancellation is pursued until the carrier has answered.')
    return { later: null, because }
  }
  const holder = await findOperationOfClaim(dependencies.db, environmentId, desired.holderClaimId ?? '')
  const refusal = holder && 'cancellationRefused' in holder.desired ? holder.desired.cancellationRefused : null
  return await work.commit(async () => ({ end: 'failed', error: refused(work, refusal) }))
}

export const cancelSteps = {
  claim,
  call: askCarrier('pend'),
  pend,
  pursue: askCarrier('again'),
  settle_cancelled: settleCancelled,
  release,
  await_holder: awaitHolder,
} satisfies Record<StepOf<'cancel'>, (work: Work<'cancel'>) => Promise<Next>>
