/** Wrong passwords, codes and passkeys of members in the audit log. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { RateLimit, SharedState } from '@waybill/chassis/state/shared-state'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { AppError } from '@waybill/contracts/app-error'
import type { Call } from '@waybill/edge/routing/route'
import type { IdentityDatabase } from '../../db.ts'
import { recordAction } from '../audit.ts'
import type { MemberId } from '../second-factor/repository.ts'

/** Entries of one member and action: five, then one in ten minutes. Who guesses on fills no log. */
const RECORDED: RateLimit = { ratePerSecond: 1 / 600, burst: 5 }

export interface FailedProofs {
  /** Never rejects: the refusal does not depend on it. */
  record(call: Call, action: string, member: MemberId, error: unknown): Promise<void>
}

export function createFailedProofs({
  db,
  sharedState,
  log,
}: {
  db: Database<IdentityDatabase>
  sharedState: Pick<SharedState, 'takeTokens'>
  log: Logger
}): FailedProofs {
  return {
    async record(call, action, { merchantId, userId }, error) {
      if (!(error instanceof AppError)) return
      try {
        const { allowed } = await sharedState.takeTokens([{ key: `failed-proof:${action}:${userId}`, limit: RECORDED }])
        if (!allowed) return
        const target = { targetType: 'user', targetId: userId, actor: userId, merchantId }
        await recordAction(db, call, { action, ...target, code: error.code })
      } catch (lost) {
        log.error({ err: lost, action, userId }, 'audit.failed_proof_not_stored')
      }
    },
  }
}
