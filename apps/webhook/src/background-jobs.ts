import { transact } from '@waybill/chassis/postgres/database'
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Replay } from '@waybill/contracts/webhooks/replay'
import type { Reader, Writer } from './db.ts'
import { continueReplay, listReplaying } from './replays/commands.ts'
import { continueDeletion } from './subscriptions/commands.ts'

const POLL_MS = 1_000

/**
 * Does replays and the rest of deletions, a batch in a transaction; many processes may do so side by side. A batch that
 * dies with its process was never there, and the next one to look goes on from the batch before. Environments take
 * turns, so that one's many replays keep nobody's single one waiting, nor does one whose batch fails.
 */
export function startJobs(options: {
  db: Reader
  /** For how long deliveries are kept. */
  keptDays: number
  log: Logger
  onDue: () => void
}): Loop {
  const { db, keptDays, log, onDue } = options
  function noteProgress({ status, environmentId, subscriptionId, replayId, scannedCount, queuedCount }: Replay): void {
    onDue()
    if (status !== 'completed') return
    log.info({ environmentId, subscriptionId, replayId, scannedCount, queuedCount }, 'replay.completed')
  }

  return startLoop({
    name: 'jobs',
    intervalMs: POLL_MS,
    log,
    async work(signal) {
      let hasDone = await transact(db, continueDeletion)
      const failures: unknown[] = []
      for (const environmentId of await listReplaying(db)) {
        if (signal.aborted) break
        const oneBatch = (trx: Writer) => continueReplay(trx, environmentId, { keptDays, at: new Date() })
        const replay = await transact(db, oneBatch).catch((error) => {
          failures.push(error)
        })
        if (!replay) continue
        hasDone = true
        noteProgress(replay)
      }
      if (failures.length > 0) throw failures[0] // the loop tells of it and waits a little
      return hasDone ? 'again' : 'idle'
    },
  })
}
