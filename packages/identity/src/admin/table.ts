import type { AdminRoute } from './admin-route.ts'
import { auditRoutes } from './audit-log.ts'
import { memberRoutes } from './members.ts'
import { merchantRoutes } from './merchants.ts'
import { suspensionRoutes } from './suspension.ts'

/** The admin routes about merchants, their members and keys, and the audit log. */
export const identityAdminRoutes: readonly AdminRoute[] = [
  ...merchantRoutes,
  ...memberRoutes,
  ...suspensionRoutes,
  ...auditRoutes,
]
