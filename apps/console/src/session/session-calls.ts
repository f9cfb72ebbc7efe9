/** The calls of the API about the session itself. */
import { type AcceptInvitation, type ResetPassword, type Session, Waybill, WaybillError } from '@waybill/sdk'

export type { Session } from '@waybill/sdk'

export type SessionEnvironment = Session['environments'][number]

export interface Credentials {
  email: string
  password: string
  totp_code?: string
}

/** Before there is an environment. */
const { session } = new Waybill({ session: true })

/** Null if nobody is signed in. */
export async function fetchSession(): Promise<Session | null> {
  // Without the readable cookie there is none, and the browser would report the answer 401 as an error.
  if (!/(?:^|;\s*)waybill_csrf=/.test(document.cookie)) return null
  try {
    return await session.get()
  } catch (error) {
    if (error instanceof WaybillError && error.status === 401) return null
    throw error
  }
}

export const signIn = async (credentials: Credentials): Promise<Session> => await session.create(credentials)
export const signInByLink = async (token: string): Promise<Session> => await session.createWithLink({ token })
export const endSession = async (): Promise<void> => await session.delete()

/** Makes the account of an invitation, and signs in. */
export const acceptInvitation = async (acceptance: AcceptInvitation): Promise<Session> =>
  await session.acceptInvitation(acceptance)
/** Sets a new password, and signs in. */
export const resetPassword = async (reset: ResetPassword): Promise<Session> => await session.resetPassword(reset)
