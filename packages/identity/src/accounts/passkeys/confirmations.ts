/** Users prove again who they are, with a passkey or the password, before they change their factors. */
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'
import { recordAction } from '../audit.ts'
import { getMember } from '../members/repository.ts'
import { verifyPassword } from '../passwords/hash.ts'
import { confirmSession } from '../sessions/repository.ts'
import type { Attempts } from '../sign-in/attempts.ts'
import type { FailedProofs } from '../sign-in/failed-proofs.ts'
import * as ceremonies from './ceremonies.ts'
import type { Confirmation } from './documents.ts'
import { toRelyingParty } from './relying-party.ts'
import { listPasskeys } from './repository.ts'
import { offerChallenge, verifyUse } from './signed-challenges.ts'

type Trx = Transaction<IdentityDatabase>

export interface Confirmations {
  options(call: Call): Promise<Reply>
  confirm(call: Call<unknown, Confirmation>): Promise<Reply>
}

export function createConfirmations(dependencies: {
  db: Database<IdentityDatabase>
  attempts: Attempts
  failedProofs: FailedProofs
  publicUrl: string
}): Confirmations {
  const { db, attempts, failedProofs, publicUrl } = dependencies
  return {
    async options({ context: { merchantId }, session }) {
      const party = toRelyingParty(publicUrl)
      const member = { merchantId, userId: session?.userId ?? '' }
      const passkeys = await listPasskeys(db, member)
      return offerChallenge(db, 'passkey_confirmation', member, (challenge) =>
        ceremonies.assertionOptions(party, { challenge, passkeys }),
      )
    },

    async confirm(call) {
      const { context, document, session, address } = call
      const { merchantId } = context
      const { userId = '', sessionId = '' } = session ?? {}
      const member = { merchantId, userId }
      const { email, passwordHash } = await getMember(db, member)
      await attempts.count({ email, address, device: sessionId })
      const action = 'confirmSession'
      let use = async (_trx: Trx): Promise<void> => {}
      try {
        if (document.credential)
          ({ use } = await verifyUse(db, publicUrl, {
            assertion: document.credential,
            purpose: 'passkey_confirmation',
            member,
            failed: notYourPasskey,
          }))
        else if (!(await verifyPassword(document.password ?? '', passwordHash)))
          throw validationError([errorDetail(['password'], 'mismatch', 'is not your password')])
      } catch (error) {
        await failedProofs.record(call, action, member, error)
        throw error
      }
      await untilAnswered(() =>
        transact(db, async (trx) => {
          await use(trx)
          await confirmSession(trx, { merchantId, sessionId })
          await recordAction(trx, call, { action, targetType: 'session', targetId: sessionId })
        }),
      )
      return { status: 204, body: '' }
    },
  }
}

const notYourPasskey = () =>
  validationError([errorDetail(['credential'], 'mismatch', 'is not signed by one of your passkeys')])
