/** Ends the things that a member made and may no longer make. */
import { AppError } from '@waybill/contracts/app-error'
import { roleLacks, scopesOfRole } from '@waybill/contracts/requests/roles'
import type { MemberScope } from '@waybill/contracts/requests/scopes'
import type { Call } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import { endKeysBeyond, type MayStill } from '../../api-keys/end-made-keys.ts'
import { passKeysOn } from '../../api-keys/made-keys-repository.ts'
import type { IdentityDatabase } from '../../db.ts'
import { removeInvitationsMadeBy } from '../invitations/repository.ts'
import { removeLinksMadeBy, removeOwnLinks } from '../links/repository.ts'
import { revokeOwnSessions } from '../sessions/repository.ts'
import { removeOwnChallenges } from '../sign-in/challenge-repository.ts'
import type { Member } from './member.ts'
import { findMemberLocked } from './repository.ts'

type Trx = Transaction<IdentityDatabase>

/** The present rights of a member: none once deactivated. */
const getRights =
  ({ role, deactivatedAt }: Pick<Member, 'role' | 'deactivatedAt'>): MayStill =>
  (environment) =>
    deactivatedAt ? new Set() : scopesOfRole(role, environment)

/**
 * Ends what the member made or was given and may no longer have: sessions, links and half-finished sign-ins of one who is
 * deactivated; invitations and links to others that only owners make; API keys with a scope that the member lacks now.
 * `keysPassTo`: the member who answers for the keys from now on, so that they work on; null: they are revoked.
 * Call it after the change of the member in the same transaction. Resolves to the ids of keys and sessions to announce.
 */
export async function endBeyondRights(
  trx: Trx,
  member: Pick<Member, 'merchantId' | 'userId' | 'role' | 'deactivatedAt'>,
  { keysPassTo }: { keysPassTo: string | null },
): Promise<{ keyIds: string[]; sessionIds: string[] }> {
  const { merchantId, userId } = member
  const mayStill = getRights(member)
  if (!mayStill({ livemode: true }).has('team:write')) {
    await removeInvitationsMadeBy(trx, member)
    await removeLinksMadeBy(trx, member)
  }
  let sessionIds: string[] = []
  if (member.deactivatedAt) {
    await removeOwnLinks(trx, member)
    await removeOwnChallenges(trx, member)
    sessionIds = await revokeOwnSessions(trx, { merchantId, userId, only: null, except: null })
  }
  const maker = { merchantId, maker: userId }
  if (keysPassTo !== null) {
    await passKeysOn(trx, maker, keysPassTo)
    return { keyIds: [], sessionIds }
  }
  return { keyIds: await endKeysBeyond(trx, maker, mayStill), sessionIds }
}

/**
 * Locks the member who makes the call, so that what it makes is there when its rights change, and ends with them. No-op for
 * a call with a key. Throws `session_ended` or `insufficient_scope` if they have changed since the call was admitted.
 */
export async function lockMaker(trx: Trx, { context, session }: Call, scope: MemberScope): Promise<void> {
  if (!session) return
  const member = await findMemberLocked(trx, { merchantId: context.merchantId, userId: session.userId })
  if (!member || member.deactivatedAt)
    throw new AppError('session_ended', 'The member of this session is deactivated. Ask an owner of your team.')
  if (!getRights(member)(context).has(scope)) throw roleLacks(scope)
}
