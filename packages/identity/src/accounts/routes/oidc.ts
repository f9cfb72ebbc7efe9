import { defineRoute, jsonBody, noBody, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
import type { z } from 'zod'
import {
  type BeginOidcSignIn,
  beginOidcSignInSchema,
  type CreateOidcProvider,
  createOidcProviderSchema,
  type FinishOidcSignIn,
  finishOidcSignInSchema,
  oidcProviderCheckSchema,
  oidcProviderSchema,
  oidcSignInSchema,
  type UpdateOidcProvider,
  updateOidcProviderSchema,
} from '../oidc/documents.ts'
import type { AccountServices } from '../services.ts'
import { sessionSchema } from '../sessions/session.ts'

const SESSION = '/api/v1/session'
const PROVIDERS = '/api/v1/team/oidc-providers'
const PROVIDER = `${PROVIDERS}/{provider_id}`
/** Two to four calls of the provider, over TLS, and the check of a signature. */
const anyone = { kind: 'anyone', limited: true, tokens: 4 } as const
const owners = { kind: 'session', scope: 'team:write' } as const
const provider = { status: 200, description: 'The identity provider.', schema: oidcProviderSchema }

/** Single sign-on: the identity provider of a team, and signing in with it. */
export const oidcRoutes: Route<AccountServices>[] = [
  defineRoute<AccountServices, z.ZodObject, BeginOidcSignIn>({
    operationId: 'createOidcSignIn',
    method: 'POST',
    path: `${SESSION}/oidc`,
    tag: 'Sessions',
    summary: 'Begin to sign in with the identity provider of a team',
    description:
      'The page opens `authorization_url`. The provider sends the browser back to the `redirect_uri` of the team, within 10 minutes.',
    access: anyone,
    body: jsonBody(beginOidcSignInSchema),
    success: [{ status: 200, description: 'The page of the provider.', schema: oidcSignInSchema }],
    errors: ['oidc_provider_not_found', 'oidc_sign_in_failed', 'csrf_failed', 'rate_limited'],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: (call, { oidcSignIns }) => oidcSignIns.begin(call),
  }),
  defineRoute<AccountServices, z.ZodObject, FinishOidcSignIn>({
    operationId: 'createSessionWithOidc',
    method: 'POST',
    path: `${SESSION}/oidc/callback`,
    tag: 'Sessions',
    summary: 'Sign in with the identity provider of a team',
    description:
      'Works once, in the browser that began, and at the redirect URI of the team whose provider it began with. Waybill asks for no second factor; the provider may. The first sign-in links the account at the provider to the member, or the open invitation, with the same verified e-mail address.',
    access: anyone,
    body: jsonBody(finishOidcSignInSchema),
    success: [
      {
        status: 201,
        description: 'The session. Its cookies are set.',
        schema: sessionSchema,
        location: SESSION,
      },
    ],
    errors: ['oidc_sign_in_failed', 'challenge_not_valid', 'csrf_failed', 'rate_limited'],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: (call, { oidcSignIns }) => oidcSignIns.finish(call),
  }),
  defineRoute<AccountServices, z.ZodObject, CreateOidcProvider>({
    operationId: 'createOidcProvider',
    method: 'POST',
    path: PROVIDERS,
    tag: 'Team',
    summary: 'Set up the identity provider of the team',
    description:
      'An OpenID Connect provider, with the authorization code flow and PKCE. Enter `redirect_uri` of the answer at the provider, and give `sign_in_url` to the team. With `required`, sessions that began another way are refused, except those of owners.',
    access: owners,
    body: jsonBody(createOidcProviderSchema),
    success: [{ ...provider, status: 201, location: PROVIDER }],
    confirmation: 'always',
    errors: ['oidc_provider_exists'],
    handle: (call, { oidcProviders }) => oidcProviders.create(call),
  }),
  defineRoute({
    operationId: 'listOidcProviders',
    method: 'GET',
    path: PROVIDERS,
    tag: 'Team',
    summary: 'List the identity provider of the team',
    description: 'At most one.',
    access: owners,
    success: [{ ...provider, list: true }],
    handle: (call, { oidcProviders }) => oidcProviders.list(call),
  }),
  defineRoute({
    operationId: 'getOidcProvider',
    method: 'GET',
    path: PROVIDER,
    tag: 'Team',
    summary: 'Get the identity provider of the team',
    access: owners,
    success: [provider],
    handle: (call, { oidcProviders }) => oidcProviders.get(call),
  }),
  defineRoute<AccountServices, z.ZodObject, UpdateOidcProvider>({
    operationId: 'updateOidcProvider',
    method: 'PATCH',
    path: PROVIDER,
    tag: 'Team',
    summary: 'Change the identity provider of the team',
    description:
      'Another `issuer` or `client_id` unlinks all members from their accounts and ends the sessions that began at the provider: each member is linked again at the next sign-in.',
    access: owners,
    body: jsonBody(updateOidcProviderSchema),
    success: [provider],
    confirmation: 'always',
    handle: (call, { oidcProviders }) => oidcProviders.update(call),
  }),
  defineRoute({
    operationId: 'deleteOidcProvider',
    method: 'DELETE',
    path: PROVIDER,
    tag: 'Team',
    summary: 'Remove the identity provider of the team',
    description:
      'Ends the sessions that began at it, except the session of the request. Members without a password need a link to reset it.',
    access: owners,
    body: noBody,
    success: [{ status: 204, description: 'The provider can no longer be used to sign in.' }],
    confirmation: 'always',
    handle: (call, { oidcProviders }) => oidcProviders.remove(call),
  }),
  defineRoute({
    operationId: 'checkOidcProvider',
    method: 'POST',
    path: `${PROVIDER}/check`,
    tag: 'Team',
    summary: 'Check the identity provider of the team',
    description: 'Reads its metadata. Whether the client id and secret are right shows at the first sign-in.',
    access: owners,
    body: noBody,
    success: [{ status: 200, description: 'Whether it answers.', schema: oidcProviderCheckSchema }],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: (call, { oidcProviders }) => oidcProviders.check(call),
  }),
  defineRoute({
    operationId: 'deleteMemberIdentity',
    method: 'DELETE',
    path: '/api/v1/team/members/{user_id}/oidc-identity',
    tag: 'Team',
    summary: 'Unlink a member from the account at the identity provider',
    description:
      'Use it for a person who has a new account at the provider: the next sign-in links that account. Open sessions stay.',
    access: owners,
    body: noBody,
    success: [{ status: 204, description: 'Unlinked.' }],
    confirmation: 'always',
    handle: (call, { memberIdentities }) => memberIdentities.unlink(call),
  }),
]
