import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from './signed-in.ts'

export interface SettingsSearch {
  /** The form that is open: the ID of a thing, or `new`. */
  open?: string
}

const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  validateSearch: ({ open }): SettingsSearch => ({ open: typeof open === 'string' && open !== '' ? open : undefined }),
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})

/** The tabs are those of features/settings/tabs.ts. */
const tabRoute = createRoute({ getParentRoute: () => settingsRoute, path: '$tab' })

export const settingsRoutes = [settingsRoute.addChildren([tabRoute])]
