import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readSearch } from '../features/shipments/search.ts'
import { signedInRoute } from './signed-in.ts'

export const shipmentsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/shipments',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('../features/shipments/shipments-page.tsx'), 'ShipmentsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/shipments/import',
    component: lazyRouteComponent(() => import('../features/shipments/import/import-page.tsx'), 'ImportPage'),
  }),
]
