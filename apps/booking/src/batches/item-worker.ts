/** Works on the items of batches, on pickups and on manifests, a few at a time. */
import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { isDatabaseUnavailable } from '@waybill/chassis/postgres/database'
import type { Logger } from '@waybill/chassis/telemetry/log'

/** Items in work in this process. */
const MOST_IN_WORK = 16
const INTERVAL_MS = 500
/** The longest wait for what another process has left, once nothing was due for 20 s. */
const REST_MS = 2_000
/** From a stop until the tries in work are left to their leases. */
const STOP_WITHIN_MS = 5_000
/** Pauses between tries to end the lease of an item while the database is away. */
const RELEASE_BACKOFF = { firstMs: 100, maxMs: 2_000 }

/** An item under a lease. */
interface LeasedItem {
  environmentId: string
  /** An item of a batch has it, and a position. */
  batchId?: string
  position?: number
  pickupId?: string
  manifestId?: string
  attempts: number
}

export interface ItemWorkerOptions {
  intervalMs?: number
  stopWithinMs?: number
}

/** One kind of work. A try ends before the lease of its item. */
interface ItemKind<Item> {
  /** Name of the loop: `booking.batches`. */
  name: string
  leaseMs: number
  /** Takes the leases of up to `limit` items that are due. */
  take(limit: number): Promise<Item[]>
  /** Tries the item once and stores the result. Rejects if that is not known to be stored. */
  attempt(item: Item): Promise<void>
  /** Ends the lease of an item whose result was not stored: it is due at once. */
  release(item: Item): Promise<unknown>
}

/** Any number of workers can run side by side: a lease keeps two from taking the same item. */
export function startItemWorker<Item extends LeasedItem>(
  log: Logger,
  { name, leaseMs, take, attempt, release }: ItemKind<Item>,
  { intervalMs = INTERVAL_MS, stopWithinMs = STOP_WITHIN_MS }: ItemWorkerOptions = {},
): Loop {
  const inWork = new Set<Promise<void>>()

  async function work(item: Item): Promise<void> {
    const leaseEndsAt = performance.now() + leaseMs
    try {
      await attempt(item)
    } catch (error) {
      log.warn({ err: error, loop: name, ...itemFields(item) }, 'batch.item_abandoned')
      if (isDatabaseUnavailable(error)) await releaseSoon(item, leaseEndsAt)
      // Otherwise it is due again when its lease ends.
    }
  }

  /** Ends the lease as soon as the database is back, so that the item does not wait for the lease to end. */
  async function releaseSoon(item: Item, leaseEndsAt: number): Promise<void> {
    for (let failures = 1; performance.now() < leaseEndsAt; failures++) {
      await delay(backoffMs(failures, RELEASE_BACKOFF))
      try {
        await release(item)
        return
      } catch (error) {
        if (!isDatabaseUnavailable(error)) return
      }
    }
  }

  const loop = startLoop({
    name,
    intervalMs,
    restMs: Math.max(intervalMs, REST_MS),
    log,
    async work() {
      const limit = MOST_IN_WORK - inWork.size
      if (limit <= 0) return 'idle'
      const taken = await take(limit)
      for (const item of taken) {
        const running = work(item).finally(() => {
          inWork.delete(running)
          loop.nudge()
        })
        inWork.add(running)
      }
      return taken.length > 0 ? 'idle' : 'rest'
    },
  })
  return {
    nudge: () => loop.nudge(),
    async stop() {
      await loop.stop()
      const isOver = delay(stopWithinMs, undefined, { ref: false })
      await Promise.race([Promise.all(inWork), isOver])
    },
  }
}

/** Fields that name an item in the log. */
export const itemFields = ({ environmentId, batchId, position, pickupId, manifestId, attempts }: LeasedItem) => ({
  environmentId,
  batchId,
  position,
  pickupId,
  manifestId,
  attempts,
})
