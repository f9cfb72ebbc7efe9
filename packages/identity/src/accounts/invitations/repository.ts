/** Invitations in the database. They are accepted by the hash of their token, before their merchant is known. */
import type { Database } from '@waybill/chassis/postgres/database'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { IdentityDatabase, InvitationTable } from '../../db.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

const BATCH = 1_000

export interface Invitation {
  merchantId: string
  invitationId: string
  email: string
  role: string
  createdBy: string
  createdAt: Date
  expiresAt: Date
}

/** A new invitation, in place of an earlier one of the same address. */
export async function replaceInvitation(
  trx: Trx,
  invitation: Omit<Invitation, 'createdAt' | 'expiresAt'> & { tokenHash: Buffer; lifetimeSeconds: number },
): Promise<Invitation> {
  await trx
    .deleteFrom('invitation')
    .where('merchant_id', '=', invitation.merchantId)
    .where('email', '=', invitation.email)
    .execute()
  const row = await trx
    .insertInto('invitation')
    .values({
      merchant_id: invitation.merchantId,
      invitation_id: invitation.invitationId,
      email: invitation.email,
      role: invitation.role,
      token_hash: invitation.tokenHash,
      created_by: invitation.createdBy,
      expires_at: sql`now() + ${invitation.lifetimeSeconds} * interval '1 s'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return fromRow(row)
}

/** Newest first; those that have expired are left out. */
export async function listInvitations(db: Db, merchantId: string): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitation')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('invitation_id', 'desc')
    .execute()
  return rows.map(fromRow)
}

/** Removes it; undefined if there is none. */
export async function removeInvitation(
  trx: Trx,
  { merchantId, invitationId }: Pick<Invitation, 'merchantId' | 'invitationId'>,
): Promise<Invitation | undefined> {
  const row = await trx
    .deleteFrom('invitation')
    .where('merchant_id', '=', merchantId)
    .where('invitation_id', '=', invitationId)
    .returningAll()
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Removes those that a member made. */
export async function removeInvitationsMadeBy(
  trx: Trx,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<void> {
  await trx.deleteFrom('invitation').where('merchant_id', '=', merchantId).where('created_by', '=', userId).execute()
}

/** Removes it and returns it; undefined if it is unknown, accepted, revoked or expired. `by`: its link, or its address in a team. */
export async function consumeInvitation(
  trx: Trx,
  by: { tokenHash: Buffer } | Pick<Invitation, 'merchantId' | 'email'>,
): Promise<Invitation | undefined> {
  const row = await trx
    .deleteFrom('invitation')
    .where(({ and }) =>
      and('tokenHash' in by ? { token_hash: by.tokenHash } : { merchant_id: by.merchantId, email: by.email }),
    )
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Deletes a batch of invitations that expired `days` ago; resolves to their number. */
export async function pruneInvitations(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invitation
    where (merchant_id, invitation_id) in (
      select merchant_id, invitation_id from invitation
      where expires_at < now() - ${days} * interval '1 day'
      limit ${BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const fromRow = (row: Selectable<InvitationTable>): Invitation => ({
  merchantId: row.merchant_id,
  invitationId: row.invitation_id,
  email: row.email,
  role: row.role,
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
