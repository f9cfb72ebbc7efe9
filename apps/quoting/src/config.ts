import { defineConfig } from '@waybill/chassis/config/config'
import { redisTlsVariables, serviceVariables } from '@waybill/chassis/process/service-variables'
import { geocoderVariables } from './addresses/variables.ts'

/** The variables of the service. `read` throws one error that names every invalid one. */
export const variables = defineConfig({
  ...serviceVariables,
  SHIPMENT_URL: { type: 'target', description: 'Address of the shipment service.' },
  CARRIER_ENCRYPTION_KEYS: {
    type: 'secret',
    description:
      'Encryption keys for credentials of carrier accounts, equal on quoting and booking: id:base64 of 32 bytes, separated by commas. The first key encrypts, all decrypt.',
  },
  CARRIER_ENDPOINTS_ALLOWED: {
    type: 'boolean',
    default: false,
    description:
      "Whether carrier accounts may name an `endpoint` in place of the carrier's own, equal on quoting and booking. It may use http and be at a private address, so allow it only if all merchants are trusted. Link-local addresses and metadata services of clouds are never called. `npm start` and `npm run stack` set it to true while nobody else can reach the API.",
  },
  CALLBACK_BASE_URL: {
    type: 'url',
    default: null,
    description:
      "Base of the URLs for call-backs of merchants' carriers, at which the carriers reach the gateway: verifying an account registers them, and `callback_url` shows them.",
  },
  SIMULATOR_URL: {
    type: 'url',
    default: null,
    description:
      'Base URL of the simulator, which may be on a private address. Without it there are no simulated carriers.',
  },
  SIMULATOR_KEY: { type: 'secret', default: '', description: "Key of the simulated carriers' accounts." },
  ...geocoderVariables,
  REDIS_URL: {
    type: 'credential',
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
