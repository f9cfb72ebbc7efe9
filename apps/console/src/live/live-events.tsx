import { useQueryClient } from '@tanstack/react-query'
import type { WaybillEvent } from '@waybill/sdk'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useSessionExpired } from '../session/session.ts'
import { useWorkspace } from '../session/workspace.ts'
import { keysOf } from './event-keys.ts'

export type Connection = 'connecting' | 'live' | 'offline'

/** Answers are fetched again at most once in this time, however many events come. */
const BATCH_MS = 1_000
const RECONNECT_MS = 3_000
/** A stream that has stayed open this long works, though no event has come. */
const SETTLED_MS = 1_500

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
    const refresh = batchEvents((events) => {
      for (const queryKey of keysOf(events)) void queryClient.invalidateQueries({ queryKey })
    })
    const onEvent = (event: WaybillEvent) => {
      refresh.add(event)
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
    }
  }, [api, queryClient, expired])

  return <LiveContext value={{ connection, listen: listen.current }}>{children}</LiveContext>
}

/** Hands on the first event soon, and those that follow within `BATCH_MS` together. */
function batchEvents(onBatch: (events: WaybillEvent[]) => void) {
  let waiting: WaybillEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAtMs = Number.NEGATIVE_INFINITY
  const send = () => {
    timer = undefined
    lastAtMs = performance.now()
    onBatch(waiting.splice(0))
  }
  return {
    add: (event: WaybillEvent) => {
      waiting.push(event)
      timer ??= setTimeout(send, Math.max(0, lastAtMs + BATCH_MS - performance.now()))
    },
    stop: () => {
      clearTimeout(timer)
      waiting = []
    },
  }
}

interface Following {
  stream: (after: string | undefined) => AsyncGenerator<WaybillEvent, void, undefined>
  onEvent: (event: WaybillEvent) => void
  onConnection: (connection: Connection) => void
  signal: AbortSignal
}

async function followEvents({ stream, onEvent, onConnection, signal }: Following, onGap: () => void): Promise<void> {
  let after: string | undefined
  let isFirst = true
  while (!signal.aborted) {
    const settled = setTimeout(() => {
      onConnection('live')
      if (!isFirst) onGap()
      isFirst = false
    }, SETTLED_MS)
    try {
      for await (const event of stream(after)) {
        after = event.id
        onConnection('live')
        onEvent(event)
      }
    } catch {
      if (signal.aborted) return
      onConnection('offline')
    } finally {
      clearTimeout(settled)
    }
    await untilOnline(RECONNECT_MS, signal)
  }
}

/** Waits, and less if the browser says that the network is back. */
function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
