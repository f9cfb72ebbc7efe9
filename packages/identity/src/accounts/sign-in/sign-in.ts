/** Signing in and out. */
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { ChangeAnnouncer } from '../../credentials/change-announcer.ts'
import { hashToken } from '../../credentials/token.ts'
import type { IdentityDatabase } from '../../db.ts'
import { recordAction } from '../audit.ts'
import { LINK_TOKEN_FORM } from '../links/link.ts'
import { consumeLink, findLinkAccount } from '../links/repository.ts'
import { findMember } from '../members/repository.ts'
import { assertSameOrigin, endedCookies } from '../sessions/cookies.ts'
import { revokeSession } from '../sessions/repository.ts'
import { sessionDocument } from '../sessions/session.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Attempts } from './attempts.ts'
import type { ReadLink, SignIn, SignInWithLink } from './documents.ts'
import type { FailedProofs } from './failed-proofs.ts'
import { findByPassword } from './find-by-password.ts'
import { linkNotValid, type OpenSession, signInFailed } from './open-session.ts'

export interface SignIns {
  withPassword(call: Call<unknown, SignIn>): Promise<Reply>
  /** The account that the link opens, without using it. */
  readLink(call: Call<unknown, ReadLink>): Promise<Reply>
  withLink(call: Call<unknown, SignInWithLink>): Promise<Reply>
  current(call: Call): Promise<Reply>
  signOut(call: Call): Promise<Reply>
}

export function createSignIns(dependencies: {
  db: Database<IdentityDatabase>
  credentials: ChangeAnnouncer
  sessions: Pick<Sessions, 'check'>
  attempts: Attempts
  failedProofs: FailedProofs
  box: SecretBox
  openSession: OpenSession
  publicUrl: string
}): SignIns {
  const { db, credentials, sessions, attempts, failedProofs, box, openSession, publicUrl } = dependencies

  return {
    async withPassword(call) {
      assertSameOrigin(call.headers, publicUrl)
      const member = await findByPassword({ db, attempts, failedProofs, box }, call)
      try {
        return await openSession(call, { method: 'password', action: 'createSession' }, async (trx) => {
          const now = await findMember(trx, member)
          // A reset in the meantime has ended the password.
          if (!now || now.passwordHash !== member.passwordHash) throw signInFailed()
          return now
        })
      } catch (error) {
        await failedProofs.record(call, 'createSession', member, error)
        throw error
      }
    },

    async readLink({ document, headers }) {
      assertSameOrigin(headers, publicUrl)
      const account = LINK_TOKEN_FORM.test(document.token) && (await findLinkAccount(db, hashToken(document.token)))
      if (!account) throw linkNotValid()
      const { purpose, email, merchantName: merchant_name } = account
      return { ...answer(200, { purpose, email, merchant_name }), headers: { 'cache-control': 'no-store' } }
    },

    async withLink(call) {
      const { document, headers } = call
      assertSameOrigin(headers, publicUrl)
      if (!LINK_TOKEN_FORM.test(document.token)) throw linkNotValid()
      return openSession(call, { method: 'link', action: 'createSessionWithLink' }, async (trx) => {
        const owner = await consumeLink(trx, { purpose: 'sign_in', tokenHash: hashToken(document.token) })
        const member = owner && (await findMember(trx, owner))
        if (!member) throw linkNotValid()
        return member
      })
    },

    async current({ session }) {
      return answer(200, sessionDocument(await sessions.check(session?.token ?? '')))
    },

    async signOut(call) {
      const { context, keyId } = call
      await untilAnswered(() =>
        transact(db, async (trx) => {
          await revokeSession(trx, { merchantId: context.merchantId, sessionId: keyId })
          await recordAction(trx, call, { action: 'deleteSession', targetType: 'session', targetId: keyId })
        }),
      )
      await credentials.announceChange(keyId)
      return { status: 204, body: '', headers: { 'set-cookie': endedCookies(publicUrl) } }
    },
  }
}

const answer = (status: number, data: object): Reply => ({ status, body: envelopeBytes(successEnvelope(data)) })
