/** The sessions of the user who calls. */
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope } from '@waybill/contracts/envelope'
import type { Call, Reply } from '@waybill/edge/routing/route'
import { z } from 'zod'
import type { ChangeAnnouncer } from '../../credentials/change-announcer.ts'
import type { IdentityDatabase } from '../../db.ts'
import { recordAction } from '../audit.ts'
import { listOwnSessions, type OwnSession, revokeOwnSessions } from './repository.ts'
import { IDLE_MS } from './session.ts'

export const ownSessionSchema = z
  .object({
    session_id: z.string().describe('Identifier, ses_…'),
    current: z.boolean().describe('Whether it is the session of this request.'),
    method: z.enum(['password', 'link', 'passkey', 'oidc']).describe('How the user signed in.'),
    address: z.string().describe('IP address of the sign-in.'),
    user_agent: z.string().nullable().describe('The browser of the sign-in, as it calls itself.'),
    created_at: z.string(),
    last_seen_at: z.string().describe('Up to a minute before its last request.'),
    expires_at: z.string(),
  })
  .meta({ id: 'OwnSession' })

export interface OwnSessions {
  list(call: Call): Promise<Reply>
  /** The session of the path, or all others. */
  revoke(call: Call): Promise<Reply>
}

export function createOwnSessions({
  db,
  credentials,
}: {
  db: Database<IdentityDatabase>
  credentials: ChangeAnnouncer
}): OwnSessions {
  return {
    async list({ context: { merchantId }, session }) {
      const userId = session?.userId ?? ''
      const found = await listOwnSessions(db, { merchantId, userId, idleSeconds: IDLE_MS / 1_000 })
      const documents = found.map((one) => ownSessionDocument(one, session?.sessionId ?? ''))
      const meta = { has_more: false, next_cursor: null, limit: documents.length }
      return { status: 200, body: envelopeBytes(listEnvelope(documents, meta)) }
    },

    async revoke(call) {
      const { context, params, session } = call
      const { merchantId } = context
      const { userId = '', sessionId: current = '' } = session ?? {}
      const only = params.session_id ?? null
      const revoked = await untilAnswered(() =>
        transact(db, async (trx) => {
          const ids = await revokeOwnSessions(trx, { merchantId, userId, only, except: only === null ? current : null })
          if (only !== null && ids.length === 0) throw new AppError('session_not_found', `You have no session ${only}.`)
          const action = only === null ? 'revokeOtherSessions' : 'revokeSession'
          await recordAction(trx, call, { action, targetType: 'session', targetId: only })
          return ids
        }),
      )
      for (const id of revoked) await credentials.announceChange(id)
      return { status: 204, body: '' }
    },
  }
}

const ownSessionDocument = (one: OwnSession, current: string) => ({
  session_id: one.sessionId,
  current: one.sessionId === current,
  method: one.method,
  address: one.address,
  user_agent: one.userAgent,
  created_at: one.createdAt.toISOString(),
  last_seen_at: one.lastSeenAt.toISOString(),
  expires_at: one.expiresAt.toISOString(),
})
