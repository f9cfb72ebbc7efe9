/** Every use case of the service, each with the function that handles it. */
import { implement } from '@waybill/chassis/rpc/server'
import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { getDelivery, listDeliveriesPage, redeliver } from './deliveries.ts'
import type { RpcDependencies } from './dependencies.ts'
import { findLogPlace, listEnds, readLogPart } from './event-log.ts'
import { getEvent, listEventsPage } from './events.ts'
import { cancelReplay, createReplay, getReplay, listReplaysPage, previewReplay } from './replays.ts'
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptionsPage,
  rotateSecret,
  testSubscription,
  updateSubscription,
} from './subscriptions.ts'

export const webhookRpc = (dependencies: RpcDependencies) =>
  implement<WebhookServiceHandlers>('waybill.webhook.v1.WebhookService', {
    CreateSubscription: ({ document }, context) => createSubscription(dependencies, context, document),

    ListSubscriptions: ({ page }, context) => listSubscriptionsPage(dependencies, context, page),

    GetSubscription: ({ subscription_id }, context) => getSubscription(dependencies, context, subscription_id),

    UpdateSubscription: ({ subscription_id, document }, context) =>
      updateSubscription(dependencies, context, { subscriptionId: subscription_id, document }),

    DeleteSubscription: ({ subscription_id }, context) => deleteSubscription(dependencies, context, subscription_id),

    TestSubscription: ({ subscription_id }, context) => testSubscription(dependencies, context, subscription_id),

    RotateSecret: ({ subscription_id }, context) => rotateSecret(dependencies, context, subscription_id),

    ListDeliveries: (request, context) => listDeliveriesPage(dependencies, context, request),

    GetDelivery: ({ delivery_id }, context) => getDelivery(dependencies, context, delivery_id),

    Redeliver: ({ delivery_id }, context) => redeliver(dependencies, context, delivery_id),

    CreateReplay: ({ subscription_id, document }, context) =>
      createReplay(dependencies, context, { subscriptionId: subscription_id, document }),

    PreviewReplay: (request, context) => previewReplay(dependencies, context, request),

    ListReplays: (request, context) => listReplaysPage(dependencies, context, request),

    GetReplay: ({ subscription_id, replay_id }, context) =>
      getReplay(dependencies, context, { subscriptionId: subscription_id, replayId: replay_id }),

    CancelReplay: ({ subscription_id, replay_id }, context) =>
      cancelReplay(dependencies, context, { subscriptionId: subscription_id, replayId: replay_id }),

    ListEvents: (request, context) => listEventsPage(dependencies, context, request),

    GetEvent: ({ event_id }, context) => getEvent(dependencies, context, event_id),

    FindLogPlace: (request, context) => findLogPlace(dependencies, context, request),

    ListLogEnds: ({ environment_ids }) => listEnds(dependencies, environment_ids),

    ReadLog: (request, context) => readLogPart(dependencies, context, request),
  })
