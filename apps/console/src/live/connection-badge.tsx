import { Trans } from '@lingui/react/macro'
import { CloudOff, Radio } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnection } from './live-events.tsx'

/** Whether changes of others appear by themselves. */
export function ConnectionBadge() {
  const connection = useConnection()
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
