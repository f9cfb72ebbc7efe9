import { type Attributes, context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { isTracingSuppressed, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { type Instrumentation, registerInstrumentations } from '@opentelemetry/instrumentation'
import { AmqplibInstrumentation } from '@opentelemetry/instrumentation-amqplib'
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc'
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { register } from 'import-in-the-middle/register-hooks.mjs'
import { noteSpanLosses } from './export-losses.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Modules whose imports are intercepted; every other one loads untouched. */
const INSTRUMENTED_MODULES = ['@grpc/grpc-js', 'pg', 'pg-pool', 'amqplib', 'ioredis']
/** Probes and scrapes are no traces. */
const UNTRACED_PATHS = new Set(['/livez', '/readyz', '/metrics'])
/** What calls that wait together are sent by. */
const GATHERED_METHOD = 'Call'
const EXPORT_TIMEOUT_MS = 5_000

export interface Telemetry {
  /** Sends what is still held. A collector that is away delays it by seconds, and fails nothing: the spans are lost, and that is told. */
  shutdown(): Promise<void>
}

/**
 * Starts tracing for the process. Call it before anything that is traced is imported: a `main.ts` calls it, then imports
 * its service dynamically.
 *
 * With an endpoint (of an OTLP collector, `http://host:4318`), gRPC, Postgres, AMQP, Redis and undici calls become spans,
 * and requests over HTTP by `traceRequest`; `ratio` of the traces that begin here are recorded, and one that a caller
 * began is recorded if the caller recorded it. Without an endpoint nothing is instrumented, since that costs 200 µs a
 * request even unsampled; trace ids still pass from `traceparent` headers through calls, events and log lines.
 */
export function startTelemetry(options: {
  service: string
  otlpEndpoint?: string | null
  ratio?: number
  log: Logger
  metrics: Metrics
}): Telemetry {
  const { service, otlpEndpoint, ratio = 1 } = options
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  if (!otlpEndpoint) {
    trace.setGlobalTracerProvider(new TracerProvider({ sampler: new AlwaysOffSampler() }))
    return { shutdown: async () => {} }
  }
  const losses = noteSpanLosses(options)
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', otlpEndpoint.endsWith('/') ? otlpEndpoint : `${otlpEndpoint}/`).href,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'waybill' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: losses.watch(exporter), selfObsMeterProvider: losses.meterProvider }),
    ],
  })
  trace.setGlobalTracerProvider(provider)
  register({ include: INSTRUMENTED_MODULES })
  registerInstrumentations({ instrumentations: instrumentations() })
  return {
    async shutdown() {
      await provider.shutdown().catch(() => {}) // the losses tell of it
      losses.flush()
    },
  }
}

const pathOf = (url: string | undefined): string => (url ?? '/').split('?', 1)[0] ?? '/'

/** Spans name what was called, never what was said: queries, keys and receivers' paths may hold secrets or names. */
function instrumentations(): Instrumentation[] {
  return [
    // Calls that are recorded are not gathered, so a batch belongs to no trace.
    new GrpcInstrumentation({ ignoreGrpcMethods: [GATHERED_METHOD] }),
    // Connecting, and work outside any trace, is no trace of its own.
    new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
    new AmqplibInstrumentation(),
    new UndiciInstrumentation({
      ignoreRequestHook: ({ path }) => isTracingSuppressed(context.active()) || UNTRACED_PATHS.has(pathOf(path)),
      startSpanHook: ({ origin }): Attributes => ({ 'url.full': origin, 'url.path': '', 'url.query': '' }),
    }),
  ]
}
