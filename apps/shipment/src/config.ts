import { defineConfig } from '@waybill/chassis/config/config'
import { serviceVariables } from '@waybill/chassis/process/service-variables'
import { DEFAULT_WINDOW_MINUTES, MAX_WINDOW_MINUTES } from '@waybill/contracts/dispatch'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
export const DISPATCH_REPEAT_MS = 60_000
export const EXPIRE_AFTER_MS = 14 * DAY_MS

/** The variables of the service. `read` throws one error that names every invalid one. */
export const variables = defineConfig({
  ...serviceVariables,
  WAYBILL_PUBLIC_URL: {
    type: 'url',
    default: 'http://localhost:8080',
    description: 'URL at which merchants reach the API.',
  },
  DISPATCH_WINDOW_MS: {
    type: 'durationMs',
    default: DEFAULT_WINDOW_MINUTES * MINUTE_MS,
    min: MINUTE_MS,
    max: MAX_WINDOW_MINUTES * MINUTE_MS,
    unit: 'ms',
    description:
      'How long to search for a courier before an on-demand shipment fails, unless the merchant says. Rounded up to minutes.',
  },
  DISPATCH_REPEAT: {
    type: 'durationMs',
    default: DISPATCH_REPEAT_MS,
    min: 1_000,
    unit: 'ms',
    description: 'Interval between requests for a courier that has not been found.',
  },
  EXPIRE_AFTER: {
    type: 'durationMs',
    default: EXPIRE_AFTER_MS,
    min: DAY_MS,
    unit: 'ms',
    description: 'Time from its collection date until an unbooked shipment expires.',
  },
  SIMULATOR_URL: {
    type: 'url',
    default: null,
    description: 'As in the booking service: without it, limits of simulated carriers are not checked on creation.',
  },
  PERSONAL_DATA_RETENTION_DAYS: {
    type: 'integer',
    default: 400,
    min: 0,
    unit: 'days',
    description:
      'Days from its last change until the personal data of a finished shipment is erased in every service; 0: never.',
  },
})

export const readConfig = () => variables.read(process.env)
