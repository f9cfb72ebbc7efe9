/**
 * Pure: which operation may work on a shipment. An operation of the booking service takes a claim before it calls a
 * carrier and holds it until `settle` ends it. The caller has locked the shipment's row.
 */
import { AppError, versionConflict } from '@waybill/contracts/app-error'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import { type ClaimKind, isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'
import { publicHold } from '@waybill/contracts/shipments/hold'
import { type Cause, changed, type ShipmentChange, unchanged } from '../shipments/change.ts'
import { changedOptions } from '../shipments/options.ts'
import { applyPatch, changeReach, type ShipmentPatch } from '../shipments/patch.ts'

/** A claim as it is stored, so that taking and ending it are idempotent. */
export interface Claim {
  environmentId: string
  claimId: string
  shipmentId: string
  /** Null: it was released before it was taken. */
  kind: ClaimKind | null
  /**
   * `deferred`: a cancellation left to the holder of another claim; `applied`: done at once, nothing is held; `settled`:
   * ended for good.
   */
  state: 'held' | 'deferred' | 'applied' | 'settled'
  /** Outcome of a settled claim; `refused`: it was never taken. */
  outcome: string | null
  /** Set for an update. */
  patch: ShipmentPatch | null
  /** Set for a cancellation. */
  reasonCode: string | null
  reasonNote: string | null
  /** The booking ended before pickup while a cancellation was in progress. Takes effect when the claim is settled. */
  bookingEnded: boolean
  /** ID of the request that took the claim. */
  requestId: string | null
}

/** Request of an operation for a shipment. */
export type Intent =
  | { kind: 'book' }
  | { kind: 'dispatch' }
  | { kind: 'cancel'; reasonCode: string; reasonNote: string | null }
  | { kind: 'cancel_booking'; bookingId: string }
  | { kind: 'update'; patch: ShipmentPatch }

interface ClaimRequest {
  claimId: string
  intent: Intent
  /** The version that the caller expects; null: any. */
  ifMatch: string | null
}

export interface ClaimChange extends ShipmentChange {
  state: 'held' | 'deferred' | 'applied'
}

const BUSY_RETRY_SECONDS = 1
/** A search for a courier lasts for minutes. */
const SEARCH_RETRY_SECONDS = 15

/**
 * Decides a claim: it holds the shipment, is applied at once, or is deferred to the holder of another claim. Throws
 * `version_conflict`, `shipment_not_bookable`, `shipment_on_hold`, `shipment_already_booked`, `shipment_not_cancellable`,
 * `booking_not_cancellable`, `shipment_not_updatable` or `shipment_busy`.
 */
export function claim(shipment: Shipment, request: ClaimRequest, cause: Cause): ClaimChange {
  if (request.ifMatch !== null && request.ifMatch !== String(shipment.sequence))
    throw versionConflict(`Shipment ${shipment.shipmentId}`, shipment.sequence, request.ifMatch)
  const { intent } = request
  switch (intent.kind) {
    case 'book':
      return claimToBook(shipment, request.claimId)
    case 'dispatch':
      return claimToDispatch(shipment, request.claimId)
    case 'cancel':
      return claimToCancel(shipment, { ...intent, claimId: request.claimId }, cause)
    case 'cancel_booking':
      return claimToCancelBooking(shipment, { ...intent, claimId: request.claimId })
    case 'update':
      return claimToUpdate(shipment, { ...intent, claimId: request.claimId }, cause)
  }
}

/**
 * Whether a refusal ends the claim. A dispatch repeats its claim until the shipment shows that its last booking has
 * ended; every other operation ends with the first refusal.
 */
export const endsClaim = (kind: ClaimKind, refusal: AppError): boolean =>
  kind !== 'dispatch' || refusal.code !== 'shipment_busy'

/**
 * The refusal of a claim that has ended, by an error that ends its operation in every version of the booking service: a
 * dispatch repeats a claim that is answered `shipment_busy`.
 */
export const endedClaim = (shipment: Shipment, kind: ClaimKind): AppError =>
  kind === 'dispatch'
    ? refusal('shipment_not_bookable', shipment, 'is no longer held by this dispatch')
    : busy(shipment, 'was not free when the operation began')

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
  outcome: null,
  patch: null,
  reasonCode: null,
  reasonNote: null,
  bookingEnded: false,
  requestId: cause.requestId,
})

/** The shipment as it will be when the update that holds it succeeds; null for other claims. */
export const desiredShipment = (shipment: Shipment, held: Pick<Claim, 'state' | 'patch'>): Shipment | null =>
  held.state === 'held' && held.patch !== null ? applyPatch(shipment, held.patch) : null

/** Throws `shipment_not_bookable` unless the shipment is ready and not being cancelled, `shipment_already_booked` if it has a booking. */
export function assertQuotable(shipment: Shipment): void {
  assertReady(shipment)
  assertUnbooked(shipment, 'To quote it again')
}

function claimToBook(shipment: Shipment, claimId: string): ClaimChange {
  assertReady(shipment)
  assertUnbooked(shipment, 'To book another option')
  assertNotHeld(shipment)
  assertFree(shipment)
  return hold(shipment, 'book', claimId)
}

/** Taken under the lock of the row, which putting it on hold takes, too: either the hold or the booking is refused. */
function assertNotHeld(shipment: Shipment): void {
  const { hold, shipmentId } = shipment
  if (hold === null) return
  const wayOut = `Release it with POST /api/v1/shipments/${shipmentId}/release, then book it`
  const what = `is on hold since ${hold.heldAt.toISOString()} by ${hold.heldBy}: ${hold.reason}. ${wayOut}`
  throw refusal('shipment_on_hold', shipment, what, { hold: publicHold(hold) })
}

function assertUnbooked(shipment: Shipment, wish: string): void {
  const { bookingId } = shipment
  if (bookingId === null) return
  const wayOut = `${wish}, cancel that booking: POST /api/v1/bookings/${bookingId}/cancel leaves the shipment ready`
  const message = `already has booking ${bookingId}. ${wayOut}`
  throw refusal('shipment_already_booked', shipment, message, { booking_id: bookingId })
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

/** Whether the booking can still be cancelled, the booking service knows. */
function claimToCancelBooking(
  shipment: Shipment,
  { claimId, bookingId }: { claimId: string; bookingId: string },
): ClaimChange {
  if (isFinalShipmentStatus(shipment.status)) {
    throw refusal('booking_not_cancellable', shipment, `is ${shipment.status}, so its booking has ended`)
  }
  assertFree(shipment)
  if (shipment.bookingId !== bookingId) {
    throw refusal('booking_not_cancellable', shipment, `no longer has booking ${bookingId}`)
  }
  return hold(shipment, 'cancel_booking', claimId)
}

function claimToUpdate(
  shipment: Shipment,
  { claimId, patch }: { claimId: string; patch: ShipmentPatch },
  cause: Cause,
): ClaimChange {
  if (isFinalShipmentStatus(shipment.status)) {
    throw refusal(
      'shipment_not_updatable',
      shipment,
      `is ${shipment.status} and can no longer be changed. Create another one`,
    )
  }
  if (shipment.cancelRequested) throw cancellationPending('shipment_not_updatable', shipment)
  const desired = applyPatch(shipment, patch)
  const reach = changeReach(shipment, desired)
  if (reach === 'none') return { ...unchanged(shipment), state: 'applied' }
  if (reach !== 'metadata' && shipment.claimKind === 'dispatch') throw searching(shipment)
  if (reach !== 'metadata') assertFree(shipment)
  const fixed = shipment.bookingId === null ? [] : changedOptions(shipment, desired)
  if (fixed.length > 0) throw bookedAsQuoted(shipment, fixed)
  if (reach === 'carrier' && shipment.bookingId !== null) return hold(shipment, 'update', claimId)
  return { ...changed(shipment, desired, cause), state: 'applied' }
}

/** No carrier changes them once it has the job. */
const bookedAsQuoted = (shipment: Shipment, changed: readonly string[]): AppError =>
  refusal(
    'shipment_not_updatable',
    shipment,
    `has booking ${shipment.bookingId}, whose ${changed.join(' and ')} are part of what was booked. To change them, cancel that booking: POST /api/v1/bookings/${shipment.bookingId}/cancel leaves the shipment ready`,
  )

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
  ...unchanged({ ...shipment, claimKind, claimId, pendingBookingId: null }),
  state: 'held',
})

function assertReady(shipment: Shipment): void {
  if (shipment.onDemand) {
    throw refusal(
      'shipment_not_bookable',
      shipment,
      `is ${shipment.status} and on demand: carriers are asked and booked for it, so it can be neither quoted nor booked. To choose an option yourself, create the shipment with POST /api/v1/shipments`,
    )
  }
  if (shipment.status !== 'ready') {
    throw refusal('shipment_not_bookable', shipment, `is ${shipment.status}; only a ready shipment can be booked`)
  }
  if (shipment.cancelRequested) throw cancellationPending('shipment_not_bookable', shipment)
}

const doing: Readonly<Record<ClaimKind, string>> = {
  book: 'is being booked',
  dispatch: 'is being dispatched',
  cancel: 'is being cancelled',
  cancel_booking: 'is giving up its booking',
  update: 'is being changed',
  expire: 'is being expired',
}

/** Throws `shipment_busy` while an operation holds the shipment. */
export function assertFree(shipment: Shipment): void {
  if (shipment.claimKind === null) return
  throw busy(shipment, doing[shipment.claimKind] ?? 'is being changed')
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

const searching = ({ shipmentId, status }: Shipment): AppError =>
  new AppError(
    'shipment_busy',
    `The search for a courier for shipment ${shipmentId} is in progress, so only its metadata can be changed. Retry when the status of its booking is assigned, or cancel the shipment and create another one.`,
    { meta: { current_status: status }, retryAfterSeconds: SEARCH_RETRY_SECONDS },
  )

const cancellationPending = (code: ErrorCode, shipment: Shipment): AppError =>
  refusal(code, shipment, 'is being cancelled. Wait for the carrier to answer', { cancellation_pending: true })
