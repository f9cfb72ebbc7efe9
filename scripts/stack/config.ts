import { defineConfig } from '@waybill/chassis/config/config'
import { processVariables } from '@waybill/chassis/process/service-variables'
import { consoleVariables } from '@waybill/gateway/console/variables'

/** Variables of `npm run stack` and `npm run dev`. Other variables are passed on to the services. */
export const variables = defineConfig({
  ...processVariables,
  PORT: { type: 'port', default: 8080, description: 'Port of the API.' },
  WAYBILL_DATA_DIR: {
    type: 'string',
    default: null,
    description: 'Folder for all state; default: .waybill in the clone.',
  },
  WAYBILL_NAMESPACE: {
    type: 'string',
    default: null,
    description: 'Prefix of database, exchange, queues and Redis keys; default: from the data folder.',
  },
  DATABASE_URL: {
    type: 'credential',
    default: 'postgres://postgres@127.0.0.1:5432/postgres',
    description: 'Postgres, as a role that may create databases and roles.',
  },
  RABBITMQ_URL: { type: 'credential', default: 'amqp://guest:guest@127.0.0.1:5672', description: 'The broker.' },
  REDIS_URL: { type: 'credential', default: 'redis://127.0.0.1:6379', description: 'Redis.' },
  ...consoleVariables,
})

export const readConfig = () => variables.read(process.env)
export type StackConfig = ReturnType<typeof readConfig>
