/** Changes a shipment: claim → (call → settle). Where a carrier must be told, it is told first. */

import type { UpdateOutcome } from '@waybill/carriers/carrier-adapter'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import { collectableAt, publicShipment, type Shipment, shipmentFromMessage } from '@waybill/contracts/shipment'
import type { BookingWithJob } from '../../bookings/booking.ts'
import { keepShipment, renewLabel } from '../../bookings/commands.ts'
import { findLiveBooking } from '../../bookings/repository.ts'
import type { Trx } from '../../db.ts'
import { updateRequest } from '../codec.ts'
import { carrierFault, claimedShipment, errorFromStored, type StepOf, storedError } from '../operation.ts'
import {
  claimShipment,
  endByBooking,
  notOffered,
  provedBy,
  repliedShipment,
  settleClaim,
  settleUndone,
  turnBack,
  undo,
} from './claims.ts'
import type { Next, Work } from './work.ts'

async function claim(work: Work<'update'>): Promise<Next> {
  const reply = await claimShipment(work, { kind: 'UPDATE', document: Buffer.from(work.operation.desired.document) })
  if (reply instanceof AppError) return await work.commit(async () => ({ end: 'failed', error: reply }))
  return await work.commit(async (trx) => {
    const shipment = repliedShipment(reply)
    if (reply.outcome === 'APPLIED') return updated(shipment)
    await keepShipment(trx, shipment)
    if (reply.desired === null) throw new TypeError('the shipment is held for a change without the desired state')
    const desired = shipmentFromMessage(reply.desired)
    const readyAt = collectableAt(desired)
    const isAsBefore = readyAt?.getTime() === collectableAt(shipment)?.getTime()
    return { to: 'call', desired: { shipment: desired, readyAt: isAsBefore ? null : readyAt } }
  })
}

const updated = (shipment: Shipment): Next => ({
  end: 'done',
  answer: {
    status: 200,
    body: envelopeBytes(successEnvelope(publicShipment(shipment))),
    etag: String(shipment.sequence),
  },
})

/**
 * Puts the desired state to the carrier. A call that was surely not sent, or was turned away at the door, ends it only if
 * no other was made before.
 */
const askCarrier = (step: 'call' | 'pursue') =>
  async function ask(work: Work<'update'>): Promise<Next> {
    const { environmentId, shipmentId } = work.operation
    const booking = await findLiveBooking(work.dependencies.db, environmentId, shipmentId)
    if (booking === undefined || booking.carrierJobId === null) return await work.commit((trx) => withoutJob(trx, work))
    const isFirst = step === 'call' && work.isFirstTry
    const outcome = provedBy(await updateJob(work, booking), isFirst)
    return await work.commit(async (trx): Promise<Next> => {
      if (outcome.kind === 'updated') {
        await renewLabel(trx, booking, work.recorder())
        return { to: 'settle' }
      }
      const carrier = carrierFault(outcome.failure)
      if (outcome.kind === 'refused') {
        const message = `The carrier refused the change of shipment ${shipmentId}; nothing was changed.`
        return {
          to: 'release',
          desired: { failure: storedError(new AppError('update_refused', message, { carrier })) },
        }
      }
      if (outcome.kind === 'not_sent' && isFirst) {
        const message = 'The carrier cannot be reached at present; nothing was changed.'
        const error = new AppError('carrier_unavailable', message, { carrier, retryAfterSeconds: 5 })
        return { to: 'release', desired: { failure: storedError(error) } }
      }
      const message = 'The carrier has not answered; the change is pursued until it has.'
      const because = new AppError('carrier_timeout', message, { carrier })
      return { to: 'pursue', later: outcome.failure.retryAfterMs, because, desired: { doubt: carrier } }
    })
  }

/** No carrier has to be told, unless it is too late. */
async function withoutJob(trx: Trx, { operation }: Work<'update'>): Promise<Next> {
  const end = await endByBooking(trx, operation)
  if (end === null) return { to: 'settle' }
  const meta = { current_status: end.status }
  const error = new AppError('shipment_not_updatable', `Shipment ${operation.shipmentId} is ${end.status}.`, { meta })
  return { to: 'release', desired: { failure: storedError(error) } }
}

/** The change goes on being put to a carrier that has not answered, until its cancellation is asked for. */
async function pursue(work: Work<'update'>): Promise<Next> {
  const { dependencies, operation } = work
  const found = await work.remote(() =>
    dependencies.shipments.Find({ context: work.rpcContext(), shipment_id: operation.shipmentId }),
  )
  const { cancelRequested, cancellationReasonCode, cancellationReasonNote } = shipmentFromMessage(found)
  if (cancelRequested && operation.desired.cancellationRefused === null) {
    return await turnBack(work, { reasonCode: cancellationReasonCode, reasonNote: cancellationReasonNote })
  }
  return await askCarrier('pursue')(work)
}

async function updateJob(
  work: Work<'update'>,
  { carrierCode, carrierAccountId, carrierJobId }: BookingWithJob,
): Promise<UpdateOutcome> {
  const adapter = work.adapter(carrierCode)
  if (!adapter.descriptor.capabilities.update) {
    return { kind: 'refused', failure: notOffered(carrierCode, 'takes no changes of bookings') }
  }
  const { desired } = work.operation
  const request = updateRequest(claimedShipment(desired), desired.readyAt, carrierJobId)
  return await work.callCarrier(adapter, 'update', (call) => adapter.update(request, call), { carrierAccountId })
}

const settle = (work: Work<'update'>): Promise<Next> =>
  settleClaim(work, { updated: {} }, async (_trx, shipment) => updated(shipment))

const release = (work: Work<'update'>): Promise<Next> =>
  settleClaim(work, { released: {} }, async () => {
    const { opId, desired } = work.operation
    if (desired.failure === null) throw new TypeError(`operation ${opId} ends without a reason`)
    return { end: 'failed', error: errorFromStored(desired.failure) }
  })

const settleCancelled = (work: Work<'update'>): Promise<Next> =>
  settleUndone(work, ({ shipmentId, status }) => ({
    end: 'failed',
    error: new AppError('shipment_not_updatable', `Shipment ${shipmentId} was cancelled while it was being changed.`, {
      meta: { current_status: status },
    }),
  }))

export const updateSteps = {
  claim,
  call: askCarrier('call'),
  pursue,
  settle,
  release,
  undo,
  settle_cancelled: settleCancelled,
} satisfies Record<StepOf<'update'>, (work: Work<'update'>) => Promise<Next>>
