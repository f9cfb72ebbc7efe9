import { Trans } from '@lingui/react/macro'
import { CloudOff, Radio } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Connection } from './event-stream.ts'

/** A connection usually takes two seconds. One that takes longer is said to. */
const SLOW_MS = 5_000

/** Whether changes of others appear by themselves. Says nothing while a page that was just opened connects. */
export function ConnectionBadge({ connection }: { connection: Connection }) {
  const isSlow = useIsSlow(connection === 'connecting')
  if (connection === 'connecting' && !isSlow) return <span data-connection={connection} />
  if (connection === 'live') {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm text-muted" data-connection={connection}>
        <Radio className="size-3.5 text-success" aria-hidden />
        <span className="max-md:sr-only">
          <Trans>Live</Trans>
        </span>
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted" data-connection={connection}>
      <CloudOff className="size-3.5" aria-hidden />
      <span className="max-md:sr-only">
        {connection === 'offline' ? <Trans>Reconnecting</Trans> : <Trans>Connecting</Trans>}
      </span>
    </span>
  )
}

function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isSlow
}

/** Says that the network is gone, and that nothing is lost by it. */
export function OfflineBanner() {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => setOnline(navigator.onLine)
    window.addEventListener('online', update)
    window.addEventListener('offline', update)
    return () => {
      window.removeEventListener('online', update)
      window.removeEventListener('offline', update)
    }
  }, [])
  if (online) return null
  return (
    <p role="status" className="flex items-center gap-2 bg-warning-soft px-4 py-1.5 text-warning">
      <CloudOff className="size-4 shrink-0" aria-hidden />
      <Trans>You are offline. What you see may be old, and what you typed is kept.</Trans>
    </p>
  )
}
