import { defineConfig } from '@waybill/chassis/process/config'
import { processVariables } from '@waybill/chassis/process/service-variables'

/** What `npm start` can be told; all of it is optional. */
export const variables = defineConfig({
  ...processVariables,
  LOG_LEVEL: { ...processVariables.LOG_LEVEL, default: 'warn' },
  PORT: { type: 'port', default: 8080, description: 'Port of the API.' },
  WAYBILL_DATA_DIR: {
    type: 'string',
    default: null,
    description: 'Folder for all state; default: .waybill in the clone.',
  },
  WAYBILL_NAMESPACE: {
    type: 'string',
    default: null,
    description: 'Name of the database; default: from the data folder.',
  },
  WAYBILL_PUBLIC_URL: {
    type: 'url',
    default: null,
    description: 'Address that links show; default: http://localhost:PORT.',
  },
  DATABASE_URL: {
    type: 'secret',
    default: null,
    description: 'A Postgres to use instead of the embedded one, as its admin.',
  },
  RABBITMQ_URL: {
    type: 'secret',
    default: null,
    description: 'A RabbitMQ to use instead of the bus within the process.',
  },
  REDIS_URL: { type: 'secret', default: null, description: 'A Redis to use instead of memory.' },
  SIMULATOR_STEP_MS: { type: 'durationMs', default: 10_000, description: 'Between two steps of a simulated courier.' },
  DISPATCH_WINDOW_MS: { type: 'durationMs', default: 600_000, description: 'How long a courier is sought for.' },
  WEBHOOK_RETRY_SCHEDULE: {
    type: 'list',
    default: null,
    description: 'Pauses between attempts, such as 5s,5m; default: the documented ones.',
  },
})

export const readConfig = () => variables.read(process.env)
export type StandaloneConfig = ReturnType<typeof readConfig>
