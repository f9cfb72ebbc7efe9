/** Deliveries, and sending them again. */

import { answerOnce } from '@waybill/chassis/idempotency/operations'
import { afterCommit } from '@waybill/chassis/postgres/database'
import { parseDocument } from '@waybill/contracts/validation'
import { createReplaySchema } from '@waybill/contracts/webhooks/replay'
import { findDelivery, listDeliveries } from '../deliveries/queries.ts'
import { cancelReplay, deliveryNotFound, getReplay, redeliver, startReplay } from '../replays/commands.ts'
import { listReplays } from '../replays/queries.ts'
import {
  deliveriesAnswer,
  deliveryAnswer,
  deliveryFilters,
  pageRequest,
  replayAnswer,
  replayStatusFilter,
  replaysAnswer,
} from './codec.ts'
import type { Handlers, WebhookRpcOptions } from './options.ts'
import { getSubscription, keyOf } from './subscriptions.ts'

export const deliveryHandlers = ({ db, onDue, onJob }: WebhookRpcOptions) =>
  ({
    async ListDeliveries(request, context) {
      const subscription = await getSubscription(db, context, request.subscription_id)
      const page = await listDeliveries(db, subscription, deliveryFilters(request), pageRequest(request.page))
      return deliveriesAnswer(page)
    },

    async GetDelivery(request, context) {
      const delivery = await findDelivery(db, context.environmentId, request.delivery_id)
      if (delivery === undefined) throw deliveryNotFound(request.delivery_id)
      return deliveryAnswer(200, delivery)
    },

    async Redeliver(request, context) {
      return await answerOnce(db, context, async (trx) => {
        const delivery = await redeliver(trx, context.environmentId, request.delivery_id)
        afterCommit(trx, onDue)
        return deliveryAnswer(202, delivery)
      })
    },

    async CreateReplay(request, context) {
      const document = parseDocument(createReplaySchema, JSON.parse(request.document.toString()))
      return await answerOnce(db, context, async (trx) => {
        const replay = await startReplay(trx, keyOf(context, request.subscription_id), document, new Date())
        afterCommit(trx, onJob)
        return replayAnswer(201, replay)
      })
    },

    async ListReplays(request, context) {
      const subscription = await getSubscription(db, context, request.subscription_id)
      const status = replayStatusFilter(request.status)
      return replaysAnswer(await listReplays(db, subscription, status, pageRequest(request.page)))
    },

    async GetReplay(request, context) {
      return replayAnswer(200, await getReplay(db, keyOf(context, request.subscription_id), request.replay_id))
    },

    async CancelReplay(request, context) {
      return await answerOnce(db, context, async (trx) => {
        const key = keyOf(context, request.subscription_id)
        return replayAnswer(200, await cancelReplay(trx, key, request.replay_id, new Date()))
      })
    },
  }) satisfies Partial<Handlers>
