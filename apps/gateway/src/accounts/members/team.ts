/** The team of a merchant: members, invitations and links to reset passwords. */
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import { newId } from '@waybill/contracts/ids'
import type { Transaction } from 'kysely'
import type { Credentials } from '../../auth/credentials.ts'
import type { GatewayDatabase } from '../../db.ts'
import type { Call, Reply } from '../../routing/route.ts'
import { recordAction } from '../audit.ts'
import { listInvitations, removeInvitation, replaceInvitation } from '../invitations/repository.ts'
import { accountUrl, mintLink } from '../links/link.ts'
import { replaceLink } from '../links/repository.ts'
import { type CreateInvitation, invitationDocument, memberDocument, type UpdateMember } from './documents.ts'
import { changeMember, countActiveOwnersLocked, findMember, findMemberByEmail, listMembers } from './repository.ts'

type Trx = Transaction<GatewayDatabase>

const INVITATION_SECONDS = 7 * 86_400
const RESET_SECONDS = 86_400

export interface Team {
  listMembers(call: Call): Promise<Reply>
  updateMember(call: Call<unknown, UpdateMember>): Promise<Reply>
  createPasswordReset(call: Call): Promise<Reply>
  createInvitation(call: Call<unknown, CreateInvitation>): Promise<Reply>
  listInvitations(call: Call): Promise<Reply>
  deleteInvitation(call: Call): Promise<Reply>
}

export function teamOf(dependencies: {
  db: Database<GatewayDatabase>
  credentials: Pick<Credentials, 'announceChange'>
  publicUrl: string
}): Team {
  const { db, credentials, publicUrl } = dependencies
  const inTransaction = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => untilAnswered(() => transact(db, work))

  return {
    async listMembers({ context: { merchantId } }) {
      return list((await listMembers(db, merchantId)).map(memberDocument))
    },

    async updateMember(call) {
      const { context, params, document } = call
      const subject = { merchantId: context.merchantId, userId: params.user_id ?? '' }
      const changed = await inTransaction(async (trx) => {
        // Locks the team: two owners cannot remove each other at the same time.
        const owners = await countActiveOwnersLocked(trx, subject.merchantId)
        const member = await findMember(trx, subject)
        if (member === undefined) throw memberNotFound(subject.userId)
        const isOwner = member.role === 'owner' && member.deactivatedAt === null
        const staysOwner = (document.role ?? 'owner') === 'owner' && document.active !== false
        if (isOwner && !staysOwner && owners === 1)
          throw new AppError(
            'last_owner',
            `${member.email} is the last active owner. Make another member an owner first.`,
          )
        await recordAction(trx, call, { action: 'updateMember', targetType: 'user', targetId: subject.userId })
        return changeMember(trx, subject, document)
      })
      await credentials.announceChange(subject.userId)
      return answer(200, memberDocument(changed))
    },

    async createPasswordReset(call) {
      const { merchantId } = call.context
      const userId = call.params.user_id ?? ''
      const { token, ...link } = mintLink()
      const expiresAt = new Date(Date.now() + RESET_SECONDS * 1_000)
      await inTransaction(async (trx) => {
        if ((await findMember(trx, { merchantId, userId })) === undefined) throw memberNotFound(userId)
        const createdBy = call.session?.userId ?? null
        await replaceLink(trx, {
          ...{ ...link, merchantId, userId, purpose: 'password_reset', createdBy, lifetimeSeconds: RESET_SECONDS },
        })
        await recordAction(trx, call, { action: 'createPasswordReset', targetType: 'user', targetId: userId })
      })
      const url = accountUrl(publicUrl, 'reset-password', token)
      return answer(201, { user_id: userId, url, expires_at: expiresAt.toISOString() })
    },

    async createInvitation(call) {
      const { context, document, session } = call
      const { merchantId } = context
      const { token, tokenHash } = mintLink()
      const invitationId = newId('inv')
      const made = await inTransaction(async (trx) => {
        const member = await findMemberByEmail(trx, document.email)
        // Whether another merchant has a member with the address is not for this one to know.
        if (member?.merchantId === merchantId)
          throw new AppError('email_in_use', `${document.email} is a member of your team already.`)
        await recordAction(trx, call, { action: 'createInvitation', targetType: 'invitation', targetId: invitationId })
        const createdBy = session?.userId ?? ''
        return replaceInvitation(trx, {
          ...{ merchantId, invitationId, tokenHash, createdBy, lifetimeSeconds: INVITATION_SECONDS },
          ...document,
        })
      })
      return answer(201, { ...invitationDocument(made), url: accountUrl(publicUrl, 'accept-invitation', token) })
    },

    async listInvitations({ context: { merchantId } }) {
      return list((await listInvitations(db, merchantId)).map(invitationDocument))
    },

    async deleteInvitation(call) {
      const { merchantId } = call.context
      const invitationId = call.params.invitation_id ?? ''
      await inTransaction(async (trx) => {
        const removed = await removeInvitation(trx, { merchantId, invitationId })
        if (removed === undefined)
          throw new AppError('invitation_not_found', `There is no open invitation ${invitationId} in your team.`)
        await recordAction(trx, call, { action: 'deleteInvitation', targetType: 'invitation', targetId: invitationId })
      })
      return { status: 204, body: '' }
    },
  }
}

const answer = (status: number, data: object): Reply => ({ status, body: envelopeBytes(successEnvelope(data)) })

/** A team is as small as the staff of a merchant: one page. */
const list = (documents: object[]): Reply => ({
  status: 200,
  body: envelopeBytes(listEnvelope(documents, { has_more: false, next_cursor: null, limit: documents.length })),
})

const memberNotFound = (userId: string) =>
  new AppError('member_not_found', `There is no member ${userId} in your team.`)
