/** Pure: how a claim ends. */

import { type Dispatch, defaultDispatch } from '@waybill/contracts/dispatch'
import { fleetServiceCodes } from '@waybill/contracts/fleet/rate-card'
import { newId } from '@waybill/contracts/ids'
import { type ClaimKind, isFinalShipmentStatus, publicShipment, type Shipment } from '@waybill/contracts/shipment'
import { afterCancelledBooking, withoutBooking } from '@waybill/contracts/shipments/after-booking'
import { isSearchEnd, type SearchEnd } from '@waybill/contracts/shipments/failure-reason'
import { BOOKING_CANCELLED } from '@waybill/contracts/timeline'
import { type Cause, changed, type Note, type ShipmentChange, timelineEntry, unchanged } from '../shipments/change.ts'
import { applyPatch } from '../shipments/patch.ts'
import { type Claim, requestCancellation } from './claim.ts'

/** Order of the event with which a booking begins: before its reports, also if they have the same time. */
export const FIRST_SEQUENCE = 1

/** A cancellation of the booking on request. */
export interface BookingCancellation {
  reasonCode: string | null
  reasonNote: string | null
  occurredAt?: Date
}

export type Outcome =
  | { kind: 'booked'; bookingId: string; occurredAt?: Date }
  /** The operation had no effect. */
  | { kind: 'released' }
  | { kind: 'cancelled'; reasonCode: string | null; reasonNote: string | null }
  /** The carrier has accepted the change. */
  | { kind: 'updated' }
  /** The carrier has cancelled the booking: the shipment can be booked again. */
  | ({ kind: 'booking_cancelled' } & BookingCancellation)
  /** `cancellation`: that of the booking, with no time left to look for another courier. */
  | { kind: 'dispatch_failed'; reason: string; cancellation?: BookingCancellation }
  /** The carrier has not answered yet. The claim stays. */
  | { kind: 'cancellation_pending' }

interface Settlement extends ShipmentChange {
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
  cancel_booking: ['booking_cancelled', 'dispatch_failed', 'released'],
  expire: ['released', 'cancelled', 'cancellation_pending'],
} as const satisfies Record<ClaimKind, readonly Outcome['kind'][]>

/**
 * Ends a claim, or reports that a cancellation comes first. A claim that has ended does not change again.
 * `cancellationRefused`: the carrier refused the requested cancellation, which no longer blocks other outcomes.
 */
export function settle(
  shipment: Shipment,
  held: Claim,
  { outcome, cancellationRefused, cause }: { outcome: Outcome; cancellationRefused: boolean; cause: Cause },
): Settlement {
  const allowed: readonly string[] = held.kind === null ? ['released'] : allowedOutcomes[held.kind]
  if (!allowed.includes(outcome.kind)) {
    throw new Error(`claim ${held.claimId} to ${held.kind ?? 'be released'} cannot end as ${outcome.kind}`)
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
      return ended(
        cancelled(
          shipment,
          held,
          { ...(held.kind === 'expire' ? {} : outcome), bookingId: publicShipment(shipment).booking_id },
          cause,
        ),
      )
    case 'cancellation_pending':
      if (final) return free({})
      return { ...pending(shipment, held, cause), ended: false, cancelRequested: false }
    case 'booked':
      if (mustCancel) return refused(shipment)
      return free(
        { bookingId: outcome.bookingId },
        { bookingId: outcome.bookingId, description: 'Booked', sequence: FIRST_SEQUENCE, ...occurred(outcome) },
      )
    case 'updated':
      if (mustCancel) return refused(shipment)
      return free(held.patch === null ? {} : applyPatch(shipment, held.patch))
    case 'released':
      if (!mustCancel) return free({}, bookingFailedNote(shipment))
      return shipment.bookingId === null ? ended(cancelled(shipment, held, {}, cause)) : refused(shipment)
    case 'booking_cancelled':
      if (mustCancel) return ended(cancelled(shipment, held, {}, cause))
      if (final) return free({})
      return free(afterCancelledBooking(shipment), bookingCancelledNote(shipment, outcome))
    case 'dispatch_failed':
      if (mustCancel) return ended(cancelled(shipment, held, {}, cause))
      if (final) return free({})
      return free(
        { status: 'failed', failureReason: outcome.reason },
        outcome.cancellation
          ? bookingCancelledNote(shipment, outcome.cancellation)
          : searchEndedNote(shipment, held, outcome.reason),
      )
  }
}

/** For a booking that was shown as pending; undefined: there is none. */
const bookingFailedNote = ({ bookingId, pendingBookingId }: Shipment): Note | undefined =>
  bookingId === null && pendingBookingId !== null
    ? { bookingId: pendingBookingId, description: 'Booking failed' }
    : undefined

/** Why the search for a courier has ended without one. */
function searchEndedNote({ dispatch }: Shipment, { kind }: Claim, reason: string): Note {
  if (!isSearchEnd(reason) || kind !== 'dispatch') return { reason }
  const { max_attempts: bookings, window_minutes: minutes } = dispatch ?? defaultDispatch
  const descriptions = {
    no_courier_available: 'Every carrier declined for a reason that time does not change.',
    dispatch_window_over: `No carrier accepted within the window${minutes === null ? '' : ` of ${counted(minutes, 'minute')}`}.`,
    dispatch_attempts_used_up: `${counted(bookings, 'booking')} ended before the pickup; max_attempts allows no more.`,
    no_carrier_on_demand: namesOwnFleetOnly(dispatch)
      ? 'The own fleet has no rate card that is enabled and may be booked. Add a rate card with POST /api/v1/rate-cards, or enable one, or name other services.'
      : 'No carrier of this environment offers a service that may be booked. Add a carrier account, or name other services.',
    booking_cancelled:
      'A service whose booking was cancelled is not booked again, and no other service takes the shipment.',
  } satisfies Record<SearchEnd, string>
  return { reason, description: `The search for a courier has ended. ${descriptions[reason]}` }
}

/** The carrier that is the merchant's own drivers. */
const OWN_FLEET = 'own_fleet'

/** Whether only own drivers may come: their carrier is the only one named, or only their services are. */
const namesOwnFleetOnly = (dispatch: Dispatch | null): boolean =>
  dispatch?.carrier_codes?.every((code) => code === OWN_FLEET) ||
  dispatch?.service_codes?.every((code) => fleetServiceCodes.some((own) => own === code)) ||
  false

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

function bookingCancelledNote({ bookingId }: Shipment, cancellation: BookingCancellation): Note {
  const reason = cancellation.reasonNote ?? cancellation.reasonCode
  const description = reason === null ? 'Booking cancelled' : `Booking cancelled: ${reason}`
  return { bookingId, description, reason: BOOKING_CANCELLED, ...occurred(cancellation) }
}

/** When it occurred, if the outcome says so. */
const occurred = ({ occurredAt }: { occurredAt?: Date }): Note => (occurredAt ? { occurredAt } : {})

const ended = (decision: ShipmentChange): Settlement => ({ ...decision, ended: true, cancelRequested: false })

const refused = (shipment: Shipment): Settlement => ({ ...unchanged(shipment), ended: false, cancelRequested: true })

const noClaim = { claimId: null, claimKind: null, cancelRequested: false, pendingBookingId: null } as const
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
  const change = changed(shipment, { ...booking, ...fields, ...noCancellation, ...noClaim }, cause, note)
  // The booking was shown as pending already, so that nothing else changes for merchants.
  if (note === undefined || change.timeline.length > 0) return change
  const entry = timelineEntry(change.shipment, { type: 'details_changed', eventId: newId('evt'), ...note }, cause)
  return { ...change, timeline: [entry] }
}

/**
 * Cancelled for the reason given, else for the recorded one. The last booking stays stored with it. `bookingId`: the booking
 * that was cancelled with it, which no carrier need have taken.
 */
function cancelled(
  shipment: Shipment,
  held: Claim,
  given: { reasonCode?: string | null; reasonNote?: string | null; bookingId?: string | null },
  cause: Cause,
): ShipmentChange {
  const reasons = [
    { reasonCode: given.reasonCode, reasonNote: given.reasonNote },
    { reasonCode: shipment.cancellationReasonCode, reasonNote: shipment.cancellationReasonNote },
    { reasonCode: held.reasonCode, reasonNote: held.reasonNote },
  ]
  const { bookingId = shipment.bookingId } = given
  const isBookingCancelled = bookingId !== null && !held.bookingEnded
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
    { bookingId, description: reasonNote ?? reasonCode, ...(isBookingCancelled && { reason: BOOKING_CANCELLED }) },
  )
}

function pending(shipment: Shipment, held: Claim, cause: Cause): ShipmentChange {
  // Nobody requested the end of a shipment that expires, so no cancellation is shown.
  if (shipment.cancelRequested || held.kind === 'expire') return unchanged(shipment)
  return requestCancellation(shipment, held, cause)
}
