import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../session/lazy-screen.ts'
import { isProviderId } from '../session/single-sign-on.ts'
import { rootRoute } from './root.tsx'
import { signedInRoute } from './signed-in.ts'

/** Pages without a session. Their tokens are in the fragment of the address, which no server sees. */
export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: ({ next, provider }): { next?: string; provider?: string } => ({
      ...(typeof next === 'string' && { next }),
      ...(isProviderId(provider) && { provider }),
    }),
    component: lazyScreen(() => import('../features/account/sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in/callback/$merchantId',
    component: lazyScreen(() => import('../features/account/callback-page.tsx'), 'CallbackPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/accept-invitation',
    component: lazyScreen(() => import('../features/account/link-pages.tsx'), 'AcceptInvitationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    component: lazyScreen(() => import('../features/account/link-pages.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/no-environment',
    component: lazyScreen(() => import('../features/account/no-environment-page.tsx'), 'NoEnvironmentPage'),
  }),
]

export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/account',
    component: lazyScreen(() => import('../features/account/account-page.tsx'), 'AccountPage'),
  }),
]
