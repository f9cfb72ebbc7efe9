import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Reader } from '../db.ts'
import { releaseExpiredClaims } from '../queue/repository.ts'
import { pauseAfterScanMs } from './scan-pause.ts'

const POLL_MS = 1_000
const BATCH = 500

/** Releases claims whose lease has expired, left by a dispatcher that died or hung. `onReleased`: something is due. */
export function startLeaseLoop(options: { db: Reader; log: Logger; onReleased: () => void }): Stoppable {
  const { db, log, onReleased } = options
  let noScanBeforeMs = 0

  return startLoop({
    name: 'delivery.leases',
    intervalMs: POLL_MS,
    log,
    async work() {
      if (performance.now() < noScanBeforeMs) return 'idle'
      const startedAtMs = performance.now()
      const released = await releaseExpiredClaims(db, BATCH)
      if (released === 0) {
        const endedAtMs = performance.now()
        noScanBeforeMs = endedAtMs + pauseAfterScanMs(endedAtMs - startedAtMs)
        return 'idle'
      }
      log.warn({ deliveries: released }, 'delivery.leases_expired')
      onReleased()
      return 'again'
    },
  })
}
