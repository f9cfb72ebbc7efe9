import { defineConfig } from '@waybill/chassis/config/config'
import { databaseVariables } from '@waybill/chassis/process/service-variables'

/** Configuration of the simulator. */
export const variables = defineConfig({
  ...databaseVariables,
  PORT: {
    type: 'port',
    default: 8090,
    description: 'Port of the carrier APIs and the operator API; 0 takes a free port.',
  },
  DATABASE_SCHEMA: { ...databaseVariables.DATABASE_SCHEMA, default: 'simulator' },
  DATABASE_POOL_SIZE: { ...databaseVariables.DATABASE_POOL_SIZE, default: 5 },
  SIMULATOR_KEY: {
    type: 'secret',
    description:
      'Key from which the secrets of all carrier accounts are derived, and bearer token of the operator API. Set the same value in the quoting and booking services.',
  },
  SIMULATOR_STEP_MS: {
    type: 'durationMs',
    default: 10_000,
    description: 'Time between two steps of a courier; 0: couriers move only through the operator API.',
  },
})

export const readConfig = () => variables.read(process.env)
