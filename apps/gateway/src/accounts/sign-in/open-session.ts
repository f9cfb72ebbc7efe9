/** Opens the session of a member who has proved to be one. */
import { randomBytes } from 'node:crypto'
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import { newId } from '@waybill/contracts/ids'
import type { Transaction } from 'kysely'
import { hashToken } from '../../auth/token.ts'
import type { GatewayDatabase } from '../../db.ts'
import type { Call, Reply } from '../../routing/route.ts'
import { recordAction } from '../audit.ts'
import type { Member } from '../members/member.ts'
import { sessionCookies } from '../sessions/cookies.ts'
import { findSessionByHash, insertSession, type SignInMethod } from '../sessions/repository.ts'
import { LONGEST_MS, sessionDocument } from '../sessions/session.ts'
import { deviceCookie } from './device.ts'

type Trx = Transaction<GatewayDatabase>

/** How the member signs in, and the action that the audit log shows. */
interface Proof {
  method: SignInMethod
  action: string
}

export type OpenSession = (call: Call, proof: Proof, find: (trx: Trx) => Promise<Member>) => Promise<Reply>

/**
 * `find` returns the member; its effects and the session commit together. Throws `sign_in_failed` for a member who was
 * deactivated.
 */
export const sessionOpener =
  ({ db, box, publicUrl }: { db: Database<GatewayDatabase>; box: SecretBox; publicUrl: string }): OpenSession =>
  async (call, { method, action }, find) => {
    const token = randomBytes(32).toString('base64url')
    const tokenHash = hashToken(token)
    const sessionId = newId('ses')
    const expiresAt = new Date(Date.now() + LONGEST_MS)
    const { headers, address } = call
    const userAgent = headers['user-agent']?.slice(0, 200) ?? null
    const session = await untilAnswered(() =>
      transact(db, async (trx) => {
        const earlier = await findSessionByHash(trx, tokenHash)
        // The connection was lost during the commit.
        if (earlier) return earlier
        const { merchantId, userId, deactivatedAt } = await find(trx)
        if (deactivatedAt) throw signInFailed()
        await insertSession(trx, { merchantId, userId, sessionId, tokenHash, method, address, userAgent, expiresAt })
        const target = { targetType: 'session', targetId: sessionId }
        await recordAction(trx, call, { action, ...target, actor: userId, merchantId })
        return findSessionByHash(trx, tokenHash)
      }),
    )
    if (session === undefined) throw new Error(`session ${sessionId} is not stored`)
    const cookies = sessionCookies(token, { publicUrl, expires: expiresAt })
    return {
      status: 201,
      body: envelopeBytes(successEnvelope(sessionDocument(session))),
      headers: {
        'cache-control': 'no-store',
        'set-cookie': [...cookies, deviceCookie(session.email, { box, publicUrl })],
      },
    }
  }

/** The same for an unknown address, a wrong password and a member who was deactivated. */
export const signInFailed = () => new AppError('sign_in_failed', 'The e-mail address or the password is wrong.')

export const linkNotValid = () =>
  new AppError('link_not_valid', 'The link is unknown, has expired or was used before. Ask for a new one.')
