import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { z } from 'zod'
import {
  type AcceptInvitation,
  acceptInvitationSchema,
  type ResetPassword,
  resetPasswordSchema,
  type UpdateUser,
  updateUserSchema,
} from '../members/documents.ts'
import type { AccountServices } from '../services.ts'
import { ownSessionSchema } from '../sessions/own-sessions.ts'
import { sessionSchema } from '../sessions/session.ts'
import { anyoneWithPassword, asksForCode } from './session.ts'

const tag = 'Sessions'
const SESSIONS = '/api/v1/sessions'
const opened = {
  status: 201,
  description: 'The session. Its cookies are set.',
  schema: sessionSchema,
  location: '/api/v1/session',
}
const everyRole = { kind: 'session', scope: null } as const

/** Routes for the own account of a user. */
export const ownAccountRoutes: Route<AccountServices>[] = [
  defineRoute<AccountServices, z.ZodObject, AcceptInvitation>({
    operationId: 'acceptInvitation',
    method: 'POST',
    path: '/api/v1/session/invitation',
    tag,
    summary: 'Accept an invitation',
    description:
      'Makes the account with its name and password, and signs in. If the response was lost, sign in with the password: the link works once.',
    access: anyoneWithPassword,
    body: jsonBody(acceptInvitationSchema),
    success: [opened],
    errors: ['link_not_valid', 'email_in_use', 'csrf_failed', 'rate_limited'],
    handle: (call, { ownAccounts }) => ownAccounts.acceptInvitation(call),
  }),
  defineRoute<AccountServices, z.ZodObject, ResetPassword>({
    operationId: 'resetPassword',
    method: 'POST',
    path: '/api/v1/session/password-reset',
    tag,
    summary: 'Set a new password with a one-time link',
    description:
      'Signs in, and ends all other sessions of the user. An authenticator app stays on: the password is set, and a code is still asked for. If the response was lost, sign in with the new password: the link works once.',
    access: anyoneWithPassword,
    body: jsonBody(resetPasswordSchema),
    success: [opened, asksForCode],
    errors: ['link_not_valid', 'sign_in_failed', 'csrf_failed', 'rate_limited'],
    handle: (call, { ownAccounts }) => ownAccounts.resetPassword(call),
  }),
  defineRoute<AccountServices, z.ZodObject, UpdateUser>({
    operationId: 'updateUser',
    method: 'PATCH',
    path: '/api/v1/session/user',
    tag,
    summary: 'Change your own name or password',
    description:
      'A new password ends all your other sessions. A repeat succeeds, too: the new password counts as the current one.',
    access: everyRole,
    body: jsonBody(updateUserSchema),
    success: [{ status: 200, description: 'The session with its user.', schema: sessionSchema }],
    errors: ['confirmation_required', 'rate_limited'],
    handle: (call, { ownAccounts }) => ownAccounts.update(call),
  }),
  defineRoute({
    operationId: 'listSessions',
    method: 'GET',
    path: SESSIONS,
    tag,
    summary: 'List your sessions',
    description: 'Those that have not ended, newest first.',
    access: everyRole,
    success: [{ status: 200, description: 'The sessions.', schema: ownSessionSchema, list: true }],
    handle: (call, { ownSessions }) => ownSessions.list(call),
  }),
  defineRoute({
    operationId: 'revokeOtherSessions',
    method: 'DELETE',
    path: SESSIONS,
    tag,
    summary: 'End all your other sessions',
    access: everyRole,
    body: noBody,
    success: [{ status: 204, description: 'They are refused within a second.' }],
    handle: (call, { ownSessions }) => ownSessions.revoke(call),
  }),
  defineRoute({
    operationId: 'revokeSession',
    method: 'DELETE',
    path: `${SESSIONS}/{session_id}`,
    tag,
    summary: 'End one of your sessions',
    access: everyRole,
    body: noBody,
    success: [{ status: 204, description: 'It is refused within a second.' }],
    handle: (call, { ownSessions }) => ownSessions.revoke(call),
  }),
]
