import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Reader } from '../db.ts'
import { pauseAfterScanMs } from '../dispatching/scan-pause.ts'
import { catchUp } from './commands.ts'
import { findEnvironmentsBehind } from './repository.ts'

/** The next deliveries of a fast receiver wait for it. */
const POLL_MS = 250
/** While no subscription can continue. */
const REST_MS = 1_000
/** After this long, a scan finds the environments that can continue by then. */
const ROUNDS_MS = 1_000
/** Rest of an environment after a batch that failed. */
const FAILURE_REST_MS = 10_000

/**
 * Continues subscriptions that are behind, one batch per transaction; any number of processes may run it. A batch that
 * dies with its process is rolled back, and the next run continues after the batch before. Environments take turns, so
 * that many subscriptions of one environment do not delay the others; nor does a batch that fails.
 */
export function startCatchUp(options: {
  db: Reader
  /** Share of a subscription in the backlog of its environment. */
  share: number
  failureRestMs?: number
  log: Logger
  onDue: () => void
}): Stoppable {
  const { db, share, failureRestMs = FAILURE_REST_MS, log, onDue } = options
  let scanAt = 0
  /** When environments whose batch failed may continue. */
  const resting = new Map<string, number>()

  async function findReady(): Promise<string[]> {
    const begunAt = performance.now()
    for (const [environmentId, until] of resting) if (until < begunAt) resting.delete(environmentId)
    const found = await findEnvironmentsBehind(db, share)
    scanAt = performance.now() + pauseAfterScanMs(performance.now() - begunAt)
    return found.filter((environmentId) => !resting.has(environmentId))
  }

  /** Whether a subscription of the environment has continued. */
  async function continueOne(environmentId: string): Promise<boolean> {
    const done = await transact(db, (trx) => catchUp(trx, environmentId, share)).catch((error) => {
      log.error({ err: error, environmentId, retryInMs: failureRestMs }, 'catch_up.failed')
      resting.set(environmentId, performance.now() + failureRestMs)
    })
    if (!done) return false
    const { queued, endedSince, ...key } = done
    if (queued > 0) onDue()
    if (endedSince !== null) log.info({ ...key, since: endedSince }, 'subscription.caught_up')
    return true
  }

  return startLoop({
    name: 'catch_up',
    intervalMs: POLL_MS,
    restMs: REST_MS,
    log,
    async work(signal) {
      const begunAt = performance.now()
      if (begunAt < scanAt) return 'idle'
      let environments = await findReady()
      if (environments.length === 0) return 'rest'
      // Those that have continued do so without a scan in between, until it is time for the others.
      while (environments.length > 0 && performance.now() < begunAt + ROUNDS_MS) {
        const continued: string[] = []
        for (const environmentId of environments) {
          if (signal.aborted) return 'idle'
          if (await continueOne(environmentId)) continued.push(environmentId)
        }
        environments = continued
      }
      return environments.length > 0 ? 'again' : 'idle'
    },
  })
}
