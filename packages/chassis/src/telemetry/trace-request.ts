/** Spans of incoming HTTP requests. */
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { withTraceparent } from './trace-context.ts'

const tracer = trace.getTracer('@waybill/http')

export interface RequestTrace {
  /** Runs work of the request within its trace. The code that reads the request's body runs outside it. */
  run<T>(work: () => T): T
  end(answer: { status: number; code?: string | undefined }): void
}

/**
 * Starts the span of a request, or continues its caller's trace. An unsampled trace is passed on as a bare `traceparent`,
 * at almost no cost.
 */
export function traceRequest(request: {
  method: string
  /** Path of the route; undefined if no route matched. */
  route: string | undefined
  path: string
  traceparent: string | null
  /** Default: now. */
  begunAt?: Date
}): RequestTrace {
  const { method, route, path, traceparent, begunAt } = request
  const parent = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT
  const attributes: Attributes = {
    'http.request.method': method,
    'url.path': path,
    ...(route && { 'http.route': route }),
  }
  const options = { kind: SpanKind.SERVER, attributes, ...(begunAt && { startTime: begunAt }) }
  const span = tracer.startSpan(route ? `${method} ${route}` : method, options, parent)
  if (!span.isRecording()) {
    const { traceId, spanId } = span.spanContext()
    return { run: (work) => withTraceparent(`00-${traceId}-${spanId}-00`, work), end: () => {} }
  }
  const within = trace.setSpan(parent, span)
  return {
    run: (work) => context.with(within, work),
    end({ status, code }) {
      span.setAttribute('http.response.status_code', status)
      if (code !== undefined) span.setAttribute('error.type', code)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** Used when tracing is off: passes the caller's trace through. */
export const passTrace = (traceparent: string | null): RequestTrace => ({
  run: (work) => (traceparent ? withTraceparent(traceparent, work) : work()),
  end: () => {},
})
