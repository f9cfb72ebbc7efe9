/** One-time links in the database. They are looked up by the hash of their token, before their merchant is known. */
import type { Database } from '@waybill/chassis/postgres/database'
import { sql, type Transaction } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

const BATCH = 1_000

type LinkPurpose = 'sign_in' | 'password_reset'

interface NewLink {
  merchantId: string
  userId: string
  linkId: string
  purpose: LinkPurpose
  tokenHash: Buffer
  /** The member who makes the link; null: an operator does. */
  createdBy: string | null
  lifetimeSeconds: number
}

type LinkOwner = Pick<NewLink, 'merchantId' | 'userId'>

/** A new link, in place of the member's unused ones for the same purpose. Idempotent. */
export async function replaceLink(trx: Trx, link: NewLink): Promise<void> {
  await trx
    .deleteFrom('one_time_link')
    .where('merchant_id', '=', link.merchantId)
    .where('user_id', '=', link.userId)
    .where('purpose', '=', link.purpose)
    .where('used_at', 'is', null)
    .where('link_id', '<>', link.linkId)
    .execute()
  await trx
    .insertInto('one_time_link')
    .values({
      merchant_id: link.merchantId,
      user_id: link.userId,
      link_id: link.linkId,
      purpose: link.purpose,
      token_hash: link.tokenHash,
      created_by: link.createdBy,
      expires_at: sql`now() + ${link.lifetimeSeconds} * interval '1 s'`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks a link as used and returns its member; undefined if it is unknown, used or expired. */
export async function consumeLink(
  trx: Trx,
  { purpose, tokenHash }: Pick<NewLink, 'purpose' | 'tokenHash'>,
): Promise<LinkOwner | undefined> {
  const row = await trx
    .updateTable('one_time_link')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['merchant_id', 'user_id'])
    .executeTakeFirst()
  return row && { merchantId: row.merchant_id, userId: row.user_id }
}

/** The purpose of a link, and its account. */
interface LinkAccount {
  purpose: LinkPurpose | 'invitation'
  /** null: the invited person has no account yet. */
  userId: string | null
  email: string
  merchantName: string
}

/** By the token of a one-time link or of an invitation; undefined if it is unknown, used or expired. */
export async function findLinkAccount(db: Db, tokenHash: Buffer): Promise<LinkAccount | undefined> {
  const { rows } = await sql<LinkAccount>`
    select purpose, member.user_id as "userId", email, merchant.name as "merchantName"
    from one_time_link
      join member on member.merchant_id = one_time_link.merchant_id and member.user_id = one_time_link.user_id
      join merchant on merchant.merchant_id = one_time_link.merchant_id
    where token_hash = ${tokenHash} and used_at is null and expires_at > now()
    union all
    select 'invitation', null, email, merchant.name
    from invitation join merchant on merchant.merchant_id = invitation.merchant_id
    where token_hash = ${tokenHash} and expires_at > now()`.execute(db)
  return rows[0]
}

/** Removes the unused links that a member made for others. */
export async function removeLinksMadeBy(trx: Trx, { merchantId, userId }: LinkOwner): Promise<void> {
  await trx
    .deleteFrom('one_time_link')
    .where('merchant_id', '=', merchantId)
    .where('created_by', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Removes the unused links with which a member could sign in. */
export async function removeOwnLinks(trx: Trx, { merchantId, userId }: LinkOwner): Promise<void> {
  await trx
    .deleteFrom('one_time_link')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes a batch of links that expired `days` ago; resolves to their number. */
export async function pruneLinks(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from one_time_link
    where (merchant_id, link_id) in (
      select merchant_id, link_id from one_time_link
      where expires_at < now() - ${days} * interval '1 day'
      limit ${BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
