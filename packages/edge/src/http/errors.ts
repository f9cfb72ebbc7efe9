/** Maps whatever was thrown to the error response. */
import type { Readable } from 'node:stream'
import { publicError } from '@waybill/chassis/rpc/errors'
import { AppError, docUrl, type ErrorEnvelope, errorEnvelope } from '@waybill/contracts/app-error'
import { type ErrorCode, errorCatalogue } from '@waybill/contracts/error-catalogue'
import { JSON_TYPE, PROBLEM_TYPE } from '@waybill/contracts/requests/media-types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { wantsProblem } from './accept.ts'
import { LARGEST_DROPPED_BYTES } from './body.ts'

const DEFAULT_RETRY_SECONDS = 1
/** Statuses that get a Retry-After header if the error is retryable. */
const RETRY_STATUSES = new Set([409, 429, 503])

const fromFastify: Record<string, [code: ErrorCode, message: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body with Content-Type: application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_header', 'Content-Length does not match the length of the body.'],
}

/** Translates the framework's errors; leaves the rest to `publicError`. `bodyLimitBytes`: of the route. */
export function toAppError(thrown: unknown, bodyLimitBytes: number): AppError {
  if (thrown instanceof AppError) return thrown
  const code = String((thrown as { code?: unknown } | null)?.code ?? '')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const message = `The body is larger than the limit of ${bodyLimitBytes / 1024} KiB. Send less data.`
    return new AppError('payload_too_large', message, { cause: thrown })
  }
  const known = fromFastify[code]
  if (known) return new AppError(known[0], known[1], { cause: thrown })
  // The caller closed the connection while sending. Not an internal error, and nobody reads the response.
  if (code === 'ECONNRESET')
    return new AppError('invalid_json', 'The body ended before Content-Length bytes.', { cause: thrown })
  return publicError(thrown)
}

/** The body of RFC 9457, with the envelope and its fields as extension members. */
export function toProblem({ success, error }: ErrorEnvelope) {
  const { type, message, doc_url, ...rest } = error
  return {
    success,
    error,
    ...rest,
    type: doc_url,
    title: errorCatalogue[error.code].meaning,
    detail: message,
    error_type: type,
  }
}

/** Sends the error in the form that the request accepts. `publicUrl` is the base of its `doc_url`. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
  publicUrl: string,
): FastifyReply {
  const { status } = error.kind
  const seconds =
    error.retryAfterSeconds ?? (error.retryable && RETRY_STATUSES.has(status) ? DEFAULT_RETRY_SECONDS : null)
  if (seconds !== null) reply.header('retry-after', String(seconds))
  if (status === 413 && Number(request.headers['content-length'] ?? Number.NaN) <= LARGEST_DROPPED_BYTES) {
    reply.removeHeader('connection')
  }
  return sendEnvelope(request, reply.code(status), errorEnvelope(error, request.id, publicUrl))
}

/** Sends the error that a service has stored as the answer of an operation. */
export function sendStoredError(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer | string | Readable,
  publicUrl: string,
): FastifyReply {
  const { error } = JSON.parse(body.toString()) as ErrorEnvelope
  return sendEnvelope(request, reply, { success: false, error: { ...error, doc_url: docUrl(error.code, publicUrl) } })
}

const sendEnvelope = (request: FastifyRequest, reply: FastifyReply, envelope: ErrorEnvelope): FastifyReply =>
  wantsProblem(request)
    ? reply.type(PROBLEM_TYPE).send(JSON.stringify(toProblem(envelope)))
    : reply.type(JSON_TYPE).send(JSON.stringify(envelope))
