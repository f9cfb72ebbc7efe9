import { useSyncExternalStore } from 'react'
import { readClock, subscribeToClock } from './clock.ts'
import { useFormat } from './use-format.ts'

/** A time such as "5 minutes ago", with the whole time as its hint. It stays true while the page is open. */
export function RelativeTime({ at }: { at: string }) {
  const format = useFormat()
  // Rendered again only when the words change.
  const text = useSyncExternalStore(subscribeToClock, () => format.relativeTime(at, readClock()))
  return (
    <time dateTime={at} title={format.time(at)}>
      {text}
    </time>
  )
}
