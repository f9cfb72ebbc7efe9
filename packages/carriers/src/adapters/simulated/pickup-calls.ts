/** Pickups: the simulator keeps one for each key. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { SimulatorClient } from './client.ts'
import { wirePickup } from './wire.ts'

/** None, unless the carrier has pickups. */
export function pickupCalls({
  send,
  written,
  descriptor: { pickups, timeoutsMs },
}: SimulatorClient): Pick<CarrierAdapter, 'schedulePickup' | 'cancelPickup'> {
  if (pickups === undefined) return {}
  return {
    async schedulePickup({ reference, jobs, fromAt, toAt }, call) {
      const { idempotencyKey } = call
      if (!idempotencyKey)
        throw new TypeError('schedulePickup needs an idempotency key: without one it may be repeated')
      const outcome = await send(call, {
        operation: 'schedule_pickup',
        method: 'POST',
        path: '/pickups',
        timeoutMs: timeoutsMs.book,
        reference,
        headers: { 'idempotency-key': idempotencyKey },
        body: {
          jobs: jobs.map(({ carrierJobId }) => carrierJobId),
          from: fromAt.toISOString(),
          to: toAt.toISOString(),
        },
      })
      return written(outcome, wirePickup, ({ id, confirmation }) => ({
        kind: 'scheduled' as const,
        pickup: { carrierPickupId: id, confirmation, price: null },
      }))
    },

    async cancelPickup({ reference, carrierPickupId }, call) {
      const outcome = await send(call, {
        operation: 'cancel_pickup',
        method: 'POST',
        path: `/pickups/${encodeURIComponent(carrierPickupId)}/cancel`,
        timeoutMs: timeoutsMs.cancel,
        reference,
      })
      return written(outcome, wirePickup, () => ({ kind: 'cancelled' as const }))
    },
  }
}
