/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import type { Call, Reply } from '@waybill/edge/routing/route'
import { hashToken } from '../../credentials/token.ts'
import type { IdentityDatabase } from '../../db.ts'
import { findMember } from '../members/repository.ts'
import { assertSameOrigin } from '../sessions/cookies.ts'
import type { Attempts } from '../sign-in/attempts.ts'
import { challengeNotValid, consumeChallenge, getChallenge, toDigest } from '../sign-in/challenge-repository.ts'
import { knownDevice } from '../sign-in/device.ts'
import type { FailedProofs } from '../sign-in/failed-proofs.ts'
import type { OpenSession } from '../sign-in/open-session.ts'
import type { SecondFactor } from './documents.ts'
import { useCode } from './use-code.ts'

export interface SecondSteps {
  signIn(call: Call<unknown, SecondFactor>): Promise<Reply>
}

export function createSecondSteps(dependencies: {
  db: Database<IdentityDatabase>
  attempts: Attempts
  failedProofs: FailedProofs
  box: SecretBox
  openSession: OpenSession
  publicUrl: string
}): SecondSteps {
  const { db, attempts, failedProofs, box, openSession, publicUrl } = dependencies
  return {
    async signIn(call) {
      const { document, headers, address } = call
      assertSameOrigin(headers, publicUrl)
      const challengeHash = hashToken(document.challenge)
      const { merchantId, userId, method, passwordDigest } = await getChallenge(db, challengeHash, {
        purpose: 'second_factor',
      }).catch(async (error: unknown) => {
        await attempts.countChallenge(address)
        throw error
      })
      if (merchantId === null || userId === null || method === null) throw challengeNotValid()
      const subject = { merchantId, userId }
      if ((await findMember(db, subject)) === undefined) throw challengeNotValid()
      await attempts.countCode({ userId, device: knownDevice(headers, userId, box) })
      const action = 'createSessionWithCode'
      try {
        return await openSession(call, { method, action, isSecondStep: true }, async (trx) => {
          await consumeChallenge(trx, challengeHash)
          const member = await findMember(trx, subject)
          // A new password has ended the first step.
          if (!member || !passwordDigest?.equals(toDigest(member.passwordHash))) throw challengeNotValid()
          await useCode(trx, subject, { code: document.code, box })
          return member
        })
      } catch (error) {
        await failedProofs.record(call, action, subject, error)
        throw error
      }
    },
  }
}
