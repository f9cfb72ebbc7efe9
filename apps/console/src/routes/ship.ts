import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from './signed-in.ts'

export const shipRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/ship',
    component: lazyRouteComponent(() => import('../features/ship/ship-page.tsx'), 'ShipPage'),
  }),
]
