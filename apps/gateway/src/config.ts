import { defineConfig } from '@waybill/chassis/process/config'
import { databaseVariables, redisTlsVariables, rpcVariables } from '@waybill/chassis/process/service-variables'

/** The gateway's environment variables. `read` throws one error that lists every invalid one. */
export const variables = defineConfig({
  ...databaseVariables,
  DATABASE_SCHEMA: { ...databaseVariables.DATABASE_SCHEMA, default: 'gateway' },
  DATABASE_POOL_SIZE: { ...databaseVariables.DATABASE_POOL_SIZE, default: 5 },
  REDIS_URL: {
    type: 'secret',
    description: 'Redis, through which replicas share rate limits and notices of revoked keys.',
  },
  ...redisTlsVariables,
  WAYBILL_NAMESPACE: { type: 'string', default: 'waybill', description: 'Prefix of all keys and channels in Redis.' },
  WAYBILL_PUBLIC_URL: {
    type: 'url',
    default: null,
    description: 'URL at which merchants reach the API, without a trailing slash. Default: http://localhost:PORT.',
  },
  PORT: { type: 'port', default: 8080, description: 'Port of the public API.' },
  ADMIN_HOST: { type: 'string', default: '127.0.0.1', description: 'IP address that the admin API listens on.' },
  ADMIN_PORT: { type: 'port', default: 8081, description: 'Port of the admin API.' },
  OPS_PORT: { ...databaseVariables.OPS_PORT, default: 9050 },
  WAYBILL_ADMIN_TOKEN: { type: 'secret', description: 'Token of the admin API.' },
  ...rpcVariables,
  SHIPMENT_URL: { type: 'target', description: 'Address of the shipment service.' },
  QUOTING_URL: { type: 'target', description: 'Address of the quoting service.' },
  BOOKING_URL: { type: 'target', description: 'Address of the booking service.' },
  WEBHOOK_URL: { type: 'target', description: 'Address of the webhook service.' },
  RATE_LIMIT: {
    type: 'integer',
    unit: 'requests per second',
    default: 100,
    min: 1,
    description: 'Rate limit of keys without an individual limit. Bursts of twice as many requests are allowed.',
  },
  ADDRESS_RATE_LIMIT: {
    type: 'integer',
    unit: 'requests per second',
    default: 50,
    min: 1,
    description: 'Rate limit of an IP address that sends requests without a valid token.',
  },
  TRUST_PROXY: {
    type: 'string',
    default: null,
    description: 'Proxies whose X-Forwarded-For header is trusted: IP addresses or CIDR ranges, separated by commas.',
  },
})

export const readConfig = () => variables.read(process.env)
