import { defineConfig } from '@waybill/chassis/process/config'
import { serviceVariables } from '@waybill/chassis/process/service-variables'

const DAY_MS = 86_400_000
export const DISPATCH_REPEAT_MS = 60_000
export const EXPIRE_AFTER_MS = 14 * DAY_MS

/** The variables of the service. `read` throws one error that names every invalid one. */
export const variables = defineConfig({
  ...serviceVariables,
  WAYBILL_PUBLIC_URL: {
    type: 'url',
    default: 'http://localhost:8080',
    description: 'Base of the URLs that merchants get.',
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
