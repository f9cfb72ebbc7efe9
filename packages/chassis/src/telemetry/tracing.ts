import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { AlwaysOffSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { register } from 'import-in-the-middle/register-hooks.mjs'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import { isTracingOn, type TracingConfig } from './tracing-variables.ts'

/** Modules whose imports are intercepted. All others load unchanged. */
const INSTRUMENTED_MODULES = ['@grpc/grpc-js', 'pg', 'pg-pool', 'amqplib', 'ioredis']

export interface TelemetryOptions {
  service: string
  config: TracingConfig
  log: Logger
  metrics: Metrics
}

export interface Telemetry {
  /** Exports the spans in the queue. An unreachable collector delays this by seconds, never fails it: the loss is logged. */
  shutdown(): Promise<void>
}

/**
 * Starts tracing for the process. Call it before importing anything that is traced: a `main.ts` calls it, then imports
 * its service dynamically.
 *
 * When tracing is on, gRPC, Postgres, AMQP, Redis and undici calls become spans, and `traceRequest` adds those of HTTP
 * requests. When it is off, nothing is instrumented, since that costs 200 µs a request even for an unsampled trace.
 * Trace ids still pass from `traceparent` headers through calls, events and log lines.
 */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  if (!isTracingOn(options.config)) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager())
    propagation.setGlobalPropagator(new W3CTraceContextPropagator())
    trace.setGlobalTracerProvider(new TracerProvider({ sampler: new AlwaysOffSampler() }))
    return { shutdown: async () => {} }
  }
  register({ include: INSTRUMENTED_MODULES })
  // Loaded after the hooks and only when needed: the SDK brings some twenty packages.
  const { startSdk } = await import('./sdk.ts')
  return startSdk(options)
}
