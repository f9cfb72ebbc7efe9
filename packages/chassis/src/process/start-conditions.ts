import { backoffMs } from '../loops/backoff.ts'
import { raceAbort } from '../loops/loops.ts'
import type { Logger } from '../telemetry/log.ts'

const RETRY = { firstMs: 100, maxMs: 3_000, jitter: 0.3 }
/** Processes that start together wait this long for each other without a log line. */
const QUIET_MS = 1_000
/** Interval of log lines while a condition stays unmet for the same reason. */
const REPEAT_LINE_MS = 30_000

/** Conditions that a process waits for before it serves. */
export interface StartConditions {
  /**
   * Retries the attempt with back-off and jitter until it succeeds, and resolves to its result. Logs `need.waiting` after
   * a second of failures, when the reason changes, and every 30 s; `need.met` when it succeeds after such a line.
   * Throws an error that `isHopeless` accepts, and StartAborted when the signal aborts.
   */
  until<T>(name: string, attempt: () => Promise<T>, isHopeless?: (error: unknown) => boolean): Promise<T>
  /** Names of the conditions that are not met yet. */
  unmet(): string[]
}

/** Thrown by a start that was waiting when the process received a signal to stop. */
export class StartAborted extends Error {
  override readonly name = 'StartAborted'
}

export function createStartConditions(options: {
  log: Logger
  signal: AbortSignal
  now?: () => number
}): StartConditions {
  const { log, signal, now = () => performance.now() } = options
  const unmet = new Set<string>()

  async function until<T>(
    need: string,
    attempt: () => Promise<T>,
    isHopeless: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    unmet.add(need)
    const startedAt = now()
    let lastReason = ''
    let loggedAt = Number.NEGATIVE_INFINITY
    for (let failures = 1; ; failures++) {
      if (signal.aborted) throw new StartAborted(`stopped while waiting for ${need}`)
      try {
        const trying = attempt().then((value) => ({ value }))
        const got = await raceAbort(signal, trying)
        if (got === null) continue
        if (lastReason !== '') log.info({ need, waitedMs: Math.round(now() - startedAt) }, 'need.met')
        unmet.delete(need)
        return got.value
      } catch (error) {
        if (isHopeless(error)) throw error
        const reason = explainReason(error)
        const waitedMs = Math.round(now() - startedAt)
        if (waitedMs >= QUIET_MS && (reason !== lastReason || now() - loggedAt >= REPEAT_LINE_MS)) {
          loggedAt = now()
          log.warn({ need, reason, failures, waitedMs }, 'need.waiting')
          lastReason = reason
        }
        await raceAbort(signal, pause(backoffMs(failures, RETRY)))
      }
    }
  }
  return { until, unmet: () => [...unmet] }
}

const pause = (ms: number) => new Promise<true>((resolve) => setTimeout(resolve, ms, true))

/** The error in one line; of several addresses, the first one's. Drivers' messages contain no passwords. */
function explainReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return explainReason(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${explainReason(error.cause)}` : error.message
}
