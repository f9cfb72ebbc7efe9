import { bookingCalls } from './calls/booking.ts'
import { quotingCalls } from './calls/quoting.ts'
import { shipmentCalls } from './calls/shipment.ts'
import { webhookCalls } from './calls/webhook.ts'

/** For tests: one call of each operation that a service answers. */
export const operationCalls = [...shipmentCalls, ...quotingCalls, ...bookingCalls, ...webhookCalls]
