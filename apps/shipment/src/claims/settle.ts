/** Pure: how a claim ends. */
import { isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'
import { withoutBooking } from '../bookings/projection.ts'
import { type Cause, changed, type Note, type ShipmentChange, unchanged } from '../shipments/change.ts'
import { applyPatch } from '../shipments/patch.ts'
import { type Claim, requestCancellation } from './claim.ts'

export type Outcome =
  | { kind: 'booked'; bookingId: string }
  /** The operation had no effect. */
  | { kind: 'released' }
  | { kind: 'cancelled'; reasonCode: string | null; reasonNote: string | null }
  /** The carrier has accepted the change. */
  | { kind: 'updated' }
  | { kind: 'dispatch_failed'; reason: string }
  /** The carrier has not answered yet. The claim stays. */
  | { kind: 'cancellation_pending' }

export interface Settlement extends ShipmentChange {
  /** Whether the claim has ended. */
  ended: boolean
  /** A cancellation was requested since: nothing has changed, and the holder must cancel the carrier's job first. */
  cancelRequested: boolean
}

/** Outcomes that a claim of each kind may have. Any holder may cancel, for a cancellation that was deferred to it. */
const allowedOutcomes = {
  book: ['booked', 'released', 'cancelled', 'cancellation_pending'],
  dispatch: ['booked', 'released', 'cancelled', 'cancellation_pending', 'dispatch_failed'],
  update: ['updated', 'released', 'cancelled', 'cancellation_pending'],
  cancel: ['released', 'cancelled', 'cancellation_pending'],
  expire: ['released', 'cancelled', 'cancellation_pending'],
} as const satisfies Record<Claim['kind'], readonly Outcome['kind'][]>

/**
 * Ends a claim, or reports that a cancellation comes first. A claim that has ended does not change again.
 * `cancellationRefused`: the carrier refused the requested cancellation, which no longer blocks other outcomes.
 */
export function settle(
  shipment: Shipment,
  held: Claim,
  { outcome, cancellationRefused, cause }: { outcome: Outcome; cancellationRefused: boolean; cause: Cause },
): Settlement {
  if (!(allowedOutcomes[held.kind] as readonly string[]).includes(outcome.kind)) {
    throw new Error(`claim ${held.claimId} to ${held.kind} cannot end as ${outcome.kind}`)
  }
  if (held.state !== 'held' || shipment.claimId !== held.claimId) return ended(unchanged(shipment))

  const final = isFinalShipmentStatus(shipment.status)
  // Claims to cancel and to expire have already asked the carrier to cancel.
  const isCancelling = held.kind === 'cancel' || held.kind === 'expire'
  const mustCancel = !isCancelling && shipment.cancelRequested && !cancellationRefused && !final
  const free = (fields: Partial<Shipment>, note?: Note) => ended(releaseClaim(shipment, held, { fields, note }, cause))

  switch (outcome.kind) {
    case 'cancelled':
      if (final) return free({})
      if (held.kind === 'expire' && !shipment.cancelRequested) return free({ status: 'expired' })
      return ended(cancelled(shipment, held, held.kind === 'expire' ? {} : outcome, cause))
    case 'cancellation_pending':
      if (final) return free({})
      return { ...pending(shipment, held, cause), ended: false, cancelRequested: false }
    case 'booked':
      if (mustCancel) return refused(shipment)
      return free({ bookingId: outcome.bookingId }, { bookingId: outcome.bookingId, description: 'Booked' })
    case 'updated':
      if (mustCancel) return refused(shipment)
      return free(held.patch === null ? {} : applyPatch(shipment, held.patch))
    case 'released':
      if (!mustCancel) return free({})
      return shipment.bookingId === null ? ended(cancelled(shipment, held, {}, cause)) : refused(shipment)
    case 'dispatch_failed':
      if (mustCancel) return ended(cancelled(shipment, held, {}, cause))
      return free(final ? {} : { status: 'failed', failureReason: outcome.reason })
  }
}

const ended = (decision: ShipmentChange): Settlement => ({ ...decision, ended: true, cancelRequested: false })

const refused = (shipment: Shipment): Settlement => ({ ...unchanged(shipment), ended: false, cancelRequested: true })

const noClaim = { claimId: null, claimKind: null, cancelRequested: false } as const
const noCancellation = {
  cancellationRequestedAt: null,
  cancellationReasonCode: null,
  cancellationReasonNote: null,
} as const

/** Ends a claim that did not cancel. A requested cancellation came too late or was refused, so it is dropped. */
function releaseClaim(
  shipment: Shipment,
  held: Claim,
  { fields, note }: { fields: Partial<Shipment>; note?: Note },
  cause: Cause,
): ShipmentChange {
  const booking = held.bookingEnded ? withoutBooking(shipment) : {}
  return changed(shipment, { ...booking, ...fields, ...noCancellation, ...noClaim }, cause, note)
}

/** Cancelled for the reason given, else for the recorded one. The last booking stays visible. */
function cancelled(
  shipment: Shipment,
  held: Claim,
  given: { reasonCode?: string | null; reasonNote?: string | null },
  cause: Cause,
): ShipmentChange {
  const reasons = [
    { reasonCode: given.reasonCode, reasonNote: given.reasonNote },
    { reasonCode: shipment.cancellationReasonCode, reasonNote: shipment.cancellationReasonNote },
    { reasonCode: held.reasonCode, reasonNote: held.reasonNote },
  ]
  const { reasonCode = null, reasonNote = null } = reasons.find((reason) => reason.reasonCode) ?? {}
  return changed(
    shipment,
    {
      ...noClaim,
      status: 'cancelled',
      cancellationRequestedAt: null,
      cancellationReasonCode: reasonCode,
      cancellationReasonNote: reasonNote,
    },
    cause,
    { description: reasonNote ?? reasonCode },
  )
}

function pending(shipment: Shipment, held: Claim, cause: Cause): ShipmentChange {
  // Nobody requested the end of a shipment that expires, so no cancellation is shown.
  if (shipment.cancelRequested || held.kind === 'expire') return unchanged(shipment)
  return requestCancellation(shipment, held, cause)
}
