import { arraySchema, texts } from '@waybill/edge/routing/many-values'
import { pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, type Route } from '@waybill/edge/routing/route'
import { timeFrom, timeTo } from '@waybill/edge/routing/time-filters'
import { z } from 'zod'
import type { IdentityServices } from '../services.ts'
import { auditEntrySchema } from './document.ts'

const id = (description: string) => z.string().min(1).max(64).optional().describe(description)

const listQuery = pageQuery.extend({
  actor_id: id('Only what this user or key did.'),
  action: texts
    .refine((ids) => ids.length <= 20 && ids.every((one) => one.length >= 1 && one.length <= 64), {
      error: 'must be 1 to 20 operations, separated by commas',
      params: { code: 'invalid_value' },
    })
    .optional()
    .describe('Only this operation of the OpenAPI document, or one of several: `createShipment,cancelShipment`.')
    .meta({ ...arraySchema({ type: 'string', minLength: 1, maxLength: 64 }), maxItems: 20 }),
  object_id: id('Only what was done to the object with this id.'),
  environment_id: id('Only what was done in this environment.'),
  occurred_from: timeFrom.optional().describe('At this time, or on this date (UTC), or later.'),
  occurred_to: timeTo.optional().describe('Before this time, or on this date (UTC) or earlier.'),
})

/** Who did what. */
export const auditLogRoutes: Route<IdentityServices>[] = [
  defineRoute<IdentityServices, typeof listQuery>({
    operationId: 'listAuditLog',
    method: 'GET',
    path: '/api/v1/audit-log',
    tag: 'Team',
    summary: 'List what the members of the team did',
    description:
      'Newest first, in all environments: sign-ins, changes by members, changes of API keys, and actions of the operator on the merchant. Calls with API keys are in the API log. A page can have fewer entries than `limit` although `has_more` is true: follow `next_cursor`. Entries are kept for 400 days unless the operator has set another time.',
    access: { kind: 'session', scope: 'audit_log:read' },
    query: listQuery,
    success: [{ status: 200, description: 'A page of entries.', schema: auditEntrySchema, list: true }],
    errors: ['invalid_cursor'],
    handle: (call, { auditLog }) => auditLog.list(call),
  }),
]
