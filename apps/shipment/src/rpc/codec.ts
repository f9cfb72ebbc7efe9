/** Converts gRPC messages to the service's types and back. */

import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { AppError } from '@waybill/contracts/app-error'
import type { ClaimReply } from '@waybill/contracts/gen/waybill/shipment/v1/ClaimReply'
import type { ClaimRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/ClaimRequest'
import type { ListRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/ListRequest'
import type { SettleReply } from '@waybill/contracts/gen/waybill/shipment/v1/SettleReply'
import type { SettleRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/SettleRequest'
import { type ListFilters, noListFilters, readListFilters } from '@waybill/contracts/requests/list-filters'
import { assertMerchant, updateShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { type ClaimKind, type ShipmentStatus, shipmentMessage, shipmentStatuses } from '@waybill/contracts/shipment'
import type { Claimed, RequestedIntent, Settled } from '../claims/commands.ts'
import type { BookingCancellation, Outcome } from '../claims/settle.ts'
import type { Cause } from '../shipments/change.ts'
import type { Owner } from '../shipments/create.ts'
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

/** Throws `invalid_parameter`. */
export const shipmentFilters = ({ filters }: ListRequest__Output): ListFilters<ShipmentStatus> =>
  readListFilters(filters ?? noListFilters, shipmentStatuses)

/** The operation's request. Throws the validation errors of a PATCH document. */
export function parseIntent(request: ClaimRequest__Output, context: CallContext): RequestedIntent {
  switch (request.kind) {
    case 'BOOK':
      return { kind: 'book' }
    case 'DISPATCH':
      return { kind: 'dispatch' }
    case 'CANCEL':
      return { kind: 'cancel', reasonCode: request.reason_code, reasonNote: request.reason_note || null }
    case 'CANCEL_BOOKING':
      return { kind: 'cancel_booking', bookingId: request.booking_id }
    case 'UPDATE': {
      const document = parseDocument(updateShipmentSchema, parseJson(request.document))
      assertMerchant(context, document)
      return { kind: 'update', document }
    }
    case 'CLAIM_KIND_UNSPECIFIED':
      throw new Error('Claim needs a kind')
    default: {
      // From a later version: another replica, or this one after its upgrade, knows it.
      const message = `This version of the shipment service does not know claims of kind ${request.kind satisfies never}. Retry shortly.`
      throw new AppError('service_unavailable', message, { retryAfterSeconds: 1 })
    }
  }
}

const claimKinds = {
  BOOK: 'book',
  DISPATCH: 'dispatch',
  CANCEL: 'cancel',
  CANCEL_BOOKING: 'cancel_booking',
  UPDATE: 'update',
} as const

/** The kind of claim that the operation wants. */
export function claimKind({ kind }: ClaimRequest__Output): ClaimKind {
  if (kind === 'CLAIM_KIND_UNSPECIFIED') throw new Error('Claim needs a kind')
  return claimKinds[kind]
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
  if (booked) return { kind: 'booked', bookingId: booked.booking_id, ...occurred(booked.booked_at) }
  if (cancelled) {
    return { kind: 'cancelled', reasonCode: cancelled.reason_code || null, reasonNote: cancelled.reason_note || null }
  }
  const { booking_cancelled: bookingCancelled } = request
  if (bookingCancelled) return { kind: 'booking_cancelled', ...bookingCancellation(bookingCancelled) }
  if (dispatchFailed) {
    const { reason, booking_cancelled: cancellation } = dispatchFailed
    return { kind: 'dispatch_failed', reason, ...(cancellation && { cancellation: bookingCancellation(cancellation) }) }
  }
  if (request.released) return { kind: 'released' }
  if (request.updated) return { kind: 'updated' }
  if (request.cancellation_pending) return { kind: 'cancellation_pending' }
  throw new Error('Settle needs an outcome')
}

type CancelledBooking = NonNullable<SettleRequest__Output['booking_cancelled']>

const bookingCancellation = ({ reason_code, reason_note, cancelled_at }: CancelledBooking): BookingCancellation => ({
  reasonCode: reason_code || null,
  reasonNote: reason_note || null,
  ...occurred(cancelled_at),
})

/** An empty time: the caller does not know it. */
const occurred = (at: string): { occurredAt?: Date } => (at === '' ? {} : { occurredAt: new Date(at) })

export const settleReply = ({ cancelRequested, shipment }: Settled): SettleReply => ({
  cancel_requested: cancelRequested,
  reason_code: cancelRequested ? (shipment.cancellationReasonCode ?? '') : '',
  reason_note: cancelRequested ? (shipment.cancellationReasonNote ?? '') : '',
  shipment: shipmentMessage(shipment),
})
