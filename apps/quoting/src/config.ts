import { defineConfig } from '@waybill/chassis/process/config'
import { redisTlsVariables, serviceVariables } from '@waybill/chassis/process/service-variables'

/** The service's variables; `read` throws one error that names every bad one. */
export const variables = defineConfig({
  ...serviceVariables,
  SHIPMENT_URL: { type: 'target', description: 'The shipment service.' },
  SIMULATOR_URL: {
    type: 'url',
    default: null,
    description: 'The simulator; without it there are no simulated carriers.',
  },
  SIMULATOR_KEY: { type: 'secret', default: '', description: "Key of the simulated carriers' accounts." },
  REDIS_URL: {
    type: 'secret',
    default: null,
    description: 'Redis, where replicas share offers that can be reused; without it each keeps its own.',
  },
  ...redisTlsVariables,
  QUOTE_RATE_CACHE_MS: {
    type: 'durationMs',
    default: 3_000,
    description:
      'How long an offer answers identical questions, of carriers whose offers can be reused; 0: not at all.',
  },
  CARRIER_EXCHANGE_DAYS: {
    type: 'integer',
    default: 30,
    min: 0,
    unit: 'days',
    description:
      'How long what was said to carriers, and what they said, is kept for support, redacted; 0: not at all.',
  },
})

export const readConfig = () => variables.read(process.env)
