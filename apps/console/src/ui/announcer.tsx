import { useSyncExternalStore } from 'react'

let text = ''
const listeners = new Set<() => void>()

/** Has a screen reader say a short text, such as "3 shipments selected". */
export function announce(message: string): void {
  // The same text again is a change only if it differs: a no-break space at its end.
  text = message === text ? `${message}\u00a0` : message
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The live region of `announce`. Once, in the shell. */
export function Announcer() {
  const message = useSyncExternalStore(subscribe, () => text)
  return (
    <div aria-live="polite" aria-atomic className="sr-only" data-testid="announcer">
      {message}
    </div>
  )
}
