/** Challenges for passkeys: made, and found again in what a browser has signed. */
import { type Database, untilAnswered } from '@waybill/chassis/postgres/database'
import type { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { Reply } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import { hashToken } from '../../credentials/token.ts'
import type { IdentityDatabase } from '../../db.ts'
import type { MemberId } from '../second-factor/repository.ts'
import {
  type ChallengePurpose,
  consumeChallenge,
  getChallenge,
  insertChallenge,
  mintChallenge,
} from '../sign-in/challenge-repository.ts'
import * as ceremonies from './ceremonies.ts'
import type { Assertion } from './documents.ts'
import { toRelyingParty } from './relying-party.ts'
import { findPasskeyByCredential, type Passkey, recordPasskeyUse } from './repository.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

/** Options with a new challenge, which is stored. `owner`: empty while the passkey says who signs in. */
export async function offerChallenge(
  db: Db,
  purpose: ChallengePurpose,
  owner: Partial<MemberId>,
  make: (challenge: string) => Promise<object>,
): Promise<Reply> {
  const { challenge, challengeHash } = mintChallenge()
  const options = await make(challenge)
  const expiresAt = await untilAnswered(() => insertChallenge(db, challengeHash, { purpose, ...owner }))
  const body = envelopeBytes(successEnvelope({ options, expires_at: expiresAt.toISOString() }))
  return { status: 200, body, headers: { 'cache-control': 'no-store' } }
}

interface Wanted {
  purpose: ChallengePurpose
  /** The member whose passkey it must be; undefined: anybody's. */
  member?: MemberId
  /** The error for a passkey that is unknown, of another member, or has not signed this. */
  failed: () => AppError
  /** Called before the error if the passkey is a member's. */
  onWrong?: (passkey: Passkey, error: AppError) => void
}

/**
 * The passkey that has signed a challenge, and `use`, which marks both as used: in the transaction of what they are for. Throws
 * `challenge_not_valid`, `passkeys_not_available`, and the error of `failed`.
 */
export async function verifyUse(
  db: Db,
  publicUrl: string,
  { assertion, purpose, member, failed, onWrong }: Wanted & { assertion: Assertion },
): Promise<{ passkey: Passkey; use: (trx: Trx) => Promise<void> }> {
  const party = toRelyingParty(publicUrl)
  const challengeHash = hashToken(ceremonies.challengeIn(assertion))
  await getChallenge(db, challengeHash, { purpose, ...member })
  const passkey = await findPasskeyByCredential(db, assertion.id)
  const isOwn = member === undefined || (passkey?.userId === member.userId && passkey.merchantId === member.merchantId)
  const useCount = passkey && isOwn ? await ceremonies.verifyAssertion(party, { assertion, passkey }) : null
  if (passkey === undefined || useCount === null) {
    const error = failed()
    if (passkey) onWrong?.(passkey, error)
    throw error
  }
  return {
    passkey,
    async use(trx) {
      await consumeChallenge(trx, challengeHash)
      if (!(await recordPasskeyUse(trx, passkey, useCount))) throw failed()
    },
  }
}
