import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { z } from 'zod'
import {
  type CreateInvitation,
  createInvitationSchema,
  invitationSchema,
  invitationWithLinkSchema,
  memberSchema,
  passwordResetSchema,
  type UpdateMember,
  updateMemberSchema,
} from '../members/documents.ts'
import type { AccountServices } from '../services.ts'

const tag = 'Team'
const MEMBERS = '/api/v1/team/members'
const INVITATIONS = '/api/v1/team/invitations'
const read = { kind: 'session', scope: 'team:read' } as const
const write = { kind: 'session', scope: 'team:write' } as const

/** The people of a merchant. */
export const teamRoutes: Route<AccountServices>[] = [
  defineRoute({
    operationId: 'listMembers',
    method: 'GET',
    path: MEMBERS,
    tag,
    summary: 'List the members of the team',
    description: 'All of them, oldest first.',
    access: read,
    success: [{ status: 200, description: 'The members.', schema: memberSchema, list: true }],
    handle: (call, { team }) => team.listMembers(call),
  }),
  defineRoute<AccountServices, z.ZodObject, UpdateMember>({
    operationId: 'updateMember',
    method: 'PATCH',
    path: `${MEMBERS}/{user_id}`,
    tag,
    summary: 'Change the role of a member, or deactivate one',
    description:
      'Takes effect within a second, in open sessions too. Invitations, links and API keys that the member made end if the member may no longer make them: see `keep_api_keys`. The team keeps an active owner.',
    access: write,
    body: jsonBody(updateMemberSchema),
    success: [{ status: 200, description: 'The member.', schema: memberSchema }],
    confirmation: 'always',
    errors: ['last_owner'],
    handle: (call, { team }) => team.updateMember(call),
  }),
  defineRoute({
    operationId: 'createPasswordReset',
    method: 'POST',
    path: `${MEMBERS}/{user_id}/password-reset`,
    tag,
    summary: 'Make a link with which a member sets a new password',
    description:
      'The link works once, within a day, and replaces the one before. Waybill sends no mail: hand it over yourself.',
    access: write,
    body: noBody,
    success: [{ status: 201, description: 'The link.', schema: passwordResetSchema }],
    confirmation: 'always',
    errors: ['own_password_reset'],
    secretInAnswer: true,
    handle: (call, { team }) => team.createPasswordReset(call),
  }),
  defineRoute<AccountServices, z.ZodObject, CreateInvitation>({
    operationId: 'createInvitation',
    method: 'POST',
    path: INVITATIONS,
    tag,
    summary: 'Invite a person to the team',
    description:
      'The link works once, within 7 days. Another invitation of the same address replaces it. Waybill sends no mail: hand the link over yourself.',
    access: write,
    body: jsonBody(createInvitationSchema),
    success: [
      {
        status: 201,
        description: 'The invitation with its link.',
        schema: invitationWithLinkSchema,
        location: `${INVITATIONS}/{invitation_id}`,
      },
    ],
    confirmation: 'always',
    errors: ['email_in_use'],
    secretInAnswer: true,
    handle: (call, { team }) => team.createInvitation(call),
  }),
  defineRoute({
    operationId: 'listInvitations',
    method: 'GET',
    path: INVITATIONS,
    tag,
    summary: 'List open invitations',
    description: 'Newest first, without their links.',
    access: read,
    success: [{ status: 200, description: 'The invitations.', schema: invitationSchema, list: true }],
    handle: (call, { team }) => team.listInvitations(call),
  }),
  defineRoute({
    operationId: 'deleteInvitation',
    method: 'DELETE',
    path: `${INVITATIONS}/{invitation_id}`,
    tag,
    summary: 'Revoke an invitation',
    access: write,
    body: noBody,
    success: [{ status: 204, description: 'The link no longer works.' }],
    handle: (call, { team }) => team.deleteInvitation(call),
  }),
]
