import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import type { Database } from '@waybill/chassis/postgres/database'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { IdentityDatabase } from '../db.ts'
import { type AccessChange, listAccessChanges } from '../merchants/access-repository.ts'

const POLL_MS = 500
/** Once nothing changed for ten seconds. */
const REST_MS = 1_000
/** Longer than any transaction is open, since a change has the time at which its transaction began. */
const WINDOW_SECONDS = 60
const CHANNEL = 'access-changed'

interface AccessChanges extends Stoppable {
  /** Tells every replica, this one included. The change must be committed. */
  announce(ownerId: string): Promise<void>
}

/**
 * Learns of revoked, suspended and resumed keys, sessions, users, environments and merchants: at once by a hint over the shared state, and
 * within a second by a poll if the hint is lost.
 * `onChange` gets their IDs. A lookup that begins after the call reads the new state.
 */
export async function watchAccessChanges(options: {
  db: Database<IdentityDatabase>
  sharedState: SharedState
  onChange: (ownerIds: readonly string[]) => void
  log: Logger
}): Promise<AccessChanges> {
  const { db, sharedState, onChange, log } = options
  const unsubscribe = await sharedState.subscribe(CHANNEL, (ownerId) => onChange([ownerId]))

  let seen = new Set<string>()
  const poll = startLoop({
    name: 'credential.access_changes',
    intervalMs: POLL_MS,
    restMs: REST_MS,
    log,
    async work() {
      const changes = await listAccessChanges(db, WINDOW_SECONDS)
      const getName = ({ ownerId, version }: AccessChange) => `${ownerId} ${version}`
      const news = changes.filter((change) => !seen.has(getName(change)))
      seen = new Set(changes.map(getName))
      if (news.length === 0) return 'rest'
      onChange(news.map(({ ownerId }) => ownerId))
      return 'idle'
    },
  })

  return {
    async announce(ownerId) {
      onChange([ownerId])
      await sharedState.publish(CHANNEL, ownerId)
    },
    async stop() {
      await unsubscribe()
      await poll.stop()
    },
  }
}
