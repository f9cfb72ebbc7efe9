import { defineConfig } from '@waybill/chassis/process/config'
import { databaseVariables } from '@waybill/chassis/process/service-variables'

/** The simulator's variables; `read` throws one error that names every bad one. */
export const variables = defineConfig({
  ...databaseVariables,
  PORT: { type: 'port', default: 8090, description: 'Port of the carriers; 0 takes any free one.' },
  DATABASE_SCHEMA: { ...databaseVariables.DATABASE_SCHEMA, default: 'simulator' },
  DATABASE_POOL_SIZE: { ...databaseVariables.DATABASE_POOL_SIZE, default: 5 },
  SIMULATOR_KEY: {
    type: 'secret',
    description: "Root of the secrets of all carrier accounts: the same as the services' that call it.",
  },
  SIMULATOR_STEP_MS: {
    type: 'durationMs',
    default: 10_000,
    description: 'Time between two steps of a courier; 0: only when told to.',
  },
})

export const readConfig = () => variables.read(process.env)
