/** SQL of the advisory lock by which a dispatcher shows that it lives. */
import { sql } from 'kysely'
import type { Reader } from '../db.ts'

/** Waits until the session holds the lock. */
export const lockSession = (session: Reader, key: number) =>
  sql`select pg_advisory_lock(${key}::bigint)`.execute(session)

export const unlockSession = (session: Reader, key: number) =>
  sql`select pg_advisory_unlock(${key}::bigint)`.execute(session)

/** Rejects if the session is gone. */
export const checkSession = (session: Reader) => sql`select 1`.execute(session)
