import type { Route } from '../routing/route.ts'
import type { AdminServices } from './admin-route.ts'
import { doubtfulBookingRoutes } from './doubtful-bookings.ts'
import { erasureRoutes } from './erasures.ts'
import { eventRoutes } from './events.ts'
import { merchantRoutes } from './merchants.ts'

/** Every route of the admin API. It has its own port, which is never public. */
export const adminRouteTable: readonly Route<AdminServices>[] = [
  ...merchantRoutes,
  ...erasureRoutes,
  ...eventRoutes,
  ...doubtfulBookingRoutes,
]
