import { implement } from '@waybill/chassis/rpc/server'
import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { deliveryHandlers } from './rpc/deliveries.ts'
import { eventHandlers } from './rpc/events.ts'
import type { WebhookRpcOptions } from './rpc/options.ts'
import { subscriptionHandlers } from './rpc/subscriptions.ts'

/** The webhook service's gRPC interface. */
export const webhookRpc = (options: WebhookRpcOptions) =>
  implement<WebhookServiceHandlers>('waybill.webhook.v1.WebhookService', {
    ...subscriptionHandlers(options),
    ...deliveryHandlers(options),
    ...eventHandlers(options),
  })
