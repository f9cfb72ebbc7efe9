import { defineConfig } from '@waybill/chassis/config'
import { processVariables } from '@waybill/chassis/service-variables'

/** The simulator's variables; `read` throws one error that names every bad one. */
export const variables = defineConfig({
  ...processVariables,
  PORT: { type: 'port', default: 8090, description: 'Port of the carriers; 0 takes any free one.' },
  OPS_PORT: { type: 'port', default: 9090, description: 'Port of /livez, /readyz and /metrics.' },
  DATABASE_URL: { type: 'secret', description: "Postgres, as the simulator's own role." },
  DATABASE_SCHEMA: { type: 'string', default: 'simulator', description: "The simulator's schema." },
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
