/** The team as its members see it. */
import { roles } from '@waybill/contracts/requests/roles'
import { requiredEmail, requiredText } from '@waybill/contracts/values/text'
import { z } from 'zod'
import type { Invitation } from '../invitations/repository.ts'
import { newPassword } from '../passwords/policy.ts'
import type { Factors } from '../second-factor/repository.ts'
import type { Member } from './member.ts'

const LONGEST_NAME = 100
const role = z.enum(roles)
const token = z.string().min(1).max(200).describe('The part of the one-time link after `#token=`.')
export const memberName = requiredText(LONGEST_NAME).describe('Name of the person.')

export const updateMemberSchema = z
  .strictObject({
    role: role.optional().describe('What the member may do from now on.'),
    active: z.boolean().optional().describe('`false` ends the sessions of the member and refuses new ones.'),
    keep_api_keys: z
      .boolean()
      .optional()
      .describe(
        'Whether all API keys that the member made work on: you answer for them from now on. By default those are revoked which the member may no longer make, with the keys that they made.',
      ),
  })
  .meta({ id: 'UpdateMember' })
export type UpdateMember = z.output<typeof updateMemberSchema>

export const createInvitationSchema = z
  .strictObject({ email: requiredEmail.transform((text) => text.toLowerCase()), role })
  .meta({ id: 'CreateInvitation' })
export type CreateInvitation = z.output<typeof createInvitationSchema>

export const acceptInvitationSchema = z
  .strictObject({ token, name: memberName, password: newPassword })
  .meta({ id: 'AcceptInvitation' })
export type AcceptInvitation = z.output<typeof acceptInvitationSchema>

export const resetPasswordSchema = z.strictObject({ token, password: newPassword }).meta({ id: 'ResetPassword' })
export type ResetPassword = z.output<typeof resetPasswordSchema>

export const updateUserSchema = z
  .strictObject({
    name: memberName.optional(),
    password: newPassword.optional(),
    current_password: z
      .string()
      .max(1_000)
      .optional()
      .describe('The password until now. Needed to change it; a user without a password leaves it out.'),
  })
  .meta({ id: 'UpdateUser' })
export type UpdateUser = z.output<typeof updateUserSchema>

export const memberSchema = z
  .object({
    user_id: z.string().describe('Identifier, usr_…'),
    email: z.string(),
    name: z.string(),
    role,
    active: z.boolean().describe('Whether the member can sign in.'),
    has_totp: z.boolean().describe('Whether a sign-in with a password or link also needs a code.'),
    passkeys_count: z.int().describe('How many passkeys the member has.'),
    has_oidc: z.boolean().describe('Whether the member is linked to an account at the identity provider.'),
    created_at: z.string(),
  })
  .meta({ id: 'Member' })

/** `factors`: undefined for a member without any. */
export const memberDocument = (member: Member, factors: Factors | undefined) => ({
  user_id: member.userId,
  email: member.email,
  name: member.name,
  role: member.role,
  active: member.deactivatedAt === null,
  has_totp: factors?.hasTotp ?? false,
  passkeys_count: factors?.passkeysCount ?? 0,
  has_oidc: factors?.hasOidc ?? false,
  created_at: member.createdAt.toISOString(),
})

export const invitationSchema = z
  .object({
    invitation_id: z.string().describe('Identifier, inv_…'),
    email: z.string(),
    role,
    created_by: z.string().describe('The user who invites, usr_….'),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: 'Invitation' })

/** The response to the call that makes the link. It is not shown again. */
export const invitationWithLinkSchema = invitationSchema
  .extend({ url: z.string().describe('One-time link for the person to copy and open. Shown only in this response.') })
  .meta({ id: 'InvitationWithLink' })

export const invitationDocument = (invitation: Invitation) => ({
  invitation_id: invitation.invitationId,
  email: invitation.email,
  role: invitation.role,
  created_by: invitation.createdBy,
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
})

export const passwordResetSchema = z
  .object({
    user_id: z.string(),
    url: z.string().describe('One-time link for the member to copy and open. Shown only in this response.'),
    expires_at: z.string(),
  })
  .meta({ id: 'PasswordReset' })
