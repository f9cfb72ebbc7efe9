/** What members of a team did, in the audit log. */
import type { Transaction } from 'kysely'
import type { AuditAction } from '../audit/entry.ts'
import { insertAuditEntry } from '../audit/repository.ts'
import type { GatewayDatabase } from '../db.ts'
import type { Call } from '../routing/route.ts'

/** A member's action, in the transaction of its effect. `actor`: who acts, if the call has no session yet. */
export async function recordAction(
  trx: Transaction<GatewayDatabase>,
  { context, session, address, headers }: Call,
  what: Pick<AuditAction, 'action' | 'targetType' | 'targetId'> & { actor?: string; merchantId?: string },
): Promise<void> {
  const { actor = session?.userId ?? '', merchantId = context.merchantId, ...target } = what
  await insertAuditEntry(trx, {
    ...target,
    actionId: context.opId,
    actor,
    ...{ merchantId, environmentId: null, address },
    userAgent: headers['user-agent']?.slice(0, 200) ?? null,
    requestId: context.requestId,
    ...{ outcome: 'succeeded', code: null },
  })
}
