import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Reader } from '../db.ts'
import { checkSession, lockSession, unlockSession } from './session-repository.ts'

const CHECK_MS = 1_000
const AGAIN_MS = 200
const MOST_KEYS = 2 ** 48 - 1

export interface DispatcherSession extends Stoppable {
  readonly key: number
  /** Stored with each claim. Null while the session does not hold the lock: then only the lease of a claim counts. */
  heldKey(): number | null
}

/**
 * Holds an advisory lock in a separate session, as a sign to other dispatchers that this one lives: the database ends the
 * session, and with it the lock, as soon as the process is gone. A session that is lost is replaced at once.
 */
export function startDispatcherSession({ db, log }: { db: Reader; log: Logger }): DispatcherSession {
  const key = randomInt(1, MOST_KEYS)
  let isHeld = false
  const hold = (signal: AbortSignal) =>
    db.connection().execute(async (session) => {
      await lockSession(session, key)
      isHeld = true
      try {
        while (!signal.aborted) {
          await delay(CHECK_MS, undefined, { signal }).catch(() => {})
          await checkSession(session)
        }
      } finally {
        isHeld = false
        await unlockSession(session, key)
      }
    })
  const loop = startLoop({
    name: 'delivery.session',
    intervalMs: AGAIN_MS,
    log,
    async work(signal) {
      // Not left to the loop, whose rest after an error grows: without the lock, others take over what this process sends.
      await hold(signal).catch((error) => log.warn({ reason: String(error) }, 'delivery.session_lost'))
      return 'idle'
    },
  })
  return { key, heldKey: () => (isHeld ? key : null), stop: loop.stop }
}
