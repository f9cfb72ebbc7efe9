import { errorFromAnswer, WaybillError } from '../errors.ts'
import { startDeadline } from '../http/deadline.ts'
import { connectionFailed, notOurs } from '../http/failures.ts'
import type { Http } from '../http/http.ts'
import type { Query } from '../http/path.ts'
import { fullJitterMs } from '../http/retry.ts'
import { sleep } from '../http/sleep.ts'
import { parseData, readMessages, SILENCE_MS, STREAM_TYPE } from './messages.ts'

export interface FollowOptions {
  /** Ends the iteration; it throws `signal.reason`. Leaving the loop ends it too. */
  signal?: AbortSignal | undefined
  /** Connections in a row that may fail before the error is thrown. Default: 10, about a minute. */
  maxRetries?: number | undefined
  headers?: Record<string, string> | undefined
  /** Called with the place of the stream when it moves without an item: a later stream can go on after it. */
  onPosition?: ((lastEventId: string) => void) | undefined
}

const MAX_RETRIES = 10
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

/** Messages of a stream. */
interface Source {
  path: string
  query?: Query
  /** Type of the messages that are yielded. Others only move the position, but for `end` and `expired`. */
  yields: string
  lastEventId: string | undefined
}

/** The data of the messages of a stream, over as many connections as it takes, without gaps or repetitions. */
export async function* follow<T>(
  http: Http,
  source: Source,
  options: FollowOptions = {},
): AsyncGenerator<T, void, undefined> {
  const { maxRetries = MAX_RETRIES, signal } = options
  const position: Position = { lastEventId: source.lastEventId, retryMs: RETRY_MS, failures: 0 }
  for (;;) {
    let pauseMs = position.retryMs
    try {
      if (yield* readConnection<T>(http, source, { position, options })) return
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      const call = { call: { method: 'GET' }, url: source.path, idempotencyKey: null }
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
  options: FollowOptions
}

/** The messages of one connection. Returns true if the stream is complete, false if it only ended. */
async function* readConnection<T>(
  http: Http,
  { path, query, yields }: Source,
  { position, options }: Stream,
): AsyncGenerator<T, boolean, undefined> {
  const { lastEventId } = position
  const headers = { ...options.headers, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
  const silence = startDeadline(SILENCE_MS, options.signal)
  try {
    const response = await http.open({ method: 'GET', path, query, accept: STREAM_TYPE }, { headers }, silence.signal)
    if (response.status === 204 || response.body === null) return true
    if (!response.headers.get('content-type')?.startsWith(STREAM_TYPE)) throw notOurs(response, STREAM_TYPE)
    for await (const message of readMessages(response.body, silence, position)) {
      if (message.event === 'end') return true
      if (message.event === 'expired') throw expired(response, message.data)
      const data = message.event === yields ? parseData<T>(message.data) : undefined
      position.lastEventId = message.id ?? position.lastEventId
      if (data !== undefined) yield data
      else if (message.id !== undefined) options.onPosition?.(message.id)
    }
    return false
  } finally {
    silence.clear()
  }
}

/** The log was restored to a state before the position: its data is the error that the next connection would have. */
const expired = ({ headers }: Response, data: string): WaybillError =>
  errorFromAnswer({ status: 410, headers, text: `{"error":${data}}`, idempotencyKey: null })
