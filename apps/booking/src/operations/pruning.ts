/** Deletes operations that ended long ago. */
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import type { Dependencies } from '../dependencies.ts'
import { pruneOperations } from './pruning-repository.ts'

/**
 * Kept for support. Longer than needed otherwise: an Idempotency-Key finds an outcome for a day, and an event that begins
 * an operation is redelivered for at most a week.
 */
const OPERATION_DAYS = 30
const PRUNE_EVERY_MS = 60_000

/** Operations are kept at least `exchangeDays`: an erasure finds exchanges with carriers by their operation. */
export function startOperationPruning({ db, log }: Pick<Dependencies, 'db' | 'log'>, exchangeDays: number): Loop {
  const days = Math.max(OPERATION_DAYS, exchangeDays)
  return startLoop({
    name: 'operation.pruning',
    intervalMs: PRUNE_EVERY_MS,
    log,
    async work() {
      const pruned = await pruneOperations(db, days)
      if (pruned > 0) log.info({ pruned }, 'operations.pruned')
      return pruned > 0 ? 'again' : 'idle'
    },
  })
}
