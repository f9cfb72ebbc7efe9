import type { ConfigValues, Variable } from '../config/config.ts'

/**
 * The standard OpenTelemetry variables that switch tracing on and set the sampler and the exporter. The SDK reads these
 * and others, such as OTEL_EXPORTER_OTLP_CERTIFICATE and OTEL_BSP_MAX_QUEUE_SIZE. They are declared here so that a process
 * with an invalid value fails at its start; the SDK would ignore the value.
 */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    type: 'url',
    default: null,
    description: 'Base URL of an OTLP collector; /v1/traces is appended for HTTP. Switches tracing on.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    type: 'url',
    default: null,
    description: 'Full URL for traces, used as it is, in place of OTEL_EXPORTER_OTLP_ENDPOINT. Switches tracing on.',
  },
  OTEL_TRACES_EXPORTER: {
    type: 'list',
    oneOf: ['otlp', 'console', 'none'],
    default: null,
    description: 'Exporters: otlp, console, or none. Switches tracing on, or off with none. otlp unless set.',
  },
  OTEL_SDK_DISABLED: { type: 'boolean', default: false, description: 'true switches tracing off.' },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    type: 'string',
    oneOf: ['http/protobuf', 'http/json', 'grpc'],
    default: 'http/protobuf',
    description: 'Transport: http/protobuf, http/json or grpc.',
  },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: {
    type: 'string',
    oneOf: ['http/protobuf', 'http/json', 'grpc'],
    default: null,
    description: 'As OTEL_EXPORTER_OTLP_PROTOCOL, and overrides it.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    type: 'string',
    default: null,
    description: 'Headers of every export, such as api-key=abc,tenant=7. Keep it secret if it holds a token.',
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    type: 'integer',
    default: 5_000,
    min: 1,
    max: 15_000,
    unit: 'ms',
    description: 'Timeout of one export. At most 15 s, because a process stops within 30 s.',
  },
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: {
    type: 'integer',
    default: null,
    min: 1,
    max: 15_000,
    unit: 'ms',
    description: 'As OTEL_EXPORTER_OTLP_TIMEOUT, and overrides it.',
  },
  OTEL_TRACES_SAMPLER: {
    type: 'string',
    oneOf: [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    default: null,
    description: 'Sampler; parentbased_traceidratio unless set.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    type: 'number',
    default: null,
    min: 0,
    max: 1,
    description: 'Ratio of traces to record. Unless set: 0.05, or 1 if OTEL_TRACES_SAMPLER is set.',
  },
  OTEL_SERVICE_NAME: {
    type: 'string',
    default: null,
    description: "service.name of spans; the process's name unless set.",
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    type: 'string',
    default: null,
    description: 'Further attributes of the resource, such as deployment.environment.name=production,team=logistics.',
  },
} as const satisfies Record<string, Variable>

export type TracingConfig = ConfigValues<typeof tracingVariables>

/** Pure: whether the process records traces. Either a named exporter or an endpoint enables tracing. */
export function isTracingOn(config: TracingConfig): boolean {
  const { OTEL_TRACES_EXPORTER: exporters } = config
  if (config.OTEL_SDK_DISABLED || exporters?.includes('none')) return false
  const hasEndpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT !== null || config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== null
  return hasEndpoint || (exporters !== null && exporters.length > 0)
}
