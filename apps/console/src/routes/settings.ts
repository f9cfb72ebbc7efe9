import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from './signed-in.ts'

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  }),
]
