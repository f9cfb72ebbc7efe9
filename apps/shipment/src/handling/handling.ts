/** Pure: how a team handles a shipment: its tags, its assignee, its hold, and its answer to who asks for a return. */
import { AppError } from '@waybill/contracts/app-error'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import { isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'
import type { HandlingChange } from '@waybill/contracts/shipments/handling'
import type { Hold } from '@waybill/contracts/shipments/hold'
import { changedTags, MOST_TAGS } from '@waybill/contracts/values/search/tags'
import { assertFree } from '../claims/claim.ts'
import { decide } from '../returns/approval.ts'
import { type Cause, changed, type ShipmentChange } from '../shipments/change.ts'

/**
 * Changes what is asked for; a state that the shipment has already changes nothing. Throws `validation_error` if it would
 * have too many tags, and `shipment_not_holdable` or `shipment_busy` if it cannot be put on hold, and as `decide`.
 */
export function handle(shipment: Shipment, change: HandlingChange, actorId: string, cause: Cause): ShipmentChange {
  const handled = handleTeam(shipment, change, actorId, cause)
  if (change.return_decision === undefined) return handled
  const decided = decide(handled.shipment, change.return_decision, actorId, cause)
  return {
    shipment: decided.shipment,
    events: [...handled.events, ...decided.events],
    timeline: [...handled.timeline, ...decided.timeline],
  }
}

function handleTeam(shipment: Shipment, change: HandlingChange, actorId: string, cause: Cause): ShipmentChange {
  const tags = toTags(shipment, change)
  const hold = toHold(shipment, change.hold, { actorId, cause })
  const { assignee_id: assigneeId = shipment.assigneeId } = change
  const onlyHold = tags === shipment.tags && assigneeId === shipment.assigneeId
  const description = hold === null ? 'Released' : 'Put on hold'
  return changed(shipment, { tags, assigneeId, hold }, cause, onlyHold ? { description } : {})
}

function toTags({ tags }: Shipment, { add_tags: added = [], remove_tags: removed = [] }: HandlingChange): string[] {
  if (added.length === 0 && removed.length === 0) return tags
  const after = changedTags(tags, { added, removed })
  if (after.length > MOST_TAGS && after.length > tags.length) {
    const message = `must leave at most ${MOST_TAGS} tags on the shipment, not ${after.length}`
    throw validationError([errorDetail(['add_tags'], 'too_many', message)])
  }
  return JSON.stringify(after) === JSON.stringify(tags) ? tags : after
}

function toHold(
  shipment: Shipment,
  wish: HandlingChange['hold'],
  { actorId, cause }: { actorId: string; cause: Cause },
): Hold | null {
  if (wish === undefined || wish?.reason === shipment.hold?.reason) return shipment.hold
  if (wish === null) return null
  assertHoldable(shipment)
  return { reason: wish.reason, heldAt: cause.at, heldBy: actorId }
}

function assertHoldable(shipment: Shipment): void {
  const { shipmentId, status, onDemand, bookingId, cancelRequested } = shipment
  const refuse = (what: string): never => {
    throw new AppError('shipment_not_holdable', `Shipment ${shipmentId} ${what}.`, {
      meta: { current_status: status, ...(bookingId !== null && { booking_id: bookingId }) },
    })
  }
  if (isFinalShipmentStatus(status)) refuse(`is ${status}, so it is not booked any more`)
  if (onDemand) refuse('is on demand: a courier is looked for at once. To stop that, cancel the shipment')
  if (bookingId !== null)
    refuse(`has booking ${bookingId}. To keep it from being delivered, cancel the booking, then put it on hold`)
  if (cancelRequested) refuse('is being cancelled')
  if (status !== 'ready') refuse(`is ${status}; only a ready shipment can be put on hold`)
  assertFree(shipment)
}
