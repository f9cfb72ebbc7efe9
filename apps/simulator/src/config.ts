import { defineConfig } from '@waybill/chassis/config'

/** The variables of the simulator; the table in the README is made from them. */
export const config = defineConfig({
  HOST: { type: 'string', default: '127.0.0.1', description: 'Address to listen on.' },
  PORT: { type: 'port', default: 8090, description: 'Port of the carriers; 0 takes any free one.' },
  OPS_PORT: { type: 'port', default: 0, description: 'Port of livez, readyz and metrics; 0 takes any free one.' },
  DATABASE_URL: { type: 'url', description: 'Postgres of the simulator.' },
  DATABASE_SCHEMA: { type: 'string', default: 'simulator', description: 'Schema of its tables.' },
  SIMULATOR_KEY: {
    type: 'secret',
    description: 'Root of the secrets of all carrier accounts, the same as at the services that call it.',
  },
  SIMULATOR_STEP_MS: {
    type: 'durationMs',
    default: 10_000,
    unit: 'ms',
    description: 'Time between two steps of a courier; 0: only when told to.',
  },
  LOG_LEVEL: {
    type: 'string',
    default: 'info',
    oneOf: ['trace', 'debug', 'info', 'warn', 'error', 'fatal'],
    description: 'Least severe level that is logged.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    type: 'url',
    default: null,
    description: 'Where traces go; none are made without it.',
  },
  OTEL_TRACES_SAMPLER_ARG: { type: 'number', default: 0.05, min: 0, max: 1, description: 'Share of traces kept.' },
})
