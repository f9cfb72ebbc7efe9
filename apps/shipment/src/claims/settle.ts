/** How a claim ends. */
import { isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'
import { withoutBooking } from '../bookings/projection.ts'
import { type Cause, changed, type Decision, type Note, unchanged } from '../shipments/change.ts'
import { applyPatch } from '../shipments/patch.ts'
import { type Claim, requestCancellation } from './claim.ts'

export type Outcome =
  | { kind: 'booked'; bookingId: string }
  /** Nothing came of it. */
  | { kind: 'released' }
  | { kind: 'cancelled'; reasonCode: string | null; reasonNote: string | null }
  /** The carrier has taken the change. */
  | { kind: 'updated' }
  | { kind: 'dispatch_failed'; reason: string }
  /** The carrier has not answered; the claim stays. */
  | { kind: 'cancellation_pending' }

export interface Settlement extends Decision {
  /** Whether the claim has ended. */
  ended: boolean
  /** A cancellation was asked for meanwhile: nothing was changed, the holder cancels the carrier's job first. */
  cancelRequested: boolean
}

/** Which outcomes a claim of each kind may have. Any holder may come to cancel, on behalf of someone else's wish. */
const outcomesOf = {
  book: ['booked', 'released', 'cancelled', 'cancellation_pending'],
  dispatch: ['booked', 'released', 'cancelled', 'cancellation_pending', 'dispatch_failed'],
  update: ['updated', 'released', 'cancelled', 'cancellation_pending'],
  cancel: ['released', 'cancelled', 'cancellation_pending'],
  expire: ['released', 'cancelled', 'cancellation_pending'],
} as const satisfies Record<Claim['kind'], readonly Outcome['kind'][]>

/**
 * Ends a claim, or says why it must not end yet. A claim that has ended stays as it ended, whatever is asked now.
 * `cancellationRefused`: the wish to cancel was put to the carrier, which refused; it no longer stands in the way.
 */
export function settle(
  shipment: Shipment,
  held: Claim,
  { outcome, cancellationRefused, cause }: { outcome: Outcome; cancellationRefused: boolean; cause: Cause },
): Settlement {
  if (!(outcomesOf[held.kind] as readonly string[]).includes(outcome.kind)) {
    throw new Error(`claim ${held.claimId} to ${held.kind} cannot end as ${outcome.kind}`)
  }
  if (held.state !== 'held' || shipment.claimId !== held.claimId) return ended(unchanged(shipment))

  const final = isFinalShipmentStatus(shipment.status)
  // Who holds it to cancel or to let it expire has put just that to the carrier: no other wish is left to be put.
  const isCancelling = held.kind === 'cancel' || held.kind === 'expire'
  const wished = !isCancelling && shipment.cancelRequested && !cancellationRefused && !final
  const free = (fields: Partial<Shipment>, note?: Note) => ended(freed(shipment, held, fields, cause, note))

  switch (outcome.kind) {
    case 'cancelled':
      if (final) return free({})
      if (held.kind === 'expire' && !shipment.cancelRequested) return free({ status: 'expired' })
      return ended(cancelled(shipment, held, held.kind === 'expire' ? {} : outcome, cause))
    case 'cancellation_pending':
      if (final) return free({})
      return { ...pending(shipment, held, cause), ended: false, cancelRequested: false }
    case 'booked':
      if (wished) return refused(shipment)
      return free({ bookingId: outcome.bookingId }, { bookingId: outcome.bookingId, description: 'Booked' })
    case 'updated':
      if (wished) return refused(shipment)
      return free(held.patch === null ? {} : applyPatch(shipment, held.patch))
    case 'released':
      if (!wished) return free({})
      return shipment.bookingId === null ? ended(cancelled(shipment, held, {}, cause)) : refused(shipment)
    case 'dispatch_failed':
      if (wished) return ended(cancelled(shipment, held, {}, cause))
      return free(final ? {} : { status: 'failed', failureReason: outcome.reason })
  }
}

const ended = (decision: Decision): Settlement => ({ ...decision, ended: true, cancelRequested: false })

const refused = (shipment: Shipment): Settlement => ({ ...unchanged(shipment), ended: false, cancelRequested: true })

const noClaim = { claimId: null, claimKind: null, cancelRequested: false } as const
const noWish = { cancellationRequestedAt: null, cancellationReasonCode: null, cancellationReasonNote: null } as const

/** The end of a claim that did not cancel: a wish to cancel, if there was one, came too late or was refused. */
function freed(shipment: Shipment, held: Claim, fields: Partial<Shipment>, cause: Cause, note?: Note): Decision {
  const booking = held.bookingEnded ? withoutBooking(shipment) : {}
  return changed(shipment, { ...booking, ...fields, ...noWish, ...noClaim }, cause, note)
}

/** Cancelled for the reason given, else the one recorded with the wish, which is over. The last booking stays visible. */
function cancelled(
  shipment: Shipment,
  held: Claim,
  given: { reasonCode?: string | null; reasonNote?: string | null },
  cause: Cause,
): Decision {
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

function pending(shipment: Shipment, held: Claim, cause: Cause): Decision {
  // Nobody has asked for the end of one that expires: there is no wish to show.
  if (shipment.cancelRequested || held.kind === 'expire') return unchanged(shipment)
  return requestCancellation(shipment, held, cause)
}
