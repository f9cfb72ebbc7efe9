/** Resumes operations that are due: postponed, left by a process that died, or started by an event. */
import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { withTraceparent } from '@waybill/chassis/telemetry/trace-context'
import type { Dependencies } from '../dependencies.ts'
import { takeDueOperations } from '../operations/lease-repository.ts'
import type { OpenOperation } from '../operations/operation.ts'
import type { Runner } from './runner.ts'
import { LEASE_MS } from './steps/work.ts'

const INTERVAL_MS = 500
/** The longest wait for what another process has left, once nothing was due for 20 s. */
const REST_MS = 2_000
const BATCH = 8

interface ReconcilerOptions {
  intervalMs?: number
  /** Called when an operation has ended for which no caller waits. */
  onEnd(operation: OpenOperation): void
}

/** Any number of reconcilers can run side by side: a lease keeps two from taking the same operation. */
export function startReconciler(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  runner: Runner,
  { intervalMs = INTERVAL_MS, onEnd }: ReconcilerOptions,
): Loop {
  const loop = startLoop({
    name: 'booking.reconciler',
    intervalMs,
    restMs: Math.max(intervalMs, REST_MS),
    log,
    async work() {
      const limit = Math.min(BATCH, runner.free)
      if (limit <= 0) return 'idle'
      const { held, unreadable } = await takeDueOperations(db, { limit, leaseMs: LEASE_MS })
      for (const { error, ...operation } of unreadable) log.error({ err: error, ...operation }, 'operation.unreadable')
      for (const due of held) {
        const { traceparent } = due.operation.context
        // Not awaited: a slow carrier must not delay other operations. What a run makes due is taken at once.
        void withTraceparent(traceparent, () => runner.resume(due)).then(({ kind }) => {
          loop.nudge()
          if (kind !== 'unfinished') onEnd(due.operation)
        })
      }
      const taken = held.length + unreadable.length
      if (taken === 0) return 'rest'
      return taken === limit ? 'again' : 'idle'
    },
  })
  return loop
}
