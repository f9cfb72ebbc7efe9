import { STOP_LIMIT_MS } from '../config/stop-limits.ts'
import type { Stoppable } from '../loops/loops.ts'
import type { Logger } from '../telemetry/log.ts'
import { StartAborted } from './start-conditions.ts'

/**
 * Signals this close together are copies of one: a terminal, npm and `timeout` each send it to the whole group and
 * the parents pass it on too.
 */
const SAME_SIGNAL_MS = 500

/** Exit code after a second signal. */
const INTERRUPTED = 130

/**
 * Runs a process until SIGTERM or SIGINT, then stops it once and exits with 0. Used by every `main.ts`.
 * The end of the parent's IPC channel, if there is one, is like a signal.
 * A signal during the start aborts the start: if it was waiting, the process exits with 0 at once; otherwise the start
 * finishes and the process then stops. Exits with 1 if the start fails, on an uncaught error, or if stopping takes longer
 * than 30 s. A second signal, at least half a second after the first, exits at once.
 */
export async function runUntilSignal(
  start: (signal: AbortSignal) => Promise<Stoppable>,
  options: { log: Logger; stopLimitMs?: number },
): Promise<void> {
  const { log, stopLimitMs = STOP_LIMIT_MS } = options
  const startedAt = performance.now()
  const signalled = Promise.withResolvers<string>()
  const stopping = new AbortController()
  let signals = 0
  let signalledAt = 0

  const exit = (code: number): never => {
    log.flush()
    process.exit(code)
  }
  const crash = (event: string) => (error: unknown) => {
    log.fatal({ err: error }, event)
    return exit(1)
  }
  const onSignal = (signal: string) => {
    if (++signals === 1) {
      signalledAt = performance.now()
      signalled.resolve(signal)
      stopping.abort()
    } else if (performance.now() - signalledAt >= SAME_SIGNAL_MS) exit(INTERRUPTED)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  // Only a process that `scripts/run.mjs` has started has a channel: it ends when that is killed.
  process.once('disconnect', () => onSignal('disconnect'))
  process.on('uncaughtException', crash('service.crashed'))
  process.on('unhandledRejection', crash('service.crashed'))

  const running = await start(stopping.signal).catch((error: unknown) => {
    if (!(error instanceof StartAborted)) return crash('service.start_failed')(error)
    log.info({ durationMs: Math.round(performance.now() - startedAt) }, 'service.start_aborted')
    return exit(0)
  })
  if (signals === 0) log.info({ durationMs: Math.round(performance.now() - startedAt) }, 'service.started')

  const reason = await signalled.promise
  const stoppedAt = performance.now()
  setTimeout(() => {
    log.error({ signal: reason, limitMs: stopLimitMs }, 'service.stop_timed_out')
    exit(1)
  }, stopLimitMs)
  await running.stop().catch(crash('service.stop_failed'))
  log.info({ signal: reason, durationMs: Math.round(performance.now() - stoppedAt) }, 'service.stopped')
  exit(0)
}
