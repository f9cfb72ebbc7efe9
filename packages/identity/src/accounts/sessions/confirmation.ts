/** A recent proof of who the member is, which calls that widen access need: an open session alone is not enough. */
import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import type { Operation } from '@waybill/contracts/requests/operation'
import type { AssertConfirmed, Call } from '@waybill/edge/routing/route'
import { hashToken } from '../../credentials/token.ts'
import type { IdentityDatabase } from '../../db.ts'
import { findSessionByHash } from './repository.ts'

const CONFIRMED_MS = 10 * 60_000

/** Checks the calls that operations declare. A call with a key or a token needs no confirmation. */
export const assertConfirmedFor =
  (db: Database<IdentityDatabase>): AssertConfirmed =>
  async ({ confirmation }, call) => {
    if (confirmation === undefined || call.session === null) return
    if (confirmation === 'always' || isAmong(call.bytes, confirmation)) await assertConfirmed(db, call)
  }

/** Throws `confirmation_required` if the member signed in, or confirmed with password or passkey, over 10 minutes ago. */
export async function assertConfirmed(
  db: Database<IdentityDatabase>,
  { session }: Pick<Call, 'session'>,
): Promise<void> {
  const stored = await findSessionByHash(db, hashToken(session?.token ?? ''))
  if (stored === undefined) throw new Error(`session ${session?.sessionId} is not stored`)
  if (Date.now() - stored.confirmedAt.getTime() < CONFIRMED_MS) return
  throw new AppError(
    'confirmation_required',
    stored.hasPassword || stored.passkeysCount > 0
      ? 'Confirm with your password or a passkey (POST /api/v1/session/confirmation), then repeat the call.'
      : 'Sign in again, then repeat the call: you have no password and no passkey to confirm with. With single sign-on, begin with `confirm` (POST /api/v1/session/oidc).',
  )
}

/** Whether the document has any of the fields; of a field with a value, whether it has that value. */
function isAmong(bytes: Buffer, fields: Exclude<Operation['confirmation'], 'always' | undefined>): boolean {
  const document: Record<string, unknown> = Object(JSON.parse(bytes.toString()))
  return fields.some((field) =>
    typeof field === 'string'
      ? Object.hasOwn(document, field)
      : Object.entries(field).some(([name, value]) => document[name] === value),
  )
}
