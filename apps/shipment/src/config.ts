import { defineConfig } from '@waybill/chassis/process/config'
import { serviceVariables } from '@waybill/chassis/process/service-variables'

const DAY_MS = 86_400_000
export const DISPATCH_REPEAT_MS = 60_000
export const EXPIRE_AFTER_MS = 14 * DAY_MS

/** The service's variables; `read` throws one error that names every bad one. */
export const variables = defineConfig({
  ...serviceVariables,
  WAYBILL_PUBLIC_URL: {
    type: 'url',
    default: 'http://localhost:8080',
    description: 'Base of the addresses that merchants are given.',
  },
  DISPATCH_REPEAT: {
    type: 'durationMs',
    default: DISPATCH_REPEAT_MS,
    min: 1_000,
    unit: 'ms',
    description: 'A courier not found in this time is asked for again.',
  },
  EXPIRE_AFTER: {
    type: 'durationMs',
    default: EXPIRE_AFTER_MS,
    min: DAY_MS,
    unit: 'ms',
    description: 'A ready shipment that nobody booked expires so long after its collection date.',
  },
  PERSONAL_DATA_RETENTION_DAYS: {
    type: 'integer',
    default: 400,
    min: 0,
    unit: 'days',
    description:
      'Names, addresses and all else that tells of a person are erased, in every service, so long after the last change of a shipment that has ended; 0: never.',
  },
})

export const readConfig = () => variables.read(process.env)
