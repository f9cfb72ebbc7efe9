/** Who is signed in. One session per browser; every screen but those for signing in has one. */
import { WaybillError } from '@waybill/sdk'
import { useSyncExternalStore } from 'react'
import { keepDraftsOf } from '../forms/draft.ts'
import { endSession, fetchSession, type Session } from './session-calls.ts'

let current: Session | null | undefined
let loading: Promise<Session | null> | undefined
/** The session has ended while its person was at work: a dialog asks for the password, over the page as it is. */
let expired = false
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session, fetched once. Null: sign in first. */
export async function loadSession(): Promise<Session | null> {
  if (current !== undefined) return current
  loading ??= fetchSession().finally(() => {
    loading = undefined
  })
  const session = await loading
  if (session !== null) keepDraftsOf(session.user.user_id)
  current ??= session
  return current
}

/** Takes the session that a sign-in has answered. Another person's must not see what the page holds: it loads anew. */
export function startSession(session: Session): void {
  const isOther = current != null && current.user.user_id !== session.user.user_id
  current = session
  expired = false
  keepDraftsOf(session.user.user_id)
  if (isOther) window.location.reload()
  tell()
}

/** Called for every answer 401. */
export function reportUnauthenticated(): void {
  if (current == null || expired) return
  expired = true
  tell()
}

/** Whether the person has signed in again elsewhere in this browser, such as by a link in another tab: then the page goes on. */
export async function resumeSession(): Promise<boolean> {
  if (!expired) return false
  const session = await fetchSession().catch(() => null)
  if (session !== null && expired) startSession(session)
  return session !== null
}

export async function signOut(): Promise<void> {
  await endSession().catch((error: unknown) => {
    // It has ended already.
    if (!(error instanceof WaybillError) || error.status !== 401) throw error
  })
  // A full load: nothing of this person remains in memory, or in the tab.
  keepDraftsOf(null)
  window.location.assign('/console/sign-in')
}

/** The session of a screen behind the sign-in. */
export function useSession(): Session {
  const session = useSyncExternalStore(subscribe, () => current)
  if (session == null) throw new Error('This screen needs a session.')
  return session
}

export const useSessionExpired = (): boolean => useSyncExternalStore(subscribe, () => expired)
