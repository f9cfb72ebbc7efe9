import type { Variable } from './config.ts'
import { LOG_LEVELS } from './log.ts'

/** Variables of every process: where it listens, what it logs and traces. */
export const processVariables = {
  HOST: { type: 'string', default: '127.0.0.1', description: 'Address to listen on.' },
  LOG_LEVEL: { type: 'string', oneOf: LOG_LEVELS, default: 'info', description: 'Least level that is logged.' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { type: 'url', default: null, description: 'Collector of traces; none: no tracing.' },
  OTEL_TRACES_SAMPLER_ARG: { type: 'number', default: 0.05, min: 0, max: 1, description: 'Share of traces recorded.' },
} as const satisfies Record<string, Variable>

/** Variables of a service behind the gateway: those of every process, its database, the broker, its gRPC server. */
export const serviceVariables = {
  ...processVariables,
  DATABASE_URL: { type: 'secret', description: "Postgres, as the service's own role." },
  DATABASE_SCHEMA: { type: 'string', description: "The service's schema." },
  DATABASE_POOL_SIZE: { type: 'integer', default: 10, min: 2, description: 'Connections to Postgres.' },
  RABBITMQ_URL: { type: 'secret', description: 'The broker.' },
  WAYBILL_NAMESPACE: { type: 'string', default: 'waybill', description: 'Prefix of exchange and queues.' },
  GRPC_PORT: { type: 'port', default: 50051, description: 'Port of the gRPC server.' },
  OPS_PORT: { type: 'port', default: 9090, description: 'Port of /livez, /readyz and /metrics.' },
  INTERNAL_KEY: { type: 'secret', description: 'Key that signs calls between the services.' },
} as const satisfies Record<string, Variable>
