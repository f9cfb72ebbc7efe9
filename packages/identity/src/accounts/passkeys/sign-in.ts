/** Signing in with a passkey. Nothing says whether a member exists before the signature is right. */
import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { IdentityDatabase } from '../../db.ts'
import { findMember } from '../members/repository.ts'
import { assertSameOrigin } from '../sessions/cookies.ts'
import type { Attempts } from '../sign-in/attempts.ts'
import type { FailedProofs } from '../sign-in/failed-proofs.ts'
import type { OpenSession } from '../sign-in/open-session.ts'
import * as ceremonies from './ceremonies.ts'
import type { SignInWithPasskey } from './documents.ts'
import { toRelyingParty } from './relying-party.ts'
import { offerChallenge, verifyUse } from './signed-challenges.ts'

export interface PasskeySignIns {
  options(call: Call): Promise<Reply>
  signIn(call: Call<unknown, SignInWithPasskey>): Promise<Reply>
}

export function createPasskeySignIns(dependencies: {
  db: Database<IdentityDatabase>
  attempts: Attempts
  failedProofs: FailedProofs
  openSession: OpenSession
  publicUrl: string
}): PasskeySignIns {
  const { db, attempts, failedProofs, openSession, publicUrl } = dependencies
  return {
    async options({ headers, address }) {
      assertSameOrigin(headers, publicUrl)
      const party = toRelyingParty(publicUrl)
      await attempts.countChallenge(address)
      return offerChallenge(db, 'passkey_sign_in', {}, (challenge) => ceremonies.assertionOptions(party, { challenge }))
    },

    async signIn(call) {
      assertSameOrigin(call.headers, publicUrl)
      await attempts.countChallenge(call.address)
      const action = 'createSessionWithPasskey'
      const { passkey, use } = await verifyUse(db, publicUrl, {
        assertion: call.document.credential,
        purpose: 'passkey_sign_in',
        failed: passkeyFailed,
        // Not awaited: the answer is the same for a passkey that is unknown, and as fast.
        onWrong: (passkey, error) => void failedProofs.record(call, action, passkey, error),
      })
      return openSession(call, { method: 'passkey', action }, async (trx) => {
        await use(trx)
        const member = await findMember(trx, passkey)
        if (!member) throw passkeyFailed()
        return member
      })
    },
  }
}

/** The same for an unknown passkey, a removed one, and a signature that is wrong. */
const passkeyFailed = () =>
  new AppError('sign_in_failed', 'The passkey is unknown here, or its signature is not valid. Sign in another way.')
