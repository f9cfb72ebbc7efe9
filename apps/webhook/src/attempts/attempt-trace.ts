import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { suppressTracing } from '@opentelemetry/core'
import { traceparentNow, withTraceparent } from '@waybill/chassis/telemetry/trace-context'
import type { AttemptResult } from '../deliveries/delivery.ts'

const tracer = trace.getTracer('@waybill/webhook')

/**
 * Runs an attempt in a span of the event's trace. Passes `send` the traceparent to send to the receiver, whose spans
 * become children of the attempt.
 */
export function traceAttempt<T extends { result: AttemptResult }>(
  attempt: { traceparent: string | null; attributes: Record<string, string | number> },
  send: (traceparent: string | null) => Promise<T>,
): Promise<T> {
  return withTraceparent(attempt.traceparent, () =>
    tracer.startActiveSpan(
      'webhook.attempt',
      { kind: SpanKind.CLIENT, attributes: attempt.attributes },
      async (span) => {
        try {
          const traceparent = traceparentNow() ?? attempt.traceparent
          // Without this, the instrumentation of undici adds another span and a second traceparent header.
          const made = await context.with(suppressTracing(context.active()), () => send(traceparent))
          const { responseStatus, errorCode } = made.result
          if (responseStatus !== null) span.setAttribute('http.response.status_code', responseStatus)
          if (errorCode !== null) span.setAttribute('error.type', errorCode).setStatus({ code: SpanStatusCode.ERROR })
          return made
        } finally {
          span.end()
        }
      },
    ),
  )
}
