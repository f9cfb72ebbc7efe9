/** The team of a merchant: members, invitations and links to reset passwords. */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import type { Database } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import { newId } from '@waybill/contracts/ids'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { ChangeAnnouncer } from '../../credentials/change-announcer.ts'
import type { IdentityDatabase } from '../../db.ts'
import { recordAction } from '../audit.ts'
import { listInvitations, removeInvitation, replaceInvitation } from '../invitations/repository.ts'
import { accountUrl, mintLink } from '../links/link.ts'
import { replaceLink } from '../links/repository.ts'
import { listFactors } from '../second-factor/repository.ts'
import { type CreateInvitation, invitationDocument, memberDocument, type UpdateMember } from './documents.ts'
import { endBeyondRights, lockMaker } from './leaving.ts'
import type { Member } from './member.ts'
import { onceInTeam, openedLink, sealedLink } from './once.ts'
import { changeMember, countActiveOwnersLocked, findMember, findMemberByEmail, listMembers } from './repository.ts'

const INVITATION_SECONDS = 7 * 86_400
const RESET_SECONDS = 86_400

export interface Team {
  /** Whether the merchant has this member, who can sign in. */
  isActiveMember(member: Pick<Member, 'merchantId' | 'userId'>): Promise<boolean>
  listMembers(call: Call): Promise<Reply>
  updateMember(call: Call<unknown, UpdateMember>): Promise<Reply>
  createPasswordReset(call: Call): Promise<Reply>
  createInvitation(call: Call<unknown, CreateInvitation>): Promise<Reply>
  listInvitations(call: Call): Promise<Reply>
  deleteInvitation(call: Call): Promise<Reply>
}

interface TeamDependencies {
  db: Database<IdentityDatabase>
  credentials: ChangeAnnouncer
  box: SecretBox
  publicUrl: string
}

export function createTeam(dependencies: TeamDependencies): Team {
  return { ...memberCalls(dependencies), ...invitationCalls(dependencies) }
}

function memberCalls({
  db,
  credentials,
  box,
  publicUrl,
}: TeamDependencies): Pick<Team, 'isActiveMember' | 'listMembers' | 'updateMember' | 'createPasswordReset'> {
  return {
    async isActiveMember(member) {
      const found = await findMember(db, member)
      return found !== undefined && found.deactivatedAt === null
    },

    async listMembers({ context: { merchantId } }) {
      const factors = await listFactors(db, merchantId)
      return list((await listMembers(db, merchantId)).map((one) => memberDocument(one, factors.get(one.userId))))
    },

    async updateMember(call) {
      const { context, params, document } = call
      const subject = { merchantId: context.merchantId, userId: params.user_id ?? '' }
      if (document.keep_api_keys && subject.userId === call.session?.userId)
        throw validationError([
          errorDetail(['keep_api_keys'], 'not_allowed', 'is for the keys of another member, which pass to you'),
        ])
      let ended: string[] = []
      const changed = await onceInTeam(db, call, async (trx) => {
        // Locks the team: two owners cannot remove each other at the same time.
        const owners = await countActiveOwnersLocked(trx, subject.merchantId)
        await lockMaker(trx, call, 'team:write') // the caller may have lost the right while it waited
        const member = await findMember(trx, subject)
        if (member === undefined) throw memberNotFound(subject.userId)
        assertOwnerStays(member, document, owners)
        await recordAction(trx, call, { action: 'updateMember', targetType: 'user', targetId: subject.userId })
        const { keep_api_keys: areKeysKept = false, ...change } = document
        const after = await changeMember(trx, subject, change)
        const keysPassTo = areKeysKept ? (call.session?.userId ?? null) : null
        const { keyIds, sessionIds } = await endBeyondRights(trx, after, { keysPassTo })
        ended = [...keyIds, ...sessionIds]
        const factors = await listFactors(trx, subject.merchantId, subject.userId)
        return answer(200, memberDocument(after, factors.get(subject.userId)))
      })
      for (const id of [subject.userId, ...ended]) await credentials.announceChange(id)
      return changed
    },

    async createPasswordReset(call) {
      const { merchantId } = call.context
      const userId = call.params.user_id ?? ''
      if (userId === call.session?.userId)
        throw new AppError(
          'own_password_reset',
          'You cannot make a link that resets your own password. Change it in your account, or ask another owner.',
        )
      const { token, ...link } = mintLink()
      const expiresAt = new Date(Date.now() + RESET_SECONDS * 1_000)
      const getLabel = () => `password_reset/${merchantId}/${userId}`
      const stored = await onceInTeam(db, call, async (trx) => {
        await lockMaker(trx, call, 'team:write')
        if ((await findMember(trx, { merchantId, userId })) === undefined) throw memberNotFound(userId)
        const createdBy = call.session?.userId ?? null
        await replaceLink(trx, {
          ...link,
          merchantId,
          userId,
          purpose: 'password_reset',
          createdBy,
          lifetimeSeconds: RESET_SECONDS,
        })
        await recordAction(trx, call, { action: 'createPasswordReset', targetType: 'user', targetId: userId })
        const data = { user_id: userId, url: '', expires_at: expiresAt.toISOString() }
        return sealedLink(box, { data, token, label: getLabel() })
      })
      return openedLink(box, stored, { getLabel, getUrl: (one) => accountUrl(publicUrl, 'reset-password', one) })
    },
  }
}

function invitationCalls({
  db,
  box,
  publicUrl,
}: TeamDependencies): Pick<Team, 'createInvitation' | 'listInvitations' | 'deleteInvitation'> {
  return {
    async createInvitation(call) {
      const { context, document, session } = call
      const { merchantId } = context
      const { token, tokenHash } = mintLink()
      const invitationId = newId('inv')
      const getLabel = ({ invitation_id }: { invitation_id: string }) => `invitation/${merchantId}/${invitation_id}`
      const stored = await onceInTeam(db, call, async (trx) => {
        await lockMaker(trx, call, 'team:write')
        // Whether another merchant has a member with the address is not for this one to know.
        if (await findMemberByEmail(trx, { merchantId, email: document.email }))
          throw new AppError('email_in_use', `${document.email} is a member of your team already.`)
        await recordAction(trx, call, { action: 'createInvitation', targetType: 'invitation', targetId: invitationId })
        const createdBy = session?.userId ?? ''
        const made = await replaceInvitation(trx, {
          merchantId,
          invitationId,
          tokenHash,
          createdBy,
          lifetimeSeconds: INVITATION_SECONDS,
          ...document,
        })
        const data = invitationDocument(made)
        return sealedLink(box, { data, token, label: getLabel(data) })
      })
      return openedLink<ReturnType<typeof invitationDocument> & { url: string }>(box, stored, {
        getLabel,
        getUrl: (one) => accountUrl(publicUrl, 'accept-invitation', one),
      })
    },

    async listInvitations({ context: { merchantId } }) {
      return list((await listInvitations(db, merchantId)).map(invitationDocument))
    },

    async deleteInvitation(call) {
      const { merchantId } = call.context
      const invitationId = call.params.invitation_id ?? ''
      return onceInTeam(db, call, async (trx) => {
        const removed = await removeInvitation(trx, { merchantId, invitationId })
        if (removed === undefined)
          throw new AppError('invitation_not_found', `There is no open invitation ${invitationId} in your team.`)
        await recordAction(trx, call, { action: 'deleteInvitation', targetType: 'invitation', targetId: invitationId })
        return { status: 204, body: Buffer.alloc(0) }
      })
    },
  }
}

/** Throws `last_owner` if the team would have no active one. */
function assertOwnerStays(member: Member, { role = 'owner', active }: UpdateMember, owners: number): void {
  const isOwner = member.role === 'owner' && member.deactivatedAt === null
  if (isOwner && (role !== 'owner' || active === false) && owners === 1)
    throw new AppError('last_owner', `${member.email} is the last active owner. Make another member an owner first.`)
}

const answer = (status: number, data: object): Answer => ({ status, body: envelopeBytes(successEnvelope(data)) })

/** A team is as small as the staff of a merchant: one page. */
const list = (documents: object[]): Reply => ({
  status: 200,
  body: envelopeBytes(listEnvelope(documents, { has_more: false, next_cursor: null, limit: documents.length })),
})

const memberNotFound = (userId: string) =>
  new AppError('member_not_found', `There is no member ${userId} in your team.`)
