import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../session/lazy-screen.ts'
import { signedInRoute } from './signed-in.ts'

export const shipmentRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/shipments/$shipmentId',
    // The form of changes is open.
    validateSearch: (search): { edit?: true } => (search.edit === true ? { edit: true } : {}),
    component: lazyScreen(() => import('../features/shipment/shipment-page.tsx'), 'ShipmentPage'),
  }),
]
