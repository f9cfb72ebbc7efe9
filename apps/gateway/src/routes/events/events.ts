/** The event log of an environment. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import { publicEventSchema } from '@waybill/contracts/events/public-event'
import { eventPattern } from '@waybill/contracts/webhooks/subscription'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, type Route } from '@waybill/edge/routing/route'
import { timeFrom, timeTo } from '@waybill/edge/routing/time-filters'
import { z } from 'zod'
import type { Services } from '../services.ts'

const tag = 'Events'

/** Event types and wildcards, without tests. */
export const listedPattern = eventPattern.refine((type) => type !== 'webhook.test', {
  error:
    'must not be webhook.test: tests are not in the list. Read their deliveries: GET /api/v1/webhooks/subscriptions/{subscription_id}/deliveries?event=webhook.test',
  params: { code: 'not_listed' },
})

export const subjectId = z.string().min(1).max(64).optional()

const eventQuery = pageQuery.extend({
  cursor: pageQuery.shape.cursor.describe(
    '`meta.next_cursor` of the previous page. With `order=asc` and without a period also `latest`: returns an empty page whose next_cursor leads to the events recorded from now on.',
  ),
  type: listedPattern.optional().describe('Only events of this type, or matching a wildcard such as `shipment.*`.'),
  subject_id: subjectId.describe('Only events of this shipment, quote or booking.'),
  created_from: timeFrom.optional().describe('Only events at this time, or on this date (UTC), or later.'),
  created_to: timeTo.optional().describe('Only events before this time, or on this date (UTC) or earlier.'),
  order: z
    .enum(['desc', 'asc'])
    .optional()
    .describe(
      '`asc`: oldest first. Every page then has a next_cursor, also an empty one; the events after it are the new ones. Default: `desc`.',
    ),
})

export const eventRoutes: Route<Services>[] = [
  defineRoute<Services, typeof eventQuery>({
    operationId: 'listEvents',
    method: 'GET',
    path: '/api/v1/events',
    tag,
    summary: 'List events',
    description:
      'The events of the retention period (30 days by default), newest first, without tests (`webhook.test`). To poll without missing an event, use `order=asc` and continue with next_cursor each time; start with `cursor=latest` to skip past events. With `type`, a page can contain fewer entries than `limit` although more follow: check `has_more`.',
    access: { kind: 'token', scope: 'events:read' },
    query: eventQuery,
    success: [{ status: 200, description: 'A page of events.', schema: publicEventSchema, list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, query }, { webhooks }) =>
      webhooks.ListEvents({
        context: contextMessage(context),
        page: pageMessage(query),
        type: query.type ?? '',
        subject_id: query.subject_id ?? '',
        created_from: query.created_from ?? '',
        created_to: query.created_to ?? '',
        ascending: query.order === 'asc',
      }),
  }),
  defineRoute({
    operationId: 'getEvent',
    method: 'GET',
    path: '/api/v1/events/{event_id}',
    tag,
    summary: 'Get an event',
    description: 'The event as it was sent. Events are kept for 30 days by default.',
    access: { kind: 'token', scope: 'events:read' },
    success: [{ status: 200, description: 'The event.', schema: publicEventSchema }],
    handle: ({ context, params }, { webhooks }) =>
      webhooks.GetEvent({ context: contextMessage(context), event_id: params.event_id }),
  }),
]
