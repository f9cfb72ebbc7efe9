/** An owner unlinks members from their accounts at the identity provider. */
import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { IdentityDatabase } from '../../db.ts'
import { recordAction } from '../audit.ts'
import { lockMaker } from '../members/leaving.ts'
import { onceInTeam } from '../members/once.ts'
import { findMember } from '../members/repository.ts'
import { removeIdentities } from './identity-repository.ts'

export interface MemberIdentities {
  /** The next sign-in of the member is again its first. */
  unlink(call: Call): Promise<Reply>
}

export function createMemberIdentities({ db }: { db: Database<IdentityDatabase> }): MemberIdentities {
  return {
    async unlink(call) {
      const { merchantId } = call.context
      const userId = call.params.user_id ?? ''
      return onceInTeam(db, call, async (trx) => {
        await lockMaker(trx, call, 'team:write')
        if ((await findMember(trx, { merchantId, userId })) === undefined)
          throw new AppError('member_not_found', `There is no member ${userId} in your team.`)
        await removeIdentities(trx, { merchantId, userId })
        await recordAction(trx, call, { action: 'deleteMemberIdentity', targetType: 'user', targetId: userId })
        return { status: 204, body: Buffer.alloc(0) }
      })
    },
  }
}
