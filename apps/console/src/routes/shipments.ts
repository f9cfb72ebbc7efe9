import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from './signed-in.ts'

export const shipmentsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/shipments',
    validateSearch: (search): { q?: string } => (typeof search.q === 'string' ? { q: search.q } : {}),
    component: lazyRouteComponent(() => import('../features/shipments/shipments-page.tsx'), 'ShipmentsPage'),
  }),
]
