import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { WaybillEvent } from '@waybill/sdk'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useSession, useSessionExpired } from '../session/session.ts'
import { useWorkspace } from '../session/workspace.ts'
import { toKeys } from './event-keys.ts'
import { batchEvents, type Connection, LONG_LIST_MS } from './event-stream.ts'
import { shareEvents } from './shared-stream.ts'

const LiveContext = createContext<Connection>('connecting')

/** How the page hears of changes at the moment. */
export const useConnection = (): Connection => useContext(LiveContext)

/** The events of the environment, from one stream for all tabs of the browser. It goes on where it was after a lost connection. */
export function LiveEvents({ children }: { children: ReactNode }) {
  const { api, environment } = useWorkspace()
  const queryClient = useQueryClient()
  const expired = useSessionExpired()
  const { session_id: sessionId, merchant } = useSession()
  const [connection, setConnection] = useState<Connection>('connecting')
  /** Counts how often the page came back from the browser's cache of pages that were left. */
  const [returns, setReturns] = useState(0)
  // Another person, merchant, environment or mode has another stream.
  const mode = environment.livemode ? 'live' : 'test'
  const name = `waybill.events.${sessionId}.${merchant.merchant_id}.${environment.environment_id}.${mode}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was left and came back joins again
  useEffect(() => {
    if (expired) return setConnection('offline')
    const stop = new AbortController()
    const { onEvent, stopRefreshing } = refreshQueries(queryClient)
    const shared = shareEvents({
      name,
      stream: (after, options) => api.events.stream({ ...options, after, maxRetries: 0 }),
      onEvent,
      onConnection: setConnection,
      onGap: () => void queryClient.invalidateQueries({ refetchType: refetchType() }),
      isVisible: () => !document.hidden,
      signal: stop.signal,
    })
    const onVisible = () => document.hidden || shared.check()
    // A page that was left must hold no connection.
    const onLeave = () => stop.abort()
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      void queryClient.invalidateQueries()
      setReturns((before) => before + 1)
    }
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('pagehide', onLeave)
    window.addEventListener('pageshow', onReturn)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('pagehide', onLeave)
      window.removeEventListener('pageshow', onReturn)
      stop.abort()
      stopRefreshing()
    }
  }, [api, name, queryClient, expired, returns])

  return <LiveContext value={connection}>{children}</LiveContext>
}

/** A hidden tab reads again what has changed when somebody looks at it. */
const refetchType = () => (document.hidden ? 'none' : 'active')

/** Makes old what events have changed. */
function refreshQueries(queryClient: QueryClient) {
  const invalidate = (events: readonly WaybillEvent[], predicate: (query: Query) => boolean) => {
    for (const queryKey of toKeys(events))
      void queryClient.invalidateQueries({ queryKey, predicate, refetchType: refetchType() })
  }
  const refresh = batchEvents((events) => invalidate(events, (query) => !isLongList(query)))
  const refreshLong = batchEvents((events) => invalidate(events, isLongList), LONG_LIST_MS)
  return {
    onEvent(event: WaybillEvent) {
      refresh.add(event)
      refreshLong.add(event)
    },
    stopRefreshing() {
      refresh.stop()
      refreshLong.stop()
    },
  }
}

const MOST_PAGES = 3

/** A list of which so many pages are loaded that fetching all of them each second would be too much. */
function isLongList({ state }: Query): boolean {
  const { pages } = (state.data ?? {}) as { pages?: unknown[] }
  return Array.isArray(pages) && pages.length > MOST_PAGES
}
