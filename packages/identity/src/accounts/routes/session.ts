import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { z } from 'zod'
import { HASH_TOKENS } from '../passwords/hash.ts'
import { signInChallengeSchema } from '../second-factor/documents.ts'
import type { AccountServices } from '../services.ts'
import { sessionSchema } from '../sessions/session.ts'
import {
  linkAccountSchema,
  type ReadLink,
  readLinkSchema,
  type SignIn,
  type SignInWithLink,
  signInSchema,
  signInWithLinkSchema,
} from '../sign-in/documents.ts'

const tag = 'Sessions'
const SESSION = '/api/v1/session'
const opened = {
  status: 201,
  description: 'The session. Its cookies are set.',
  schema: sessionSchema,
  location: SESSION,
}
/** Shared with other ways to sign in. */
export const asksForCode = {
  status: 202,
  description: 'The user has an authenticator app: no session yet. A code finishes the sign-in.',
  schema: signInChallengeSchema,
  location: `${SESSION}/second-factor`,
}
const anyone = { kind: 'anyone', limited: true } as const
/** Hashes a password. */
export const anyoneWithPassword = { ...anyone, tokens: HASH_TOKENS } as const

/** The session of the page that calls. */
export const sessionRoutes: Route<AccountServices>[] = [
  defineRoute<AccountServices, z.ZodObject, SignIn>({
    operationId: 'createSession',
    method: 'POST',
    path: SESSION,
    tag,
    summary: 'Sign in with a password',
    description:
      'Sets the cookie of the session, which scripts cannot read, and the cookie `waybill_csrf`, which the page repeats in the header `X-Waybill-Csrf` of each change. The session ends 12 hours after its last request, and 30 days after the sign-in. Programs use an API key instead.',
    access: anyoneWithPassword,
    body: jsonBody(signInSchema),
    success: [opened, asksForCode],
    errors: ['sign_in_failed', 'merchant_choice_required', 'csrf_failed', 'rate_limited'],
    handle: (call, { signIns }) => signIns.withPassword(call),
  }),
  defineRoute<AccountServices, z.ZodObject, ReadLink>({
    operationId: 'readLink',
    method: 'POST',
    path: `${SESSION}/link/account`,
    tag,
    summary: 'Read whose account a one-time link opens',
    description:
      'Of links to sign in, to set a new password and to accept an invitation. The link stays valid: the page asks before it uses it, so that nobody signs in to the account of somebody else without noticing.',
    access: anyone,
    body: jsonBody(readLinkSchema),
    success: [{ status: 200, description: 'The account.', schema: linkAccountSchema }],
    errors: ['link_not_valid', 'csrf_failed', 'rate_limited'],
    handle: (call, { signIns }) => signIns.readLink(call),
  }),
  defineRoute<AccountServices, z.ZodObject, SignInWithLink>({
    operationId: 'createSessionWithLink',
    method: 'POST',
    path: `${SESSION}/link`,
    tag,
    summary: 'Sign in with a one-time link',
    description:
      'The link works once, until a newer one is made for the same user. It replaces the password only: the code of an authenticator app is still required.',
    access: anyone,
    body: jsonBody(signInWithLinkSchema),
    success: [opened, asksForCode],
    errors: ['link_not_valid', 'sign_in_failed', 'csrf_failed', 'rate_limited'],
    handle: (call, { signIns }) => signIns.withLink(call),
  }),
  defineRoute({
    operationId: 'getSession',
    method: 'GET',
    path: SESSION,
    tag,
    summary: 'Get the session',
    description: 'Who is signed in, and what the session may do in which environments.',
    access: { kind: 'session', scope: null },
    success: [{ status: 200, description: 'The session.', schema: sessionSchema }],
    handle: (call, { signIns }) => signIns.current(call),
  }),
  defineRoute({
    operationId: 'deleteSession',
    method: 'DELETE',
    path: SESSION,
    tag,
    summary: 'Sign out',
    description: 'The session is refused within a second, and its streams end.',
    access: { kind: 'session', scope: null },
    body: noBody,
    success: [{ status: 204, description: 'The session has ended.' }],
    handle: (call, { signIns }) => signIns.signOut(call),
  }),
]
