/** Cancelling and updating a shipment. */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import { isId } from '@waybill/contracts/ids'
import { cancelShipmentSchema, updateShipmentSchema } from '@waybill/contracts/shipment-documents'
import { dependsOnTime, parseDocument } from '@waybill/contracts/validation'
import type { Db } from '../db.ts'
import { newHolding, type OpenOperation } from '../operations/operation.ts'
import { findOperationByClaim } from '../operations/repository.ts'
import { type CommandDependencies, perform } from './command-operation.ts'

interface Change {
  shipmentId: string
  document: Buffer
}

/** Cancels a shipment: 200, or 504 if the carrier has not answered; the cancellation is then retried until it does. */
export async function cancelShipment(
  dependencies: CommandDependencies,
  context: CallContext,
  { shipmentId, document }: Change,
): Promise<Answer> {
  const { reason_code, reason_note } = parseDocument(cancelShipmentSchema, JSON.parse(document.toString()))
  assertShipmentId(shipmentId)
  const desired = { reasonCode: reason_code, reasonNote: reason_note, doubt: null, bookingId: null }
  return await perform(dependencies, context, {
    shipmentId,
    prepare: async () => ({ kind: 'cancel', step: 'claim', desired }),
    pending: (operation, because) => throwPending(dependencies, operation, because, 'cancellation'),
  })
}

/** Updates a shipment: 200, or 504 if the carrier has not answered; the update is then retried until it does. */
export async function updateShipment(
  dependencies: CommandDependencies,
  context: CallContext,
  { shipmentId, document }: Change,
): Promise<Answer> {
  const text = document.toString()
  assertReadable(text)
  assertShipmentId(shipmentId)
  return await perform(dependencies, context, {
    shipmentId,
    prepare: async () => ({
      kind: 'update',
      step: 'claim',
      desired: { ...newHolding, document: text, bookingId: null },
    }),
    pending: (operation, because) => throwPending(dependencies, operation, because, 'update'),
  })
}

/** Dates are not judged here: a repeat was in time when it was first sent. The claim judges those of a new update. */
function assertReadable(text: string): void {
  try {
    parseDocument(updateShipmentSchema, JSON.parse(text))
  } catch (error) {
    if (!dependsOnTime(error)) throw error
  }
}

/** Before the claim, one of our services has not answered; after it, the carrier. */
async function throwPending(
  { db }: CommandDependencies,
  operation: OpenOperation,
  because: AppError,
  noun: 'cancellation' | 'update',
): Promise<never> {
  if (operation.step === 'claim') throw because
  const { shipmentId } = operation
  const message = `The carrier has not answered. The ${noun} of shipment ${shipmentId} is retried until it does.`
  throw new AppError('carrier_timeout', message, { carrier: await findDoubt(db, operation) })
}

/** The carrier's last answer, to this operation or to the one that holds the shipment. */
async function findDoubt(db: Db, operation: OpenOperation): Promise<CarrierFault | null> {
  const asking =
    operation.kind === 'cancel' && operation.step === 'await_holder'
      ? await findOperationByClaim(db, operation.environmentId, operation.desired.holderClaimId)
      : operation
  return asking && 'doubt' in asking.desired ? (asking.desired.doubt ?? null) : null
}

function assertShipmentId(shipmentId: string): void {
  if (!isId('shp', shipmentId)) throw shipmentNotFound(shipmentId)
}

export const shipmentNotFound = (shipmentId: string): AppError =>
  new AppError('shipment_not_found', `Shipment ${shipmentId} does not exist in this environment.`)
