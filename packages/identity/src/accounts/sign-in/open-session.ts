/** Opens the session of a member who has proved to be one. */
import { randomBytes } from 'node:crypto'
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import { newId } from '@waybill/contracts/ids'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import { hashToken } from '../../credentials/token.ts'
import type { IdentityDatabase } from '../../db.ts'
import { recordAction } from '../audit.ts'
import type { Member } from '../members/member.ts'
import { isProviderRequired } from '../oidc/provider-repository.ts'
import { findTotp } from '../second-factor/repository.ts'
import { sessionCookies } from '../sessions/cookies.ts'
import { findSessionByHash, insertSession, type SignInMethod } from '../sessions/repository.ts'
import { LONGEST_MS, sessionDocument } from '../sessions/session.ts'
import { findChallengeEnd, insertChallenge, mintChallenge, toDigest } from './challenge-repository.ts'
import { deviceCookies } from './device.ts'

type Trx = Transaction<IdentityDatabase>

/** How the member signs in, and the action that the audit log shows. */
interface Proof {
  method: SignInMethod
  action: string
  /** With single sign-on: the time of the authentication at the provider; null: unknown. */
  confirmedAt?: Date | null
  /** The member has given a code as well. */
  isSecondStep?: boolean
}

/** Whether a sign-in also asks a member with an authenticator app for a code. */
const asksForCode: Record<SignInMethod, boolean> = {
  password: true,
  // A link that leaks must not be enough to sign in.
  link: true,
  // The authenticator has verified its user: possession and PIN or fingerprint are two factors.
  passkey: false,
  // The provider decides which factors it asks for.
  oidc: false,
}

export type OpenSession = (call: Call, proof: Proof, find: (trx: Trx) => Promise<Member>) => Promise<Reply>

/**
 * `find` returns the member; its effects and the session commit together. A member with an authenticator app gets a challenge
 * instead, until a code answers it. Throws `sign_in_failed` for a member who was deactivated, `oidc_sign_in_required`.
 */
export const sessionOpener =
  ({ db, box, publicUrl }: { db: Database<IdentityDatabase>; box: SecretBox; publicUrl: string }): OpenSession =>
  async (call, { method, action, confirmedAt = null, isSecondStep = false }, find) => {
    const { challenge, challengeHash } = mintChallenge()
    const token = randomBytes(32).toString('base64url')
    const tokenHash = hashToken(token)
    const sessionId = newId('ses')
    const expiresAt = new Date(Date.now() + LONGEST_MS)
    const { headers, address } = call
    const userAgent = headers['user-agent']?.slice(0, 200) ?? null
    const opened = await untilAnswered(() =>
      transact(db, async (trx) => {
        // The connection was lost during the commit.
        const earlier = (await findSessionByHash(trx, tokenHash)) ?? (await findChallengeEnd(trx, challengeHash))
        if (earlier) return earlier
        const { merchantId, userId, role, deactivatedAt, passwordHash } = await find(trx)
        if (deactivatedAt) throw signInFailed()
        if (method !== 'oidc' && role !== 'owner' && (await isProviderRequired(trx, merchantId))) throw oidcRequired()
        if (asksForCode[method] && !isSecondStep && (await findTotp(trx, { merchantId, userId }))?.enabledAt) {
          await recordAction(trx, call, { action, targetType: 'user', targetId: userId, actor: userId, merchantId })
          const proved = { merchantId, userId, method, passwordDigest: toDigest(passwordHash) }
          return insertChallenge(trx, challengeHash, { purpose: 'second_factor', ...proved })
        }
        const session = { sessionId, tokenHash, method, confirmedAt, address, userAgent, expiresAt }
        await insertSession(trx, { merchantId, userId, ...session })
        const target = { targetType: 'session', targetId: sessionId }
        await recordAction(trx, call, { action, ...target, actor: userId, merchantId })
        return findSessionByHash(trx, tokenHash)
      }),
    )
    if (opened === undefined) throw new Error(`session ${sessionId} is not stored`)
    if (opened instanceof Date) return asksForCodeReply(challenge, opened)
    const cookies = sessionCookies(token, { publicUrl, expires: expiresAt })
    return {
      status: 201,
      body: envelopeBytes(successEnvelope(sessionDocument(opened))),
      headers: {
        'cache-control': 'no-store',
        'set-cookie': [...cookies, ...deviceCookies(opened.userId, headers, { box, publicUrl })],
      },
    }
  }

const asksForCodeReply = (challenge: string, expiresAt: Date): Reply => ({
  status: 202,
  body: envelopeBytes(
    successEnvelope({ challenge, factors: ['totp', 'recovery_code'], expires_at: expiresAt.toISOString() }),
  ),
  headers: { 'cache-control': 'no-store' },
})

/** The same for an unknown address, a wrong password and a member who was deactivated. */
export const signInFailed = () => new AppError('sign_in_failed', 'The e-mail address or the password is wrong.')

const oidcRequired = () =>
  new AppError(
    'oidc_sign_in_required',
    'Your team signs in with its identity provider. Ask an owner of your team for the sign-in link.',
  )

export const linkNotValid = () =>
  new AppError('link_not_valid', 'The link is unknown, has expired or was used before. Ask for a new one.')
