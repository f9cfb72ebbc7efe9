import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from './signed-in.ts'

export const developerRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers',
    component: lazyRouteComponent(() => import('../features/developers/developers-page.tsx'), 'DevelopersPage'),
  }),
]
