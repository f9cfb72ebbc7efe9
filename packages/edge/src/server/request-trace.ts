import { passTrace, type RequestTrace, traceRequest } from '@waybill/chassis/telemetry/trace-request'
import type { FastifyRequest } from 'fastify'
import { parseTraceparent } from '../http/headers.ts'
import { PROBES, tracedPath } from '../http/paths.ts'

/**
 * The traceparent of a caller that was authenticated; null for others: anyone could otherwise have all their requests
 * recorded, by the flag in it.
 */
export const trustedTraceparent = ({ headers, credential, operator }: FastifyRequest): string | null =>
  credential === null && operator === null ? null : parseTraceparent(headers.traceparent)

interface Begin {
  tracing: boolean
  begunAt: Date
}

/**
 * The trace of a request whose caller is not known yet. One that a caller has begun is not recorded so far: whether its flag
 * counts is decided once the request is admitted.
 */
export function beforeAdmission(request: FastifyRequest, begin: Begin): RequestTrace {
  const sent = parseTraceparent(request.headers.traceparent)
  if (sent !== null) return passTrace(sent.replace(/..$/, '00'))
  request.trace = startTrace(request, begin)
  return request.trace
}

/** Begins the trace of a request that was admitted or refused. */
export function startTrace(request: FastifyRequest, { tracing, begunAt }: Begin): RequestTrace {
  const { method, url, routeOptions } = request
  const traceparent = trustedTraceparent(request)
  const route = routeOptions.url
  if (!tracing || PROBES.has(route ?? '')) return passTrace(traceparent)
  return traceRequest({ method, route, path: tracedPath(url, route), traceparent, begunAt })
}
