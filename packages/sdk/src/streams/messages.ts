import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { WaybillError } from '../errors.ts'
import type { Deadline } from '../http/deadline.ts'

export const STREAM_TYPE = 'text/event-stream'
/** Waybill sends at least a comment every 15 s. A connection that is silent for three times as long is dead. */
export const SILENCE_MS = 45_000

/** The whole messages of a body. What a broken connection leaves of a message is dropped. Keeps `position` up to date. */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  silence: Deadline,
  position: { retryMs: number; failures: number },
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

export function parseData<T>(data: string): T {
  try {
    return JSON.parse(data) as T
  } catch (cause) {
    throw new WaybillError({ code: 'invalid_response', message: 'An event of the stream is not JSON.', cause })
  }
}
