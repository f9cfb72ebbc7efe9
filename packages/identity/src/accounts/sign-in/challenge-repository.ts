/** Challenges of a sign-in and for passkeys. Each is used once, for one purpose. */
import { hash, randomBytes } from 'node:crypto'
import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { sql, type Transaction } from 'kysely'
import { hashToken } from '../../credentials/token.ts'
import type { IdentityDatabase } from '../../db.ts'
import type { SignInMethod } from '../sessions/repository.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

const BATCH = 5_000
const CHALLENGE_SECONDS = 300
/** At the provider, a person may have to find a phone first. */
export const OIDC_SECONDS = 600

/** `second_factor`: the code after a password or link. `passkey_*`: a signature. `oidc_sign_in`: the way to the provider and back. */
export type ChallengePurpose =
  | 'second_factor'
  | 'passkey_sign_in'
  | 'passkey_registration'
  | 'passkey_confirmation'
  | 'oidc_sign_in'

interface Challenge {
  purpose: ChallengePurpose
  /** null: the passkey says who signs in. */
  merchantId: string | null
  userId: string | null
  /** How the member began to sign in. */
  method: SignInMethod | null
  /** See `toDigest`. */
  passwordDigest: Buffer | null
}

/** 256 random bits. Only the hash is stored. */
export function mintChallenge() {
  const challenge = randomBytes(32).toString('base64url')
  return { challenge, challengeHash: hashToken(challenge) }
}

/** Ties a challenge to the password at its beginning: a new one ends it. */
export const toDigest = (passwordHash: string | null): Buffer => hash('sha256', passwordHash ?? '', 'buffer')

/** Returns its end. Idempotent. */
export async function insertChallenge(
  db: Db,
  challengeHash: Buffer,
  challenge: Pick<Challenge, 'purpose'> & Partial<Challenge>,
): Promise<Date> {
  await db
    .insertInto('sign_in_challenge')
    .values({
      challenge_hash: challengeHash,
      purpose: challenge.purpose,
      merchant_id: challenge.merchantId ?? null,
      user_id: challenge.userId ?? null,
      method: challenge.method ?? null,
      password_digest: challenge.passwordDigest ?? null,
      expires_at: sql`now() + ${challenge.purpose === 'oidc_sign_in' ? OIDC_SECONDS : CHALLENGE_SECONDS} * interval '1 s'`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const expiresAt = await findChallengeEnd(db, challengeHash)
  if (expiresAt === undefined) throw new Error('the challenge is not stored')
  return expiresAt
}

export async function findChallengeEnd(db: Db, challengeHash: Buffer): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sign_in_challenge')
    .select('expires_at')
    .where('challenge_hash', '=', challengeHash)
    .executeTakeFirst()
  return row?.expires_at
}

/** Throws `challenge_not_valid` if it is unknown, used, expired, for another purpose or of another member. */
export async function getChallenge(db: Db, challengeHash: Buffer, wanted: Wanted): Promise<Challenge> {
  const row = await db
    .selectFrom('sign_in_challenge')
    .selectAll()
    .where('challenge_hash', '=', challengeHash)
    .where('purpose', '=', wanted.purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (row === undefined || !isFor(row.merchant_id, row.user_id, wanted)) throw challengeNotValid()
  return {
    purpose: row.purpose as ChallengePurpose,
    merchantId: row.merchant_id,
    userId: row.user_id,
    method: row.method as SignInMethod | null,
    passwordDigest: row.password_digest,
  }
}

interface Wanted {
  purpose: ChallengePurpose
  /** The member who is signed in, if one is. */
  merchantId?: string
  userId?: string
}

const isFor = (merchantId: string | null, userId: string | null, wanted: Wanted): boolean =>
  wanted.userId === undefined || (merchantId === wanted.merchantId && userId === wanted.userId)

/** Marks it as used. Throws `challenge_not_valid` if somebody else was faster. */
export async function consumeChallenge(trx: Trx, challengeHash: Buffer): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('sign_in_challenge')
    .where('challenge_hash', '=', challengeHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw challengeNotValid()
}

/** Ends the sign-ins and proofs of a member that wait for their next step. */
export async function removeOwnChallenges(
  trx: Trx,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<void> {
  await trx
    .deleteFrom('sign_in_challenge')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes a batch of challenges that have expired; resolves to their number. */
export async function pruneChallenges(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sign_in_challenge
    where challenge_hash in (
      select challenge_hash from sign_in_challenge
      where expires_at < now() - ${days} * interval '1 day'
      limit ${BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export const challengeNotValid = () =>
  new AppError('challenge_not_valid', 'The challenge is unknown, has expired or was used before. Start again.')
