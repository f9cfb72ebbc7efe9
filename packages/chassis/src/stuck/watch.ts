import { stuckKinds } from '@waybill/contracts/stuck-kinds'
import { type Loop, startLoop } from '../loops/loops.ts'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { StuckCheck } from './stuck-checks.ts'

const INTERVAL_MS = 30_000

/** Runs the checks one after another, and sets their metrics. A check that fails has no metrics until it succeeds. */
export function startStuckWatch({
  checks,
  metrics,
  log,
}: {
  checks: readonly StuckCheck[]
  metrics: Metrics
  log: Logger
}): Loop {
  const things = metrics.gauge({
    name: 'stuck_things',
    help: 'Stuck things by kind, counted every 30 s; absent while that is not possible.',
    labels: ['kind'],
  })
  const oldest = metrics.gauge({
    name: 'stuck_oldest_seconds',
    help: 'How long the oldest of them has stood still; 0 if none does.',
    labels: ['kind'],
  })

  async function measure({ kind, find }: StuckCheck): Promise<void> {
    try {
      const [first] = await find({ afterSeconds: stuckKinds[kind].afterSeconds, limit: 1 })
      things.set({ kind }, first?.total ?? 0)
      oldest.set({ kind }, first ? Math.max(0, Date.now() - first.since.getTime()) / 1_000 : 0)
    } catch (error) {
      things.remove({ kind })
      oldest.remove({ kind })
      log.warn({ err: error, kind }, 'stuck.check_failed')
    }
  }

  return startLoop({
    name: 'stuck.watch',
    intervalMs: INTERVAL_MS,
    log,
    async work(signal) {
      for (const check of checks) if (!signal.aborted) await measure(check)
      return 'idle'
    },
  })
}
