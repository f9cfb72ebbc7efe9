import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from './signed-in.ts'

export const shipmentRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/shipments/$shipmentId',
    // The form of changes is open.
    validateSearch: (search): { edit?: true } => (search.edit === true ? { edit: true } : {}),
    component: lazyRouteComponent(() => import('../features/shipment/shipment-page.tsx'), 'ShipmentPage'),
  }),
]
