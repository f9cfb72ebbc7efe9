import type { Logger } from '../telemetry/log.ts'
import { backoffMs } from './backoff.ts'
import { raceAbort } from './loops.ts'

const RETRY = { firstMs: 100, maxMs: 3_000, jitter: 0.3 }
/** While nothing changes, one line in this time says that a need is still waited for. */
const REPEAT_LINE_MS = 30_000

/** What a process waits for before it can work. */
export interface StartConditions {
  /**
   * Tries again, with back-off and jitter, until the attempt succeeds, and resolves to what it gave. Logs
   * `need.waiting` when it begins to fail, when the reason changes, and every 30 s; `need.met` once it has waited.
   * Throws what `isHopeless` says that no waiting will change, and StartAborted when the process is told to stop.
   */
  until<T>(name: string, attempt: () => Promise<T>, isHopeless?: (error: unknown) => boolean): Promise<T>
  /** The names of what is waited for at present. */
  unmet(): string[]
}

/** Thrown out of a start that was waiting when the process was told to stop. */
export class StartAborted extends Error {
  override readonly name = 'StartAborted'
}

export function createStartConditions({ log, signal }: { log: Logger; signal: AbortSignal }): StartConditions {
  const unmet = new Set<string>()

  async function until<T>(
    need: string,
    attempt: () => Promise<T>,
    isHopeless: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    unmet.add(need)
    const startedAt = performance.now()
    let lastReason = ''
    let loggedAt = Number.NEGATIVE_INFINITY
    for (let failures = 1; ; failures++) {
      if (signal.aborted) throw new StartAborted(`told to stop while waiting for ${need}`)
      try {
        const trying = attempt().then((value) => ({ value }))
        const got = await raceAbort(signal, trying)
        if (got === null) continue
        if (failures > 1) log.info({ need, waitedMs: Math.round(performance.now() - startedAt) }, 'need.met')
        unmet.delete(need)
        return got.value
      } catch (error) {
        if (isHopeless(error)) throw error
        const reason = reasonOf(error)
        if (reason !== lastReason || performance.now() - loggedAt >= REPEAT_LINE_MS) {
          loggedAt = performance.now()
          log.warn({ need, reason, failures, waitedMs: Math.round(loggedAt - startedAt) }, 'need.waiting')
        }
        lastReason = reason
        await raceAbort(signal, pause(backoffMs(failures, RETRY)))
      }
    }
  }
  return { until, unmet: () => [...unmet] }
}

const pause = (ms: number) => new Promise<true>((resolve) => setTimeout(resolve, ms, true))

/** What went wrong, in a line; of several addresses tried, the first one's. Names no password: drivers' messages do not. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${reasonOf(error.cause)}` : error.message
}
