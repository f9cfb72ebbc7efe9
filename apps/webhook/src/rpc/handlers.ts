import { implement } from '@waybill/chassis/rpc/server'
import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { deliveryHandlers } from './deliveries.ts'
import { eventHandlers } from './events.ts'
import type { WebhookRpcOptions } from './options.ts'
import { subscriptionHandlers } from './subscriptions.ts'

/** The webhook service's gRPC interface. */
export const webhookRpc = (options: WebhookRpcOptions) =>
  implement<WebhookServiceHandlers>('waybill.webhook.v1.WebhookService', {
    ...subscriptionHandlers(options),
    ...deliveryHandlers(options),
    ...eventHandlers(options),
  })
