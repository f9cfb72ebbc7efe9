/** Pure: when the personal data of a shipment may be erased. */
import { AppError } from '@waybill/contracts/app-error'
import { isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'

/** Longer than outboxes, inboxes, stored answers and queues keep anything. */
const RECENT_MS = 30 * 86_400_000

/** Why the shipment cannot be erased; null: it can. */
export function erasureRefusal({ shipmentId, status, claimId }: Shipment): string | null {
  if (!isFinalShipmentStatus(status)) {
    return `Shipment ${shipmentId} is ${status}. Cancel it or wait for its final status, then erase it.`
  }
  return claimId === null ? null : `Shipment ${shipmentId} is being changed. Retry shortly.`
}

/** Throws `shipment_not_erasable`, or `shipment_busy` if a retry helps. */
export function assertErasable(shipment: Shipment): void {
  const refusal = erasureRefusal(shipment)
  if (refusal === null) return
  const isBusy = isFinalShipmentStatus(shipment.status)
  throw new AppError(isBusy ? 'shipment_busy' : 'shipment_not_erasable', refusal, {
    meta: { current_status: shipment.status },
    ...(isBusy && { retryAfterSeconds: 1 }),
  })
}

/** Whether a queue, an outbox or a stored answer may still hold its data. */
export const isRecent = ({ updatedAt }: Shipment, at: Date): boolean => at.getTime() - updatedAt.getTime() < RECENT_MS
