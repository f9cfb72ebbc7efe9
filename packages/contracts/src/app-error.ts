import { type ErrorCode, type ErrorKind, errorCatalogue } from './error-catalogue.ts'

/** One invalid part of a request: its location and what is expected. */
export interface ErrorDetail {
  /** Readable path: `parcels[0].weight_kg`. */
  field: string
  /** The same path as an RFC 6901 pointer: `/parcels/0/weight_kg`. */
  pointer: string
  code: string
  message: string
  location: 'body' | 'query' | 'path' | 'header'
}

/** The carrier's own error, if a carrier caused this one. Never contains a secret or a raw body. */
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
  /** Default: as the catalogue says of the code. */
  retryable?: boolean
}

/**
 * An error that the caller can act on. `code` is from the closed catalogue. The message is shown to merchants: it says
 * what is wrong, what was expected and what to do, and contains no stack, SQL, secret or exception text.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetail[]
  readonly carrier: CarrierFault | null
  readonly meta: Record<string, unknown>
  readonly retryAfterSeconds: number | null
  /** Whether the same request may succeed later. */
  readonly retryable: boolean

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.details = options.details ?? []
    this.carrier = options.carrier ?? null
    this.meta = options.meta ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.retryable = options.retryable ?? errorCatalogue[code].retryable
  }

  get kind(): ErrorKind {
    return errorCatalogue[this.code]
  }

  /**
   * Whether repeating the same request yields the same error, so that it is stored under the idempotency key. False for
   * 412: the caller retries the same request, with the same key, with a newer If-Match.
   */
  get isDeterministic(): boolean {
    return this.kind.status < 500 && this.kind.status !== 412 && !this.retryable
  }
}

/** 412: `If-Match` names another version than the present one of `subject`. */
export const versionConflict = (subject: string, version: number, ifMatch: string): AppError =>
  new AppError(
    'version_conflict',
    `${subject} is at version ${version}, not ${ifMatch}. Read it again and repeat the change.`,
    { meta: { current_etag: toEtag(version) } },
  )

/** The version as If-Match takes it. The ETag header adds a digest of the body, which If-Match does not need. */
export const toEtag = (version: number): string => `"${version}"`

/** URL of the description of an error code. */
export const docUrl = (code: ErrorCode, baseUrl: string): string => `${baseUrl}/docs/errors#${code}`

/** The error envelope of the API. Services leave out `baseUrl`: the gateway completes `doc_url`. */
export function errorEnvelope(error: AppError, requestId: string, baseUrl = '') {
  const { type, status } = error.kind
  return {
    success: false as const,
    error: {
      type,
      code: error.code,
      message: error.message,
      status,
      details: error.details,
      retryable: error.retryable,
      carrier: error.carrier,
      meta: error.meta,
      doc_url: docUrl(error.code, baseUrl),
      request_id: requestId,
    },
  }
}

export type ErrorEnvelope = ReturnType<typeof errorEnvelope>
