/** What became of webhooks, and sending them again. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import { eventTypes } from '@waybill/contracts/events/public-event'
import { deliveryStatuses, publicDeliverySchema } from '@waybill/contracts/webhooks/delivery'
import { createReplaySchema, publicReplaySchema, replayStatuses } from '@waybill/contracts/webhooks/replay'
import { z } from 'zod'
import { pageMessage, pageQuery } from '../routing/query.ts'
import { defineRoute, jsonBody, noBody, type Route, TIMEOUT_MS } from '../routing/route.ts'
import type { Services } from './services.ts'

const tag = 'Webhooks'
const SUBSCRIPTION = '/api/v1/webhooks/subscriptions/{subscription_id}'
const DELIVERY = '/api/v1/webhooks/deliveries/{delivery_id}'

const deliveryQuery = pageQuery.extend({
  status: z.enum(deliveryStatuses).optional().describe('Only deliveries in this status.'),
  event: z.enum(eventTypes).optional().describe('Only deliveries of this event type.'),
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
      'With their attempts, those of the newest events first. With a filter a page may hold fewer than limit: has_more says whether to go on.',
    access: { kind: 'token', scope: 'webhooks:read' },
    query: deliveryQuery,
    success: [{ status: 200, description: 'A page of deliveries.', schema: publicDeliverySchema, list: true }],
    errors: ['invalid_cursor'],
    timeoutMs: TIMEOUT_MS.read,
    handle: ({ context, params, query }, { webhooks }) =>
      webhooks.ListDeliveries({
        context: contextMessage(context),
        page: pageMessage(query),
        subscription_id: params.subscription_id,
        status: query.status ?? '',
        event: query.event ?? '',
      }),
  }),
  defineRoute({
    operationId: 'getDelivery',
    method: 'GET',
    path: DELIVERY,
    tag,
    summary: 'Get a delivery',
    description: 'With its attempts: what was answered, how fast, what went wrong.',
    access: { kind: 'token', scope: 'webhooks:read' },
    success: [{ status: 200, description: 'The delivery.', schema: publicDeliverySchema }],
    errors: [],
    timeoutMs: TIMEOUT_MS.read,
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
      'At once, with the same `webhook-id`. A delivery that has ended gets one more attempt; one that waits for its next attempt has it now, both also while the receiver as a whole has a pause. One that is `sending` has its attempt already: nothing more happens.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: noBody,
    success: [{ status: 202, description: 'The delivery, about to be sent.', schema: publicDeliverySchema }],
    errors: ['subscription_not_active'],
    timeoutMs: TIMEOUT_MS.create,
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
      'Sends every event of the period once more, whatever became of it, behind fresh events: those that failed or were kept while the subscription was paused, those that succeeded, and those from before it was made. Each keeps its `webhook-id`. It goes on in the background, waits while the subscription is paused, and survives restarts. Five of a subscription may run at a time.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: jsonBody(createReplaySchema),
    success: [{ status: 201, description: 'The replay.', schema: publicReplaySchema }],
    errors: ['unknown_event_type', 'replay_limit_reached'],
    timeoutMs: TIMEOUT_MS.create,
    handle: ({ context, params, bytes }, { webhooks }) =>
      webhooks.CreateReplay({
        context: contextMessage(context),
        subscription_id: params.subscription_id,
        document: bytes,
      }),
  }),
  defineRoute<Services, typeof replayQuery>({
    operationId: 'listReplays',
    method: 'GET',
    path: `${SUBSCRIPTION}/replays`,
    tag,
    summary: 'List the replays of a subscription',
    description: 'Newest first. Those that have ended are kept for as long as events are.',
    access: { kind: 'token', scope: 'webhooks:read' },
    query: replayQuery,
    success: [{ status: 200, description: 'A page of replays.', schema: publicReplaySchema, list: true }],
    errors: ['invalid_cursor'],
    timeoutMs: TIMEOUT_MS.read,
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
    description: 'How far it has come.',
    access: { kind: 'token', scope: 'webhooks:read' },
    success: [{ status: 200, description: 'The replay.', schema: publicReplaySchema }],
    errors: [],
    timeoutMs: TIMEOUT_MS.read,
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
      'Nothing more of it is queued; what it has queued is sent all the same. One that has ended is answered as it is.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: noBody,
    success: [{ status: 200, description: 'The replay.', schema: publicReplaySchema }],
    errors: [],
    timeoutMs: TIMEOUT_MS.create,
    handle: ({ context, params }, { webhooks }) =>
      webhooks.CancelReplay({
        context: contextMessage(context),
        subscription_id: params.subscription_id,
        replay_id: params.replay_id,
      }),
  }),
]
