/** Actions of a team's members in the audit log. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import type { Call } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import type { AuditAction } from '../audit/entry.ts'
import { insertAuditEntry } from '../audit/repository.ts'
import type { IdentityDatabase } from '../db.ts'

/** A member's action, in the transaction of its effect. `actor`: who acts, if the call has no session yet. */
export async function recordAction(
  trx: Database<IdentityDatabase> | Transaction<IdentityDatabase>,
  { context, session, address, headers }: Call,
  what: Pick<AuditAction, 'action' | 'targetType' | 'targetId'> & {
    actor?: string
    merchantId?: string
    /** Why the action failed. */
    code?: ErrorCode
  },
): Promise<void> {
  const { actor = session?.userId ?? '', merchantId = context.merchantId, code = null, ...target } = what
  await insertAuditEntry(trx, {
    ...target,
    actionId: context.opId,
    actor,
    merchantId,
    environmentId: null,
    address,
    userAgent: headers['user-agent']?.slice(0, 200) ?? null,
    requestId: context.requestId,
    outcome: code === null ? 'succeeded' : 'failed',
    code,
  })
}
