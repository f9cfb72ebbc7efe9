import { setTimeout as delay } from 'node:timers/promises'

/** Bounds how long running sends may continue once the dispatcher stops. */
interface Drain {
  readonly isStarted: boolean
  /** Aborts the sends that outlast the limit. */
  readonly signal: AbortSignal
  /** Starts the time limit. Idempotent. */
  start(): void
  /** Waits until `whenIdle` resolves or the limit is reached, then aborts and waits for the rest. */
  finish(whenIdle: () => Promise<unknown>): Promise<void>
}

export function createDrain(limitMs: number): Drain {
  const aborting = new AbortController()
  let abortAtMs: number | null = null
  const start = () => {
    abortAtMs ??= performance.now() + limitMs
    return abortAtMs
  }
  return {
    get isStarted() {
      return abortAtMs !== null
    },
    signal: aborting.signal,
    start,
    async finish(whenIdle) {
      const leftMs = Math.max(0, start() - performance.now())
      await Promise.race([whenIdle(), delay(leftMs, undefined, { ref: false })])
      aborting.abort(new Error('the dispatcher stops'))
      await whenIdle()
    },
  }
}
