/** Entries of the audit log as merchants see them. */
import { z } from 'zod'
import type { OwnEntry } from './repository.ts'

const actorTypes = ['member', 'api_key', 'operator'] as const
const outcomes = ['started', 'succeeded', 'failed', 'repeated'] as const

export const auditEntrySchema = z
  .object({
    action_id: z.string().describe('Identifier, op_…'),
    occurred_at: z.string(),
    actor: z
      .object({
        type: z.enum(actorTypes).describe('`operator`: who runs this installation.'),
        id: z.string().nullable().describe('The user, usr_…, or the key, key_…; null: an operator.'),
        name: z
          .string()
          .nullable()
          .describe('Current name of the user or the key; null: an operator, or a key that is no longer stored.'),
        email: z.string().nullable().describe('Of a user.'),
      })
      .describe('Who acted.'),
    action: z.string().describe('The operation, by its `operationId` in the OpenAPI document.'),
    object_type: z.string().nullable().describe('Such as `shipment`; null: no single object, or it is not known.'),
    object_id: z.string().nullable().describe('Id of the object: of a creation, of what was made.'),
    environment_id: z.string().nullable().describe('null: about the team or an account.'),
    outcome: z
      .enum(outcomes)
      .describe(
        '`started`: in progress, or its outcome was lost. `repeated`: an earlier call with the same `Idempotency-Key` had the effect.',
      ),
    error_code: z.string().nullable().describe('The code of the error, if it failed.'),
    address: z
      .string()
      .nullable()
      .describe(
        'IP address of the request; null: an operator, or a browser that another member with the same e-mail address signs in with.',
      ),
    request_id: z.string().nullable().describe('The `X-Request-Id` of the request; null: an operator.'),
  })
  .meta({ id: 'AuditEntry' })

const typeOf = (actor: string): (typeof actorTypes)[number] => {
  if (actor.startsWith('usr_')) return 'member'
  return actor.startsWith('key_') ? 'api_key' : 'operator'
}

/** Names and addresses of operators are left out: they are not the merchant's staff. */
export function auditEntryDocument(entry: OwnEntry) {
  const type = typeOf(entry.actor)
  const isOperator = type === 'operator'
  return {
    action_id: entry.actionId,
    occurred_at: entry.occurredAt.toISOString(),
    actor: { type, id: isOperator ? null : entry.actor, name: entry.actorName, email: entry.actorEmail },
    action: entry.action,
    object_type: entry.targetType,
    object_id: entry.targetId,
    environment_id: entry.environmentId,
    outcome: entry.outcome,
    error_code: entry.code,
    address: isOperator ? null : entry.address || null,
    request_id: isOperator ? null : entry.requestId,
  }
}
