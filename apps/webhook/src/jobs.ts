import { transact } from '@waybill/chassis/database'
import type { Logger } from '@waybill/chassis/log'
import { type Loop, startLoop } from '@waybill/chassis/loops'
import { continueReplay } from './commands/redeliveries.ts'
import { continueDeletion } from './commands/subscriptions.ts'
import type { Reader } from './db.ts'

const POLL_MS = 1_000

/**
 * Does replays and the rest of deletions, a batch in a transaction; many processes may do so side by side. A batch that
 * dies with its process was never there, and the next one to look goes on from the batch before.
 */
export function startJobs({ db, log, onDue }: { db: Reader; log: Logger; onDue: () => void }): Loop {
  return startLoop({
    name: 'jobs',
    intervalMs: POLL_MS,
    log,
    async work() {
      const hasDeleted = await transact(db, continueDeletion)
      const replay = await transact(db, (trx) => continueReplay(trx, new Date()))
      if (replay === undefined) return hasDeleted ? 'again' : 'idle'
      onDue()
      if (replay.status === 'completed') {
        const { environmentId, subscriptionId, replayId, scannedCount, queuedCount } = replay
        log.info({ environmentId, subscriptionId, replayId, scannedCount, queuedCount }, 'replay.completed')
      }
      return 'again'
    },
  })
}
