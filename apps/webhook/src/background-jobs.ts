import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Replay } from '@waybill/contracts/webhooks/replay'
import type { Reader, Writer } from './db.ts'
import { continueReplay, findReplayingEnvironments } from './replays/commands.ts'
import { continueDeletion } from './subscriptions/commands.ts'

const POLL_MS = 1_000
/** The longest wait for what another process has left. A call that makes work nudges the loop. */
const REST_MS = 5_000

/**
 * Continues replays and deletions of subscriptions, one batch per transaction; any number of processes may run it. A
 * batch that dies with its process is rolled back, and the next run continues after the batch before. Environments take
 * turns, so that neither many replays nor a failing batch of one environment delays the others; nor does a deletion that
 * fails.
 */
export function startBackgroundJobs(options: {
  db: Reader
  /** Retention of deliveries. */
  keptDays: number
  log: Logger
  onDue: () => void
}): Loop {
  const { db, keptDays, log, onDue } = options
  function reportProgress({
    status,
    environmentId,
    subscriptionId,
    replayId,
    scannedCount,
    queuedCount,
  }: Replay): void {
    onDue()
    if (status !== 'completed') return
    log.info({ environmentId, subscriptionId, replayId, scannedCount, queuedCount }, 'replay.completed')
  }

  return startLoop({
    name: 'jobs',
    intervalMs: POLL_MS,
    restMs: REST_MS,
    log,
    async work(signal) {
      const failures: unknown[] = []
      let hasWorked = await transact(db, continueDeletion).catch((error) => {
        failures.push(error)
        return false
      })
      for (const environmentId of await findReplayingEnvironments(db)) {
        if (signal.aborted) break
        const oneBatch = (trx: Writer) => continueReplay(trx, environmentId, { keptDays, at: new Date() })
        const replay = await transact(db, oneBatch).catch((error) => {
          failures.push(error)
        })
        if (!replay) continue
        hasWorked = true
        reportProgress(replay)
      }
      if (failures.length > 0) throw failures[0] // the loop logs it and backs off
      return hasWorked ? 'again' : 'rest'
    },
  })
}
