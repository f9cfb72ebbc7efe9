import { defineConfig } from '@waybill/chassis/process/config'
import { redisTlsVariables, serviceVariables } from '@waybill/chassis/process/service-variables'

/** The variables of the service. `read` throws one error that names every invalid one. */
export const variables = defineConfig({
  ...serviceVariables,
  SHIPMENT_URL: { type: 'target', description: 'Address of the shipment service.' },
  SIMULATOR_URL: {
    type: 'url',
    default: null,
    description: 'Base URL of the simulator. Without it there are no simulated carriers.',
  },
  SIMULATOR_KEY: { type: 'secret', default: '', description: "Key of the simulated carriers' accounts." },
  REDIS_URL: {
    type: 'secret',
    default: null,
    description: 'Redis, in which replicas share cached offers. Without it each replica has its own cache.',
  },
  ...redisTlsVariables,
  QUOTE_RATE_CACHE_MS: {
    type: 'durationMs',
    default: 3_000,
    description: 'How long an offer is reused for identical requests, if its carrier allows it; 0: never.',
  },
  CARRIER_EXCHANGE_DAYS: {
    type: 'integer',
    default: 30,
    min: 0,
    unit: 'days',
    description: 'How long redacted requests to carriers and their responses are kept for support; 0: not at all.',
  },
})

export const readConfig = () => variables.read(process.env)
