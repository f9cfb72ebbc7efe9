/**
 * Pure: which operation may work on a shipment. An operation of the booking service takes a claim before it calls a
 * carrier and holds it until `settle` ends it. The caller has locked the shipment's row.
 */
import { AppError } from '@waybill/contracts/app-error'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import { type ClaimKind, isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'
import { type Cause, changed, type ShipmentChange, unchanged } from '../shipments/change.ts'
import { applyPatch, changeReach, type ShipmentPatch } from '../shipments/patch.ts'

/** A claim as it is stored, so that taking and ending it are idempotent. */
export interface Claim {
  environmentId: string
  claimId: string
  shipmentId: string
  kind: ClaimKind
  /** `deferred`: a cancellation left to the holder of another claim; `applied`: done at once, nothing is held. */
  state: 'held' | 'deferred' | 'applied' | 'settled'
  /** Of an update. */
  patch: ShipmentPatch | null
  /** Of a cancellation. */
  reasonCode: string | null
  reasonNote: string | null
  /** The booking ended before pickup while a cancellation was in progress. Takes effect when the claim is settled. */
  bookingEnded: boolean
  /** ID of the request that took the claim. */
  requestId: string | null
}

/** What an operation wants to do with a shipment. */
export type Intent =
  | { kind: 'book' }
  | { kind: 'dispatch' }
  | { kind: 'cancel'; reasonCode: string; reasonNote: string | null }
  | { kind: 'update'; patch: ShipmentPatch }

export interface ClaimRequest {
  claimId: string
  intent: Intent
  /** The version that the caller expects; null: any. */
  ifMatch: string | null
}

export interface ClaimChange extends ShipmentChange {
  state: 'held' | 'deferred' | 'applied'
}

const BUSY_RETRY_SECONDS = 1

/**
 * Decides a claim: it holds the shipment, is applied at once, or is deferred to the holder of another claim. Throws
 * `version_conflict`, `shipment_not_bookable`, `shipment_already_booked`, `shipment_not_cancellable`,
 * `shipment_not_updatable` or `shipment_busy`.
 */
export function claim(shipment: Shipment, request: ClaimRequest, cause: Cause): ClaimChange {
  if (request.ifMatch !== null && request.ifMatch !== String(shipment.sequence)) {
    throw new AppError(
      'version_conflict',
      `Shipment ${shipment.shipmentId} is at version ${shipment.sequence}, not ${request.ifMatch}. Read it again and repeat the change.`,
      { meta: { current_version: String(shipment.sequence) } },
    )
  }
  const { intent } = request
  switch (intent.kind) {
    case 'book':
      return claimToBook(shipment, request.claimId)
    case 'dispatch':
      return claimToDispatch(shipment, request.claimId)
    case 'cancel':
      return claimToCancel(shipment, { ...intent, claimId: request.claimId }, cause)
    case 'update':
      return claimToUpdate(shipment, { ...intent, claimId: request.claimId }, cause)
  }
}

/** A claim just taken. What else is kept with it depends on its intent. */
export const newClaim = (
  { environmentId, shipmentId }: Shipment,
  { claimId, kind, cause }: { claimId: string; kind: ClaimKind; cause: Cause },
): Claim => ({
  environmentId,
  shipmentId,
  claimId,
  kind,
  state: 'held',
  patch: null,
  reasonCode: null,
  reasonNote: null,
  bookingEnded: false,
  requestId: cause.requestId,
})

/** The shipment as it will be when the update that holds it succeeds; null for other claims. */
export const desiredShipment = (shipment: Shipment, held: Pick<Claim, 'state' | 'patch'>): Shipment | null =>
  held.state === 'held' && held.patch !== null ? applyPatch(shipment, held.patch) : null

/** Throws `shipment_not_bookable` unless the shipment is ready, has no booking and is not being cancelled. */
export function assertQuotable(shipment: Shipment): void {
  assertReady(shipment)
  if (shipment.bookingId !== null) {
    throw refusal(
      'shipment_not_bookable',
      shipment,
      `already has booking ${shipment.bookingId}. Cancel that booking first`,
    )
  }
}

function claimToBook(shipment: Shipment, claimId: string): ClaimChange {
  assertReady(shipment)
  if (shipment.bookingId !== null) {
    throw refusal(
      'shipment_already_booked',
      shipment,
      `already has booking ${shipment.bookingId}. Cancel that booking first`,
      {
        booking_id: shipment.bookingId,
      },
    )
  }
  assertFree(shipment)
  return hold(shipment, 'book', claimId)
}

/** After a courier cancels, dispatch continues as soon as the end of that booking has arrived here. */
function claimToDispatch(shipment: Shipment, claimId: string): ClaimChange {
  if (isFinalShipmentStatus(shipment.status)) {
    throw refusal('shipment_not_bookable', shipment, `is ${shipment.status} and no longer needs a courier`)
  }
  if (shipment.cancelRequested) throw cancellationPending('shipment_not_bookable', shipment)
  if (!shipment.onDemand) throw refusal('shipment_not_bookable', shipment, 'is not an on-demand shipment')
  if (shipment.bookingId !== null) throw busy(shipment, `still has booking ${shipment.bookingId}`)
  assertFree(shipment)
  return hold(shipment, 'dispatch', claimId)
}

function claimToCancel(
  shipment: Shipment,
  intent: { claimId: string; reasonCode: string; reasonNote: string | null },
  cause: Cause,
): ClaimChange {
  if (isFinalShipmentStatus(shipment.status)) {
    throw refusal('shipment_not_cancellable', shipment, `is ${shipment.status} and can no longer be cancelled`)
  }
  if (shipment.claimKind === null) return hold(shipment, 'cancel', intent.claimId)
  if (shipment.claimKind === 'cancel') throw busy(shipment, 'is being cancelled')
  if (shipment.cancelRequested) return { ...unchanged(shipment), state: 'deferred' }
  return { ...requestCancellation(shipment, intent, cause), state: 'deferred' }
}

function claimToUpdate(
  shipment: Shipment,
  { claimId, patch }: { claimId: string; patch: ShipmentPatch },
  cause: Cause,
): ClaimChange {
  if (isFinalShipmentStatus(shipment.status)) {
    throw refusal('shipment_not_updatable', shipment, `is ${shipment.status} and can no longer be changed`)
  }
  if (shipment.cancelRequested) throw cancellationPending('shipment_not_updatable', shipment)
  const desired = applyPatch(shipment, patch)
  const reach = changeReach(shipment, desired)
  if (reach === 'none') return { ...unchanged(shipment), state: 'applied' }
  if (reach !== 'metadata') assertFree(shipment)
  if (reach === 'carrier' && shipment.bookingId !== null) return hold(shipment, 'update', claimId)
  return { ...changed(shipment, desired, cause), state: 'applied' }
}

/** Records that the shipment is to be cancelled. The holder of its claim cancels the booking. */
export function requestCancellation(
  shipment: Shipment,
  { reasonCode, reasonNote }: { reasonCode: string | null; reasonNote: string | null },
  cause: Cause,
): ShipmentChange {
  return changed(
    shipment,
    {
      cancelRequested: true,
      cancellationRequestedAt: cause.at,
      cancellationReasonCode: reasonCode,
      cancellationReasonNote: reasonNote,
    },
    cause,
    { description: 'Cancellation requested' },
  )
}

const hold = (shipment: Shipment, claimKind: ClaimKind, claimId: string): ClaimChange => ({
  ...unchanged({ ...shipment, claimKind, claimId }),
  state: 'held',
})

function assertReady(shipment: Shipment): void {
  if (shipment.status !== 'ready') {
    throw refusal('shipment_not_bookable', shipment, `is ${shipment.status}; only a ready shipment can be booked`)
  }
  if (shipment.cancelRequested) throw cancellationPending('shipment_not_bookable', shipment)
}

function assertFree(shipment: Shipment): void {
  if (shipment.claimKind === null) return
  const doing = { book: 'booked', dispatch: 'dispatched', cancel: 'cancelled', update: 'changed', expire: 'expired' }[
    shipment.claimKind
  ]
  throw busy(shipment, `is being ${doing}`)
}

const refusal = (code: ErrorCode, shipment: Shipment, what: string, meta: Record<string, unknown> = {}): AppError =>
  new AppError(code, `Shipment ${shipment.shipmentId} ${what}.`, {
    meta: { current_status: shipment.status, ...meta },
  })

const busy = (shipment: Shipment, what: string): AppError =>
  new AppError('shipment_busy', `Shipment ${shipment.shipmentId} ${what}. Retry in ${BUSY_RETRY_SECONDS} s.`, {
    meta: { current_status: shipment.status },
    retryAfterSeconds: BUSY_RETRY_SECONDS,
  })

const cancellationPending = (code: ErrorCode, shipment: Shipment): AppError =>
  refusal(code, shipment, 'is being cancelled. Wait for the carrier to answer', { cancellation_pending: true })
