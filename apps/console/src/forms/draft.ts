/**
 * Typed values survive a reload: forms keep it in the session storage of the tab until it is sent, its person signs out or
 * another one signs in.
 */

const PREFIX = 'waybill.draft.'
const PERSON = 'waybill.drafts-of'

export function readDraft<T>(key: string): T | null {
  try {
    const text = sessionStorage.getItem(PREFIX + key)
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}

export function keepDraft(key: string, values: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(values))
  } catch {
    // Full or forbidden: the draft lives as long as the page.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // Nothing was kept.
  }
}

/** Drops what another person has typed in this tab. Null: what anybody has. */
export function keepDraftsOf(userId: string | null): void {
  try {
    if (userId !== null && sessionStorage.getItem(PERSON) === userId) return
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    if (userId === null) sessionStorage.removeItem(PERSON)
    else sessionStorage.setItem(PERSON, userId)
  } catch {
    // Nothing was kept.
  }
}
