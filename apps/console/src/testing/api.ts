/** The API at the edge of the SDK: answers for the calls of a screen, and the calls that it has made. */
import type { ErrorCode, Quote, WaybillEvent } from '@waybill/sdk'

const BASE = '/api/v1'
const STREAM = 'GET /events/stream'

/** A call as the page has sent it. */
export interface Call {
  method: string
  /** Behind `/api/v1`. */
  path: string
  query: URLSearchParams
  headers: Headers
  /** The document of a call with one. */
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape, which the test checks
  body: any
  /** The parts of the path that the answer's key names, such as `id`. */
  params: Record<string, string>
}

/** Parts of the answer beside the data. */
export class Reply {
  readonly status: number
  readonly document: unknown
  readonly headers: Record<string, string>
  constructor(status: number, document: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.document = document
    this.headers = headers
  }
}

/** Data, a reply, or a function that makes one for a call. */
export type Answers = Record<string, object | null | ((call: Call) => unknown)>

/** The data of one resource, with its version. */
export const versioned = (data: unknown, etag = '"1"'): Reply => new Reply(200, { success: true, data }, { etag })
/** Answer of a POST that has created something. */
export const created = (data: unknown): Reply => new Reply(201, { success: true, data }, { etag: '"1"' })
/** One page of a list, the last one unless there is a cursor for the next. */
export const list = (data: readonly unknown[], nextCursor: string | null = null): Reply => {
  const meta = { has_more: nextCursor !== null, next_cursor: nextCursor, limit: 20 }
  return new Reply(200, { success: true, data, meta })
}
/** The answer to a deletion. */
export const gone = (): Reply => new Reply(204, null)

interface Failure {
  code?: ErrorCode
  message?: string
  /** Pointers to wrong fields, and what is wrong with them. */
  fields?: Record<string, string>
  meta?: Record<string, unknown>
}

/** An answer that refuses the call, and that nothing repeats. The message of a code that the console does not know is shown. */
export function failure(
  status: number,
  { code = 'of_a_later_version', message = 'Failed.', fields = {}, meta = {} }: Failure,
): Reply {
  const details = Object.entries(fields).map(([pointer, problem]) => ({
    field: pointer.slice(1).replaceAll('/', '.'),
    pointer,
    code: 'invalid',
    message: problem,
    location: 'body',
  }))
  const error = { type: 'invalid_request', code, message, status, details, retryable: false, carrier: null, meta }
  return new Reply(status, { success: false, error: { ...error, doc_url: null, request_id: 'req_1' } })
}

/** Wrong fields of a document, by their pointers. */
export const invalid = (fields: Record<string, string>): Reply =>
  failure(422, { code: 'validation_error', message: 'Some fields are invalid.', fields })
/** Somebody else has changed the resource in between. */
export const stale = (): Reply => failure(412, { code: 'version_conflict', message: 'It was changed in between.' })
/** The connection is lost before an answer. */
export const lost = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'))

interface Route {
  matches: RegExp
  answer: Answers[string]
}

/** Answers calls by keys such as `GET /shipments/:id`. Later keys win. A call without an answer fails the test. */
export class FakeApi {
  /** Every call but the stream of events, in order. */
  readonly calls: Call[] = []
  readonly unanswered: string[] = []
  readonly #routes: Route[] = []
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  constructor(answers: Answers) {
    this.answer(answers)
  }

  /** Adds answers, in place of those of before. */
  answer(answers: Answers): void {
    for (const [key, answer] of Object.entries(answers)) this.#routes.unshift({ matches: toPattern(key), answer })
  }

  /** The calls of a key, in order. */
  callsTo(key: string): Call[] {
    const pattern = toPattern(key)
    return this.calls.filter(({ method, path }) => pattern.test(`${method} ${path}`))
  }

  /** The documents that were sent to a key. */
  sentTo(key: string): unknown[] {
    return this.callsTo(key).map(({ body }) => body)
  }

  /** Sends an event to the pages that listen. */
  emit(event: Partial<WaybillEvent> & Pick<WaybillEvent, 'type'>): void {
    const id = event.id ?? `evt_${crypto.randomUUID()}`
    const text = `id: ${id}\nevent: message\ndata: ${JSON.stringify({ ...event, id })}\n\n`
    for (const stream of this.#streams) stream.enqueue(new TextEncoder().encode(text))
  }

  /** Ends the connections, as at the end of a test. */
  stop(): void {
    for (const stream of this.#streams) stream.close()
    this.#streams.clear()
  }

  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input), window.location.origin)
    const path = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : url.pathname
    const method = init.method ?? 'GET'
    const key = `${method} ${path}`
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    if (key === STREAM) return this.#openStream(init.signal)
    const route = this.#routes.find(({ matches }) => matches.test(key))
    const params = { ...route?.matches.exec(key)?.groups }
    const call: Call = { method, path, query: url.searchParams, headers: new Headers(init.headers), body, params }
    this.calls.push(call)
    if (!route) {
      this.unanswered.push(`${key}${url.search}`)
      return toResponse(failure(501, { message: `The test has no answer for ${key}.` }))
    }
    const { answer } = route
    const answering = Promise.resolve(typeof answer === 'function' ? answer(call) : answer)
    return toResponse(await Promise.race([answering, aborted(init.signal)]))
  }

  #openStream(signal: AbortSignal | null | undefined): Response {
    let stream: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller
        this.#streams.add(controller)
      },
    })
    signal?.addEventListener('abort', () => {
      if (!this.#streams.delete(stream)) return
      stream.error(signal.reason)
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

/** `GET /shipments/:id` as a pattern with a group for each name. */
function toPattern(key: string): RegExp {
  const escaped = key.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
}

function toResponse(answer: unknown): Response {
  if (answer instanceof Response) return answer
  const reply = answer instanceof Reply ? answer : new Reply(200, { success: true, data: answer })
  const headers = { 'content-type': 'application/json', 'x-request-id': 'req_1', ...reply.headers }
  return new Response(reply.status === 204 ? null : JSON.stringify(reply.document), { status: reply.status, headers })
}

/** Rejects when the page gives the call up. */
const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

/** A live answer to `POST /quotes`: each offer and message as it comes, then the quote. */
export function quoteStream(quote: Quote): Response {
  const items: [string, object][] = [
    ...quote.options.map((option): [string, object] => ['option', option]),
    ...quote.messages.map((message): [string, object] => ['message', message]),
    ['quote', quote],
  ]
  const text = items.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('')
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}
