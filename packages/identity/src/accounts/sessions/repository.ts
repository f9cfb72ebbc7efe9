/** Sessions in the database. They are looked up by the hash of their token, before their merchant is known. */
import type { Database } from '@waybill/chassis/postgres/database'
import { sql, type Transaction } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

const BATCH = 1_000

export type SignInMethod = 'password' | 'link' | 'passkey' | 'oidc'

interface NewSession {
  merchantId: string
  userId: string
  sessionId: string
  tokenHash: Buffer
  method: SignInMethod
  /** null: not yet, beyond what the sign-in proves. */
  confirmedAt: Date | null
  address: string
  userAgent: string | null
  expiresAt: Date
}

export interface EnvironmentOfSession {
  environmentId: string
  name: string
  livemode: boolean
  isSuspended: boolean
}

/** A session with its member, its merchant and the environments that it may choose, oldest first. */
export interface StoredSession {
  sessionId: string
  tokenHash: Buffer
  /** How the member signed in. */
  method: string
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  revokedAt: Date | null
  userId: string
  email: string
  userName: string
  role: string
  hasPassword: boolean
  hasTotp: boolean
  passkeysCount: number
  /** The last proof of who the member is: the sign-in, or a later confirmation. Single sign-on alone proves none: the provider may not have asked. */
  confirmedAt: Date
  deactivatedAt: Date | null
  merchantId: string
  merchantName: string
  merchantSuspendedAt: Date | null
  /** Whether members who are not owners sign in with the identity provider only. */
  providerRequired: boolean
  environments: EnvironmentOfSession[]
}

/** Idempotent. */
export async function insertSession(trx: Trx, session: NewSession): Promise<void> {
  await trx
    .insertInto('session')
    .values({
      merchant_id: session.merchantId,
      user_id: session.userId,
      session_id: session.sessionId,
      token_hash: session.tokenHash,
      method: session.method,
      confirmed_at: session.confirmedAt,
      address: session.address,
      user_agent: session.userAgent,
      expires_at: session.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ended sessions are found too. */
export async function findSessionByHash(db: Db, tokenHash: Buffer): Promise<StoredSession | undefined> {
  const { rows } = await sql<StoredSession>`
    select session_id as "sessionId", token_hash as "tokenHash", method, session.created_at as "createdAt",
      last_seen_at as "lastSeenAt", expires_at as "expiresAt", revoked_at as "revokedAt",
      member.user_id as "userId", email, member.name as "userName", role,
      password_hash is not null as "hasPassword", deactivated_at as "deactivatedAt",
      case when method = 'oidc' then coalesce(confirmed_at, to_timestamp(0))
        else greatest(session.created_at, confirmed_at) end as "confirmedAt",
      exists (select 1 from totp where totp.merchant_id = member.merchant_id and totp.user_id = member.user_id
        and enabled_at is not null) as "hasTotp",
      (select count(*)::int from passkey where passkey.merchant_id = member.merchant_id
        and passkey.user_id = member.user_id) as "passkeysCount",
      merchant.merchant_id as "merchantId", merchant.name as "merchantName",
      merchant.suspended_at as "merchantSuspendedAt",
      exists (select 1 from oidc_provider where oidc_provider.merchant_id = merchant.merchant_id and required)
        as "providerRequired",
      (select coalesce(jsonb_agg(jsonb_build_object(
           'environmentId', environment_id, 'name', environment.name, 'livemode', livemode,
           'isSuspended', environment.suspended_at is not null) order by environment.created_at, environment_id), '[]')
         from environment where environment.merchant_id = member.merchant_id) as environments
    from session
      join member on member.merchant_id = session.merchant_id and member.user_id = session.user_id
      join merchant on merchant.merchant_id = session.merchant_id
    where token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

/** Idempotent. A revocation stays. */
export async function revokeSession(
  db: Db,
  { merchantId, sessionId }: Pick<NewSession, 'merchantId' | 'sessionId'>,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('merchant_id', '=', merchantId)
    .where('session_id', '=', sessionId)
    .execute()
}

/** The member has proved again who it is. Idempotent. */
export async function confirmSession(
  db: Db,
  { merchantId, sessionId }: Pick<NewSession, 'merchantId' | 'sessionId'>,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ confirmed_at: sql`now()` })
    .where('merchant_id', '=', merchantId)
    .where('session_id', '=', sessionId)
    .execute()
}

/** A use of a session, as the request's gateway saw it. */
export interface SessionUse {
  merchantId: string
  sessionId: string
  usedAt: Date
}

/** Idempotent. A session whose row is locked is left out: another replica is probably writing its use at this moment. */
export async function recordSessionUses(db: Db, uses: readonly SessionUse[]): Promise<void> {
  await sql`
    with used as (
      select session.merchant_id, session.session_id, given.used_at
      from session join (
        select merchant_id, session_id, max(used_at) as used_at
        from unnest(
          ${uses.map(({ merchantId }) => merchantId)}::text[],
          ${uses.map(({ sessionId }) => sessionId)}::text[],
          ${uses.map(({ usedAt }) => usedAt)}::timestamptz[]
        ) as given (merchant_id, session_id, used_at)
        group by 1, 2
      ) as given using (merchant_id, session_id)
      for no key update of session skip locked
    )
    update session set last_seen_at = greatest(session.last_seen_at, used.used_at)
    from used
    where session.merchant_id = used.merchant_id and session.session_id = used.session_id`.execute(db)
}

/** Deletes a batch of sessions that were revoked or expired `days` ago; resolves to their number. */
export async function pruneSessions(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session
    where (merchant_id, session_id) in (
      select merchant_id, session_id from session
      where least(revoked_at, expires_at) < now() - ${days} * interval '1 day'
      limit ${BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface OwnSession {
  sessionId: string
  method: string
  address: string
  userAgent: string | null
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

/** Sessions of a user that have not ended, newest first. */
export async function listOwnSessions(
  db: Db,
  { merchantId, userId, idleSeconds }: { merchantId: string; userId: string; idleSeconds: number },
): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select session_id as "sessionId", method, address, user_agent as "userAgent", created_at as "createdAt",
      last_seen_at as "lastSeenAt", expires_at as "expiresAt"
    from session
    where merchant_id = ${merchantId} and user_id = ${userId} and revoked_at is null and expires_at > now()
      and last_seen_at > now() - ${idleSeconds} * interval '1 s'
    order by session_id desc limit 200`.execute(db)
  return rows
}

/** Revokes one session of a user, or all but one. Idempotent. Returns the ids of those that exist. */
export async function revokeOwnSessions(
  db: Db,
  which: { merchantId: string; userId: string; only: string | null; except: string | null },
): Promise<string[]> {
  const { merchantId, userId, only, except } = which
  const rows = await db
    .updateTable('session')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .$if(only !== null, (query) => query.where('session_id', '=', only))
    .$if(only === null, (query) => query.where('revoked_at', 'is', null))
    .$if(except !== null, (query) => query.where('session_id', '<>', except))
    .returning('session_id')
    .execute()
  return rows.map(({ session_id }) => session_id)
}

/** Revokes the open sessions of a team that began at its identity provider, but one. Returns their ids. */
export async function revokeProviderSessions(
  trx: Trx,
  { merchantId, except }: { merchantId: string; except: string },
): Promise<string[]> {
  const rows = await trx
    .updateTable('session')
    .set({ revoked_at: sql`now()` })
    .where('merchant_id', '=', merchantId)
    .where('method', '=', sql.lit('oidc'))
    .where('revoked_at', 'is', null)
    .where('session_id', '<>', except)
    .returning('session_id')
    .execute()
  return rows.map(({ session_id }) => session_id)
}
