import { defineConfig } from '@waybill/chassis/process/config'
import { databaseVariables, redisTlsVariables, rpcVariables } from '@waybill/chassis/process/service-variables'

/** The gateway's variables; `read` throws one error that names every bad one. */
export const variables = defineConfig({
  ...databaseVariables,
  DATABASE_SCHEMA: { ...databaseVariables.DATABASE_SCHEMA, default: 'gateway' },
  DATABASE_POOL_SIZE: { ...databaseVariables.DATABASE_POOL_SIZE, default: 5 },
  REDIS_URL: { type: 'secret', description: 'Redis, where replicas share rate limits and hear of revoked keys.' },
  ...redisTlsVariables,
  WAYBILL_NAMESPACE: { type: 'string', default: 'waybill', description: 'Prefix of keys and channels in Redis.' },
  WAYBILL_PUBLIC_URL: {
    type: 'url',
    default: null,
    description:
      'Address that merchants reach the API at, without a trailing slash; http://localhost:PORT unless given.',
  },
  PORT: { type: 'port', default: 8080, description: 'Port of the public API.' },
  ADMIN_HOST: { type: 'string', default: '127.0.0.1', description: 'Address that the admin API listens on.' },
  ADMIN_PORT: { type: 'port', default: 8081, description: 'Port of the admin API.' },
  OPS_PORT: { ...databaseVariables.OPS_PORT, default: 9050 },
  WAYBILL_ADMIN_TOKEN: { type: 'secret', description: 'What opens the admin API.' },
  ...rpcVariables,
  SHIPMENT_URL: { type: 'target', description: 'The shipment service.' },
  QUOTING_URL: { type: 'target', description: 'The quoting service.' },
  BOOKING_URL: { type: 'target', description: 'The booking service.' },
  WEBHOOK_URL: { type: 'target', description: 'The webhook service.' },
  RATE_LIMIT: {
    type: 'integer',
    unit: 'requests per second',
    default: 100,
    min: 1,
    description: 'Limit of a key that has none of its own; bursts of twice as many are taken.',
  },
  ADDRESS_RATE_LIMIT: {
    type: 'integer',
    unit: 'requests per second',
    default: 50,
    min: 1,
    description: 'Limit of an address that calls without a valid token.',
  },
  TRUST_PROXY: {
    type: 'string',
    default: null,
    description: 'Proxies whose X-Forwarded-For is believed: addresses or CIDRs separated by commas.',
  },
})

export const readConfig = () => variables.read(process.env)
