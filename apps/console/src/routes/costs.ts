import { createRoute } from '@tanstack/react-router'
import { readSearch } from '../features/costs/search.ts'
import { lazyScreen } from '../session/lazy-screen.ts'
import { signedInRoute } from './signed-in.ts'

export const costsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/costs',
    validateSearch: readSearch,
    component: lazyScreen(() => import('../features/costs/costs-page.tsx'), 'CostsPage'),
  }),
]
