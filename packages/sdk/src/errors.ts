/** The errors that calls reject with. */
import type { components } from './gen/openapi.ts'

type ErrorObject = components['schemas']['ErrorObject']
/** An invalid field of the request. */
export type ErrorDetail = components['schemas']['ErrorDetail']
/** The carrier's own error. */
export type CarrierReason = components['schemas']['CarrierError']
/** Codes of the API, and `connection_failed`, `timed_out`, `invalid_response` of this package. */
export type ErrorCode = components['schemas']['ErrorCode']

interface ErrorFacts extends Partial<Omit<ErrorObject, 'code' | 'message' | 'status'>> {
  code: ErrorCode
  message: string
  status?: number | null
  retryAfterSeconds?: number | null
  idempotencyKey?: string | null
  cause?: unknown
}

/** A call failed. `code` says how; programs should act on it, or on `status` and `retryable` for a code they do not know. */
export class WaybillError extends Error {
  /** Spelled out in each class: bundlers shorten the names of classes. */
  override readonly name: string = 'WaybillError'
  /** HTTP status; null if there was no response. */
  readonly status: number | null
  readonly code: ErrorCode
  /** Every invalid field of the request; empty if the fields are not the problem. */
  readonly details: readonly ErrorDetail[]
  /** Whether the same call may succeed later, with the same idempotency key. The client has already retried it. */
  readonly retryable: boolean
  /** Name it when you report a problem. Null if there was no response. */
  readonly requestId: string | null
  /** The carrier's error, if a carrier is the cause. */
  readonly carrier: CarrierReason | null
  /** Further facts, such as `current_status`. */
  readonly meta: Readonly<Record<string, unknown>>
  /** URL of the description of the code. */
  readonly docUrl: string | null
  /** Seconds to wait before the next attempt, if the response says. */
  readonly retryAfterSeconds: number | null
  /** The key of the call. Repeat the call with it: what was done is not done again. Null for calls without a key. */
  readonly idempotencyKey: string | null

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.status = facts.status ?? null
    this.code = facts.code
    this.details = facts.details ?? []
    this.retryable = facts.retryable ?? false
    this.requestId = facts.request_id ?? null
    this.carrier = facts.carrier ?? null
    this.meta = facts.meta ?? {}
    this.docUrl = facts.doc_url ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.idempotencyKey = facts.idempotencyKey ?? null
  }
}

/** The request is wrong: 400, 405, 406, 413, 415, 422. See `details`. */
export class InvalidRequestError extends WaybillError {
  override readonly name: string = 'InvalidRequestError'
}
/** 401: the API key is missing, unknown, expired or revoked. */
export class AuthenticationError extends WaybillError {
  override readonly name: string = 'AuthenticationError'
}
/** 403: the API key may not do this. */
export class PermissionError extends WaybillError {
  override readonly name: string = 'PermissionError'
}
/** 404 and 410. */
export class NotFoundError extends WaybillError {
  override readonly name: string = 'NotFoundError'
}
/** 409 and 412: the resource is in another state than the call needs. */
export class ConflictError extends WaybillError {
  override readonly name: string = 'ConflictError'
}
/** 429. */
export class RateLimitError extends WaybillError {
  override readonly name: string = 'RateLimitError'
}
/** A carrier refused or failed: see `carrier`. */
export class CarrierError extends WaybillError {
  override readonly name: string = 'CarrierError'
}
/** 5xx: Waybill failed. */
export class ServerError extends WaybillError {
  override readonly name: string = 'ServerError'
}
/** There was no response, or none that can be read. A change may have been made. */
export class ConnectionError extends WaybillError {
  override readonly name: string = 'ConnectionError'
}
/** An attempt took longer than `timeoutMs`. A change may have been made. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError'
}

const classes: Record<string, typeof WaybillError> = {
  invalid_request: InvalidRequestError,
  authentication: AuthenticationError,
  permission: PermissionError,
  not_found: NotFoundError,
  conflict: ConflictError,
  carrier: CarrierError,
  rate_limit: RateLimitError,
  internal: ServerError,
}

/** Fields listed in a message; `details` has all. */
const MOST_FIELDS = 10

interface Answer {
  status: number
  headers: Headers
  text: string
  idempotencyKey: string | null
}

/** The error of a response whose status is not 2xx, whether it is Waybill's or a proxy's. */
export function errorFromAnswer({ status, headers, text, idempotencyKey }: Answer): WaybillError {
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'))
  const ours = readErrorObject(text)
  if (ours) {
    const { code, type } = ours
    const message = getMessage(ours, status)
    return new (classes[type] ?? classOfStatus(status))({
      ...ours,
      code,
      message,
      status,
      retryAfterSeconds,
      idempotencyKey,
    })
  }
  const requestId = headers.get('x-request-id')
  return new (classOfStatus(status))({
    code: 'invalid_response',
    message: `The response has status ${status} and is not Waybill's: "${excerpt(text)}". Check baseUrl and the proxies before it.`,
    status,
    retryable: status === 408 || status === 429 || status >= 500,
    retryAfterSeconds,
    idempotencyKey,
    ...(requestId !== null && { request_id: requestId }),
  })
}

function readErrorObject(text: string): ErrorObject | null {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<ErrorObject> }
    const isOurs = typeof error?.code === 'string' && typeof error.message === 'string'
    return isOurs ? { ...(error as ErrorObject), details: Array.isArray(error.details) ? error.details : [] } : null
  } catch {
    return null
  }
}

function getMessage({ message, code, details, carrier, request_id }: ErrorObject, status: number): string {
  const isTold = details.length === 1 && message.startsWith(`${details[0]?.field} ${details[0]?.message}`)
  const fields = isTold ? [] : details.slice(0, MOST_FIELDS).map((detail) => `  ${detail.field}: ${detail.message}`)
  const rest = details.length > MOST_FIELDS ? [`  and ${details.length - MOST_FIELDS} more`] : []
  const reason = carrier ? [`  ${carrier.carrier_code}: ${carrier.message}`] : []
  return [`${message} (${status} ${code}, request ${request_id})`, ...fields, ...rest, ...reason].join('\n')
}

function classOfStatus(status: number): typeof WaybillError {
  if (status === 401) return AuthenticationError
  if (status === 403) return PermissionError
  if (status === 404 || status === 410) return NotFoundError
  if (status === 409 || status === 412) return ConflictError
  if (status === 429) return RateLimitError
  return status >= 500 ? ServerError : InvalidRequestError
}

/** Seconds from the number or the date of the header; null without a valid one. */
export function readRetryAfter(value: string | null, nowMs: number = Date.now()): number | null {
  if (value === null || value.trim() === '') return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}

/** The start of a text, on one line. */
const excerpt = (text: string): string => text.slice(0, 200).replaceAll(/\s+/g, ' ').trim()
