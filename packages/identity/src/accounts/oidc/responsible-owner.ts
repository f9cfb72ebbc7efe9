/**
 * The person who chooses the provider decides who signs in with it as whom. So one that was entered by an owner who has left, or is no
 * owner any more, lets nobody in until another owner saves it.
 */
import type { Database } from '@waybill/chassis/postgres/database'
import type { Transaction } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'
import type { Member } from '../members/member.ts'
import { findMember, findMemberLocked } from '../members/repository.ts'
import type { OidcProvider } from './provider-repository.ts'

/** Whether an owner has to save the provider before it is used again. */
export async function needsConfirmation(
  db: Database<IdentityDatabase>,
  { merchantId, enteredBy }: OidcProvider,
): Promise<boolean> {
  return enteredBy !== null && !isOwner(await findMember(db, { merchantId, userId: enteredBy }))
}

/** As `needsConfirmation`. Until the transaction ends, the owner cannot lose the role. */
export async function needsConfirmationLocked(
  trx: Transaction<IdentityDatabase>,
  { merchantId, enteredBy }: OidcProvider,
): Promise<boolean> {
  return enteredBy !== null && !isOwner(await findMemberLocked(trx, { merchantId, userId: enteredBy }))
}

const isOwner = (member: Member | undefined): boolean => member?.role === 'owner' && member.deactivatedAt === null
