/** Webhook deliveries, and sending them again. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import { eventTypes } from '@waybill/contracts/events/public-event'
import { deliveryStatuses, publicDeliverySchema } from '@waybill/contracts/webhooks/delivery'
import {
  createReplaySchema,
  publicReplayPreviewSchema,
  publicReplaySchema,
  replayStatuses,
} from '@waybill/contracts/webhooks/replay'
import { eventPattern } from '@waybill/contracts/webhooks/subscription'
import { arraySchema, ids, texts } from '@waybill/edge/routing/many-values'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import { timeFrom, timeTo } from '@waybill/edge/routing/time-filters'
import { z } from 'zod'
import type { Services } from '../services.ts'

const tag = 'Webhooks'
const SUBSCRIPTION = '/api/v1/webhooks/subscriptions/{subscription_id}'
const DELIVERY = '/api/v1/webhooks/deliveries/{delivery_id}'

const deliveryQuery = pageQuery.extend({
  status: z.enum(deliveryStatuses).optional().describe('Only deliveries in this status.'),
  event: z.enum(eventTypes).optional().describe('Only deliveries of this event type.'),
  event_id: ids('evt', 'Only the delivery of this event, or of each of up to 100: `evt_a,evt_b`.'),
})

const MOST_PATTERNS = 100

const previewQuery = z.object({
  since: timeFrom
    .optional()
    .describe('Counts events of this time, or on this date (UTC), or later. Default: the oldest that a replay sends.'),
  until: timeTo.optional().describe('Counts events before this time, or on this date (UTC) or earlier. Default: now.'),
  events: texts
    .pipe(z.array(eventPattern).max(MOST_PATTERNS))
    .optional()
    .describe('Event types or wildcards, separated by commas. Default: those of the subscription.')
    .meta({ ...arraySchema({ type: 'string' }), maxItems: MOST_PATTERNS }),
})

const replayQuery = pageQuery.extend({
  status: z.enum(replayStatuses).optional().describe('Only replays in this status.'),
})

export const deliveryRoutes: Route<Services>[] = [
  defineRoute<Services, typeof deliveryQuery>({
    operationId: 'listDeliveries',
    method: 'GET',
    path: `${SUBSCRIPTION}/deliveries`,
    tag,
    summary: 'List the deliveries of a subscription',
    description:
      'Newest events first, with all attempts. With a filter, a page can contain fewer entries than `limit` although more follow: check `has_more`.',
    access: { kind: 'token', scope: 'webhooks:read' },
    query: deliveryQuery,
    success: [{ status: 200, description: 'A page of deliveries.', schema: publicDeliverySchema, list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, params, query }, { webhooks }) =>
      webhooks.ListDeliveries({
        context: contextMessage(context),
        page: pageMessage(query),
        subscription_id: params.subscription_id,
        status: query.status ?? '',
        event: query.event ?? '',
        event_ids: query.event_id ?? [],
      }),
  }),
  defineRoute({
    operationId: 'getDelivery',
    method: 'GET',
    path: DELIVERY,
    tag,
    summary: 'Get a delivery',
    description: 'With all attempts: response, duration and error.',
    access: { kind: 'token', scope: 'webhooks:read' },
    success: [{ status: 200, description: 'The delivery.', schema: publicDeliverySchema }],
    handle: ({ context, params }, { webhooks }) =>
      webhooks.GetDelivery({ context: contextMessage(context), delivery_id: params.delivery_id }),
  }),
  defineRoute({
    operationId: 'redeliver',
    method: 'POST',
    path: `${DELIVERY}/redeliver`,
    tag,
    summary: 'Send a delivery again',
    description:
      'Sends the delivery now, with the same `webhook-id`, even while sending to the receiver is paused. A delivery that has ended gets one more attempt. For a delivery that waits for its next attempt, that attempt is made now. A delivery that is `sending` is not changed. The subscription has to be active.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: noBody,
    success: [
      {
        status: 202,
        description: 'The delivery, which is sent next.',
        schema: publicDeliverySchema,
        location: DELIVERY,
      },
    ],
    errors: ['subscription_not_active'],
    handle: ({ context, params }, { webhooks }) =>
      webhooks.Redeliver({ context: contextMessage(context), delivery_id: params.delivery_id }),
  }),
  defineRoute({
    operationId: 'createReplay',
    method: 'POST',
    path: `${SUBSCRIPTION}/replay`,
    tag,
    summary: 'Replay a period',
    description:
      'Sends all events of the period again in the background, after new events, whatever became of them before. Each event keeps its `webhook-id`. A replay to a paused subscription waits until it is active; one to a disabled subscription is rejected. Limit: five running replays per subscription.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: jsonBody(createReplaySchema),
    success: [
      {
        status: 201,
        description: 'The replay.',
        schema: publicReplaySchema,
        location: `${SUBSCRIPTION}/replays/{replay_id}`,
      },
    ],
    errors: ['unknown_event_type', 'replay_limit_reached', 'subscription_not_active'],
    handle: ({ context, params, bytes }, { webhooks }) =>
      webhooks.CreateReplay({
        context: contextMessage(context),
        subscription_id: params.subscription_id,
        document: bytes,
      }),
  }),
  defineRoute<Services, typeof previewQuery>({
    operationId: 'previewReplay',
    method: 'GET',
    path: `${SUBSCRIPTION}/replay-preview`,
    tag,
    summary: 'Preview a replay',
    description:
      'Counts the events that a replay of the period would send now, by type. Sends nothing. At most 10,000 events of the period are examined.',
    access: { kind: 'token', scope: 'webhooks:read' },
    query: previewQuery,
    success: [{ status: 200, description: 'The counts.', schema: publicReplayPreviewSchema }],
    handle: ({ context, params, query }, { webhooks }) =>
      webhooks.PreviewReplay({
        context: contextMessage(context),
        subscription_id: params.subscription_id,
        since: query.since ?? '',
        until: query.until ?? '',
        events: query.events ?? [],
      }),
  }),
  defineRoute<Services, typeof replayQuery>({
    operationId: 'listReplays',
    method: 'GET',
    path: `${SUBSCRIPTION}/replays`,
    tag,
    summary: 'List the replays of a subscription',
    description: 'Newest first. Ended replays are kept as long as events.',
    access: { kind: 'token', scope: 'webhooks:read' },
    query: replayQuery,
    success: [{ status: 200, description: 'A page of replays.', schema: publicReplaySchema, list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, params, query }, { webhooks }) =>
      webhooks.ListReplays({
        context: contextMessage(context),
        page: pageMessage(query),
        subscription_id: params.subscription_id,
        status: query.status ?? '',
      }),
  }),
  defineRoute({
    operationId: 'getReplay',
    method: 'GET',
    path: `${SUBSCRIPTION}/replays/{replay_id}`,
    tag,
    summary: 'Get a replay',
    description: 'With its progress.',
    access: { kind: 'token', scope: 'webhooks:read' },
    success: [{ status: 200, description: 'The replay.', schema: publicReplaySchema }],
    handle: ({ context, params }, { webhooks }) =>
      webhooks.GetReplay({
        context: contextMessage(context),
        subscription_id: params.subscription_id,
        replay_id: params.replay_id,
      }),
  }),
  defineRoute({
    operationId: 'cancelReplay',
    method: 'POST',
    path: `${SUBSCRIPTION}/replays/{replay_id}/cancel`,
    tag,
    summary: 'Cancel a replay',
    description:
      'Stops queueing events. Events that are already queued are still sent. A replay that has ended is returned unchanged.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: noBody,
    success: [{ status: 200, description: 'The replay.', schema: publicReplaySchema }],
    handle: ({ context, params }, { webhooks }) =>
      webhooks.CancelReplay({
        context: contextMessage(context),
        subscription_id: params.subscription_id,
        replay_id: params.replay_id,
      }),
  }),
]
