/** What is typed survives a reload: forms keep it in the session storage of the tab until it is sent. */

const PREFIX = 'waybill.draft.'

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
