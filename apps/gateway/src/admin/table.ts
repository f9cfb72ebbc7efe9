import type { AdminRoute } from './admin-route.ts'
import { auditRoutes } from './audit-log.ts'
import { doubtfulBookingRoutes } from './doubtful-bookings.ts'
import { erasureRoutes } from './erasures.ts'
import { eventRoutes } from './events.ts'
import { memberRoutes } from './members.ts'
import { merchantRoutes } from './merchants.ts'
import { stuckRoutes } from './stuck.ts'
import { suspensionRoutes } from './suspension.ts'

/** Every route of the admin API. It has its own port, which is never public. */
export const adminRouteTable: readonly AdminRoute[] = [
  ...merchantRoutes,
  ...memberRoutes,
  ...suspensionRoutes,
  ...erasureRoutes,
  ...eventRoutes,
  ...doubtfulBookingRoutes,
  ...stuckRoutes,
  ...auditRoutes,
]
