/** What merchants do to a shipment after it was registered, other than book it. */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import { isId } from '@waybill/contracts/ids'
import { cancelShipmentSchema, updateShipmentSchema } from '@waybill/contracts/shipment-documents'
import { dependsOnTime, parseDocument } from '@waybill/contracts/validation'
import type { Db } from '../db.ts'
import { type Operation, straight } from '../operations/operation.ts'
import { findOperationOfClaim } from '../operations/repository.ts'
import { type CommandDependencies, perform } from './command-operation.ts'

interface Change {
  shipmentId: string
  document: Buffer
}

/** Cancels a shipment: 200, or 504 while the carrier has not answered and the wish is pursued. */
export async function cancelShipment(
  dependencies: CommandDependencies,
  context: CallContext,
  { shipmentId, document }: Change,
): Promise<Answer> {
  const { reason_code, reason_note } = parseDocument(cancelShipmentSchema, JSON.parse(document.toString()))
  assertShipmentId(shipmentId)
  const desired = { reasonCode: reason_code, reasonNote: reason_note, holderClaimId: null, failure: null, doubt: null }
  return await perform(dependencies, context, {
    shipmentId,
    prepare: async () => ({ kind: 'cancel', step: 'claim', desired }),
    pending: (operation, because) => pursued(dependencies, operation, because, 'cancellation'),
  })
}

/** Changes a shipment: 200, or 504 while the carrier has not answered and the change is pursued. */
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
      desired: { ...straight, document: text, shipment: null, readyAt: null },
    }),
    pending: (operation, because) => pursued(dependencies, operation, because, 'change'),
  })
}

/** Dates apart: a repeat came in time the first time. Where it is no repeat, they are judged when the shipment is claimed. */
function assertReadable(text: string): void {
  try {
    parseDocument(updateShipmentSchema, JSON.parse(text))
  } catch (error) {
    if (!dependsOnTime(error)) throw error
  }
}

/** Before the claim it is one of ours that has not answered; after it, the carrier. */
async function pursued(
  { db }: CommandDependencies,
  operation: Operation,
  because: AppError,
  what: string,
): Promise<Answer> {
  if (operation.step === 'claim') throw because
  const message = `The carrier has not answered; the ${what} of shipment ${operation.shipmentId} is pursued until it has.`
  throw new AppError('carrier_timeout', message, { carrier: await findDoubt(db, operation) })
}

/** What the carrier said last; where another operation holds the shipment, to that one. */
async function findDoubt(db: Db, operation: Operation): Promise<CarrierFault | null> {
  const { environmentId, kind, step, desired } = operation
  const holderClaimId = kind === 'cancel' && step === 'await_holder' ? desired.holderClaimId : null
  const asking = holderClaimId === null ? operation : await findOperationOfClaim(db, environmentId, holderClaimId)
  return asking && 'doubt' in asking.desired ? asking.desired.doubt : null
}

function assertShipmentId(shipmentId: string): void {
  if (!isId('shp', shipmentId)) throw shipmentNotFound(shipmentId)
}

export const shipmentNotFound = (shipmentId: string): AppError =>
  new AppError('shipment_not_found', `There is no shipment ${shipmentId}.`)
