/** Updates a shipment: claim → (call → settle). If a carrier has the job, it is asked first. */
import type { UpdateOutcome } from '@waybill/carriers/carrier-adapter'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import { carrierReadyAt, publicShipment, type Shipment, shipmentFromMessage } from '@waybill/contracts/shipment'
import type { BookingWithJob } from '../../bookings/booking.ts'
import { findLiveBooking, lockBooking } from '../../bookings/repository.ts'
import type { Trx } from '../../db.ts'
import { acceptUpdate, storeShipment } from '../../lifecycle/commands.ts'
import { carrierFault, errorFromStored, notOffered, storedError, updateRefused } from '../../operations/errors.ts'
import { updateRequest } from '../carrier-requests.ts'
import { provenOutcome } from './carrier-cancellation.ts'
import { claimShipment, findEndByBooking, repliedShipment } from './claims.ts'
import type { Next } from './next.ts'
import { settleClaim, settleUndone, turnBack, undo } from './settlement.ts'
import type { StepTable, Work } from './work.ts'

async function claim(work: Work<'update', 'claim'>): Promise<Next> {
  const kept = work.operation.desired
  const reply = await claimShipment(work, { kind: 'UPDATE', document: Buffer.from(kept.document) })
  if (reply instanceof AppError) return await work.commit(async () => ({ end: 'failed', error: reply }))
  return await work.commit(async (trx) => {
    const before = repliedShipment(reply)
    if (reply.outcome === 'APPLIED') return updated(before)
    await storeShipment(trx, before)
    if (reply.desired === null) throw new TypeError('the reply to a held update has no desired shipment')
    const shipment = shipmentFromMessage(reply.desired)
    const readyAt = carrierReadyAt(shipment)
    const isUnchanged = readyAt.getTime() === carrierReadyAt(before).getTime()
    const desired = { ...kept, shipment, readyAt: isUnchanged ? null : readyAt }
    if (kept.mayCost || shipment.routeRevision === before.routeRevision) return { to: 'call', desired }
    return { to: 'release', desired: { ...desired, failure: storedError(mustNotCost(before)) } }
  })
}

const mustNotCost = ({ shipmentId }: Shipment): AppError =>
  new AppError(
    'insufficient_scope',
    `Shipment ${shipmentId} is booked: another place, time or parcel may cost more, and your role spends no money. Names, phone, e-mail, the second address line and instructions can be changed. For the rest, ask a member who books shipments.`,
    { meta: { scope: 'shipments:write' } },
  )

const updated = (shipment: Shipment): Next => ({
  end: 'done',
  answer: {
    status: 200,
    body: envelopeBytes(successEnvelope(publicShipment(shipment))),
    etag: String(shipment.sequence),
  },
})

type Asking = Work<'update', 'call' | 'pursue'>

/**
 * Asks the carrier for the update. A call that was not sent, or was rejected before it was processed, ends the operation
 * only if no call was made before.
 */
async function askCarrier(work: Asking): Promise<Next> {
  const { environmentId, shipmentId, step, desired } = work.operation
  const booking = await findLiveBooking(work.dependencies.db, environmentId, shipmentId)
  if (booking === undefined || booking.carrierJobId === null) return await work.commit((trx) => withoutJob(trx, work))
  const isFirst = step === 'call' && work.isFirstTry
  const outcome = provenOutcome(await updateJob(work, booking), isFirst)
  return await work.commit(async (trx): Promise<Next> => {
    if (outcome.kind === 'updated') {
      await acceptUpdate(trx, booking, outcome, work.recorder())
      return { to: 'settle', desired }
    }
    const carrier = carrierFault(outcome.failure)
    const release = (error: AppError): Next => ({
      to: 'release',
      desired: { ...desired, failure: storedError(error) },
    })
    if (outcome.kind === 'refused') {
      const present = await lockBooking(trx, environmentId, booking.bookingId)
      return release(updateRefused(desired.shipment, present, carrier))
    }
    if (outcome.kind === 'not_sent' && isFirst) {
      const message = 'The carrier cannot be reached. Nothing was changed. Retry later.'
      return release(new AppError('carrier_unavailable', message, { carrier, retryAfterSeconds: 5 }))
    }
    const message = 'The carrier has not answered. The update is retried until it does.'
    const because = new AppError('carrier_timeout', message, { carrier })
    return { to: 'pursue', later: outcome.failure.retryAfterMs, because, doubt: carrier }
  })
}

/** No carrier has a job to update: the shipment is updated, unless its last booking has ended it. */
async function withoutJob(trx: Trx, { operation }: Asking): Promise<Next> {
  const { shipmentId, desired } = operation
  const end = await findEndByBooking(trx, operation)
  if (end === null) return { to: 'settle', desired }
  const message = `Shipment ${shipmentId} is ${end.status} and cannot be changed. Create another one.`
  const error = new AppError('shipment_not_updatable', message, { meta: { current_status: end.status } })
  return { to: 'release', desired: { ...desired, failure: storedError(error) } }
}

/** Asks again after an unknown outcome, until the carrier answers or a cancellation is requested. */
async function pursue(work: Work<'update', 'pursue'>): Promise<Next> {
  const { dependencies, operation } = work
  const found = await work.remote(() =>
    dependencies.shipments.Find({ context: work.rpcContext(), shipment_id: operation.shipmentId }),
  )
  const { cancelRequested, cancellationReasonCode, cancellationReasonNote } = shipmentFromMessage(found)
  if (cancelRequested && operation.desired.cancellationRefused === null) {
    return await turnBack(work, { reasonCode: cancellationReasonCode, reasonNote: cancellationReasonNote })
  }
  return await askCarrier(work)
}

async function updateJob(
  work: Asking,
  { carrierCode, carrierAccountId, carrierJobId }: BookingWithJob,
): Promise<UpdateOutcome> {
  const adapter = work.adapter(carrierCode)
  if (!adapter.descriptor.capabilities.update) {
    return { kind: 'refused', failure: notOffered(carrierCode, 'The carrier takes no changes of bookings.') }
  }
  const { shipment, readyAt } = work.operation.desired
  const request = updateRequest(shipment, readyAt, carrierJobId)
  return await work.callCarrier(adapter, 'update', (call) => adapter.update(request, call), { carrierAccountId })
}

const settle = (work: Work<'update', 'settle'>): Promise<Next> =>
  settleClaim(work, { updated: {} }, async (_trx, shipment) => updated(shipment))

const release = (work: Work<'update', 'release'>): Promise<Next> =>
  settleClaim(work, { released: {} }, async () => ({
    end: 'failed',
    error: errorFromStored(work.operation.desired.failure),
  }))

const settleCancelled = (work: Work<'update', 'settle_cancelled'>): Promise<Next> =>
  settleUndone(work, ({ shipmentId, status }) => ({
    end: 'failed',
    error: new AppError('shipment_not_updatable', `Shipment ${shipmentId} was cancelled while it was being updated.`, {
      meta: { current_status: status },
    }),
  }))

export const updateSteps: StepTable<'update'> = {
  claim,
  call: askCarrier,
  pursue,
  settle,
  release,
  undo,
  settle_cancelled: settleCancelled,
}
