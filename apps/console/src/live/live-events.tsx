import { type Query, useQueryClient } from '@tanstack/react-query'
import type { WaybillEvent } from '@waybill/sdk'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useSessionExpired } from '../session/session.ts'
import { useWorkspace } from '../session/workspace.ts'
import { keysOf } from './event-keys.ts'
import { batchEvents, type Connection, followEvents, LONG_LIST_MS } from './event-stream.ts'

interface Live {
  connection: Connection
  listen: (listener: (event: WaybillEvent) => void) => () => void
}

const LiveContext = createContext<Live>({ connection: 'connecting', listen: () => () => {} })

/** How the page hears of changes at the moment. */
export const useConnection = (): Connection => useContext(LiveContext).connection

/** Calls back for each event as it comes, such as for a tail of events or a courier's place. */
export function useLiveEvents(onEvent: (event: WaybillEvent) => void): void {
  const { listen } = useContext(LiveContext)
  const latest = useRef(onEvent)
  latest.current = onEvent
  useEffect(() => listen((event) => latest.current(event)), [listen])
}

/** One stream of events for the environment of this tab. It goes on where it was after a lost connection. */
export function LiveEvents({ children }: { children: ReactNode }) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const expired = useSessionExpired()
  const [connection, setConnection] = useState<Connection>('connecting')
  const listeners = useRef(new Set<(event: WaybillEvent) => void>())
  const listen = useRef((listener: (event: WaybillEvent) => void) => {
    listeners.current.add(listener)
    return () => listeners.current.delete(listener)
  })

  useEffect(() => {
    if (expired) return setConnection('offline')
    const stop = new AbortController()
    const invalidate = (events: readonly WaybillEvent[], predicate: (query: Query) => boolean) => {
      for (const queryKey of keysOf(events)) void queryClient.invalidateQueries({ queryKey, predicate })
    }
    const refresh = batchEvents((events) => invalidate(events, (query) => !isLongList(query)))
    const refreshLong = batchEvents((events) => invalidate(events, isLongList), LONG_LIST_MS)
    const onEvent = (event: WaybillEvent) => {
      refresh.add(event)
      refreshLong.add(event)
      for (const listener of listeners.current) listener(event)
    }
    const stream = (after: string | undefined) => api.events.stream({ after, signal: stop.signal, maxRetries: 0 })
    void followEvents({ stream, onEvent, onConnection: setConnection, signal: stop.signal }, () =>
      // Events may have been missed.
      queryClient.invalidateQueries(),
    )
    return () => {
      stop.abort()
      refresh.stop()
      refreshLong.stop()
    }
  }, [api, queryClient, expired])

  return <LiveContext value={{ connection, listen: listen.current }}>{children}</LiveContext>
}

const MOST_PAGES = 3

/** A list of which so many pages are loaded that fetching all of them each second would be too much. */
function isLongList({ state }: Query): boolean {
  const { pages } = (state.data ?? {}) as { pages?: unknown[] }
  return Array.isArray(pages) && pages.length > MOST_PAGES
}
