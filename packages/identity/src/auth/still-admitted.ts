import { AppError } from '@waybill/contracts/app-error'
import type { Caller } from '@waybill/edge/routing/route'
import { isUsable } from '../accounts/sessions/session.ts'
import type { Credentials } from './credentials.ts'

/** Whether the token or session with which a stream was opened still opens it. */
export async function isStillAdmitted(
  { token, sessionToken, environmentId }: Caller,
  { get, sessions }: Pick<Credentials, 'get' | 'sessions'>,
): Promise<boolean> {
  try {
    if (token !== null) await get(token)
    if (sessionToken !== null) return isUsable(await sessions.check(sessionToken), environmentId)
    return true
  } catch (error) {
    // If tokens cannot be checked at the moment, the stream stays open.
    return !(error instanceof AppError && error.kind.status < 500)
  }
}
