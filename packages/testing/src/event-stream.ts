/** A client of server-sent events that keeps what it receives. */
import { eventually } from './eventually.ts'

export interface ReceivedEvent {
  id: string | null
  event: string
  data: string
}

export interface OpenedStream {
  status: number
  headers: Headers
  /** Those that have arrived whole: a client ignores an event without the empty line at its end. */
  events(): ReceivedEvent[]
  /** Everything received so far, including comments. */
  text(): string
  /** Resolves when the server ends the stream; rejects after 60 s. */
  ended(): Promise<void>
  close(): void
}

export async function openStream(url: string, headers: Record<string, string> = {}): Promise<OpenedStream> {
  const aborting = new AbortController()
  const response = await fetch(url, { headers, signal: aborting.signal })
  let text = ''
  let hasEnded = false
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  })()
  reading.then(
    () => {
      hasEnded = true
    },
    () => {}, // closed by `close`
  )
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    events: () => text.split('\n\n').slice(0, -1).flatMap(parseEvent),
    ended: () =>
      eventually(
        () => {
          if (!hasEnded) throw new Error(`the stream did not end within 60 s: ${text.slice(-500)}`)
        },
        { timeoutMs: 60_000 },
      ),
    close: () => aborting.abort(),
  }
}

function parseEvent(block: string): ReceivedEvent[] {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]))
  const event = fields.get('event')
  return event === undefined ? [] : [{ id: fields.get('id') ?? null, event, data: fields.get('data') ?? '' }]
}
