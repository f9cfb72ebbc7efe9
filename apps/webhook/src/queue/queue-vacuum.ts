import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Reader } from '../db.ts'
import { vacuumQueue } from './repository.ts'

/** A delivery changes its row in the queue twice: when it is claimed and when it leaves. */
const VACUUM_AFTER_CHANGES = 10_000
const CHECK_INTERVAL_MS = 1_000

interface QueueVacuum extends Stoppable {
  /** Counts changed rows of the queue. */
  noteChanges(changes: number): void
}

/**
 * Vacuums the queue after every 10,000 row changes of this process. A claim steps over every dead index entry between
 * it and what is due; autovacuum looks once a minute, about 100,000 deliveries too late. On Postgres 15 and 16 the
 * service may not vacuum: there autovacuum has to do, and a delivery costs Postgres about a tenth more CPU.
 */
export function startQueueVacuum({ db, log }: { db: Reader; log: Logger }): QueueVacuum {
  let changed = 0
  const loop = startLoop({
    name: 'queue.upkeep',
    intervalMs: CHECK_INTERVAL_MS,
    log,
    async work() {
      if (changed < VACUUM_AFTER_CHANGES) return 'idle'
      changed = 0
      await vacuumQueue(db)
      return 'idle'
    },
  })
  return {
    noteChanges(changes) {
      changed += changes
    },
    stop: () => loop.stop(),
  }
}
