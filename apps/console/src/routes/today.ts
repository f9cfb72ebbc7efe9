import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from './signed-in.ts'

export const todayRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/',
    component: lazyRouteComponent(() => import('../features/today/today-page.tsx'), 'TodayPage'),
  }),
]
