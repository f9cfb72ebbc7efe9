/** The routes of the console. Each feature lists its own in `routes/`. */
import { createRoute, createRouter } from '@tanstack/react-router'
import { accountRoutes, signInRoutes } from './routes/account.ts'
import { carrierRoutes } from './routes/carriers.ts'
import { costsRoutes } from './routes/costs.ts'
import { developerRoutes } from './routes/developers.ts'
import { printRoutes } from './routes/print.ts'
import { rootRoute } from './routes/root.tsx'
import { settingsRoutes } from './routes/settings.ts'
import { shipRoutes } from './routes/ship.ts'
import { shipmentRoutes } from './routes/shipment.ts'
import { shipmentsRoutes } from './routes/shipments.ts'
import { signedInRoute } from './routes/signed-in.ts'
import { todayRoutes } from './routes/today.ts'
import { PageError, PageNotFound, PagePending } from './shell/page-states.tsx'

/** Any other address, within the frame. */
const notFoundRoute = createRoute({ getParentRoute: () => signedInRoute, path: '$', component: PageNotFound })

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  signedInRoute.addChildren([
    ...todayRoutes,
    ...shipmentsRoutes,
    ...shipmentRoutes,
    ...shipRoutes,
    ...printRoutes,
    ...costsRoutes,
    ...developerRoutes,
    ...carrierRoutes,
    ...settingsRoutes,
    ...accountRoutes,
    notFoundRoute,
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  // The cache of queries decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: PageNotFound,
  defaultPendingComponent: PagePending,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
