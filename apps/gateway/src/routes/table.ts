import type { Route } from '@waybill/edge/routing/route'
import { identityRoutes } from '@waybill/identity/routes'
import { consoleRoutes } from '../console/routes.ts'
import { bookingRoutes } from './bookings.ts'
import { callbackRoutes } from './callbacks.ts'
import { carrierAccountRoutes } from './carrier-accounts.ts'
import { carrierRoutes } from './carriers.ts'
import { deliveryRoutes } from './deliveries.ts'
import { driverAppRoutes } from './driver-app.ts'
import { driverRoutes } from './drivers.ts'
import { eventStreamRoutes } from './event-stream.ts'
import { eventRoutes } from './events.ts'
import { labelBatchRoutes } from './label-batches.ts'
import { labelRoutes } from './labels.ts'
import { pageRoutes } from './pages.ts'
import { quoteRoutes } from './quotes.ts'
import type { Services } from './services.ts'
import { apiLogRoutes } from './settings/api-log.ts'
import { brandingRoutes } from './settings/branding.ts'
import { parcelPresetRoutes } from './settings/parcel-presets.ts'
import { pickupLocationRoutes } from './settings/pickup-locations.ts'
import { rateCardRoutes } from './settings/rate-cards.ts'
import { savedViewRoutes } from './settings/saved-views.ts'
import { shipmentRoutes } from './shipments.ts'
import { simulatorRoutes } from './simulator.ts'
import { streamRoutes } from './streams.ts'
import { trackingRoutes } from './tracking.ts'
import { webhookRoutes } from './webhooks.ts'

/** All routes of the public server, in the order of the OpenAPI document. */
export const routeTable: readonly Route<Services>[] = [
  ...shipmentRoutes,
  ...streamRoutes,
  ...pickupLocationRoutes,
  ...quoteRoutes,
  ...bookingRoutes,
  ...labelBatchRoutes,
  ...labelRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
  ...eventStreamRoutes,
  ...simulatorRoutes,
  ...carrierRoutes,
  ...carrierAccountRoutes,
  ...rateCardRoutes,
  ...driverRoutes,
  ...driverAppRoutes,
  ...savedViewRoutes,
  ...parcelPresetRoutes,
  ...brandingRoutes,
  ...apiLogRoutes,
  ...identityRoutes,
  ...callbackRoutes,
  ...pageRoutes,
  ...trackingRoutes,
  ...consoleRoutes,
]
