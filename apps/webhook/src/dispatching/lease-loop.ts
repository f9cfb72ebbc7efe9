import { startLoop } from '@waybill/chassis/loops/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Reader } from '../db.ts'
import { releaseAbandonedClaims } from '../queue/repository.ts'
import { type DispatcherSession, startDispatcherSession } from './dispatcher-session.ts'
import { pauseAfterScanMs } from './scan-pause.ts'

const POLL_MS = 1_000
const BATCH = 500
/** A dispatcher is dead once its session has been gone for so long: one whose connection was cut has another by then. */
const DEAD_AFTER_MS = 700

/**
 * Releases claims of dispatchers that died, and those whose lease has expired because their dispatcher hangs or is cut off.
 * Holds a session by which others know that this dispatcher lives. `onReleased`: something is due.
 */
export function startLeaseLoop(options: { db: Reader; log: Logger; onReleased: () => void }): DispatcherSession {
  const { db, log, onReleased } = options
  const session = startDispatcherSession({ db, log })
  let noScanBeforeMs = 0
  /** Dispatchers whose session is gone, and since when. */
  let goneSince = new Map<number, number>()

  const loop = startLoop({
    name: 'delivery.leases',
    intervalMs: POLL_MS,
    log,
    async work() {
      const startedAtMs = performance.now()
      if (startedAtMs < noScanBeforeMs) return 'idle'
      const dead = [...goneSince].filter(([, since]) => since + DEAD_AFTER_MS <= startedAtMs).map(([key]) => key)
      const { released, gone } = await releaseAbandonedClaims(db, { own: session.key, dead, limit: BATCH })
      goneSince = new Map(gone.map((key) => [key, goneSince.get(key) ?? startedAtMs]))
      if (released === 0) {
        const endedAtMs = performance.now()
        noScanBeforeMs = endedAtMs + pauseAfterScanMs(endedAtMs - startedAtMs)
        return 'idle'
      }
      log.warn({ deliveries: released }, 'delivery.claims_abandoned')
      onReleased()
      return 'again'
    },
  })
  return {
    ...session,
    async stop() {
      await loop.stop()
      await session.stop()
    },
  }
}
