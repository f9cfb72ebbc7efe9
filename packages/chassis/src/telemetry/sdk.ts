import { type Attributes, context } from '@opentelemetry/api'
import { getNumberFromEnv, isTracingSuppressed, W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Instrumentation } from '@opentelemetry/instrumentation'
import { AmqplibInstrumentation } from '@opentelemetry/instrumentation-amqplib'
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc'
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { defaultResource, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { NodeSDK } from '@opentelemetry/sdk-node'
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import { countSpanLosses, type SpanLosses } from './export-losses.ts'
import type { Telemetry, TelemetryOptions } from './tracing.ts'
import type { TracingConfig } from './tracing-variables.ts'

/** Share of traces recorded unless a variable says otherwise. */
const DEFAULT_RATIO = 0.05
/** Probes and scrapes are not traced. */
const UNTRACED_PATHS = new Set(['/livez', '/readyz', '/metrics'])
/** The gRPC method that carries several calls at once. */
const BATCH_METHOD = 'Call'

/**
 * Starts the OpenTelemetry SDK for traces only: metrics go to Prometheus and logs to stdout, regardless of
 * OTEL_METRICS_EXPORTER and OTEL_LOGS_EXPORTER. The SDK reads all other options from the standard OTEL_* variables.
 */
export async function startSdk({ service, config, log, metrics }: TelemetryOptions): Promise<Telemetry> {
  const losses = countSpanLosses({ log, metrics })
  const sdk = new NodeSDK({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES are merged over these.
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': service, 'service.namespace': 'waybill' }),
    ),
    // Not the process, host and user, which the SDK would add: command lines and account names stay here.
    resourceDetectors: [envDetector],
    ...(config.OTEL_TRACES_SAMPLER === null && { sampler: defaultSampler(config) }),
    // `traceparent` only. Baggage of a caller must not reach carriers and webhook receivers.
    textMapPropagator: new W3CTraceContextPropagator(),
    spanProcessors: await spanProcessors(config, losses),
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: instrumentations(),
  })
  sdk.start()
  return {
    async shutdown() {
      await sdk.shutdown().catch(() => {}) // already counted by `losses`
      losses.flush()
    },
  }
}

const defaultSampler = ({ OTEL_TRACES_SAMPLER_ARG: ratio }: TracingConfig) =>
  new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio ?? DEFAULT_RATIO) })

/** The processors that the SDK would create, plus counting of losses, for which the SDK has no hook. */
async function spanProcessors(config: TracingConfig, losses: SpanLosses): Promise<SpanProcessor[]> {
  const processors: SpanProcessor[] = []
  for (const name of new Set(config.OTEL_TRACES_EXPORTER ?? ['otlp'])) {
    if (name === 'console') {
      processors.push(new SimpleSpanProcessor({ exporter: losses.watch(new ConsoleSpanExporter()) }))
      continue
    }
    processors.push(
      new BatchSpanProcessor({
        exporter: losses.watch(await createOtlpExporter(config)),
        selfObsMeterProvider: losses.meterProvider,
        maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
        scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
        exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
        maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
      }),
    )
  }
  return processors
}

/** Endpoint, headers, compression and certificates come from OTEL_EXPORTER_OTLP_* variables. */
async function createOtlpExporter(config: TracingConfig): Promise<SpanExporter> {
  const timeoutMillis = config.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? config.OTEL_EXPORTER_OTLP_TIMEOUT
  const { OTLPTraceExporter } = await importExporter(
    config.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? config.OTEL_EXPORTER_OTLP_PROTOCOL,
  )
  return new OTLPTraceExporter({ timeoutMillis })
}

function importExporter(protocol: TracingConfig['OTEL_EXPORTER_OTLP_PROTOCOL']) {
  switch (protocol) {
    case 'grpc':
      return import('@opentelemetry/exporter-trace-otlp-grpc')
    case 'http/json':
      return import('@opentelemetry/exporter-trace-otlp-http')
    case 'http/protobuf':
      return import('@opentelemetry/exporter-trace-otlp-proto')
  }
}

/** Spans contain names of operations without arguments: queries, keys and receivers' paths may hold secrets or names. */
function instrumentations(): Instrumentation[] {
  return [
    // Recorded calls are sent one by one, so a batch belongs to no trace.
    new GrpcInstrumentation({ ignoreGrpcMethods: [BATCH_METHOD] }),
    // Connects, and work outside a trace, start no trace.
    new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
    new AmqplibInstrumentation(),
    new UndiciInstrumentation({
      ignoreRequestHook: ({ path }) => isTracingSuppressed(context.active()) || UNTRACED_PATHS.has(withoutQuery(path)),
      startSpanHook: ({ origin }): Attributes => ({ 'url.full': origin, 'url.path': '', 'url.query': '' }),
    }),
  ]
}

const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? '/'
