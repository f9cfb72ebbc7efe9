import { createRoute, redirect, retainSearchParams } from '@tanstack/react-router'
import { lazyScreen } from '../session/lazy-screen.ts'
import { loadSession } from '../session/session.ts'
import { chooseEnvironment, getWorkspace, rememberEnvironment } from '../session/workspace.ts'
import { rootRoute } from './root.tsx'

/**
 * Around every screen: there is a session, and an environment, which the address names as `env`. Loaders get both as
 * `context.session` and `context.workspace`.
 */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  validateSearch: (search): { env?: string } => (typeof search.env === 'string' ? { env: search.env } : {}),
  search: { middlewares: [retainSearchParams(['env'])] },
  beforeLoad: async ({ search, location }) => {
    const session = await loadSession()
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
    const environment = chooseEnvironment(session, search.env)
    if (environment === undefined) throw redirect({ to: '/no-environment' })
    if (search.env !== environment.environment_id) {
      throw redirect({ to: '.', search: (before) => ({ ...before, env: environment.environment_id }), replace: true })
    }
    rememberEnvironment(environment.environment_id)
    return { session, workspace: getWorkspace(environment) }
  },
  component: lazyScreen(() => import('../shell/shell.tsx'), 'Shell'),
})
