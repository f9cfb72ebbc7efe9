import { arraySchema, oneOrMore, texts } from '@waybill/edge/routing/many-values'
import { pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, type Route } from '@waybill/edge/routing/route'
import { timeFrom, timeTo } from '@waybill/edge/routing/time-filters'
import { z } from 'zod'
import { apiCallSchema, apiCallSummarySchema } from '../../api-log/document.ts'
import type { Services } from '../services.ts'

const tag = 'API log'
const LOG = '/api/v1/api-log'

const text = (longest: number, description: string) => z.string().min(1).max(longest).optional().describe(description)

const listQuery = pageQuery.extend({
  method: oneOrMore(
    ['GET', 'POST', 'PATCH', 'DELETE', 'HEAD'],
    'Only calls with this method, or with one of several: `POST,PATCH`.',
  ),
  status_class: oneOrMore(
    ['2xx', '3xx', '4xx', '5xx'],
    'Only calls whose status begins so: `4xx,5xx` are the failed ones.',
  ),
  operation_id: texts
    .refine((ids) => ids.length <= 20 && ids.every((id) => id.length >= 1 && id.length <= 64), {
      error: 'must be 1 to 20 operations, separated by commas',
      params: { code: 'invalid_value' },
    })
    .optional()
    .describe(
      'Only calls of this operation of the OpenAPI document, or of one of several: `createShipment,createQuote`.',
    )
    .meta({ ...arraySchema({ type: 'string', minLength: 1, maxLength: 64 }), maxItems: 20 }),
  console_reads: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true')
    .default(true)
    .describe('`false`: without the GET calls of people, by which the console reads.'),
  actor_id: text(64, 'Only calls by this key, user or driver.'),
  error_code: text(64, 'Only calls with this error code.'),
  request_id: text(200, 'Only calls with this `X-Request-Id`.'),
  subject: text(
    64,
    'Only calls about this object: its id, such as shp_…, is in the path or, of a successful write, in the response.',
  ),
  occurred_from: timeFrom.optional().describe('Answered at this time, or on this date (UTC), or later.'),
  occurred_to: timeTo.optional().describe('Answered before this time, or on this date (UTC) or earlier.'),
})

/** Calls in the environment. */
export const apiLogRoutes: Route<Services>[] = [
  defineRoute<Services, typeof listQuery>({
    operationId: 'listApiCalls',
    method: 'GET',
    path: LOG,
    tag,
    summary: 'List the calls of the last seven days',
    description:
      'Calls with a token of the environment, newest first, except those that read this log. A call appears within about a second; above about 500 calls a second at one gateway, some are missing. A page can have fewer entries than `limit` although `has_more` is true: follow `next_cursor`.',
    access: { kind: 'token', scope: 'api_log:read' },
    query: listQuery,
    success: [{ status: 200, description: 'A page of calls.', schema: apiCallSummarySchema, list: true }],
    errors: ['invalid_cursor'],
    handle: (call, { apiLog }) => apiLog.list(call),
  }),
  defineRoute({
    operationId: 'getApiCall',
    method: 'GET',
    path: `${LOG}/{call_id}`,
    tag,
    summary: 'Get a call of the last seven days',
    description:
      'Failed writes have their bodies, in which placeholders such as `[text of 12 characters]` stand for every value that can be personal or secret.',
    access: { kind: 'token', scope: 'api_log:read' },
    success: [{ status: 200, description: 'The call.', schema: apiCallSchema }],
    handle: (call, { apiLog }) => apiLog.get(call),
  }),
]
