import type { Route } from '@waybill/edge/routing/route'
import { identityRoutes } from '@waybill/identity/routes'
import { consoleRoutes } from '../console/routes.ts'
import { downloadRoutes } from '../downloads/downloads.ts'
import { bookingRoutes } from './bookings/bookings.ts'
import { costRoutes } from './bookings/costs.ts'
import { manifestRoutes } from './bookings/manifests.ts'
import { pickupRoutes } from './bookings/pickups.ts'
import { quoteRoutes } from './bookings/quotes.ts'
import { addressRoutes } from './carriers/addresses.ts'
import { callbackRoutes } from './carriers/callbacks.ts'
import { carrierAccountRoutes } from './carriers/carrier-accounts.ts'
import { carrierRoutes } from './carriers/carriers.ts'
import { simulatorRoutes } from './carriers/simulator.ts'
import { driverAppRoutes } from './drivers/driver-app.ts'
import { driverRoutes } from './drivers/drivers.ts'
import { rateCardRoutes } from './drivers/rate-cards.ts'
import { deliveryRoutes } from './events/deliveries.ts'
import { eventStreamRoutes } from './events/event-stream.ts'
import { eventRoutes } from './events/events.ts'
import { webhookRoutes } from './events/webhooks.ts'
import { pageRoutes } from './pages.ts'
import type { Services } from './services.ts'
import { apiLogRoutes } from './settings/api-log.ts'
import { brandingRoutes } from './settings/branding.ts'
import { parcelPresetRoutes } from './settings/parcel-presets.ts'
import { savedViewRoutes } from './settings/saved-views.ts'
import { customsDefaultsRoutes } from './shipments/customs-defaults.ts'
import { handlingRoutes } from './shipments/handling.ts'
import { labelBatchRoutes } from './shipments/label-batches.ts'
import { labelRoutes } from './shipments/labels.ts'
import { pickupLocationRoutes } from './shipments/pickup-locations.ts'
import { returnPageRoutes } from './shipments/return-page.ts'
import { returnRulesRoutes } from './shipments/return-rules.ts'
import { shipmentRoutes } from './shipments/shipments.ts'
import { streamRoutes } from './shipments/streams.ts'
import { trackingRoutes } from './shipments/tracking.ts'

/** All routes of the public server, in the order of the OpenAPI document. */
export const routeTable: readonly Route<Services>[] = [
  ...shipmentRoutes,
  ...handlingRoutes,
  ...streamRoutes,
  ...pickupLocationRoutes,
  ...customsDefaultsRoutes,
  ...returnRulesRoutes,
  ...returnPageRoutes,
  ...quoteRoutes,
  ...bookingRoutes,
  ...costRoutes,
  ...labelBatchRoutes,
  ...labelRoutes,
  ...pickupRoutes,
  ...manifestRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
  ...eventStreamRoutes,
  ...simulatorRoutes,
  ...carrierRoutes,
  ...carrierAccountRoutes,
  ...addressRoutes,
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
  ...downloadRoutes,
]
