import { createRoute } from '@tanstack/react-router'
import { readSearch } from '../features/shipments/search.ts'
import { lazyScreen } from '../session/lazy-screen.ts'
import { signedInRoute } from './signed-in.ts'

export const shipmentsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/shipments',
    validateSearch: readSearch,
    component: lazyScreen(() => import('../features/shipments/shipments-page.tsx'), 'ShipmentsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/shipments/import',
    component: lazyScreen(() => import('../features/shipments/import/import-page.tsx'), 'ImportPage'),
  }),
]
