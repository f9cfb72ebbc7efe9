/** Use cases that apply booking events. Each takes the transaction; none opens one or touches the network. */
import { noteBookingEnded } from '../claims/repository.ts'
import type { Writer } from '../db.ts'
import type { Cause } from '../shipments/change.ts'
import { getLocked, storeChange } from '../shipments/commands.ts'
import { insertTimeline } from '../shipments/repository.ts'
import { findStatuses } from '../timeline/repository.ts'
import { type BookingUpdate, canMoveShipment, project, trackingEntries, withPendingBooking } from './projection.ts'
import { advanceBooking } from './repository.ts'

/**
 * Moves the shipment with its booking; an event older than the last one applied moves nothing. What carriers reported joins the
 * timeline in any case, before the status to which it led: streams send entries in the order in which they are stored.
 * Idempotent. Returns true if the event contradicts a final status, which the shipment keeps.
 */
export async function followBooking(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  update: BookingUpdate,
  cause: Cause,
): Promise<boolean> {
  const moves = canMoveShipment(update) && (await advanceBooking(trx, environmentId, update))
  if (!moves && update.tracking.length === 0) return false
  // Locked, so that entries get their positions in the order in which they become visible.
  const shipment = await getLocked(trx, environmentId, shipmentId)
  const projection = moves ? project(shipment, update, cause) : null
  if (update.tracking.length > 0) {
    const moved = projection?.shipment ?? shipment
    const statusAt = await findStatuses(trx, moved, projection?.timeline)
    await insertTimeline(trx, shipment, trackingEntries(moved, update, statusAt, cause))
  }
  if (projection === null) return false
  await storeChange(trx, shipment, projection)
  if (projection.bookingEnded && shipment.claimId !== null) {
    await noteBookingEnded(trx, environmentId, shipment.claimId)
  }
  return projection.contradicted
}

/** Shows a booking that no carrier has taken yet on the shipment that is held for it. Idempotent. */
export async function showPendingBooking(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  opened: { bookingId: string; claimId: string },
  cause: Cause,
): Promise<void> {
  const shipment = await getLocked(trx, environmentId, shipmentId)
  await storeChange(trx, shipment, withPendingBooking(shipment, opened, cause))
}
