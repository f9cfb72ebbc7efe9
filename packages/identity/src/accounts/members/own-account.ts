/** Changes of users to their own account. */
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import { newId } from '@waybill/contracts/ids'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { ChangeAnnouncer } from '../../credentials/change-announcer.ts'
import { hashToken } from '../../credentials/token.ts'
import type { IdentityDatabase } from '../../db.ts'
import { recordAction } from '../audit.ts'
import { consumeInvitation } from '../invitations/repository.ts'
import { LINK_TOKEN_FORM } from '../links/link.ts'
import { consumeLink, findLinkAccount } from '../links/repository.ts'
import { verifyPassword } from '../passwords/hash.ts'
import { hashForAddress } from '../passwords/of-address.ts'
import { assertConfirmed } from '../sessions/confirmation.ts'
import { assertSameOrigin } from '../sessions/cookies.ts'
import { revokeOwnSessions } from '../sessions/repository.ts'
import { sessionDocument } from '../sessions/session.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Attempts } from '../sign-in/attempts.ts'
import type { FailedProofs } from '../sign-in/failed-proofs.ts'
import { linkNotValid, type OpenSession } from '../sign-in/open-session.ts'
import type { AcceptInvitation, ResetPassword, UpdateUser } from './documents.ts'
import { changeMember, findMember, getMember, insertMember } from './repository.ts'

export interface OwnAccounts {
  acceptInvitation(call: Call<unknown, AcceptInvitation>): Promise<Reply>
  resetPassword(call: Call<unknown, ResetPassword>): Promise<Reply>
  update(call: Call<unknown, UpdateUser>): Promise<Reply>
}

export function createOwnAccounts(dependencies: {
  db: Database<IdentityDatabase>
  credentials: ChangeAnnouncer
  sessions: Pick<Sessions, 'check'>
  attempts: Attempts
  failedProofs: FailedProofs
  openSession: OpenSession
  publicUrl: string
}): OwnAccounts {
  const { db, credentials, sessions, attempts, failedProofs, openSession, publicUrl } = dependencies

  async function announce(userId: string, sessionIds: readonly string[]): Promise<void> {
    for (const id of [userId, ...sessionIds]) await credentials.announceChange(id)
  }

  /** The hash of a link's token. Throws `link_not_valid` before a password is hashed. */
  function readToken({ document, headers }: Call<unknown, { token: string }>): Buffer {
    assertSameOrigin(headers, publicUrl)
    if (!LINK_TOKEN_FORM.test(document.token)) throw linkNotValid()
    return hashToken(document.token)
  }

  return {
    async acceptInvitation(call) {
      const tokenHash = readToken(call)
      await attempts.count({ email: tokenHash.toString('hex'), address: call.address, device: undefined })
      const invited = await findLinkAccount(db, tokenHash)
      if (invited === undefined) throw linkNotValid()
      const passwordHash = await hashForAddress(db, { email: invited.email, userId: null }, call.document.password)
      const userId = newId('usr')
      return openSession(call, { method: 'link', action: 'acceptInvitation' }, async (trx) => {
        const invitation = await consumeInvitation(trx, { tokenHash })
        if (invitation === undefined) throw linkNotValid()
        const { merchantId, email, role } = invitation
        const member = await insertMember(trx, { merchantId, userId, email, role, name: call.document.name })
        if (member === undefined)
          throw new AppError(
            'email_in_use',
            `A member of the team has the address ${email} already. Sign in, or ask to be invited with another.`,
          )
        return changeMember(trx, { merchantId, userId }, { passwordHash })
      })
    },

    async resetPassword(call) {
      const tokenHash = readToken(call)
      await attempts.count({ email: tokenHash.toString('hex'), address: call.address, device: undefined })
      const account = await findLinkAccount(db, tokenHash)
      if (account === undefined) throw linkNotValid()
      const passwordHash = await hashForAddress(db, account, call.document.password)
      let ended: { userId: string; sessionIds: string[] } | undefined
      const reply = await openSession(call, { method: 'link', action: 'resetPassword' }, async (trx) => {
        const owner = await consumeLink(trx, { purpose: 'password_reset', tokenHash })
        const member = owner && (await findMember(trx, owner))
        if (!member) throw linkNotValid()
        const { merchantId, userId } = member
        ended = { userId, sessionIds: await revokeOwnSessions(trx, { merchantId, userId, only: null, except: null }) }
        return changeMember(trx, member, { passwordHash })
      })
      if (ended) await announce(ended.userId, ended.sessionIds)
      return reply
    },

    async update(call) {
      const { context, document, session } = call
      const subject = { merchantId: context.merchantId, userId: session?.userId ?? '' }
      const { name, password, current_password } = document
      const member = await getMember(db, subject)
      let passwordHash: string | undefined
      if (password !== undefined) {
        await attempts.count({ email: member.email, address: call.address, device: session?.sessionId })
        const isKnown =
          member.passwordHash === null || (await verifyPassword(current_password ?? '', member.passwordHash))
        // The first password is confirmed with, too: an open session alone does not set it.
        if (member.passwordHash === null) await assertConfirmed(db, call)
        // A caller who knows the new password may set it: the call repeats one whose answer was lost.
        const isSet = !isKnown && (await verifyPassword(password, member.passwordHash))
        if (!isKnown && !isSet) {
          const wrong = validationError([errorDetail(['current_password'], 'mismatch', 'is not the current password')])
          await failedProofs.record(call, 'updateUser', subject, wrong)
          throw wrong
        }
        passwordHash = await hashForAddress(db, member, password)
      }
      const sessionIds = await untilAnswered(() =>
        transact(db, async (trx) => {
          await changeMember(trx, subject, { name, passwordHash })
          await recordAction(trx, call, { action: 'updateUser', targetType: 'user', targetId: subject.userId })
          if (passwordHash === undefined) return []
          return revokeOwnSessions(trx, { ...subject, only: null, except: session?.sessionId ?? '' })
        }),
      )
      await announce(subject.userId, sessionIds)
      const now = await sessions.check(session?.token ?? '')
      return { status: 200, body: envelopeBytes(successEnvelope(sessionDocument(now))) }
    },
  }
}
