import { contextMessage } from '@waybill/chassis/rpc-client'
import {
  createSubscriptionSchema,
  publicDeliverySchema,
  publicNewSubscriptionSchema,
  publicSubscriptionSchema,
} from '@waybill/contracts/subscription'
import { pageMessage, pageQuery } from './query.ts'
import { defineRoute, jsonBody, noBody, type Route, TIMEOUT_MS } from './route.ts'
import type { Services } from './services.ts'

const tag = 'Webhooks'

export const webhookRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createSubscription',
    method: 'POST',
    path: '/api/v1/webhooks/subscriptions',
    tag,
    summary: 'Create a webhook subscription',
    description:
      'Subscribes to the types in events and event together. The secret that signs deliveries is shown here only.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: jsonBody(createSubscriptionSchema),
    success: [{ status: 201, description: 'The subscription and its secret.', schema: publicNewSubscriptionSchema }],
    errors: ['subscription_limit_reached', 'invalid_webhook_url', 'unknown_event_type'],
    timeoutMs: TIMEOUT_MS.create,
    handle: ({ context, bytes }, { webhooks }) =>
      webhooks.CreateSubscription({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute<Services, typeof pageQuery>({
    operationId: 'listSubscriptions',
    method: 'GET',
    path: '/api/v1/webhooks/subscriptions',
    tag,
    summary: 'List webhook subscriptions',
    description: 'All of the environment, newest first; in pages only when limit or cursor is given.',
    access: { kind: 'token', scope: 'webhooks:read' },
    query: pageQuery,
    success: [{ status: 200, description: 'The subscriptions.', schema: publicSubscriptionSchema, list: true }],
    errors: ['invalid_cursor'],
    timeoutMs: TIMEOUT_MS.read,
    handle: ({ context, query }, { webhooks }) =>
      webhooks.ListSubscriptions({ context: contextMessage(context), page: pageMessage(query) }),
  }),
  defineRoute({
    operationId: 'testSubscription',
    method: 'POST',
    path: '/api/v1/webhooks/subscriptions/{subscription_id}/test',
    tag,
    summary: 'Send a test event',
    description: 'Makes a delivery of `webhook.test` and sends it signed with the real secret.',
    access: { kind: 'token', scope: 'webhooks:write' },
    body: noBody,
    success: [{ status: 201, description: 'The delivery.', schema: publicDeliverySchema }],
    errors: [],
    timeoutMs: TIMEOUT_MS.create,
    handle: ({ context, params }, { webhooks }) =>
      webhooks.TestSubscription({ context: contextMessage(context), subscription_id: params.subscription_id }),
  }),
]
