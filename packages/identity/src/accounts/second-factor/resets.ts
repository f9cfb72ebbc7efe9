/** An owner removes the second factors of a member who has lost them. */
import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import type { ChangeAnnouncer } from '../../credentials/change-announcer.ts'
import type { IdentityDatabase } from '../../db.ts'
import { recordAction } from '../audit.ts'
import { memberDocument } from '../members/documents.ts'
import { lockMaker } from '../members/leaving.ts'
import type { Member } from '../members/member.ts'
import { onceInTeam } from '../members/once.ts'
import { changeMember, findMember } from '../members/repository.ts'
import { revokeOwnSessions } from '../sessions/repository.ts'
import { type MemberId, removeSecondFactors } from './repository.ts'

export interface SecondFactorResets {
  reset(call: Call): Promise<Reply>
}

/** The member without authenticator app, recovery codes and passkeys, and the sessions that ended: what was lost may be signed in. */
export async function resetSecondFactors(
  trx: Transaction<IdentityDatabase>,
  subject: MemberId,
): Promise<{ member: Member; sessionIds: string[] }> {
  await removeSecondFactors(trx, subject)
  const member = await changeMember(trx, subject, {})
  return { member, sessionIds: await revokeOwnSessions(trx, { ...subject, only: null, except: null }) }
}

export function createSecondFactorResets({
  db,
  credentials,
}: {
  db: Database<IdentityDatabase>
  credentials: ChangeAnnouncer
}): SecondFactorResets {
  return {
    async reset(call) {
      const subject = { merchantId: call.context.merchantId, userId: call.params.user_id ?? '' }
      if (subject.userId === call.session?.userId)
        throw new AppError(
          'own_second_factor',
          'You cannot reset your own second factor. Turn it off in your account, or ask another owner.',
        )
      let ended: readonly string[] = []
      const answer = await onceInTeam(db, call, async (trx) => {
        await lockMaker(trx, call, 'team:write')
        if ((await findMember(trx, subject)) === undefined)
          throw new AppError('member_not_found', `There is no member ${subject.userId} in your team.`)
        await recordAction(trx, call, { action: 'resetSecondFactor', targetType: 'user', targetId: subject.userId })
        const { member, sessionIds } = await resetSecondFactors(trx, subject)
        ended = sessionIds
        return { status: 200, body: envelopeBytes(successEnvelope(memberDocument(member, undefined))) }
      })
      for (const id of [subject.userId, ...ended]) await credentials.announceChange(id)
      return answer
    },
  }
}
