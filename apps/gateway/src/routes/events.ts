/** The environment's event log. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import { publicEventSchema } from '@waybill/contracts/events/public-event'
import { eventPattern } from '@waybill/contracts/webhooks/subscription'
import { z } from 'zod'
import { moment, pageMessage, pageQuery } from '../routing/query.ts'
import { defineRoute, type Route, TIMEOUT_MS } from '../routing/route.ts'
import type { Services } from './services.ts'

const tag = 'Events'

const eventQuery = pageQuery.extend({
  cursor: pageQuery.shape.cursor.describe(
    'meta.next_cursor of the page before. With order=asc and without a period also `latest`: an empty page whose next_cursor leads to what is recorded from then on.',
  ),
  type: eventPattern.optional().describe('Only events of this type, or of a wildcard such as `shipment.*`.'),
  subject_id: z.string().min(1).max(64).optional().describe('Only events of this shipment, quote or booking.'),
  created_from: moment.optional().describe('Events of this time or later.'),
  created_to: moment.optional().describe('Events before this time.'),
  order: z
    .enum(['desc', 'asc'])
    .optional()
    .describe(
      'asc: oldest first; then next_cursor is always given, after an empty page too, and what comes after it is what is new.',
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
      'The log of the last 30 days, newest first. To poll it, ask with `order=asc` and go on from next_cursor each time: nothing is missed. It begins with the oldest; with `cursor=latest` it begins now. With a type a page may hold fewer than limit: has_more says whether to go on.',
    access: { kind: 'token', scope: 'events:read' },
    query: eventQuery,
    success: [{ status: 200, description: 'A page of events.', schema: publicEventSchema, list: true }],
    errors: ['invalid_cursor'],
    timeoutMs: TIMEOUT_MS.read,
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
    description: 'As it was sent. Kept 30 days.',
    access: { kind: 'token', scope: 'events:read' },
    success: [{ status: 200, description: 'The event.', schema: publicEventSchema }],
    errors: [],
    timeoutMs: TIMEOUT_MS.read,
    handle: ({ context, params }, { webhooks }) =>
      webhooks.GetEvent({ context: contextMessage(context), event_id: params.event_id }),
  }),
]
