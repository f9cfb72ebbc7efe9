import { type Stoppable, startLoop } from '@waybill/chassis/process/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Reader } from '../db.ts'
import { vacuumQueue } from './repository.ts'

/** A delivery changes its row in the queue twice: when it is claimed, and when it leaves. */
const VACUUM_AFTER_CHANGES = 10_000
const EVERY_MS = 1_000

export interface QueueUpkeep extends Stoppable {
  /** Rows of the queue have been changed. */
  note(changes: number): void
}

/**
 * Keeps the queue's indexes free of dead entries: a claim steps over every one that lies between it and what is due.
 * Autovacuum looks once a minute, which is a hundred thousand deliveries late.
 */
export function startQueueUpkeep({ db, log }: { db: Reader; log: Logger }): QueueUpkeep {
  let changed = 0
  const loop = startLoop({
    name: 'queue.upkeep',
    intervalMs: EVERY_MS,
    log,
    async work() {
      if (changed < VACUUM_AFTER_CHANGES) return 'idle'
      changed = 0
      await vacuumQueue(db)
      return 'idle'
    },
  })
  return {
    note(changes) {
      changed += changes
    },
    stop: () => loop.stop(),
  }
}
