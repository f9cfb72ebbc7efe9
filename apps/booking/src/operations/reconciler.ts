/** Takes up every operation that nobody works on: postponed, left by a process that died, or started by an event. */
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import { withTraceparent } from '@waybill/chassis/telemetry/trace-context'
import type { Dependencies } from '../dependencies.ts'
import { takeDueOperations } from './repository.ts'
import type { Runner } from './runner.ts'
import { LEASE_MS } from './steps/work.ts'

const INTERVAL_MS = 500
const BATCH = 8

/** Any number of reconcilers work side by side: each takes what no other has. */
export function startReconciler({ db, log }: Pick<Dependencies, 'db' | 'log'>, runner: Runner): Loop {
  const loop = startLoop({
    name: 'booking.reconciler',
    intervalMs: INTERVAL_MS,
    log,
    async work() {
      const limit = Math.min(BATCH, runner.free)
      if (limit <= 0) return 'idle'
      const due = await takeDueOperations(db, { limit, leaseMs: LEASE_MS })
      for (const held of due) {
        const { traceparent } = held.operation.context
        // Not waited for: one slow carrier must not hold up the others. What a run leaves due is taken at once.
        void withTraceparent(traceparent, () => runner.takeUp(held)).then(() => loop.nudge())
      }
      return due.length === limit ? 'again' : 'idle'
    },
  })
  return loop
}
