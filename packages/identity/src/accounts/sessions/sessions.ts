/** Sessions as credentials: looked up by the token in their cookie, and cached as keys are. */
import { timingSafeEqual } from 'node:crypto'
import type { Stoppable } from '@waybill/chassis/loops/loops'
import type { Database } from '@waybill/chassis/postgres/database'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { AppError } from '@waybill/contracts/app-error'
import { createKnownKeys } from '../../credentials/known-keys.ts'
import { startLastUsed } from '../../credentials/last-used.ts'
import { hashToken } from '../../credentials/token.ts'
import type { IdentityDatabase } from '../../db.ts'
import { findSessionByHash, recordSessionUses, type SessionUse, type StoredSession } from './repository.ts'
import { findEnd, isIdle } from './session.ts'

export interface Sessions extends Stoppable {
  /**
   * The session of a token, from the cache or the database. Throws `session_ended`, `access_suspended`,
   * `service_unavailable`. `beforeLookup` runs before the lookup of a token that this replica has never seen, and may throw.
   */
  get(token: string, beforeLookup?: () => Promise<void>): Promise<StoredSession>
  /** As `get`, without counting as a use: an open stream does not keep a session from becoming idle. */
  check(token: string): Promise<StoredSession>
  /** Forgets the permissions of these sessions, users, environments and merchants, which have changed. */
  forget(ownerIds: readonly string[]): void
}

export function startSessions(options: { db: Database<IdentityDatabase>; log: Logger; metrics: Metrics }): Sessions {
  const { db } = options
  const known = createKnownKeys<StoredSession, { session: StoredSession; ownerIds: string[] }>(
    (session) => ({ session, ownerIds: listOwners(session) }),
    () => new AppError('session_ended', 'The session is unknown or has ended. Sign in again.'),
  )
  const lastUsed = startLastUsed<SessionUse>({
    ...options,
    name: 'session_use',
    getId: ({ sessionId }) => sessionId,
    write: (uses) => recordSessionUses(db, uses),
  })

  async function find(token: string, beforeLookup?: () => Promise<void>): Promise<StoredSession> {
    const hash = hashToken(token)
    const wanted = {
      id: hash.toString('hex'),
      read: () => findSessionByHash(db, hash),
      isWanted: ({ tokenHash }: StoredSession) => timingSafeEqual(tokenHash, hash),
    }
    let { session } = await known.find(wanted, beforeLookup)
    // Another replica may have seen it since this one has read it.
    if (isIdle(session, new Date())) {
      known.forget([session.sessionId])
      session = (await known.find(wanted)).session
    }
    const end = findEnd(session, new Date())
    if (end) throw end
    return session
  }

  return {
    async get(token, beforeLookup) {
      const session = await find(token, beforeLookup)
      session.lastSeenAt = new Date()
      lastUsed.note({ merchantId: session.merchantId, sessionId: session.sessionId })
      return session
    },
    check: (token) => find(token),
    forget: known.forget,
    stop: () => lastUsed.stop(),
  }
}

const listOwners = ({ sessionId, userId, merchantId, environments }: StoredSession): string[] => [
  sessionId,
  userId,
  merchantId,
  ...environments.map(({ environmentId }) => environmentId),
]
