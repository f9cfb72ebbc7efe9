import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { ExchangeSubject, RecordExchange } from '../exchange-log/exchange.ts'
import { type AccountGuard, createAccountGuards } from './account-guard.ts'
import type { AnswerBody } from './answer-text.ts'
import { connectionFault, endsHere, MAX_BODY_BYTES, retryAfterMs } from './connection-fault.ts'
import { createCarrierConnector, type TrustedUrls } from './connector.ts'

const MAX_TRIES = 3
const RETRY_BASE_MS = 100
const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504])

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: object
  /** Sent instead of `body`, as application/x-www-form-urlencoded. The exchange log keeps its length only. */
  form?: Readonly<Record<string, string>>
  /** Data for the exchange log. The carrier account selects circuit breaker and bulkhead. */
  subject: ExchangeSubject
  /** Repeating the request has no further effect at the carrier. Only such requests are retried. */
  idempotent: boolean
  /** Whether the carrier has decided, although the status of its answer looks transient. Such an answer is not retried. */
  isDecided?: (answer: AnswerBody & { status: number }) => boolean
  deadlineAt: Date
  signal?: AbortSignal
}

/**
 * `answered`: a complete answer of any status. `not_sent`: nothing reached the carrier. `unknown`: it may have.
 * `ambiguous`: an earlier try of the request may have had its effect, whatever this answer says.
 */
export type HttpOutcome =
  | (Answer & { ambiguous: boolean })
  | { kind: 'not_sent'; code: string; message: string; ambiguous: boolean }
  | { kind: 'unknown'; code: string; message: string }

type Answer = { kind: 'answered'; status: number; retryAfterMs: number | null } & AnswerBody

type Try = Answer | { kind: 'not_sent' | 'unknown'; code: string; message: string }

export type HttpClient = (request: HttpRequest) => Promise<HttpOutcome>

/** Sends one try. */
type Send = (call: HttpRequest, signal: AbortSignal) => Promise<Try>

/**
 * An HTTP client for one carrier: one deadline for all tries, retries of idempotent requests only, a circuit breaker and a
 * bulkhead per carrier account, no redirects, no body over 8 MiB. Never throws for network errors. Connections are kept per
 * origin. `trustedUrls`: base URLs that the operator configured; anything else is reached over https and at public addresses
 * only. `record` gets every try as it was sent and answered.
 */
export function createHttpClient(options: { trustedUrls: TrustedUrls; record?: RecordExchange }): HttpClient {
  const { trustedUrls, record = () => {} } = options
  const dispatcher = new Agent({
    connect: createCarrierConnector(trustedUrls),
    allowH2: false,
    maxResponseSize: MAX_BODY_BYTES,
  })
  const guards = createAccountGuards()
  const send: Send = async (call, signal) => {
    const requestBody = encodeBody(call)
    const startedAt = new Date()
    const result = await exchange(call, requestBody, signal, dispatcher)
    const answered = result.kind === 'answered'
    record({
      ...call.subject,
      direction: 'sent',
      method: call.method,
      url: call.url,
      requestBody,
      httpStatus: answered ? result.status : null,
      responseBody: answered ? result.body : null,
      fault: answered ? null : result.code,
      startedAt,
      durationMs: Date.now() - startedAt.getTime(),
    })
    return result
  }
  return (httpRequest) => sendWithRetries(httpRequest, guards(httpRequest.subject.carrierAccountId), send)
}

function encodeBody({ body, form }: HttpRequest): string | null {
  if (form) return new URLSearchParams(form).toString()
  return body ? JSON.stringify(body) : null
}

async function sendWithRetries(call: HttpRequest, guard: AccountGuard, send: Send): Promise<HttpOutcome> {
  const maxTries = call.idempotent ? MAX_TRIES : 1
  let ambiguous = false
  for (let tryNumber = 1; ; tryNumber++) {
    const result = await sendOnce(call, guard, send)
    const isFinal = tryNumber === maxTries || (result.kind === 'answered' && call.isDecided?.(result) === true)
    const waitMs = isFinal ? null : waitBeforeRetryMs(result, tryNumber)
    const timeLeftMs = call.deadlineAt.getTime() - Date.now()
    if (waitMs === null || waitMs >= timeLeftMs || call.signal?.aborted) return settle(result, ambiguous)
    ambiguous ||= mayHaveHadEffect(result)
    // An abort ends the wait; the next try then sends nothing.
    await delay(waitMs, undefined, { signal: call.signal }).catch(() => {})
  }
}

function settle(result: Try, ambiguous: boolean): HttpOutcome {
  return result.kind === 'unknown' ? { ...result, kind: 'unknown' } : ({ ...result, ambiguous } as HttpOutcome)
}

const mayHaveHadEffect = (result: Try): boolean =>
  result.kind === 'unknown' || (result.kind === 'answered' && result.status >= 500)

/** Null: do not retry. Full jitter spreads the retries of callers that failed at the same moment. */
function waitBeforeRetryMs(result: Try, tryNumber: number): number | null {
  if (result.kind === 'answered' && !RETRIED_STATUSES.has(result.status)) return null
  if (result.kind !== 'answered' && endsHere(result.code)) return null
  const jitterMs = randomInt(RETRY_BASE_MS * 2 ** tryNumber)
  return result.kind === 'answered' && result.retryAfterMs !== null ? result.retryAfterMs + jitterMs : jitterMs
}

/** One try behind the guard. A call whose time ends while it waits for a slot was not sent. */
async function sendOnce(call: HttpRequest, guard: AccountGuard, send: Send): Promise<Try> {
  const timeLeftMs = call.deadlineAt.getTime() - Date.now()
  if (timeLeftMs <= 0)
    return { kind: 'not_sent', code: 'deadline_passed', message: 'The deadline passed before the call was sent.' }
  if (call.signal?.aborted) return { kind: 'not_sent', code: 'aborted', message: 'The caller aborted the call.' }
  const timeout = AbortSignal.timeout(timeLeftMs)
  const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout
  let sent = false
  const guarded = guard(signal, () => {
    sent = true
    return send(call, signal)
  })
  const ended = new Promise<Try>((resolve) => {
    const end = () => {
      if (!sent)
        resolve({ kind: 'not_sent', code: 'too_many_calls', message: 'The call waited too long for a free slot.' })
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  return Promise.race([guarded, ended])
}

async function exchange(call: HttpRequest, body: string | null, signal: AbortSignal, dispatcher: Agent): Promise<Try> {
  try {
    const sent = request(call.url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(body !== null && { 'content-type': call.form ? 'application/x-www-form-urlencoded' : 'application/json' }),
        ...call.headers,
      },
      body,
      signal,
      dispatcher,
    })
    const { statusCode, headers, body: answer } = await Promise.race([sent, aborted(signal)])
    const bytes = Buffer.from(await answer.arrayBuffer())
    const wait = retryAfterMs(headers['retry-after'], new Date())
    const contentType = headers['content-type']
    return {
      kind: 'answered',
      status: statusCode,
      body: bytes,
      contentType: typeof contentType === 'string' ? contentType : null,
      retryAfterMs: wait,
    }
  } catch (error) {
    if (call.signal?.aborted) return { kind: 'unknown', code: 'aborted', message: 'The caller aborted the call.' }
    if (signal.aborted) return { kind: 'unknown', code: 'timeout', message: 'The carrier did not answer in time.' }
    return connectionFault(error)
  }
}

/** Rejects when the signal aborts. undici itself notices an abort only once it has a connection. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
