import { errorFromAnswer, WaybillError } from '../errors.ts'
import { startDeadline } from '../http/deadline.ts'
import { connectionFailed, notOurs } from '../http/failures.ts'
import { type Http, randomKey } from '../http/http.ts'
import type { RequestOptions } from '../http/request-options.ts'
import { pauseBeforeRetryMs } from '../http/retry.ts'
import { sleep } from '../http/sleep.ts'
import type * as api from '../types.ts'
import { parseData, readMessages, SILENCE_MS, STREAM_TYPE } from './messages.ts'

/** The carriers' answers and, at the end, the quote. */
export type QuoteStreamItem =
  /** An offer. It can be booked once the quote is there and has it. */
  | { type: 'option'; option: api.QuoteOption }
  /** Why a carrier or a service made no offer. */
  | { type: 'message'; message: api.Quote['messages'][number] }
  /** The last item: the stored quote. */
  | { type: 'quote'; quote: api.Quote }

/** Retries as other calls do until the first item. After that, a failure is thrown: the same key gets the stored quote. */
export async function* streamQuote(
  http: Http,
  body: api.CreateQuoteForShipment | api.CreateQuote,
  { idempotencyKey = randomKey(), ...others }: RequestOptions,
): AsyncGenerator<QuoteStreamItem, void, undefined> {
  const { signal, maxRetries = http.maxRetries } = others
  const options = { ...others, idempotencyKey }
  for (let attempt = 0; ; attempt += 1) {
    let hasItems = false
    try {
      for await (const item of readOnce(http, body, options)) {
        hasItems = true
        yield item
      }
      return
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      const call = { call: { method: 'POST' }, url: PATH, idempotencyKey }
      const failure = error instanceof WaybillError ? error : connectionFailed(call, error)
      const left = hasItems ? 0 : maxRetries
      const pauseMs = pauseBeforeRetryMs({ error: failure, attempt, maxRetries: left, repeatable: true }, Math.random())
      if (pauseMs === null) throw failure
      await sleep(pauseMs, signal)
    }
  }
}

const PATH = '/api/v1/quotes'

async function* readOnce(
  http: Http,
  body: object,
  options: RequestOptions & { idempotencyKey: string },
): AsyncGenerator<QuoteStreamItem, void, undefined> {
  const silence = startDeadline(options.timeoutMs ?? SILENCE_MS, options.signal)
  try {
    const response = await http.open({ method: 'POST', path: PATH, body, accept: STREAM_TYPE }, options, silence.signal)
    if (!response.headers.get('content-type')?.startsWith(STREAM_TYPE) || response.body === null)
      throw notOurs(response, STREAM_TYPE)
    for await (const { event, data } of readMessages(response.body, silence, { retryMs: 0, failures: 0 })) {
      if (event === 'option') yield { type: event, option: parseData(data) }
      if (event === 'message') yield { type: event, message: parseData(data) }
      if (event === 'error') throw findError(data, response, options)
      if (event === 'quote') {
        yield { type: event, quote: parseData(data) }
        return
      }
    }
  } finally {
    silence.clear()
  }
  throw new TypeError('the stream ended before the quote')
}

/** The error as a call would have thrown it. */
function findError(text: string, { headers }: Response, { idempotencyKey }: { idempotencyKey: string }): WaybillError {
  const { error } = parseData<{ error: { status: number } }>(text)
  return errorFromAnswer({ status: error.status, headers, text, idempotencyKey })
}
