/** A person's preferences for this browser. They are not secret and need no server. */
import { useSyncExternalStore } from 'react'

export interface Preferences {
  theme: 'system' | 'light' | 'dark'
  /** Null: the language of the browser, if the console has it. */
  language: 'en' | 'de' | null
  /** Shortcuts of a single key. Some ways of input, such as dictation, set them off by accident. */
  singleKeys: boolean
}

const KEY = 'waybill.preferences'
const defaults: Preferences = { theme: 'system', language: null, singleKeys: true }

let current = read()
const listeners = new Set<() => void>()

/** Also what another version has written, or nothing at all. */
function read(): Preferences {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) }
  } catch {
    return defaults
  }
}

export const getPreferences = (): Preferences => current

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing: the setting holds until the page is left.
  }
  applyTheme()
  for (const listener of listeners) listener()
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, getPreferences)
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme that the page has, for what style sheets do not reach. */
export function useTheme(): 'light' | 'dark' {
  const { theme } = usePreferences()
  const system = useSyncExternalStore(subscribeToSystemTheme, () => systemTheme().matches)
  if (theme !== 'system') return theme
  return system ? 'dark' : 'light'
}

const systemTheme = () => window.matchMedia('(prefers-color-scheme: dark)')

function subscribeToSystemTheme(listener: () => void): () => void {
  const query = systemTheme()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The style sheet follows the system unless the root element names a theme. */
export function applyTheme(): void {
  const { theme } = current
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

// Another tab has changed them.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== KEY) return
  current = read()
  applyTheme()
  for (const listener of listeners) listener()
})
