/** Forgets operations that have long ended. */
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import type { Dependencies } from '../dependencies.ts'
import { pruneOperations } from './pruning-repository.ts'

/**
 * For support. Beyond what anything else asks for: keys find the outcome of an operation for a day, and an event that
 * begins one is told again for a week.
 */
const OPERATION_DAYS = 30
const PRUNE_EVERY_MS = 60_000

/** `exchangeDays`: an erasure finds exchanges with carriers by the operation that they were made for. */
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
