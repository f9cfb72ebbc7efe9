import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { WaybillError } from '../errors.ts'
import { type Deadline, startDeadline } from '../http/deadline.ts'
import { connectionFailed, notOurs } from '../http/failures.ts'
import type { Http } from '../http/http.ts'
import { fullJitterMs } from '../http/retry.ts'
import { sleep } from '../http/sleep.ts'
import type { TimelineEntry } from '../types.ts'

export interface TrackOptions {
  /** `event_id` of the last entry that you have: the stream goes on after it. Default: from the first entry. */
  lastEventId?: string
  /** Ends the iteration; it throws `signal.reason`. Leaving the loop ends it too. */
  signal?: AbortSignal
  /** Connections in a row that may fail before the error is thrown. Default: 10, about a minute. */
  maxRetries?: number
  headers?: Record<string, string>
}

const STREAM_TYPE = 'text/event-stream'
const MAX_RETRIES = 10
/** Waybill sends at least a comment every 15 s. A connection that is silent for three times as long is dead. */
const SILENCE_MS = 45_000
/** Unless the stream says otherwise. */
const RETRY_MS = 2_000

/** Where a stream is, over all of its connections. */
interface Position {
  lastEventId: string | undefined
  /** The least time between two connections. */
  retryMs: number
  /** Connections in a row that failed. */
  failures: number
}

export async function* followShipment(
  http: Http,
  path: string,
  options: TrackOptions = {},
): AsyncGenerator<TimelineEntry, void, undefined> {
  const { maxRetries = MAX_RETRIES, signal } = options
  const position: Position = { lastEventId: options.lastEventId, retryMs: RETRY_MS, failures: 0 }
  for (;;) {
    let pauseMs = position.retryMs
    try {
      if (yield* readConnection(http, path, { position, options })) return
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      const call = { call: { method: 'GET' }, url: path, idempotencyKey: null }
      const failure = error instanceof WaybillError ? error : connectionFailed(call, error)
      if (!failure.retryable || position.failures >= maxRetries) throw failure
      position.failures += 1
      pauseMs = Math.max(pauseMs, (failure.retryAfterSeconds ?? 0) * 1000)
    }
    await sleep(pauseMs + fullJitterMs(position.failures, Math.random()), signal)
  }
}

interface Stream {
  position: Position
  options: TrackOptions
}

/** The entries of one connection. Returns true if the stream is complete, false if it only ended. */
async function* readConnection(
  http: Http,
  path: string,
  { position, options }: Stream,
): AsyncGenerator<TimelineEntry, boolean, undefined> {
  const { lastEventId } = position
  const headers = { ...options.headers, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
  const silence = startDeadline(SILENCE_MS, options.signal)
  try {
    const response = await http.open({ method: 'GET', path, accept: STREAM_TYPE }, { headers }, silence.signal)
    if (response.status === 204 || response.body === null) return true
    if (!response.headers.get('content-type')?.startsWith(STREAM_TYPE)) throw notOurs(response, STREAM_TYPE)
    for await (const message of messagesOf(response.body, silence, position)) {
      if (message.event === 'end') return true
      if (message.event !== 'timeline') continue
      const entry = parseEntry(message.data)
      position.lastEventId = message.id ?? position.lastEventId
      yield entry
    }
    return false
  } finally {
    silence.clear()
  }
}

/** The whole messages of a body. What a broken connection leaves of a message is dropped. */
async function* messagesOf(
  body: ReadableStream<Uint8Array>,
  silence: Deadline,
  position: Position,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const complete: EventSourceMessage[] = []
  const parser = createParser({
    onEvent: (message) => complete.push(message),
    onRetry: (retryMs) => {
      position.retryMs = retryMs
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      silence.extend()
      const { done, value } = await reader.read()
      silence.pause() // the time that the caller takes for a message does not count
      if (done) return
      position.failures = 0
      parser.feed(decoder.decode(value, { stream: true }))
      yield* complete.splice(0)
    }
  } finally {
    await reader.cancel().catch(() => {}) // it has failed already
  }
}

function parseEntry(data: string): TimelineEntry {
  try {
    return JSON.parse(data) as TimelineEntry
  } catch (cause) {
    throw new WaybillError({ code: 'invalid_response', message: 'An event of the stream is not JSON.', cause })
  }
}
