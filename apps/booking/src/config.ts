import { defineConfig } from '@waybill/chassis/config'
import { serviceVariables } from '@waybill/chassis/service-variables'

/** The service's variables; `read` throws one error that names every bad one. */
export const variables = defineConfig({
  ...serviceVariables,
  SHIPMENT_URL: { type: 'target', description: 'The shipment service.' },
  QUOTING_URL: { type: 'target', description: 'The quoting service.' },
  WAYBILL_PUBLIC_URL: {
    type: 'url',
    default: 'http://localhost:8080',
    description: 'Base of the addresses that merchants are given.',
  },
  CALLBACK_BASE_URL: {
    type: 'url',
    default: null,
    description: 'Base of the addresses that carriers report at; without it, carriers are asked instead.',
  },
  LABEL_SIGNING_KEY: { type: 'secret', description: 'Key that signs the addresses of labels.' },
  DISPATCH_WINDOW_MS: {
    type: 'durationMs',
    default: 600_000,
    min: 1,
    unit: 'ms',
    description: 'How long a courier is looked for before an on-demand shipment fails.',
  },
  SIMULATOR_URL: {
    type: 'url',
    default: null,
    description: 'The simulator; without it there are no simulated carriers.',
  },
  SIMULATOR_KEY: { type: 'secret', default: '', description: "Key of the simulated carriers' accounts." },
  CARRIER_EXCHANGE_DAYS: {
    type: 'integer',
    default: 30,
    min: 0,
    unit: 'days',
    description:
      'How long what was said to carriers, and what they said, is kept for support, redacted; 0: not at all.',
  },
})

export const readConfig = () => variables.read(process.env)
