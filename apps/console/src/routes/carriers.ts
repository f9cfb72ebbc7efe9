import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../session/lazy-screen.ts'
import { signedInRoute } from './signed-in.ts'

interface CarriersSearch {
  /** The form that is open: the ID of a driver or a rate card, `new-driver`, `new-card`. */
  open?: string
}

const carriersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/carriers',
  validateSearch: ({ open }): CarriersSearch => ({ open: typeof open === 'string' && open !== '' ? open : undefined }),
  component: lazyScreen(() => import('../features/carriers/carriers-page.tsx'), 'CarriersPage'),
})

/** The page shows it in place of the accounts. */
const fleetRoute = createRoute({ getParentRoute: () => carriersRoute, path: 'own-fleet' })

export const carrierRoutes = [carriersRoute.addChildren([fleetRoute])]
