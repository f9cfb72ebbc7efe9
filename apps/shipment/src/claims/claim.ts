/**
 * Who may work on a shipment. A claim is taken by an operation of the booking service before it calls a carrier, and
 * lasts until `settle` ends it. Everything here is decided under the lock of the shipment's row.
 */
import { AppError } from '@waybill/contracts/app-error'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import { type ClaimKind, isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'
import { type Cause, changed, type Decision, unchanged } from '../shipments/change.ts'
import { applyPatch, reachOf, type ShipmentPatch } from '../shipments/patch.ts'

/** A claim as it is remembered, so that taking and ending it are idempotent. */
export interface Claim {
  environmentId: string
  claimId: string
  shipmentId: string
  kind: ClaimKind
  /** `deferred`: a cancellation that the holder of another claim pursues; `applied`: done without being held. */
  state: 'held' | 'deferred' | 'applied' | 'settled'
  /** Of an update. */
  patch: ShipmentPatch | null
  /** Of a cancellation. */
  reasonCode: string | null
  reasonNote: string | null
  /** The booking ended before pickup while a cancellation was under way; what that means is decided at the end. */
  bookingEnded: boolean
  /** Of the request that took it. */
  requestId: string | null
}

/** What an operation asks for. */
export type Wish =
  | { kind: 'book' }
  | { kind: 'dispatch' }
  | { kind: 'cancel'; reasonCode: string; reasonNote: string | null }
  | { kind: 'update'; patch: ShipmentPatch }

export interface ClaimRequest {
  claimId: string
  wish: Wish
  /** The version that the caller has seen, if it named one. */
  ifMatch: string | null
}

export interface ClaimDecision extends Decision {
  state: 'held' | 'deferred' | 'applied'
}

const BUSY_RETRY_SECONDS = 1

/**
 * What becomes of a request for the shipment: held, applied at once, or left to the present holder. Throws
 * `version_conflict`, `shipment_not_bookable`, `shipment_already_booked`, `shipment_not_cancellable`,
 * `shipment_not_updatable` or `shipment_busy`; then nothing is to be stored.
 */
export function claim(shipment: Shipment, request: ClaimRequest, cause: Cause): ClaimDecision {
  if (request.ifMatch !== null && request.ifMatch !== String(shipment.sequence)) {
    throw new AppError(
      'version_conflict',
      `Shipment ${shipment.shipmentId} is at version ${shipment.sequence}, not ${request.ifMatch}; read it again.`,
      { meta: { current_version: String(shipment.sequence) } },
    )
  }
  const { wish } = request
  switch (wish.kind) {
    case 'book':
      return claimToBook(shipment, request.claimId)
    case 'dispatch':
      return claimToDispatch(shipment, request.claimId)
    case 'cancel':
      return claimToCancel(shipment, { ...wish, claimId: request.claimId }, cause)
    case 'update':
      return claimToUpdate(shipment, { ...wish, claimId: request.claimId }, cause)
  }
}

/** The shipment as it will be once the update that holds it is settled; null for other claims. */
export const desiredBy = (shipment: Shipment, held: Pick<Claim, 'state' | 'patch'>): Shipment | null =>
  held.state === 'held' && held.patch !== null ? applyPatch(shipment, held.patch) : null

/** Throws `shipment_not_bookable` unless the shipment may be quoted: ready, without a booking, not being cancelled. */
export function assertQuotable(shipment: Shipment): void {
  assertReady(shipment)
  if (shipment.bookingId !== null) {
    throw refusal('shipment_not_bookable', shipment, `has booking ${shipment.bookingId}; cancel it first`)
  }
}

function claimToBook(shipment: Shipment, claimId: string): ClaimDecision {
  assertReady(shipment)
  if (shipment.bookingId !== null) {
    throw refusal('shipment_already_booked', shipment, `has booking ${shipment.bookingId}; cancel it first`, {
      booking_id: shipment.bookingId,
    })
  }
  assertFree(shipment)
  return hold(shipment, 'book', claimId)
}

/** Dispatch goes on after a courier's cancellation, as soon as the end of that booking has arrived here. */
function claimToDispatch(shipment: Shipment, claimId: string): ClaimDecision {
  if (isFinalShipmentStatus(shipment.status)) {
    throw refusal('shipment_not_bookable', shipment, `is ${shipment.status} and needs no courier`)
  }
  if (shipment.cancelRequested) throw cancellationPending('shipment_not_bookable', shipment)
  if (!shipment.onDemand) throw refusal('shipment_not_bookable', shipment, 'is not on-demand')
  if (shipment.bookingId !== null) throw busy(shipment, `still has booking ${shipment.bookingId}`)
  assertFree(shipment)
  return hold(shipment, 'dispatch', claimId)
}

function claimToCancel(
  shipment: Shipment,
  wish: { claimId: string; reasonCode: string; reasonNote: string | null },
  cause: Cause,
): ClaimDecision {
  if (isFinalShipmentStatus(shipment.status)) {
    throw refusal('shipment_not_cancellable', shipment, `is ${shipment.status}; only one under way can be cancelled`)
  }
  if (shipment.claimKind === null) return hold(shipment, 'cancel', wish.claimId)
  if (shipment.claimKind === 'cancel') throw busy(shipment, 'is being cancelled')
  if (shipment.cancelRequested) return { ...unchanged(shipment), state: 'deferred' }
  return { ...requestCancellation(shipment, wish, cause), state: 'deferred' }
}

function claimToUpdate(
  shipment: Shipment,
  { claimId, patch }: { claimId: string; patch: ShipmentPatch },
  cause: Cause,
): ClaimDecision {
  if (isFinalShipmentStatus(shipment.status)) {
    throw refusal('shipment_not_updatable', shipment, `is ${shipment.status}; only one under way can be changed`)
  }
  if (shipment.cancelRequested) throw cancellationPending('shipment_not_updatable', shipment)
  const desired = applyPatch(shipment, patch)
  const reach = reachOf(shipment, desired)
  if (reach === 'none') return { ...unchanged(shipment), state: 'applied' }
  if (reach !== 'metadata') assertFree(shipment)
  if (reach === 'carrier' && shipment.bookingId !== null) return hold(shipment, 'update', claimId)
  return { ...changed(shipment, desired, cause), state: 'applied' }
}

/** The shipment shows that its cancellation is wished; whoever holds it pursues the wish. */
export function requestCancellation(
  shipment: Shipment,
  { reasonCode, reasonNote }: { reasonCode: string | null; reasonNote: string | null },
  cause: Cause,
): Decision {
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

const hold = (shipment: Shipment, claimKind: ClaimKind, claimId: string): ClaimDecision => ({
  ...unchanged({ ...shipment, claimKind, claimId }),
  state: 'held',
})

function assertReady(shipment: Shipment): void {
  if (shipment.status !== 'ready') {
    throw refusal('shipment_not_bookable', shipment, `is ${shipment.status}; only a ready one can be booked`)
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
  new AppError('shipment_busy', `Shipment ${shipment.shipmentId} ${what}; try again shortly.`, {
    meta: { current_status: shipment.status },
    retryAfterSeconds: BUSY_RETRY_SECONDS,
  })

const cancellationPending = (code: ErrorCode, shipment: Shipment): AppError =>
  refusal(code, shipment, 'is being cancelled; wait for the answer of the carrier', { cancellation_pending: true })
