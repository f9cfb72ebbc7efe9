import { defineConfig } from '@waybill/chassis/process/config'
import { serviceVariables } from '@waybill/chassis/process/service-variables'
import { DEFAULT_SCHEDULE } from './deliveries/retry-schedule.ts'

/** The service's variables; `read` throws one error that names every bad one. */
export const variables = defineConfig({
  ...serviceVariables,
  WEBHOOK_ENCRYPTION_KEYS: {
    type: 'secret',
    description: 'Keys that seal signing secrets: id:base64 of 32 bytes, separated by commas; the first one seals.',
  },
  WEBHOOK_ALLOWED_CIDRS: {
    type: 'list',
    default: [],
    description: 'Blocks of addresses that are not public and may be sent to all the same, such as 10.0.0.0/8.',
  },
  WEBHOOK_ALLOW_HTTP: {
    type: 'boolean',
    default: false,
    description: 'Whether test environments may use http; live ones never may.',
  },
  WEBHOOK_RETRY_SCHEDULE: {
    type: 'list',
    default: [...DEFAULT_SCHEDULE],
    description: 'Delay before each attempt; as many attempts as delays.',
  },
  WEBHOOK_SUBSCRIPTION_LIMIT: { type: 'integer', default: 500, min: 1, description: 'Subscriptions an environment.' },
  WEBHOOK_CONCURRENCY: { type: 'integer', default: 500, min: 1, description: 'Sends at a time, of one process.' },
  WEBHOOK_ENDPOINT_CONCURRENCY: {
    type: 'integer',
    default: 10,
    min: 1,
    description: 'Sends at a time to one subscription, of all processes.',
  },
  WEBHOOK_EVENT_RETENTION_DAYS: {
    type: 'integer',
    default: 30,
    min: 1,
    description: 'Days for which events are kept; they go by whole months.',
  },
  WEBHOOK_DELIVERY_RETENTION_DAYS: {
    type: 'integer',
    default: 30,
    min: 1,
    description:
      'Days for which deliveries and their attempts are kept; they go by months. At most those of events, at least what the retry schedule takes. A replay reaches back as far.',
  },
})

export const readConfig = () => variables.read(process.env)
