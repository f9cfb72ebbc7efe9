/** Calls that claim and settle a shipment, and the end that its last booking has given it. */
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import type { ClaimReply__Output } from '@waybill/contracts/gen/waybill/shipment/v1/ClaimReply'
import type { ClaimRequest } from '@waybill/contracts/gen/waybill/shipment/v1/ClaimRequest'
import type { SettleReply__Output } from '@waybill/contracts/gen/waybill/shipment/v1/SettleReply'
import type { SettleRequest } from '@waybill/contracts/gen/waybill/shipment/v1/SettleRequest'
import type { Shipment__Output } from '@waybill/contracts/gen/waybill/shipment/v1/Shipment'
import { type Shipment, type ShipmentStatus, shipmentFromMessage } from '@waybill/contracts/shipment'
import { finalShipmentStatus } from '../../bookings/consequences.ts'
import { findNewestBooking } from '../../bookings/repository.ts'
import type { Db, Trx } from '../../db.ts'
import type { OperationKind } from '../../operations/operation.ts'
import type { Work } from './work.ts'

type Claiming = Pick<ClaimRequest, 'kind' | 'document' | 'reason_code' | 'reason_note' | 'booking_id'>
export type Settling = Pick<
  SettleRequest,
  | 'booked'
  | 'released'
  | 'cancelled'
  | 'updated'
  | 'dispatch_failed'
  | 'booking_cancelled'
  | 'cancellation_pending'
  | 'cancellation_refused'
>

/** Claims the shipment. Returns an error that ends the operation, and throws one that a later try may get past. */
export async function claimShipment(
  work: Work<OperationKind>,
  claiming: Claiming,
): Promise<ClaimReply__Output | AppError> {
  const { shipmentId, claimId, context } = work.operation
  try {
    const reply = await work.remote(() =>
      work.dependencies.shipments.Claim({
        context: work.rpcContext({ ifMatch: context.ifMatch }),
        shipment_id: shipmentId,
        claim_id: claimId,
        ...claiming,
      }),
    )
    if (!(reply.outcome in knownOutcomes)) {
      throw new Error(`claim ${claimId} was answered ${reply.outcome}, which this version does not know`)
    }
    return reply
  } catch (error) {
    if (error instanceof AppError && (error.isDeterministic || endsTheTry.has(error.code))) return error
    throw error
  }
}

const knownOutcomes = { HELD: true, DEFERRED: true, APPLIED: true }

/** Errors that end the operation although a repeat with the same key starts over. */
const endsTheTry: ReadonlySet<ErrorCode> = new Set(['shipment_busy', 'version_conflict'])

/** Reports the result of the claim to the shipment service. */
export const settleShipment = (work: Work<OperationKind>, settling: Settling): Promise<SettleReply__Output> => {
  const { shipmentId, claimId } = work.operation
  return work.remote(() =>
    work.dependencies.shipments.Settle({
      context: work.rpcContext(),
      shipment_id: shipmentId,
      claim_id: claimId,
      ...settling,
    }),
  )
}

/** The shipment in a reply. Throws if the reply has none. */
export function repliedShipment({ shipment }: { shipment: Shipment__Output | null }): Shipment {
  if (shipment === null) throw new TypeError('the reply holds no shipment')
  return shipmentFromMessage(shipment)
}

/** A final status that the shipment's last booking has brought about. */
interface EndByBooking {
  carrierCode: string
  status: ShipmentStatus
}

/**
 * The end that the shipment's last booking has brought about; null: none. The shipment service learns of it by an event
 * and until then still accepts a cancellation or an update.
 */
export async function findEndByBooking(
  db: Db | Trx,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
): Promise<EndByBooking | null> {
  const booking = await findNewestBooking(db, environmentId, shipmentId)
  const status = booking ? finalShipmentStatus(booking) : null
  return booking && status ? { carrierCode: booking.carrierCode, status } : null
}

/** The shipment's end as the reason why a cancellation was refused. */
export const alreadyEnded = ({ carrierCode, status }: EndByBooking): CarrierFault => ({
  carrier_code: carrierCode,
  code: status,
  message: `the shipment is ${status}`,
  http_status: null,
})
