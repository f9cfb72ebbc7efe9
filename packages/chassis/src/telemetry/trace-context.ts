import {
  context,
  createContextKey,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { isTracingSuppressed, suppressTracing } from '@opentelemetry/core'

/**
 * Context key of an unrecorded trace. It is not passed as a span, since instrumentations process every span, recorded or
 * not, and most requests are not recorded.
 */
const UNRECORDED = createContextKey('waybill unrecorded traceparent')
const QUIET_CONTEXT = suppressTracing(ROOT_CONTEXT)
/** Sent by work that is never traced, such as a poll. */
const NO_TRACE = `00-${'f'.repeat(32)}-${'f'.repeat(16)}-00`

/** The W3C `traceparent` of the current trace; null outside a trace or without telemetry. */
export function traceparentNow(): string | null {
  const unrecorded = unrecordedTraceparent()
  if (unrecorded !== null) return unrecorded
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

const unrecordedTraceparent = (): string | null => (context.active().getValue(UNRECORDED) as string) ?? null

/**
 * The `traceparent` that a call must carry because no instrumentation adds it; null if one does. Without it, the receiver
 * would start a new trace.
 */
export const findUninstrumentedTraceparent = (): string | null =>
  unrecordedTraceparent() ?? (isTracingSuppressed(context.active()) ? NO_TRACE : null)

/** Ids of the current trace and its active span; null outside a trace. */
export function traceIdsNow(): { traceId: string; spanId: string } | null {
  const span = trace.getActiveSpan()?.spanContext()
  if (span && isSpanContextValid(span)) return span
  const [, traceId, spanId] = unrecordedTraceparent()?.split('-') ?? []
  return traceId && spanId ? { traceId, spanId } : null
}

/**
 * Runs the work as a continuation of the given trace.
 * Starts from the root context, so that a surrounding `suppressTracing` does not affect the work.
 */
export function withTraceparent<T>(traceparent: string | null | undefined, work: () => T): T {
  const parent = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT
  const span = trace.getSpanContext(parent)
  if (!span || isSampled(span)) return context.with(parent, work)
  // Rebuilt from the ids: other fields of the caller's header must not be forwarded.
  const passed = `00-${span.traceId}-${span.spanId}-00`
  return context.with(QUIET_CONTEXT.setValue(UNRECORDED, passed), work)
}

const isSampled = ({ traceFlags }: { traceFlags: number }): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0
