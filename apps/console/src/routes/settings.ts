import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../session/lazy-screen.ts'
import { signedInRoute } from './signed-in.ts'

const GROUPS = ['accounts', 'team', 'keys', 'shipments', 'carriers'] as const
const DATE = /^\d{4}-\d{2}-\d{2}$/

interface SettingsSearch {
  /** The form that is open: the ID of a thing, or `new`. */
  open?: string
  /** Filters of the audit log: a member, a group of actions, dates. */
  who?: string
  what?: (typeof GROUPS)[number]
  from?: string
  to?: string
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const date = (value: unknown): string | undefined => {
  const given = text(value)
  return given !== undefined && DATE.test(given) ? given : undefined
}

const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  validateSearch: ({ open, who, what, from, to }): SettingsSearch => ({
    open: text(open),
    who: text(who),
    what: GROUPS.find((one) => one === what),
    from: date(from),
    to: date(to),
  }),
  component: lazyScreen(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})

/** The tabs are those of features/settings/tabs.ts. */
const tabRoute = createRoute({ getParentRoute: () => settingsRoute, path: '$tab' })

export const settingsRoutes = [settingsRoute.addChildren([tabRoute])]
