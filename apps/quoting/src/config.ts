import { defineConfig } from '@waybill/chassis/config'
import { LOG_LEVELS } from '@waybill/chassis/log'

/** The service's variables; `read` throws one error that names every bad one. */
export const variables = defineConfig({
  DATABASE_URL: { type: 'secret', description: "Postgres, as this service's own role." },
  DATABASE_SCHEMA: { type: 'string', default: 'quoting', description: "The service's schema." },
  DATABASE_POOL_SIZE: { type: 'integer', default: 10, min: 2, description: 'Connections to Postgres.' },
  RABBITMQ_URL: { type: 'secret', description: 'The broker.' },
  WAYBILL_NAMESPACE: { type: 'string', default: 'waybill', description: 'Prefix of exchange and queues.' },
  HOST: { type: 'string', default: '127.0.0.1', description: 'Address to listen on.' },
  GRPC_PORT: { type: 'port', default: 50052, description: 'Port of the gRPC server.' },
  OPS_PORT: { type: 'port', default: 9052, description: 'Port of /livez, /readyz and /metrics.' },
  INTERNAL_KEY: { type: 'secret', description: 'Key that signs calls between the services.' },
  SHIPMENT_URL: { type: 'target', description: 'The shipment service.' },
  SIMULATOR_URL: {
    type: 'url',
    default: null,
    description: 'The simulator; without it there are no simulated carriers.',
  },
  SIMULATOR_KEY: { type: 'secret', default: '', description: "Key of the simulated carriers' accounts." },
  OTEL_EXPORTER_OTLP_ENDPOINT: { type: 'url', default: null, description: 'Collector of traces; none: no tracing.' },
  OTEL_TRACES_SAMPLER_ARG: { type: 'number', default: 0.05, min: 0, max: 1, description: 'Share of traces recorded.' },
  LOG_LEVEL: { type: 'string', oneOf: LOG_LEVELS, default: 'info', description: 'Least level that is logged.' },
})

export const readConfig = () => variables.read(process.env)
