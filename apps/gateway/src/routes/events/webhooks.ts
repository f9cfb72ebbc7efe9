import { contextMessage } from '@waybill/chassis/rpc/client'
import { publicEventTypeSchema } from '@waybill/contracts/events/event-type'
import { publicDeliverySchema } from '@waybill/contracts/webhooks/delivery'
import {
  createSubscriptionSchema,
  publicChangedSubscriptionSchema,
  publicNewSubscriptionSchema,
  publicRotatedSubscriptionSchema,
  publicSubscriptionSchema,
  publicSubscriptionWithBacklogSchema,
  updateSubscriptionSchema,
} from '@waybill/contracts/webhooks/subscription'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { Services } from '../services.ts'

const tag = 'Webhooks'
const SUBSCRIPTION = '/api/v1/webhooks/subscriptions/{subscription_id}'
const subscription = { status: 200, description: 'The subscription.', schema: publicSubscriptionSchema }

const subscriptionQuery = pageQuery.extend({
  limit: pageQuery.shape.limit.describe('Entries per page, 1 to 100. Default: all; with `cursor`, 100.'),
})

export const webhookRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createSubscription',
    method: 'POST',
    path: '/api/v1/webhooks/subscriptions',
    tag,
    summary: 'Create a webhook subscription',
    description:
      'Subscribes to the types in `events` and `event` together. The signing secret is shown in this response only.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: jsonBody(createSubscriptionSchema, { validatedByOwner: true }),
    success: [
      {
        status: 201,
        description: 'The subscription and its secret.',
        schema: publicNewSubscriptionSchema,
        location: SUBSCRIPTION,
      },
    ],
    confirmation: 'always',
    errors: ['subscription_limit_reached', 'invalid_webhook_url', 'unknown_event_type'],
    secretInAnswer: true,
    handle: ({ context, bytes }, { webhooks }) =>
      webhooks.CreateSubscription({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute<Services, typeof subscriptionQuery>({
    operationId: 'listSubscriptions',
    method: 'GET',
    path: '/api/v1/webhooks/subscriptions',
    tag,
    summary: 'List webhook subscriptions',
    description: 'All subscriptions of the environment, newest first. Paginated only if `limit` or `cursor` is set.',
    access: { kind: 'token', scope: 'webhooks:read' },
    query: subscriptionQuery,
    success: [
      { status: 200, description: 'The subscriptions.', schema: publicSubscriptionWithBacklogSchema, list: true },
    ],
    errors: ['invalid_cursor'],
    handle: ({ context, query }, { webhooks }) =>
      webhooks.ListSubscriptions({ context: contextMessage(context), page: pageMessage(query) }),
  }),
  defineRoute({
    operationId: 'getSubscription',
    method: 'GET',
    path: SUBSCRIPTION,
    tag,
    summary: 'Get a webhook subscription',
    description: 'With its backlog: whether it is behind the event log, and what it has missed.',
    access: { kind: 'token', scope: 'webhooks:read' },
    success: [{ ...subscription, schema: publicSubscriptionWithBacklogSchema }],
    handle: ({ context, params }, { webhooks }) =>
      webhooks.GetSubscription({ context: contextMessage(context), subscription_id: params.subscription_id }),
  }),
  defineRoute({
    operationId: 'updateSubscription',
    method: 'PATCH',
    path: SUBSCRIPTION,
    tag,
    summary: 'Update a webhook subscription',
    description:
      'Changes url, events, ordering or status; omitted fields stay unchanged. Events of a paused subscription are kept, and a replay can send them later. `active` also re-enables a disabled subscription; sending then starts slowly. A `url` at another scheme, host or port gets a new signing secret, shown in this response only.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: jsonBody(updateSubscriptionSchema, { validatedByOwner: true }),
    conditional: true,
    success: [{ ...subscription, schema: publicChangedSubscriptionSchema }],
    confirmation: ['url', 'events', { status: 'active' }],
    secretInAnswer: true,
    errors: ['invalid_webhook_url', 'unknown_event_type'],
    handle: ({ context, params, bytes }, { webhooks }) =>
      webhooks.UpdateSubscription({
        context: contextMessage(context),
        subscription_id: params.subscription_id,
        document: bytes,
      }),
  }),
  defineRoute({
    operationId: 'deleteSubscription',
    method: 'DELETE',
    path: SUBSCRIPTION,
    tag,
    summary: 'Delete a webhook subscription',
    description:
      'Open deliveries become `cancelled`. The lists of the subscription are no longer available; each delivery can still be read by its id.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: noBody,
    conditional: true,
    success: [{ status: 204, description: 'The subscription is deleted.' }],
    handle: ({ context, params }, { webhooks }) =>
      webhooks.DeleteSubscription({ context: contextMessage(context), subscription_id: params.subscription_id }),
  }),
  defineRoute({
    operationId: 'rotateSecret',
    method: 'POST',
    path: `${SUBSCRIPTION}/rotate-secret`,
    tag,
    summary: 'Rotate the signing secret',
    description:
      'Creates a new secret, shown in this response only. For 24 hours messages are also signed with the previous secret: `webhook-signature` then contains several signatures, separated by spaces.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: noBody,
    success: [
      { status: 200, description: 'The subscription and its new secret.', schema: publicRotatedSubscriptionSchema },
    ],
    confirmation: 'always',
    secretInAnswer: true,
    handle: ({ context, params }, { webhooks }) =>
      webhooks.RotateSecret({ context: contextMessage(context), subscription_id: params.subscription_id }),
  }),
  defineRoute({
    operationId: 'testSubscription',
    method: 'POST',
    path: `${SUBSCRIPTION}/test`,
    tag,
    summary: 'Send a test event',
    description:
      'Sends an event of type `webhook.test`, signed with the real secret, in a single attempt. The delivery in the response is always `pending`: read `GET /api/v1/webhooks/deliveries/{delivery_id}` until it is `succeeded` or `failed`. A paused or disabled subscription can be tested too.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: noBody,
    success: [
      {
        status: 201,
        description: 'The delivery, still `pending`.',
        schema: publicDeliverySchema,
        location: '/api/v1/webhooks/deliveries/{delivery_id}',
      },
    ],
    errors: ['invalid_webhook_url'],
    handle: ({ context, params }, { webhooks }) =>
      webhooks.TestSubscription({ context: contextMessage(context), subscription_id: params.subscription_id }),
  }),
  defineRoute({
    operationId: 'listEventTypes',
    method: 'GET',
    path: '/api/v1/webhooks/event-types',
    tag,
    summary: 'List the event types',
    description: 'All types that a subscription can name, each with a JSON Schema and an example.',
    access: { kind: 'token', scope: 'webhooks:read' },
    success: [{ status: 200, description: 'All event types.', schema: publicEventTypeSchema, list: true }],
    handle: async (_call, { documentation }) => ({ status: 200, body: await documentation.eventTypes() }),
  }),
]
