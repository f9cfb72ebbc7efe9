import { type ErrorCode, type ErrorKind, errorCatalogue } from './error-catalogue.ts'

/** One thing that is wrong with a request: where it is and what would be right. */
export interface ErrorDetail {
  /** Path as a person writes it: `parcels[0].weight_kg`. */
  field: string
  /** RFC 6901 pointer into the body: `/parcels/0/weight_kg`. */
  pointer: string
  code: string
  message: string
  location: 'body' | 'query' | 'path' | 'header'
}

/** What a carrier said, when a carrier is the cause. Never holds a secret or a raw body. */
export interface CarrierFault {
  carrier_code: string
  code: string
  message: string
  http_status: number | null
}

export interface AppErrorOptions {
  cause?: unknown
  details?: ErrorDetail[]
  carrier?: CarrierFault | null
  meta?: Record<string, unknown>
  retryAfterSeconds?: number
}

/**
 * An outcome that the caller can act upon. `code` is from the closed catalogue; the message names the thing,
 * its state and the way out, and is shown to merchants: no stack, SQL, secret or exception text in it.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetail[]
  readonly carrier: CarrierFault | null
  readonly meta: Record<string, unknown>
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.details = options.details ?? []
    this.carrier = options.carrier ?? null
    this.meta = options.meta ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }

  get kind(): ErrorKind {
    return errorCatalogue[this.code]
  }

  /**
   * A 4xx that the same request would meet again: an answer worth keeping under an idempotency key. Not a 412: whoever has
   * read the new version sends the same request, with its key, and another If-Match.
   */
  get isDeterministic(): boolean {
    return this.kind.status < 500 && this.kind.status !== 412 && !this.kind.retryable
  }
}

/** The error envelope of the API, for one request. */
export function errorEnvelope(error: AppError, requestId: string) {
  const { type, status, retryable } = error.kind
  return {
    success: false as const,
    error: {
      type,
      code: error.code,
      message: error.message,
      status,
      details: error.details,
      retryable,
      carrier: error.carrier,
      meta: error.meta,
      doc_url: `/docs/errors#${error.code}`,
      request_id: requestId,
    },
  }
}

export type ErrorEnvelope = ReturnType<typeof errorEnvelope>
