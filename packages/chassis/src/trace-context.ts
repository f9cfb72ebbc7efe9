import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api'

/** The W3C `traceparent` of the active span; null outside a trace, while tracing is suppressed, or without telemetry. */
export function traceparentNow(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/**
 * Runs the work as a continuation of the trace that the text names.
 * Starts from the root context, so a surrounding `suppressTracing` does not reach into the work.
 */
export function withTraceparent<T>(traceparent: string | null | undefined, work: () => T): T {
  const parent = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT
  return context.with(parent, work)
}
