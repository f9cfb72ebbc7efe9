import * as grpc from '@grpc/grpc-js'
import { AppError, type AppErrorOptions } from '@waybill/contracts/app-error'
import { isErrorCode } from '@waybill/contracts/error-catalogue'
import { isDatabaseUnavailable } from '../postgres/database.ts'

/** Trailing metadata that carries an AppError as JSON. */
export const ERROR_KEY = 'waybill-error-bin'

/** Far below the 64 KiB that an HTTP/2 peer accepts as headers, base64 included. */
const MAX_ERROR_BYTES = 24 * 1024

/** gRPC status by HTTP status. Callers act on the AppError in the metadata, not on this status. */
const grpcByHttpStatus: Record<number, grpc.status> = {
  400: grpc.status.INVALID_ARGUMENT,
  401: grpc.status.UNAUTHENTICATED,
  403: grpc.status.PERMISSION_DENIED,
  404: grpc.status.NOT_FOUND,
  409: grpc.status.FAILED_PRECONDITION,
  412: grpc.status.FAILED_PRECONDITION,
  422: grpc.status.INVALID_ARGUMENT,
  429: grpc.status.RESOURCE_EXHAUSTED,
  500: grpc.status.INTERNAL,
  502: grpc.status.UNKNOWN,
  503: grpc.status.UNAVAILABLE,
  504: grpc.status.DEADLINE_EXCEEDED,
}

function encode(error: AppError): Buffer {
  const { code, message, details, carrier, meta, retryAfterSeconds, retryable } = error
  const bytes = (fields: object) => Buffer.from(JSON.stringify(fields))
  let kept = details
  let encoded = bytes({ code, message, details: kept, carrier, meta, retryAfterSeconds, retryable })
  while (encoded.length > MAX_ERROR_BYTES && kept.length > 0) {
    kept = kept.slice(0, Math.floor(kept.length / 2))
    encoded = bytes({ code, message, details: kept, carrier, meta, retryAfterSeconds, retryable, detailsOmitted: true })
  }
  if (encoded.length <= MAX_ERROR_BYTES) return encoded
  return bytes({ code, message: message.slice(0, 1_000), retryable, detailsOmitted: details.length > 0 })
}

/**
 * The error that a caller receives: an AppError unchanged, `service_unavailable` if the database is unreachable, otherwise
 * `internal_error` without the original text.
 */
export function publicError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) {
    const message = 'The database is unavailable. Retry with the same Idempotency-Key.'
    return new AppError('service_unavailable', message, { cause: error, retryAfterSeconds: 1 })
  }
  return new AppError('internal_error', 'Unexpected error. Retry later; if it persists, report the request_id.', {
    cause: error,
  })
}

/** The gRPC status that carries an AppError. The status text is only the code: the message travels in the metadata. */
export function toGrpcStatus(error: AppError): grpc.StatusObject {
  const metadata = new grpc.Metadata()
  metadata.set(ERROR_KEY, encode(error))
  const { status } = error.kind
  const code = grpcByHttpStatus[status] ?? (status < 500 ? grpc.status.INVALID_ARGUMENT : grpc.status.INTERNAL)
  return { code, details: error.code, metadata }
}

/** The AppError in the metadata, or undefined if the transport or another server failed the call. */
function carriedAppError(error: grpc.ServiceError): AppError | undefined {
  const [encoded] = error.metadata?.get(ERROR_KEY) ?? []
  if (!Buffer.isBuffer(encoded)) return undefined
  const { code, message, detailsOmitted, ...options } = JSON.parse(encoded.toString()) as AppErrorOptions & {
    code: string
    message: string
    detailsOmitted?: boolean
  }
  // An unknown code from a newer version.
  if (!isErrorCode(code)) return undefined
  const carried = new AppError(code, message, { ...options, cause: error })
  if (detailsOmitted) errorsWithOmittedDetails.add(carried)
  return carried
}

const errorsWithOmittedDetails = new WeakSet<AppError>()

/** Whether details were removed from the error because it exceeded the size limit of metadata. */
export const hasOmittedDetails = (error: AppError): boolean => errorsWithOmittedDetails.has(error)

/** Whether the call was lost in transit and may be resent. Every command is idempotent. */
export function isLostCall(error: grpc.ServiceError): boolean {
  if (error.metadata?.get(ERROR_KEY).length) return false
  // A server that is killed cancels its streams.
  return error.code === grpc.status.UNAVAILABLE || error.code === grpc.status.CANCELLED
}

/** The deadline has passed, and whether the call had its effect is not known. */
export const outcomeUnknown = (cause: unknown): AppError =>
  new AppError(
    'upstream_timeout',
    'The service did not respond in time. Retry, with the same Idempotency-Key if the request has one.',
    {
      cause,
    },
  )

/** The AppError for a failed call: the one in the metadata, else one that describes the transport's failure. */
export function fromGrpcError(error: grpc.ServiceError): AppError {
  const carried = carriedAppError(error)
  if (carried) return carried
  if (error.code === grpc.status.DEADLINE_EXCEEDED || error.code === grpc.status.CANCELLED) return outcomeUnknown(error)
  if (error.code === grpc.status.UNAVAILABLE) {
    const message = 'Part of the platform is unavailable. Retry shortly.'
    return new AppError('service_unavailable', message, { cause: error, retryAfterSeconds: 1 })
  }
  return publicError(error)
}
