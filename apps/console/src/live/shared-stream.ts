/**
 * One stream of events for all tabs of a browser: over HTTP/1.1 a browser has six connections, and a stream holds one.
 * The tab that holds the lock reads the stream and hands everything on. When it closes, the next one goes on where it was.
 */
import type { WaybillEvent } from '@waybill/sdk'
import { type Connection, type EventSource, followEvents } from './event-stream.ts'

/** A tab that was frozen by the browser answers no longer. */
const ANSWER_MS = 5_000
/** Around a change of the reading tab, the last events can come twice. */
const MOST_REMEMBERED = 1_000

type Message =
  | { type: 'event'; event: WaybillEvent }
  /** The stream is known to be this far, although no event has come. */
  | { type: 'position'; position: string }
  | { type: 'connection'; connection: Connection }
  /** Events may be missing. */
  | { type: 'gap' }
  /** Asks the tab that reads for its state. */
  | { type: 'who' }

interface Sharing {
  /** Tabs with the same name share a stream: it names the session and the environment. */
  name: string
  stream: EventSource
  onEvent: (event: WaybillEvent) => void
  onConnection: (connection: Connection) => void
  onGap: () => void
  /** Whether somebody looks at this tab: only then does it take the stream from one that does not answer. */
  isVisible: () => boolean
  /** Leaves the stream to the other tabs. */
  signal: AbortSignal
  answerMs?: number
}

export interface SharedStream {
  /** Makes sure that the reading tab is there, such as when somebody comes back to this one. */
  check: () => void
  /** Resolves after the signal. */
  ended: Promise<void>
}

/** Takes part in the stream until the signal. A browser without locks has a stream in each tab. */
export function shareEvents(sharing: Sharing): SharedStream {
  return 'locks' in navigator ? takePartIn(sharing) : { check() {}, ended: readAlone(sharing) }
}

async function readAlone({ stream, onEvent, onConnection, onGap, signal }: Sharing): Promise<void> {
  const alone = { after: undefined, mayLack: false, onPosition() {} }
  await followEvents({ ...alone, stream, onEvent, onConnection, onGap, signal })
}

function takePartIn(sharing: Sharing): SharedStream {
  const { name, stream, signal, answerMs = ANSWER_MS } = sharing
  const channel = new BroadcastChannel(name)
  const take = createTaker(sharing)
  let isReading = false
  let hasHeard = false
  let stopWaiting = () => {}
  let steal = false

  const read = async (stop: AbortSignal, isContinued: boolean) => {
    isReading = true
    const send = (message: Message) => {
      channel.postMessage(message)
      take.message(message)
    }
    const { position } = take.state()
    await followEvents({
      stream,
      after: position,
      mayLack: isContinued && position === undefined,
      onEvent: (event) => send({ type: 'event', event }),
      onPosition: (next) => send({ type: 'position', position: next }),
      onConnection: (connection) => send({ type: 'connection', connection }),
      onGap: () => send({ type: 'gap' }),
      signal: AbortSignal.any([signal, stop]),
    })
    isReading = false
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (signal.aborted) return
    if (data.type !== 'who') {
      hasHeard = true
      return take.message(data)
    }
    if (!isReading) return
    const { position, connection } = take.state()
    channel.postMessage({ type: 'connection', connection } satisfies Message)
    if (position !== undefined) channel.postMessage({ type: 'position', position } satisfies Message)
  }
  const check = () => {
    if (isReading || signal.aborted) return
    hasHeard = false
    channel.postMessage({ type: 'who' } satisfies Message)
    setTimeout(() => {
      if (hasHeard || isReading || signal.aborted || !sharing.isVisible()) return
      steal = true
      stopWaiting()
    }, answerMs)
  }
  /** Reads the stream while this tab has the lock. */
  const readWithLock = async (options: LockOptions, isContinued: boolean) => {
    const stop = new AbortController()
    try {
      await navigator.locks.request(name, options, async (lock) => {
        if (lock) await read(stop.signal, isContinued)
        else check()
      })
    } catch (error) {
      // Not waited for any longer, or another tab has taken it.
      if ((error as Error).name !== 'AbortError') throw error
    } finally {
      stop.abort()
    }
  }
  const takePart = async () => {
    // The first tab has nothing to catch up on.
    await readWithLock({ ifAvailable: true }, false)
    while (!signal.aborted) {
      const waiting = new AbortController()
      stopWaiting = () => waiting.abort()
      const options = steal ? { steal } : { signal: AbortSignal.any([signal, waiting.signal]) }
      steal = false
      await readWithLock(options, true)
    }
    channel.close()
  }
  return { check, ended: takePart() }
}

/** Hands on each event once, and keeps the state for a tab that joins, or for going on with the stream. */
function createTaker({ onEvent, onConnection, onGap }: Sharing) {
  const remembered = new Set<string>()
  let position: string | undefined
  let connection: Connection = 'connecting'
  return {
    state: () => ({ position, connection }),
    message(message: Message): void {
      if (message.type === 'event') {
        const { id } = message.event
        if (remembered.has(id)) return
        remembered.add(id)
        const [oldest = id] = remembered
        if (remembered.size > MOST_REMEMBERED) remembered.delete(oldest)
        position = id
        onEvent(message.event)
      }
      if (message.type === 'position') position = message.position
      if (message.type === 'connection') {
        connection = message.connection
        onConnection(connection)
      }
      if (message.type === 'gap') onGap()
    },
  }
}
