import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from './signed-in.ts'

export const carrierRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/carriers',
    component: lazyRouteComponent(() => import('../features/carriers/carriers-page.tsx'), 'CarriersPage'),
  }),
]
