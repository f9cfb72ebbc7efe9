import { useEffect, useState } from 'react'
import { useFormat } from './use-format.ts'

const REFRESH_MS = 30_000

/** A time such as "5 minutes ago", with the whole time as its hint. It stays true while the page is open. */
export function RelativeTime({ at }: { at: string }) {
  const format = useFormat()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={format.time(at)}>
      {format.relativeTime(at, nowMs)}
    </time>
  )
}
