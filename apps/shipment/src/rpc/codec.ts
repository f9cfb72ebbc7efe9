/** Converts gRPC messages to the service's types and back. */

import { invalidParameter, oneOf } from '@waybill/chassis/postgres/page'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { AppError } from '@waybill/contracts/app-error'
import type { ClaimReply } from '@waybill/contracts/gen/waybill/shipment/v1/ClaimReply'
import type { ClaimRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/ClaimRequest'
import type { ListRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/ListRequest'
import type { SettleReply } from '@waybill/contracts/gen/waybill/shipment/v1/SettleReply'
import type { SettleRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/SettleRequest'
import { shipmentMessage, shipmentStatuses } from '@waybill/contracts/shipment'
import { updateShipmentSchema } from '@waybill/contracts/shipment-documents'
import { parseDocument } from '@waybill/contracts/validation'
import type { Claimed, RequestedIntent, Settled } from '../claims/commands.ts'
import type { Outcome } from '../claims/settle.ts'
import type { Cause } from '../shipments/change.ts'
import type { Owner } from '../shipments/create.ts'
import type { ShipmentFilters } from '../shipments/queries.ts'
import { newTrackingUrl } from '../shipments/tracking-url.ts'

/** The calling merchant, with a new URL for the tracking page of the shipment. */
export const ownerFrom = ({ environmentId, merchantId, livemode }: CallContext, publicUrl: string): Owner => ({
  environmentId,
  merchantId,
  livemode,
  trackingUrl: newTrackingUrl(publicUrl),
})

export const causeFrom = ({ requestId, idempotencyKey }: CallContext): Cause => ({
  at: new Date(),
  requestId,
  idempotencyKey,
})

/** The merchant's body. Throws `invalid_json`. */
export function parseJson(document: Buffer): unknown {
  try {
    return JSON.parse(document.toString())
  } catch (cause) {
    throw new AppError('invalid_json', 'The request body is not valid JSON.', { cause })
  }
}

/** Throws `merchant_mismatch` if the body names another merchant than the caller. */
export function assertMerchant({ merchantId }: CallContext, document: { merchant_id?: string }): void {
  if (document.merchant_id === undefined || document.merchant_id === merchantId) return
  throw new AppError(
    'merchant_mismatch',
    `The token belongs to merchant ${merchantId}, but merchant_id is ${document.merchant_id}. Omit merchant_id, or use a token of ${document.merchant_id}.`,
  )
}

/** Throws `invalid_parameter`. */
export function shipmentFilters(request: ListRequest__Output): ShipmentFilters {
  return {
    status: oneOf('status', shipmentStatuses, request.status),
    merchantOrderRef: request.merchant_order_ref || null,
    createdFrom: timeFilter('created_from', request.created_from),
    createdTo: timeFilter('created_to', request.created_to),
    metadata: request.metadata,
  }
}

function timeFilter(name: string, text: string): Date | null {
  if (text === '') return null
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw invalidParameter(name, 'must be a timestamp such as 2026-12-01T09:00:00Z')
  return at
}

/** What the operation wants to do. Throws the validation errors of a PATCH document. */
export function parseIntent(request: ClaimRequest__Output, context: CallContext): RequestedIntent {
  switch (request.kind) {
    case 'BOOK':
      return { kind: 'book' }
    case 'DISPATCH':
      return { kind: 'dispatch' }
    case 'CANCEL':
      return { kind: 'cancel', reasonCode: request.reason_code, reasonNote: request.reason_note || null }
    case 'UPDATE': {
      const document = parseDocument(updateShipmentSchema, parseJson(request.document))
      assertMerchant(context, document)
      return { kind: 'update', document }
    }
    case 'CLAIM_KIND_UNSPECIFIED':
      throw new Error('Claim needs a kind')
  }
}

const outcomeNames = { held: 'HELD', deferred: 'DEFERRED', applied: 'APPLIED' } as const

export const claimReply = ({ state, shipment, desired }: Claimed): ClaimReply => ({
  outcome: outcomeNames[state],
  shipment: shipmentMessage(shipment),
  desired: desired && shipmentMessage(desired),
  holder_claim_id: state === 'deferred' ? (shipment.claimId ?? '') : '',
})

export function parseOutcome(request: SettleRequest__Output): Outcome {
  const { booked, cancelled, dispatch_failed: dispatchFailed } = request
  if (booked) return { kind: 'booked', bookingId: booked.booking_id }
  if (cancelled) {
    return { kind: 'cancelled', reasonCode: cancelled.reason_code || null, reasonNote: cancelled.reason_note || null }
  }
  if (dispatchFailed) return { kind: 'dispatch_failed', reason: dispatchFailed.reason }
  if (request.released) return { kind: 'released' }
  if (request.updated) return { kind: 'updated' }
  if (request.cancellation_pending) return { kind: 'cancellation_pending' }
  throw new Error('Settle needs an outcome')
}

export const settleReply = ({ cancelRequested, shipment }: Settled): SettleReply => ({
  cancel_requested: cancelRequested,
  reason_code: cancelRequested ? (shipment.cancellationReasonCode ?? '') : '',
  reason_note: cancelRequested ? (shipment.cancellationReasonNote ?? '') : '',
  shipment: shipmentMessage(shipment),
})
