/** The calls of the API about the session itself. */
import {
  type AcceptInvitation,
  type BeginOidcSignIn,
  type FinishOidcSignIn,
  type LinkAccount,
  type ResetPassword,
  type SecondFactor,
  type Session,
  type SignIn,
  type SignInChallenge,
  Waybill,
  WaybillError,
} from '@waybill/sdk'
import { askForPasskey } from './passkeys.ts'

export type { LinkAccount, Session } from '@waybill/sdk'

export type SessionEnvironment = Session['environments'][number]

/** A session, or the challenge to answer with a code. */
export type SignInAnswer = Session | SignInChallenge

export const isChallenge = (answer: SignInAnswer): answer is SignInChallenge => 'challenge' in answer

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

export const signIn = async (credentials: SignIn): Promise<SignInAnswer> => await session.create(credentials)
/** The account that a one-time link opens. */
export const readLink = async (token: string): Promise<LinkAccount> => await session.readLink({ token })
export const signInByLink = async (token: string): Promise<SignInAnswer> => await session.createWithLink({ token })
export const signInWithCode = async (answer: SecondFactor): Promise<Session> => await session.createWithCode(answer)
/** Asks the browser for a passkey. Rejects with its error if the person gives none. */
export const signInWithPasskey = async (options: { inField: boolean }): Promise<Session> =>
  await session.createWithPasskey({ credential: await askForPasskey(await session.passkeyOptions(), options) })
/** The page of the identity provider to open. */
export const startSingleSignOn = async (begin: BeginOidcSignIn) => await session.createOidcSignIn(begin)
export const finishSingleSignOn = async (answer: FinishOidcSignIn): Promise<Session> =>
  await session.createWithOidc(answer)
export const endSession = async (): Promise<void> => await session.delete()

/** Makes the account of an invitation, and signs in. */
export const acceptInvitation = async (acceptance: AcceptInvitation): Promise<Session> =>
  await session.acceptInvitation(acceptance)
/** Sets a new password, and signs in. */
export const resetPassword = async (reset: ResetPassword): Promise<SignInAnswer> => await session.resetPassword(reset)
