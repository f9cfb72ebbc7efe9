import { defineConfig } from '@waybill/chassis/config/config'
import { processVariables } from '@waybill/chassis/process/service-variables'
import { DEFAULT_WINDOW_MINUTES, MAX_WINDOW_MINUTES } from '@waybill/contracts/dispatch'
import { consoleVariables } from '@waybill/gateway/console/variables'
import { geocoderVariables } from '@waybill/quoting/addresses/variables'

/** Variables of `npm start`; all of them are optional. */
export const variables = defineConfig({
  ...processVariables,
  LOG_LEVEL: { ...processVariables.LOG_LEVEL, default: 'warn' },
  PORT: { type: 'port', default: 8080, min: 1, description: 'Port of the API.' },
  WAYBILL_DATA_DIR: {
    type: 'string',
    default: null,
    description: 'Folder for all state. Default: .waybill in the clone.',
  },
  WAYBILL_NAMESPACE: {
    type: 'string',
    default: null,
    description: 'Name of the database. Default: derived from the path of the data folder.',
  },
  WAYBILL_PUBLIC_URL: {
    type: 'url',
    default: null,
    description: 'Base URL of links in responses. Default: http://localhost:PORT.',
  },
  DATABASE_URL: {
    type: 'credential',
    default: null,
    description: 'Administrator URL of a PostgreSQL server to use instead of the embedded one.',
  },
  RABBITMQ_URL: {
    type: 'credential',
    default: null,
    description: 'RabbitMQ to use instead of the in-process bus.',
  },
  REDIS_URL: { type: 'credential', default: null, description: 'Redis to use instead of memory.' },
  SIMULATOR_STEP_MS: {
    type: 'durationMs',
    default: 10_000,
    description: 'Time between two steps of a simulated courier.',
  },
  DISPATCH_WINDOW_MS: {
    type: 'durationMs',
    default: DEFAULT_WINDOW_MINUTES * 60_000,
    min: 60_000,
    max: MAX_WINDOW_MINUTES * 60_000,
    description:
      'How long to search for a courier before an on-demand shipment fails, unless the merchant says. Rounded up to minutes.',
  },
  WEBHOOK_RETRY_SCHEDULE: {
    type: 'list',
    default: null,
    description: 'Pauses between delivery attempts, such as 5s,5m. Default: the documented schedule.',
  },
  ...geocoderVariables,
  ...consoleVariables,
})

export const readConfig = () => variables.read(process.env)
export type StandaloneConfig = ReturnType<typeof readConfig>
