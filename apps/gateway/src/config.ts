import { defineConfig } from '@waybill/chassis/config/config'
import { databaseVariables, redisTlsVariables, rpcVariables } from '@waybill/chassis/process/service-variables'
import { adminTokens } from '@waybill/identity/auth/admin-tokens'
import { consoleVariables } from './console/variables.ts'

/** The gateway's environment variables. `read` throws one error that lists every invalid one. */
export const variables = defineConfig({
  ...databaseVariables,
  DATABASE_SCHEMA: { ...databaseVariables.DATABASE_SCHEMA, default: 'gateway' },
  DATABASE_POOL_SIZE: { ...databaseVariables.DATABASE_POOL_SIZE, default: 5 },
  REDIS_URL: {
    type: 'credential',
    description: 'Redis, through which replicas share rate limits and notices of revoked keys.',
  },
  ...redisTlsVariables,
  WAYBILL_NAMESPACE: { type: 'string', default: 'waybill', description: 'Prefix of all keys and channels in Redis.' },
  WAYBILL_PUBLIC_URL: {
    type: 'url',
    default: null,
    description:
      'URL at which merchants reach the API, without a trailing slash. Passkeys belong to its host name and end with it; with an IP address there are none. Default: http://localhost:PORT.',
  },
  PORT: { type: 'port', default: 8080, description: 'Port of the public API.' },
  ADMIN_HOST: { type: 'string', default: '127.0.0.1', description: 'IP address that the admin API listens on.' },
  ADMIN_PORT: { type: 'port', default: 8081, description: 'Port of the admin API.' },
  OPS_PORT: { ...databaseVariables.OPS_PORT, default: 9050 },
  WAYBILL_ADMIN_TOKEN: {
    type: 'secret',
    default: null,
    description:
      'Token of the admin API. The audit log names its owner admin. Required unless WAYBILL_ADMIN_TOKENS is set.',
  },
  WAYBILL_ADMIN_TOKENS: {
    type: 'secret',
    default: null,
    description:
      'Further tokens of the admin API: name:token, separated by commas. The audit log shows the name. A name may have several tokens.',
  },
  TOKEN_ENCRYPTION_KEYS: {
    type: 'secret',
    description:
      'Encryption keys for the tokens in stored responses: id:base64 of 32 bytes, separated by commas. The first key encrypts, all decrypt.',
  },
  AUDIT_RETENTION_DAYS: {
    type: 'integer',
    unit: 'days',
    default: 400,
    min: 90,
    description: 'How long entries of the audit log are kept.',
  },
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
  ENVIRONMENT_RATE_LIMIT: {
    type: 'integer',
    unit: 'requests per second',
    default: null,
    min: 1,
    description:
      'Rate limit of all keys of an environment together; at least that of each of its keys. Default: 4 × RATE_LIMIT.',
  },
  ADDRESS_RATE_LIMIT: {
    type: 'integer',
    unit: 'requests per second',
    default: 50,
    min: 1,
    description:
      'Rate limit of an IP address that sends requests without a valid token. A password counts as eleven. Scripts of the console do not count.',
  },
  TRUST_PROXY: {
    type: 'addresses',
    default: null,
    description:
      'Proxies whose X-Forwarded-For header is trusted: IP addresses or CIDR ranges, separated by commas, of at least /12 (IPv6: /32).',
  },
  OIDC_PRIVATE_ISSUERS_ALLOWED: {
    type: 'boolean',
    default: false,
    description:
      'Whether the identity provider of a team may use http and be at a private address. Owners of all merchants name providers, so allow it only if all merchants are trusted. Link-local addresses and metadata services of clouds are never called. `npm start` and `npm run stack` set it to true while nobody else can reach the API.',
  },
  ...consoleVariables,
})

/** The variables, with the tokens of the admin API parsed. */
export function readConfig() {
  const values = variables.read(process.env)
  const tokens = adminTokens({ single: values.WAYBILL_ADMIN_TOKEN, named: values.WAYBILL_ADMIN_TOKENS })
  return { ...values, adminTokens: tokens }
}
