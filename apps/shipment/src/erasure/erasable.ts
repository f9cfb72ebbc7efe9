/** When the personal data of a shipment may go. */
import { AppError } from '@waybill/contracts/app-error'
import { isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'

/** Longer than outboxes, inboxes, stored answers and queues remember anything. */
const RECENT_MS = 30 * 86_400_000

/** Why the shipment's personal data is still needed; null: it is not. */
export function erasureRefusal({ shipmentId, status, claimId }: Shipment): string | null {
  if (!isFinalShipmentStatus(status)) {
    return `Shipment ${shipmentId} is ${status}: cancel it, or wait for its end; then it can be erased.`
  }
  return claimId === null ? null : `Shipment ${shipmentId} is being changed: try again shortly.`
}

/** Throws `shipment_not_erasable`, or `shipment_busy` where waiting helps. */
export function assertErasable(shipment: Shipment): void {
  const refusal = erasureRefusal(shipment)
  if (refusal === null) return
  const isBusy = isFinalShipmentStatus(shipment.status)
  throw new AppError(isBusy ? 'shipment_busy' : 'shipment_not_erasable', refusal, {
    meta: { current_status: shipment.status },
    ...(isBusy && { retryAfterSeconds: 1 }),
  })
}

/** Whether something of it may still stand in a queue, an outbox or under an Idempotency-Key. */
export const isRecent = ({ updatedAt }: Shipment, at: Date): boolean => at.getTime() - updatedAt.getTime() < RECENT_MS
