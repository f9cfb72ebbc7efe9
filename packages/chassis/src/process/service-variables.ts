import type { Variable } from '../config/config.ts'
import { LONGEST_DRAIN_DELAY_MS } from '../config/stop-limits.ts'
import { LOG_LEVELS } from '../telemetry/log.ts'
import { tracingVariables } from '../telemetry/tracing-variables.ts'

/** Variables that say who can reach the API. Public development secrets are refused beyond this machine. */
export const exposureVariables = {
  HOST: { type: 'string', default: '127.0.0.1', description: 'Address to listen on.' },
  PUBLISHED_HOST: {
    type: 'string',
    default: null,
    description: 'In a container: address of the host at which the API is published. Default: HOST.',
  },
  WAYBILL_PUBLIC_URL: { type: 'url', default: null, description: 'URL at which merchants reach the API.' },
} as const satisfies Record<string, Variable>

/** Variables of every process: where it listens, what it logs and traces. */
export const processVariables = {
  ...exposureVariables,
  LOG_LEVEL: { type: 'string', oneOf: LOG_LEVELS, default: 'info', description: 'Lowest level that is logged.' },
  ...tracingVariables,
} as const satisfies Record<string, Variable>

/** Variables of a process with a database: those of every process, and for connections, migrations and shutdown. */
export const databaseVariables = {
  ...processVariables,
  DATABASE_URL: {
    type: 'credential',
    description: "Postgres, as the process's own role. Over TLS: ?sslmode=verify-full&sslrootcert=/path/of/ca.pem",
  },
  MIGRATION_DATABASE_URL: {
    type: 'credential',
    default: null,
    description:
      'Postgres, as the role that owns the schema, for migrations at start and `waybill admin migrate`. Default: DATABASE_URL.',
  },
  DATABASE_SCHEMA: { type: 'string', description: "The process's schema." },
  DATABASE_POOL_SIZE: { type: 'integer', default: 10, min: 2, description: 'Connections to Postgres.' },
  MIGRATE_ON_START: {
    type: 'boolean',
    default: true,
    description: 'Whether the process applies its migrations. If false, it waits for `waybill admin migrate`.',
  },
  OPS_PORT: { type: 'port', default: 9090, description: 'Port of /livez, /readyz and /metrics.' },
  DRAIN_DELAY_MS: {
    type: 'durationMs',
    default: 0,
    max: LONGEST_DRAIN_DELAY_MS,
    description: 'How long requests are still accepted after /readyz starts to fail, so that load balancers notice.',
  },
} as const satisfies Record<string, Variable>

/** Variables of a process that calls services, or is one. */
export const rpcVariables = {
  INTERNAL_KEY: {
    type: 'secret',
    description:
      'Keys that sign calls between the services: one for each pair of caller and callee (gateway/shipment:key,…, made by `waybill admin internal-keys`), or one for all. Of several for a call, the first signs and all verify.',
  },
  GRPC_CA_FILE: {
    type: 'file',
    default: null,
    description:
      "CA certificate (PEM) that signed the services' certificates. If it or GRPC_CERT_FILE is set, calls use TLS.",
  },
  GRPC_CERT_FILE: {
    type: 'file',
    default: null,
    description: 'Certificate (PEM) of this process, as server and client. A renewed file is used within 5 s.',
  },
  GRPC_KEY_FILE: { type: 'file', default: null, description: 'Key (PEM) of GRPC_CERT_FILE.' },
  GRPC_CLIENT_AUTH: {
    type: 'boolean',
    default: true,
    description: 'Whether, over TLS, callers must show a certificate that GRPC_CA_FILE has signed and that names them.',
  },
} as const satisfies Record<string, Variable>

/** Variables of a process that uses Redis. Each process declares the address, since it may be optional. */
export const redisTlsVariables = {
  REDIS_CA_FILE: {
    type: 'file',
    default: null,
    description:
      'CA certificate (PEM) that signed the certificate of a rediss: server; without it, the CAs that the system trusts.',
  },
  REDIS_CERT_FILE: { type: 'file', default: null, description: 'Certificate (PEM) to show to Redis.' },
  REDIS_KEY_FILE: { type: 'file', default: null, description: 'Key (PEM) of REDIS_CERT_FILE.' },
} as const satisfies Record<string, Variable>

/** Variables of a service behind the gateway: those of a process with a database, the broker, its gRPC server. */
export const serviceVariables = {
  ...databaseVariables,
  RABBITMQ_URL: { type: 'credential', description: 'The broker: amqp: or, over TLS, amqps:.' },
  RABBITMQ_CA_FILE: {
    type: 'file',
    default: null,
    description:
      'CA certificate (PEM) that signed the certificate of an amqps: broker; without it, the CAs that the system trusts.',
  },
  RABBITMQ_CERT_FILE: { type: 'file', default: null, description: 'Certificate (PEM) to show to the broker.' },
  RABBITMQ_KEY_FILE: { type: 'file', default: null, description: 'Key (PEM) of RABBITMQ_CERT_FILE.' },
  WAYBILL_NAMESPACE: { type: 'string', default: 'waybill', description: 'Prefix of exchange and queues.' },
  GRPC_PORT: { type: 'port', default: 50051, description: 'Port of the gRPC server.' },
  ...rpcVariables,
} as const satisfies Record<string, Variable>
