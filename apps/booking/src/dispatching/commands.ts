/** Use cases of late couriers. Each takes the caller's transaction; none opens one or calls the network. */
import { DEFAULT_WINDOW_MINUTES } from '@waybill/contracts/dispatch'
import { newId } from '@waybill/contracts/ids'
import { carrierReadyAt, type Shipment } from '@waybill/contracts/shipment'
import { lookLonger } from '../bookings/changes.ts'
import type { BookingRecorder } from '../bookings/recorder.ts'
import { lockBooking } from '../bookings/repository.ts'
import type { Trx } from '../db.ts'
import { newHolding } from '../operations/operation.ts'
import { insertOperation } from '../operations/repository.ts'
import { hasNotArrived, PICKUP_LATE } from './limits.ts'
import { clearPickupDue, takeLatePickup, writePickupDue } from './repository.ts'

interface Key {
  environmentId: string
  bookingId: string
}

/** Notes when the courier of a dispatch will be late, if the merchant wants another one then. */
export async function notePickupDue(trx: Trx, key: Key, shipment: Shipment, now: Date): Promise<void> {
  const minutes = shipment.dispatch?.pickup_late_after_minutes ?? null
  if (minutes === null) return
  const fromMs = Math.max(now.getTime(), carrierReadyAt(shipment).getTime())
  await writePickupDue(trx, key, new Date(fromMs + minutes * 60_000))
}

/**
 * Has the booking of a late courier cancelled by an operation, which has another courier looked for only once the carrier
 * has confirmed. The search gets a new window. False if the courier is not late any more, or if another process was first.
 */
export async function cancelLateBooking(
  trx: Trx,
  key: Key,
  againInMs: number,
  recorder: BookingRecorder,
): Promise<boolean> {
  const { environmentId, bookingId } = key
  const now = await takeLatePickup(trx, key, againInMs)
  if (now === null) return false
  const booking = await lockBooking(trx, environmentId, bookingId)
  if (!hasNotArrived(booking) || booking.dispatchUntilAt === null) {
    await clearPickupDue(trx, key)
    return false
  }
  if (booking.cancelling !== null) return false
  const windowMs = (booking.shipment.dispatch?.window_minutes ?? DEFAULT_WINDOW_MINUTES) * 60_000
  await recorder.update(trx, booking, lookLonger(booking, new Date(now.getTime() + windowMs)))
  const { shipmentId, merchantId, livemode } = booking
  const opId = newId('op')
  await insertOperation(trx, {
    environmentId,
    opId,
    shipmentId,
    claimId: opId,
    kind: 'cancel_booking',
    step: 'claim',
    desired: { ...newHolding, reasonCode: PICKUP_LATE, reasonNote: null, bookingId, untilAt: null },
    context: { merchantId, livemode, requestId: null, idempotencyKey: null, ifMatch: null, traceparent: null },
  })
  return true
}
