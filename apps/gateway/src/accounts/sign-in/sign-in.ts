/** Signing in and out. */
import { randomBytes } from 'node:crypto'
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import { newId } from '@waybill/contracts/ids'
import type { Transaction } from 'kysely'
import type { Credentials } from '../../auth/credentials.ts'
import { hashToken } from '../../auth/token.ts'
import type { GatewayDatabase } from '../../db.ts'
import type { Call, Reply } from '../../routing/route.ts'
import { LINK_TOKEN_FORM } from '../links/link.ts'
import { consumeLink } from '../links/repository.ts'
import type { Member } from '../members/member.ts'
import { findMember, findMemberByEmail } from '../members/repository.ts'
import { verifyPassword } from '../passwords/hash.ts'
import { assertSameOrigin, endedCookies, sessionCookies } from '../sessions/cookies.ts'
import { findSessionByHash, insertSession, revokeSession, type SignInMethod } from '../sessions/repository.ts'
import { LONGEST_MS, sessionDocument } from '../sessions/session.ts'
import type { Attempts } from './attempts.ts'
import { deviceCookie, knownDevice } from './device.ts'
import type { SignIn, SignInWithLink } from './documents.ts'

type Trx = Transaction<GatewayDatabase>

export interface SignIns {
  withPassword(call: Call<unknown, SignIn>): Promise<Reply>
  withLink(call: Call<unknown, SignInWithLink>): Promise<Reply>
  current(call: Call): Promise<Reply>
  signOut(call: Call): Promise<Reply>
}

export function signInsOf(dependencies: {
  db: Database<GatewayDatabase>
  credentials: Credentials
  attempts: Attempts
  box: SecretBox
  publicUrl: string
}): SignIns {
  const { db, credentials, attempts, box, publicUrl } = dependencies

  /** A session of the member that `find` returns in the same transaction. */
  async function open(call: Call, method: SignInMethod, find: (trx: Trx) => Promise<Member>): Promise<Reply> {
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
        if (deactivatedAt) throw failed()
        await insertSession(trx, { merchantId, userId, sessionId, tokenHash, method, address, userAgent, expiresAt })
        return findSessionByHash(trx, tokenHash)
      }),
    )
    if (session === undefined) throw new Error(`session ${sessionId} is not stored`)
    const cookies = sessionCookies(token, { publicUrl, expires: expiresAt })
    return {
      ...answer(201, sessionDocument(session)),
      headers: {
        'cache-control': 'no-store',
        'set-cookie': [...cookies, deviceCookie(session.email, { box, publicUrl })],
      },
    }
  }

  return {
    async withPassword(call) {
      const { document, headers, address } = call
      assertSameOrigin(headers, publicUrl)
      const { email, password } = document
      await attempts.count({ email, address, device: knownDevice(headers, email, box) })
      const member = await findMemberByEmail(db, email)
      // Costs the same for an unknown address.
      const isRight = await verifyPassword(password, member?.passwordHash ?? null)
      if (!member || !isRight) throw failed()
      return open(call, 'password', async (trx) => {
        const now = await findMember(trx, member)
        // A reset in the meantime has ended the password.
        if (!now || now.passwordHash !== member.passwordHash) throw failed()
        return now
      })
    },

    async withLink(call) {
      const { document, headers } = call
      assertSameOrigin(headers, publicUrl)
      if (!LINK_TOKEN_FORM.test(document.token)) throw linkNotValid()
      return open(call, 'link', async (trx) => {
        const owner = await consumeLink(trx, { purpose: 'sign_in', tokenHash: hashToken(document.token) })
        const member = owner && (await findMember(trx, owner))
        if (!member) throw linkNotValid()
        return member
      })
    },

    async current({ session }) {
      return answer(200, sessionDocument(await credentials.sessions.check(session?.token ?? '')))
    },

    async signOut({ context: { merchantId }, keyId }) {
      await untilAnswered(() => revokeSession(db, { merchantId, sessionId: keyId }))
      await credentials.announceChange(keyId)
      return { status: 204, body: '', headers: { 'set-cookie': endedCookies(publicUrl) } }
    },
  }
}

const answer = (status: number, data: object): Reply => ({ status, body: envelopeBytes(successEnvelope(data)) })

/** The same for an unknown address, a wrong password and a member who was deactivated. */
const failed = () => new AppError('sign_in_failed', 'The e-mail address or the password is wrong.')

const linkNotValid = () =>
  new AppError('link_not_valid', 'The link is unknown, has expired or was used before. Ask for a new one.')
