import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../shell/lazy-screen.ts'
import { signedInRoute } from './signed-in.ts'

export const shipRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/ship',
    // A registered shipment to book; without it, a new one.
    validateSearch: (search): { shipment?: string } =>
      typeof search.shipment === 'string' ? { shipment: search.shipment } : {},
    component: lazyScreen(() => import('../features/ship/ship-page.tsx'), 'ShipPage'),
  }),
]
