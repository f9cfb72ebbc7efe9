import type { Route } from '../routing/route.ts'
import { bookingRoutes } from './bookings.ts'
import { callbackRoutes } from './callbacks.ts'
import { carrierRoutes } from './carriers.ts'
import { deliveryRoutes } from './deliveries.ts'
import { eventRoutes } from './events.ts'
import { labelRoutes } from './labels.ts'
import { pageRoutes } from './pages.ts'
import { quoteRoutes } from './quotes.ts'
import type { Services } from './services.ts'
import { shipmentRoutes } from './shipments.ts'
import { simulatorRoutes } from './simulator.ts'
import { streamRoutes } from './streams.ts'
import { trackingRoutes } from './tracking.ts'
import { webhookRoutes } from './webhooks.ts'

/** All routes of the public server, in the order of the OpenAPI document. */
export const routeTable: readonly Route<Services>[] = [
  ...shipmentRoutes,
  ...streamRoutes,
  ...quoteRoutes,
  ...bookingRoutes,
  ...labelRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
  ...simulatorRoutes,
  ...carrierRoutes,
  ...callbackRoutes,
  ...pageRoutes,
  ...trackingRoutes,
]
