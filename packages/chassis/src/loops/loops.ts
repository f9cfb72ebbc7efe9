import { context } from '@opentelemetry/api'
import { suppressTracing } from '@opentelemetry/core'
import { AppError } from '@waybill/contracts/app-error'
import { isDatabaseUnavailable } from '../postgres/database.ts'
import type { Logger } from '../telemetry/log.ts'
import { backoffMs, restingPauseMs } from './backoff.ts'

/** Something that was started and can be stopped once; `stop` resolves when nothing of it runs any more. */
export interface Stoppable {
  stop(): Promise<void>
}

export interface Loop extends Stoppable {
  /** Runs the work now, or again after the current run. Does not shorten a back-off after an error. */
  nudge(): void
}

interface LoopOptions {
  name: string
  /** Pause after an idle run, in ms. */
  intervalMs: number
  /** Longest pause after many runs that asked to rest, in ms: see `restingPauseMs`. `intervalMs` unless given. */
  restMs?: number
  /** Share of the pause that is random, so that replicas do not run in step; a fifth unless given. */
  jitter?: number
  /**
   * `again` asks for the next run without a pause, a number for a pause of at most so many ms, `rest` for pauses that grow
   * until there is something to do again, or a nudge. The signal aborts on stop.
   */
  work: (signal: AbortSignal) => Promise<'again' | 'idle' | 'rest' | number>
  log: Logger
}

const ERROR_BACKOFF = { firstMs: 100, maxMs: 10_000 }
/** So often in a row the database or a service may be unavailable before it is an error: 0.1+0.2+0.4+0.8 s, as at a start. */
const MOST_WAITS = 4

/**
 * Runs the work repeatedly, never twice at once, outside any trace.
 * An error is logged and the next run waits: 0.1 s, doubling up to 10 s. It is a warning in one line while the database or a
 * service is unavailable for a moment. `stop` waits for the run under way.
 */
export function startLoop({ name, intervalMs, restMs = intervalMs, jitter = 0.2, work, log }: LoopOptions): Loop {
  const stopping = new AbortController()
  let wake: (() => void) | null = null
  let nudged = false
  let busyAt = performance.now()

  const pause = (ms: number, wakeable: boolean) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        stopping.signal.removeEventListener('abort', end)
        wake = null
        resolve()
      }
      const timer = setTimeout(end, ms)
      stopping.signal.addEventListener('abort', end)
      if (wakeable) wake = end
    })

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      nudged = false
      try {
        const next = await work(stopping.signal)
        failures = 0
        if (next !== 'rest') busyAt = performance.now()
        if (next === 'again' || nudged || stopping.signal.aborted) continue
        const pauseMs = restingPauseMs(performance.now() - busyAt, { intervalMs, restMs })
        const longestMs = pauseMs * (1 - Math.random() * jitter)
        await pause(typeof next === 'number' ? Math.min(next, longestMs) : longestMs, true)
      } catch (error) {
        failures += 1
        const retryInMs = backoffMs(failures, ERROR_BACKOFF)
        const fields = { loop: name, failures, retryInMs }
        if (failures <= MOST_WAITS && isUnavailable(error)) {
          log.warn({ ...fields, reason: (error as Error).message }, 'loop.failed')
        } else log.error({ err: error, ...fields }, 'loop.failed')
        if (!stopping.signal.aborted) await pause(retryInMs, false)
      }
    }
  }

  const running = context.with(suppressTracing(context.active()), run)
  return {
    nudge() {
      nudged = true
      busyAt = performance.now()
      wake?.()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Whether another process did not answer: the database, or a service. */
const isUnavailable = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error instanceof AppError && error.kind.status >= 503)

/** Resolves to the promise's value, or to null when the signal aborts. Leaves no listener on the signal. */
export async function raceAbort<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | null> {
  if (signal.aborted) return null
  const aborted = Promise.withResolvers<null>()
  const abort = () => aborted.resolve(null)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
