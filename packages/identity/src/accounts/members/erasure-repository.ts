/** Erasure of what names a member. */
import { AppError } from '@waybill/contracts/app-error'
import { ERASED } from '@waybill/contracts/erasure'
import { sql, type Transaction } from 'kysely'
import { eraseActor } from '../../audit/repository.ts'
import type { IdentityDatabase } from '../../db.ts'
import { removeInvitationsMadeBy } from '../invitations/repository.ts'
import { removeLinksMadeBy } from '../links/repository.ts'
import { countActiveOwnersLocked } from './repository.ts'

export interface MemberKey {
  merchantId: string
  userId: string
}

/**
 * Deletes the member with all that belongs to it, and puts a row without personal data in its place: the id stays, so that the
 * audit log shows that somebody acted. Idempotent. False if the merchant has no such member. Throws `last_owner`. The
 * caller must notify the other replicas.
 */
export async function eraseMember(
  trx: Transaction<IdentityDatabase>,
  { merchantId, userId }: MemberKey,
): Promise<boolean> {
  const owners = await countActiveOwnersLocked(trx, merchantId)
  const member = await trx
    .selectFrom('member')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (member === undefined) return false
  if (member.erased_at !== null) return true
  if (member.role === 'owner' && member.deactivated_at === null && owners === 1)
    throw new AppError(
      'last_owner',
      `${userId} is the last active owner of ${merchantId}. Make another member an owner first, or create one with waybill admin members create-owner.`,
    )
  await trx.deleteFrom('invitation').where('merchant_id', '=', merchantId).where('email', '=', member.email).execute()
  await removeInvitationsMadeBy(trx, { merchantId, userId })
  await removeLinksMadeBy(trx, { merchantId, userId })
  await eraseActor(trx, { merchantId, userId })
  // Sessions, links and every other means to sign in go with the row.
  await trx.deleteFrom('member').where('merchant_id', '=', merchantId).where('user_id', '=', userId).execute()
  await trx
    .insertInto('member')
    .values({
      merchant_id: merchantId,
      user_id: userId,
      email: `${userId}@erased.invalid`,
      name: ERASED,
      role: member.role,
      deactivated_at: sql`now()`,
      access_changed_at: sql`now()`,
      created_at: member.created_at,
      erased_at: sql`now()`,
    })
    .execute()
  return true
}
