import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../session/lazy-screen.ts'
import { signedInRoute } from './signed-in.ts'

export const shipRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/ship',
    // A registered shipment to book; without it, a new one.
    // Another one begins with what a shipment has that has failed.
    validateSearch: (search): { shipment?: string; again?: string } => ({
      shipment: typeof search.shipment === 'string' ? search.shipment : undefined,
      again: typeof search.again === 'string' ? search.again : undefined,
    }),
    component: lazyScreen(() => import('../features/ship/ship-page.tsx'), 'ShipPage'),
  }),
]
