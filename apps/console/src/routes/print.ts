import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from './signed-in.ts'

export const printRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/print',
    component: lazyRouteComponent(() => import('../features/print/print-page.tsx'), 'PrintPage'),
  }),
]
