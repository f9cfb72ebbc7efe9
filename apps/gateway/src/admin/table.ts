import { identityAdminRoutes } from '@waybill/identity/admin/table'
import type { AdminRoute } from './admin-route.ts'
import { doubtfulBookingRoutes } from './doubtful-bookings.ts'
import { erasureRoutes } from './erasures.ts'
import { eventRoutes } from './events.ts'
import { stuckRoutes } from './stuck.ts'

/** Every route of the admin API. It has its own port, which is never public. */
export const adminRouteTable: readonly AdminRoute[] = [
  ...identityAdminRoutes,
  ...erasureRoutes,
  ...eventRoutes,
  ...doubtfulBookingRoutes,
  ...stuckRoutes,
]
