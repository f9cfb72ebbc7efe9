/** The stream of events of an environment: its connections, and events taken together. */
import { WaybillError, type WaybillEvent } from '@waybill/sdk'

export type Connection = 'connecting' | 'live' | 'offline'

/** Answers are fetched again at most once in this time, however many events come: a change is on the page within a second. */
const BATCH_MS = 500
/** The same for lists with many loaded pages, each of which is a request. */
export const LONG_LIST_MS = 10_000
const RECONNECT_MS = 3_000
/** A stream that has stayed open this long works, though no event has come. */
const SETTLED_MS = 1_500

/** Hands on the first event soon, and those that follow within the time together. */
export function batchEvents(onBatch: (events: WaybillEvent[]) => void, batchMs = BATCH_MS) {
  let waiting: WaybillEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAtMs = Number.NEGATIVE_INFINITY
  const send = () => {
    timer = undefined
    lastAtMs = Date.now()
    onBatch(waiting.splice(0))
  }
  return {
    add: (event: WaybillEvent) => {
      waiting.push(event)
      // The clock of the machine can be set back.
      const waitMs = Math.min(Math.max(0, lastAtMs + batchMs - Date.now()), batchMs)
      timer ??= setTimeout(send, waitMs)
    },
    stop: () => {
      clearTimeout(timer)
      waiting = []
    },
  }
}

/** The events after a place, and from now on without one. `onPosition` is called as the place moves without an event. */
export type EventSource = (
  after: string | undefined,
  options: { signal: AbortSignal; onPosition: (position: string) => void },
) => AsyncGenerator<WaybillEvent, void, undefined>

interface Following {
  stream: EventSource
  /** Where to go on. */
  after: string | undefined
  /** Events may have come before the first connection that nobody has seen. */
  mayLack: boolean
  onEvent: (event: WaybillEvent) => void
  onPosition: (position: string) => void
  onConnection: (connection: Connection) => void
  /** Events may be missing. */
  onGap: () => void
  signal: AbortSignal
}

/** Follows the stream until the signal, over as many connections as it takes. */
export async function followEvents(following: Following): Promise<void> {
  const { stream, onEvent, onConnection, onGap, signal } = following
  let { after, mayLack } = following
  const onPosition = (position: string) => {
    after = position
    following.onPosition(position)
  }
  while (!signal.aborted) {
    const settled = setTimeout(() => {
      onConnection('live')
      if (mayLack) onGap()
      mayLack = false
    }, SETTLED_MS)
    try {
      for await (const event of stream(after, { signal, onPosition })) {
        after = event.id
        onConnection('live')
        onEvent(event)
      }
    } catch (error) {
      if (signal.aborted) return
      // The log no longer has the events after that one: goes on from now, and everything is fetched again.
      if (error instanceof WaybillError && error.code === 'events_expired') after = undefined
      onConnection('offline')
    } finally {
      clearTimeout(settled)
    }
    mayLack = true
    if (!signal.aborted) await untilOnline(RECONNECT_MS, signal)
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
