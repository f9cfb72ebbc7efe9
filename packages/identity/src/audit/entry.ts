/** Entries of the audit log, and how the admin API shows them. Pure. */

/**
 * `started`: an action in another service is about to happen. It has a second entry, unless the gateway died before it.
 * `repeated`: an earlier call with the same Idempotency-Key had the effect.
 */
export type AuditOutcome = 'started' | 'succeeded' | 'failed' | 'repeated'

/** Target of an action. */
export interface AuditTarget {
  /** Such as `key`. null: the action is about no single thing. */
  targetType: string | null
  targetId: string | null
  merchantId: string | null
  environmentId: string | null
}

/** An action: who, what, on what, from where. */
export interface AuditAction extends AuditTarget {
  /** Shared by the entries of the action, and the operation id of its calls to services. */
  actionId: string
  /** Name of the admin token, or id of the member or key. */
  actor: string
  /** The route's operation id, such as `revokeKey`. */
  action: string
  address: string
  userAgent: string | null
  requestId: string
}

export interface AuditEntry extends AuditAction {
  outcome: AuditOutcome
  /** Code of the error, if the action failed. */
  code: string | null
}

export interface StoredAuditEntry extends AuditEntry {
  position: number
  occurredAt: Date
}

/** Ids in a path are the caller's text until a handler has looked them up. */
const MAX_ID_LENGTH = 64

/** The target that the parameters of a path name: its last one, with the merchant and environment before it. */
export function targetOfPath(params: Record<string, string>): AuditTarget {
  const ids = Object.entries(params).map(([name, id]) => [name, id.slice(0, MAX_ID_LENGTH)] as const)
  const [name, targetId = null] = ids.at(-1) ?? []
  const { merchant_id: merchantId = null, environment_id: environmentId = null } = Object.fromEntries(ids)
  return { targetType: name?.replace(/_id$/, '') ?? null, targetId, merchantId, environmentId }
}

export const publicAuditEntry = (entry: StoredAuditEntry) => ({
  occurred_at: entry.occurredAt.toISOString(),
  action_id: entry.actionId,
  actor: entry.actor,
  action: entry.action,
  target_type: entry.targetType,
  target_id: entry.targetId,
  merchant_id: entry.merchantId,
  environment_id: entry.environmentId,
  outcome: entry.outcome,
  code: entry.code,
  address: entry.address,
  user_agent: entry.userAgent,
  request_id: entry.requestId,
})
