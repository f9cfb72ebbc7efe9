/** Calls of the API: attempts, deadlines, and what their responses mean. */
import { errorFromAnswer, WaybillError } from '../errors.ts'
import { ApiPromise, type ApiResponse } from './api-promise.ts'
import { startDeadline } from './deadline.ts'
import { connectionFailed, redirected, timedOut } from './failures.ts'
import { List } from './page.ts'
import { type Query, queryString } from './path.ts'
import { readData, readPage } from './read-response.ts'
import type { ReadOptions, RequestOptions } from './request-options.ts'
import { pauseBeforeRetryMs } from './retry.ts'
import { sleep } from './sleep.ts'

interface HttpSettings {
  /** Without a slash at its end. */
  baseUrl: string
  /** Headers for each attempt: a token may change. */
  headers: () => Promise<Record<string, string>>
  credentials: 'omit' | 'same-origin'
  fetch: typeof globalThis.fetch
  timeoutMs: number
  maxRetries: number
  /** Whether the person has confirmed, so that the call is sent again. */
  confirm: () => Promise<boolean>
}

/** The API goes by the content. */
const OCTETS = 'application/octet-stream'

interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Query
  /** A Blob is sent as it is, everything else as JSON. Undefined: none. */
  body?: unknown
  accept?: string
  /** A change whose answer the API does not store: it has no Idempotency-Key, and is sent once. */
  unkeyed?: boolean
}

/** One request, the same for each of its attempts. */
interface Request {
  call: Call
  options: RequestOptions
  url: string
  body: string | Blob | undefined
  idempotencyKey: string | null
}

type Read<T> = (response: Response) => Promise<T>

export class Http {
  readonly #settings: HttpSettings

  constructor(settings: HttpSettings) {
    this.#settings = settings
  }

  get<T>(path: string, query?: Query, options?: ReadOptions): ApiPromise<T> {
    return new ApiPromise(() => this.#run({ method: 'GET', path, query }, options, readData<T>))
  }

  /** Sent at once, not when the promise is first awaited. */
  send<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, options?: RequestOptions): ApiPromise<T> {
    const response = this.#run({ method, path, body }, options, readData<T>)
    return new ApiPromise(() => response)
  }

  /** Sent at once, and only once. */
  sendOnce<T>(method: 'POST' | 'PATCH', path: string, body: unknown, options?: ReadOptions): ApiPromise<T> {
    const response = this.#run({ method, path, body, unkeyed: true }, options, readData<T>)
    return new ApiPromise(() => response)
  }

  list<T>(path: string, query: Query & { cursor?: string } = {}, options?: ReadOptions): List<T> {
    const fetch = (cursor: string | undefined) =>
      this.#run({ method: 'GET', path, query: { ...query, cursor } }, options, readPage<T>)
    return new List(fetch, query.cursor)
  }

  blob(path: string, query?: Query, options?: ReadOptions): ApiPromise<Blob> {
    return new ApiPromise(() => this.#run({ method: 'GET', path, query, accept: '*/*' }, options, (one) => one.blob()))
  }

  /**
   * A response whose body the caller reads; it has any 2xx status. `signal` has to cover the body too. One attempt.
   * Throws a WaybillError, or `signal.reason` after an abort of the signal.
   */
  open(call: Call, options: RequestOptions, signal: AbortSignal): Promise<Response> {
    return this.#fetch(this.#request(call, options), signal)
  }

  get timeoutMs(): number {
    return this.#settings.timeoutMs
  }

  get maxRetries(): number {
    return this.#settings.maxRetries
  }

  async #run<T>(call: Call, options: RequestOptions = {}, read: Read<T>): Promise<ApiResponse<T>> {
    const request = this.#request(call, options)
    const { idempotencyKey } = request
    const repeatable = call.method === 'GET' || call.method === 'DELETE' || idempotencyKey !== null
    const maxRetries = options.maxRetries ?? this.#settings.maxRetries
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(request, read)
      } catch (error) {
        if (!(error instanceof WaybillError)) throw error
        if (error.code === 'confirmation_required' && (await this.#settings.confirm())) {
          // Nothing was done: it is the same attempt.
          attempt -= 1
          continue
        }
        // An earlier attempt has deleted it, and its response was lost.
        if (attempt > 0 && call.method === 'DELETE' && error.status === 404) return deleted<T>(error)
        const pauseMs = pauseBeforeRetryMs({ error, attempt, maxRetries, repeatable }, Math.random())
        if (pauseMs === null) throw error
        await sleep(pauseMs, options.signal)
      }
    }
  }

  async #attempt<T>(request: Request, read: Read<T>): Promise<ApiResponse<T>> {
    const { options, idempotencyKey } = request
    const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs
    const deadline = startDeadline(timeoutMs, options.signal)
    try {
      const response = await this.#fetch(request, deadline.signal)
      const data = await read(response)
      const { status, headers } = response
      return {
        data,
        status,
        headers,
        requestId: headers.get('x-request-id'),
        etag: headers.get('etag'),
        idempotencyKey,
      }
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (deadline.hasPassed()) throw timedOut(request, timeoutMs, error)
      if (error instanceof WaybillError) throw error
      throw connectionFailed(request, error)
    } finally {
      deadline.clear()
    }
  }

  /** Throws whatever fetch throws, and a WaybillError for a status that is not 2xx. */
  async #fetch({ call, options, url, body, idempotencyKey }: Request, signal: AbortSignal): Promise<Response> {
    const { fetch, credentials } = this.#settings
    const headers = {
      accept: call.accept ?? 'application/json',
      ...(body !== undefined && { 'content-type': body instanceof Blob ? OCTETS : 'application/json' }),
      ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      ...(options.ifMatch !== undefined && { 'if-match': options.ifMatch }),
      ...(await this.#settings.headers()),
      ...options.headers,
    }
    const init = { method: call.method, headers, body, credentials, signal }
    // A redirect would turn a POST into a GET.
    const response = await fetch(url, { ...init, redirect: 'manual' })
    if (response.ok) return response
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      throw redirected(url, response)
    throw errorFromAnswer({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      idempotencyKey,
    })
  }

  #request(call: Call, options: RequestOptions): Request {
    const hasKey = (call.method === 'POST' || call.method === 'PATCH') && call.unkeyed !== true
    return {
      call,
      options,
      url: `${this.#settings.baseUrl}${call.path}${queryString(call.query)}`,
      body: call.body === undefined || call.body instanceof Blob ? call.body : JSON.stringify(call.body),
      idempotencyKey: hasKey ? (options.idempotencyKey ?? randomKey()) : null,
    }
  }
}

const deleted = <T>({ requestId }: WaybillError): ApiResponse<T> => ({
  data: undefined as T,
  status: 204,
  headers: new Headers(),
  requestId,
  etag: null,
  idempotencyKey: null,
})

/** 128 random bits. `crypto.randomUUID` is missing on pages without https. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
