import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from './signed-in.ts'

export const shipmentRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/shipments/$shipmentId',
    component: lazyRouteComponent(() => import('../features/shipment/shipment-page.tsx'), 'ShipmentPage'),
  }),
]
