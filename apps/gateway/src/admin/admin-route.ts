/** Admin routes that call the services behind the gateway. */
import * as identity from '@waybill/identity/admin/admin-route'
import type { Operators, Services } from '../routes/services.ts'

/** Services for the handlers of the gateway's admin routes. */
export interface AdminServices extends identity.AdminServices, Pick<Services, 'shipments' | 'bookings'> {
  operators: Operators
}

export type AdminRoute = identity.AdminRoute<AdminServices>

export const { plainRead, remoteAction } = identity.adminRouteKinds<AdminServices>()
