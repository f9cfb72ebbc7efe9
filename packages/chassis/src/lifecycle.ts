import type { Logger } from './log.ts'
import type { Stoppable } from './loops.ts'

/** Longest that a process takes to stop; Kubernetes' grace period must be longer. */
export const STOP_LIMIT_MS = 20_000

/**
 * Runs a process until SIGTERM or SIGINT, then stops it once and exits with 0. Used by every `main.ts`.
 * Exits with 1 when the start fails, when an error reaches the top, or when stopping takes longer than 20 s;
 * a second signal exits at once.
 */
export async function runUntilSignal(
  start: () => Promise<Stoppable>,
  options: { log: Logger; stopLimitMs?: number },
): Promise<void> {
  const { log, stopLimitMs = STOP_LIMIT_MS } = options
  const startedAt = performance.now()
  let running: Stoppable | undefined
  let stopping = false

  const exit = (code: number) => {
    log.flush()
    process.exit(code)
  }

  async function stop(reason: string, code: number): Promise<void> {
    if (stopping) return exit(code === 0 ? 130 : code)
    stopping = true
    const stopAt = performance.now()
    setTimeout(() => {
      log.error({ reason, limitMs: stopLimitMs }, 'service.stop_timed_out')
      exit(1)
    }, stopLimitMs).unref()
    try {
      await running?.stop()
      log.info({ reason, durationMs: Math.round(performance.now() - stopAt) }, 'service.stopped')
      exit(code)
    } catch (error) {
      log.error({ err: error, reason }, 'service.stop_failed')
      exit(1)
    }
  }

  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'service.crashed')
    exit(1)
  })
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'service.crashed')
    exit(1)
  })

  try {
    running = await start()
  } catch (error) {
    log.fatal({ err: error }, 'service.start_failed')
    return exit(1)
  }
  // A signal that came during the start stopped nothing, since there was nothing to stop yet.
  if (stopping) {
    await running.stop().catch((error: unknown) => log.error({ err: error }, 'service.stop_failed'))
    return exit(0)
  }
  log.info({ durationMs: Math.round(performance.now() - startedAt) }, 'service.started')
}
