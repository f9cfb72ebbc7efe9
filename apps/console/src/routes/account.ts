import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'
import { signedInRoute } from './signed-in.ts'

/** Pages without a session. Their tokens are in the fragment of the address, which no server sees. */
export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: (search): { next?: string } => (typeof search.next === 'string' ? { next: search.next } : {}),
    component: lazyRouteComponent(() => import('../features/account/sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/accept-invitation',
    component: lazyRouteComponent(() => import('../features/account/link-pages.tsx'), 'AcceptInvitationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    component: lazyRouteComponent(() => import('../features/account/link-pages.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/no-environment',
    component: lazyRouteComponent(() => import('../features/account/no-environment-page.tsx'), 'NoEnvironmentPage'),
  }),
]

export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/account',
    component: lazyRouteComponent(() => import('../features/account/account-page.tsx'), 'AccountPage'),
  }),
]
