/** A recent proof of who the member is, which changes of factors need: an open session alone does not change them. */
import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import type { Call } from '@waybill/edge/routing/route'
import { hashToken } from '../../credentials/token.ts'
import type { IdentityDatabase } from '../../db.ts'
import { findSessionByHash, type StoredSession } from './repository.ts'

const CONFIRMED_MS = 10 * 60_000

/**
 * The session of the call, read from the database. Throws `confirmation_required` if its member signed in, or confirmed with
 * the password or a passkey, more than 10 minutes ago.
 */
export async function assertConfirmed(
  db: Database<IdentityDatabase>,
  { session }: Pick<Call, 'session'>,
): Promise<StoredSession> {
  const stored = await findSessionByHash(db, hashToken(session?.token ?? ''))
  if (stored === undefined) throw new Error(`session ${session?.sessionId} is not stored`)
  if (Date.now() - stored.confirmedAt.getTime() < CONFIRMED_MS) return stored
  throw new AppError(
    'confirmation_required',
    stored.hasPassword || stored.passkeysCount > 0
      ? 'Confirm with your password or a passkey (POST /api/v1/session/confirmation), then repeat the call.'
      : 'Sign in again, then repeat the call: you have no password and no passkey to confirm with.',
  )
}
