import { defineConfig } from '@waybill/chassis/config/config'
import { serviceVariables } from '@waybill/chassis/process/service-variables'
import { DEFAULT_SCHEDULE } from './deliveries/retry-schedule.ts'

/** The service's variables. `read` throws one error that names every invalid one. */
export const variables = defineConfig({
  ...serviceVariables,
  WEBHOOK_ENCRYPTION_KEYS: {
    type: 'secret',
    description:
      'Encryption keys for signing secrets: id:base64 of 32 bytes, separated by commas. The first key encrypts, all decrypt.',
  },
  WEBHOOK_ALLOWED_CIDRS: {
    type: 'list',
    default: [],
    description: 'Non-public address blocks that webhooks may be sent to, such as 10.0.0.0/8.',
  },
  WEBHOOK_ALLOW_HTTP: {
    type: 'boolean',
    default: false,
    description: 'Whether receivers of test environments may use http. Live environments always require https.',
  },
  WEBHOOK_RETRY_SCHEDULE: {
    type: 'list',
    default: [...DEFAULT_SCHEDULE],
    description: 'Delay before each attempt. The number of delays is the number of attempts.',
  },
  WEBHOOK_SUBSCRIPTION_LIMIT: {
    type: 'integer',
    default: 50,
    min: 1,
    description: 'Subscriptions per environment. One that already has more keeps them.',
  },
  WEBHOOK_BACKLOG_LIMIT: {
    type: 'integer',
    default: 100_000,
    min: 1,
    description:
      'Deliveries that may wait to be sent per environment, or be kept for subscriptions that are not active. A subscription with more than its equal part (by WEBHOOK_SUBSCRIPTION_LIMIT) gets no more; it continues from the event log as they are sent.',
  },
  WEBHOOK_CONCURRENCY: { type: 'integer', default: 500, min: 1, description: 'Concurrent sends of one process.' },
  WEBHOOK_ENVIRONMENT_PERCENT: {
    type: 'integer',
    default: 20,
    min: 1,
    max: 100,
    description: 'How much of WEBHOOK_CONCURRENCY one environment may use, in percent.',
  },
  WEBHOOK_ORIGIN_CONCURRENCY: {
    type: 'integer',
    default: 100,
    min: 1,
    description:
      'Concurrent sends of one process to one origin (scheme, host and port). One environment gets at most half of them. Every environment gets at least one, even beyond the limit.',
  },
  WEBHOOK_ENDPOINT_CONCURRENCY: {
    type: 'integer',
    default: 100,
    min: 1,
    description:
      'Most concurrent sends to one subscription, over all processes. It begins with ten at most; each answer within 250 ms adds one.',
  },
  WEBHOOK_EVENT_RETENTION_DAYS: {
    type: 'integer',
    default: 30,
    min: 1,
    description: 'Retention of events in days. Events are deleted by whole months.',
  },
  WEBHOOK_DELIVERY_RETENTION_DAYS: {
    type: 'integer',
    default: 30,
    min: 1,
    description:
      'Retention of deliveries and attempts in days, deleted by whole months. At most WEBHOOK_EVENT_RETENTION_DAYS, at least the length of the retry schedule. Also limits how far back a replay reaches.',
  },
})

export const readConfig = () => variables.read(process.env)
