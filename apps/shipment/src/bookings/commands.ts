/** Use cases that apply booking events. Each takes the transaction; none opens one or touches the network. */
import { bookingEndedNote } from '../claims/repository.ts'
import type { Writer } from '../db.ts'
import type { Cause, ShipmentChange, TimelineEntry } from '../shipments/change.ts'
import { getLocked, storeChange } from '../shipments/commands.ts'
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
  const change = projection ?? { shipment, events: [], timeline: [] }
  const tracked = update.tracking.length === 0 ? [] : await listTracked(trx, change, update, cause)
  const endedUnder = projection?.bookingEnded ? shipment.claimId : null
  await storeChange(
    trx,
    shipment,
    { ...change, timeline: [...tracked, ...change.timeline] },
    endedUnder === null ? [] : [bookingEndedNote(trx, environmentId, endedUnder)],
  )
  return projection?.contradicted ?? false
}

/** The carrier's reports as timeline entries of the changed shipment. */
async function listTracked(
  trx: Writer,
  { shipment, timeline }: ShipmentChange,
  update: BookingUpdate,
  cause: Cause,
): Promise<TimelineEntry[]> {
  const statusAt = await findStatuses(trx, shipment, timeline)
  return trackingEntries(shipment, update, statusAt, cause)
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
